// Lets tests that import a public entry run the engine as one module. Test runners turn every import into a lookup on the imported
// module's object; across the engine's many small files that makes a step several times slower than users ever see it.
// Tests that import single files of the source still get those.
import { dirname, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { ALIASES } from './aliases.ts'
import { tuningOverride } from './tuning-override.ts'

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
      const entry = ALIASES[id.slice(PREFIX.length)]!
      const [output] = (await build({
        configFile: false,
        logLevel: 'error',
        plugins: [otherEntries(entry), ...tuningOverride()],
        build: {
          write: false,
          minify: false,
          sourcemap: true,
          target: 'es2022',
          lib: { entry, formats: ['es'], fileName: 'engine' },
        },
      })) as Rolldown.RolldownOutput[]
      const [chunk] = output!.output
      for (const file of chunk.moduleIds) this.addWatchFile(file)
      return { code: chunk.code, map: chunk.map as Rolldown.SourceMap | null }
    },
  }
}

/** An entry that builds on another one imports that one's bundle: two copies would not know each other's objects. */
function otherEntries(entry: string): Plugin {
  return {
    name: 'other-entries',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || !id.startsWith('.')) return null
      const file = resolve(dirname(importer), id)
      const other = Object.keys(ALIASES).find((name) => ALIASES[name] === file && file !== entry)
      return other === undefined ? null : { id: other, external: true }
    },
  }
}
