// Lets tests run the engine as one module. Test runners turn every import into a lookup on the imported module's object; across the engine's many
// small files that makes a step several times slower than users ever see it. So the whole source is bundled once, into one chunk, and each file of it
// that a test imports, be it a public entry or one part, is a list of exports of that chunk: all of them speak of the same objects.
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { ALIASES, PROJECT_ROOT } from './aliases.ts'
import { tuningOverride } from './tuning-override.ts'

const PREFIX = '\0bundled:'
const ENGINE = 'engine.js'
const SOURCE = join(PROJECT_ROOT, 'src')

export function bundledEngine(): Plugin {
  let chunks: Promise<Map<string, Rolldown.OutputChunk>> | null = null
  return {
    name: 'bundled-engine',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer?.startsWith(PREFIX) === true) return id.endsWith(ENGINE) ? PREFIX + ENGINE : null
      const file = ALIASES[id] ?? (id.startsWith('.') && importer !== undefined ? resolve(dirname(importer), id) : id)
      return file.startsWith(SOURCE) && file.endsWith('.ts') ? PREFIX + file.slice(SOURCE.length + 1).replace(/\.ts$/, '.js') : null
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null
      chunks ??= bundle()
      const chunk = (await chunks).get(id.slice(PREFIX.length))
      if (chunk === undefined) return null
      for (const file of chunk.moduleIds) this.addWatchFile(file)
      return { code: chunk.code, map: chunk.map as Rolldown.SourceMap | null }
    },
    watchChange(file) {
      if (file.startsWith(SOURCE)) chunks = null
    },
  }
}

/** One chunk with everything, and for each file of the source one that lists its exports. */
async function bundle(): Promise<Map<string, Rolldown.OutputChunk>> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: tuningOverride(),
    build: {
      ssr: true,
      write: false,
      minify: false,
      sourcemap: true,
      target: 'es2022',
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), join(SOURCE, file)])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: ENGINE, codeSplitting: { groups: [{ name: 'engine', test: SOURCE }] } },
      },
    },
  })) as Rolldown.RolldownOutput
  return new Map(output.filter((chunk) => chunk.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
}
