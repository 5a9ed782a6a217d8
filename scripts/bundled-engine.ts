// Lets tests that import a public entry run the engine as one module. Test runners turn every import into a lookup on the imported
// module's object; across the engine's many small files that makes a step several times slower than users ever see it.
// Tests that import single files of the source still get those.
import { build, type Plugin, type Rolldown } from 'vite'
import { ALIASES } from './aliases.ts'

const PREFIX = '\0bundled:'

export function bundledEngine(): Plugin {
  return {
    name: 'bundled-engine',
    enforce: 'pre',
    resolveId(id) {
      return Object.hasOwn(ALIASES, id) ? PREFIX + id : null
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null
      const [output] = (await build({
        configFile: false,
        logLevel: 'error',
        build: {
          write: false,
          minify: false,
          sourcemap: true,
          target: 'es2022',
          lib: { entry: ALIASES[id.slice(PREFIX.length)]!, formats: ['es'], fileName: 'engine' },
        },
      })) as Rolldown.RolldownOutput[]
      const [chunk] = output!.output
      for (const file of chunk.moduleIds) this.addWatchFile(file)
      return { code: chunk.code, map: chunk.map as Rolldown.SourceMap | null }
    },
  }
}
