// What is published: one module with types per entry, what entries share in chunks named after what they hold, and one self-contained
// minified file per entry for CDNs. Source maps for all of them.
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig, type Rolldown } from 'tsdown'
import { name as packageName, version } from './package.json' with { type: 'json' }
import { ENTRIES } from './scripts/aliases.ts'

/** Modules by the name of their file in `dist`, and their sources: `2d/polygons` is published as `2d-polygons.js`. */
const modules = Object.fromEntries(Object.entries(ENTRIES).map(([entry, source]) => [entry.replaceAll('/', '-'), source]))

/** Engines that stand alone in one file, without the builders. */
const engines = { 'fulcrum-2d.min': 'src/d2/engine.ts', 'fulcrum-3d.min': 'src/d3/engine.ts' }
const bundles = { ...engines, 'fulcrum-linear.min': ENTRIES['linear']! }

/** What has declarations of its own. `fulcrum-linear.min` holds what `linear` holds, and takes that one's. */
const declared = { ...modules, ...engines }

/**
 * Chunks and the sources they hold, each after those it imports: a group of the bundler also takes what its modules import, unless an
 * earlier group has it. Errors stand apart, so that linear loads nothing else; builders of one dimension stand apart from those of the
 * other, so that neither loads the other's engine.
 */
const chunks: Readonly<Record<string, RegExp>> = {
  errors: /^src\/common\/errors\./,
  common: /^src\/common\/(?!builders\/)/,
  builders: /^src\/common\/builders\//,
  algebra: /^src\/linear\/(?!index\.)/,
  '2d-engine': /^src\/d2\/(?!builders\/|index\.|engine\.)/,
  '2d-builders': /^src\/d2\/builders\//,
  '3d-engine': /^src\/d3\/(?!builders\/|index\.|engine\.)/,
  '3d-builders': /^src\/d3\/builders\//,
  hulls: /^src\/hulls\/(?!index\.)/,
  'gear-rows': /^src\/adapters\/shared\/gear-rows\./,
  base64: /^src\/adapters\/shared\/base64\./,
  adapters: /^src\/adapters\/shared\//,
  robots: /^src\/adapters\/robots\//,
  scene: /^src\/adapters\/scene\/(?!(?:scene|shapes|fields|placement|vehicles)-[23]d\.|d[23]\.)/,
  '2d-scene-table': /^src\/adapters\/scene\/(?:(?:shapes|fields|placement)-2d|d2)\./,
  '3d-scene-table': /^src\/adapters\/scene\/(?:(?:shapes|fields|placement|vehicles)-3d|d3)\./,
  analysis: /^src\/adapters\/analysis\/(?!analysis-[23]d\.)/,
  recording: /^src\/adapters\/recording\/(?!record(?:ing|able)-[23]d\.)/,
}

/** Path of a module from the project's root, as in `src/d2/index.ts`. */
function pathOf(id: string): string {
  return id.slice(import.meta.dirname.length + 1).replaceAll('\\', '/')
}

/** Sorts the sources into chunks. Names that end in `.d` become files that end in `.d.ts`. */
function splitInto(groups: Readonly<Record<string, RegExp>>, suffix: '' | '.d'): Rolldown.OutputOptions {
  return {
    codeSplitting: {
      groups: Object.entries(groups).map(([name, sources]) => ({ name: name + suffix, test: (id: string) => sources.test(pathOf(id)) })),
    },
    // Names between chunks stay as they are in the source, for whoever reads them in a debugger.
    minifyInternalExports: false,
  }
}

/** Takes away the chunks that are left empty where one entry passes another's names on. */
const dropEmptyChunks: Rolldown.Plugin = {
  name: 'drop-empty-chunks',
  generateBundle(_, bundle) {
    for (const [file, chunk] of Object.entries(bundle)) {
      if (chunk.type === 'chunk' && !chunk.isEntry && chunk.exports.length === 0) delete bundle[file]
    }
  },
}

/** Writes the licences of the libraries that are inside a file beside it, as they ask for. */
const writeLicenses: Rolldown.Plugin = {
  name: 'write-licenses',
  generateBundle(_, bundle) {
    for (const [file, chunk] of Object.entries(bundle)) {
      if (chunk.type !== 'chunk') continue
      const ids = Object.keys(chunk.modules).map((id) => id.replaceAll('\\', '/'))
      const folders = ids.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [])
      const texts = [...new Set(folders)].sort().map(licenseOf)
      this.emitFile({ type: 'asset', fileName: file.replace(/\.js$/, '-licenses.txt'), source: texts.join(`\n${'-'.repeat(80)}\n\n`) })
    }
  },
}

/** Name, version and licence of a package, which must have one. */
function licenseOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { name: string; version: string }
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${name} has no licence, and its code would be published.`)
  return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`
}

const shared = {
  format: 'esm' as const,
  platform: 'neutral' as const,
  target: 'es2022',
  fixedExtension: false,
  hash: false,
  sourcemap: true,
  outDir: 'dist',
  report: false,
  checks: { pluginTimings: false },
  logLevel: 'warn' as const,
}

export default defineConfig([
  { ...shared, entry: modules, dts: false, outputOptions: splitInto(chunks, '') },
  { ...shared, entry: declared, dts: { emitDtsOnly: true }, clean: false, outputOptions: splitInto(chunks, '.d'), plugins: [dropEmptyChunks] },
  // The command line, with the libraries that it uses inside: whoever installs the package gets no dependency. The engine is the package's own.
  { ...shared, entry: { cli: 'cli/cli.ts' }, platform: 'node' as const, dts: false, clean: false,
    deps: { neverBundle: [new RegExp(`^${packageName}/`), /^(?:bullmq|ioredis)$/] }, plugins: [writeLicenses] },
  // One build each: built together, two entries would share a chunk and no file would stand alone.
  ...Object.entries(bundles).map(([name, source]) => ({
    ...shared,
    entry: { [name]: source },
    dts: false,
    minify: true,
    clean: false,
    banner: `/*! ${packageName} ${version} | MIT */`,
  })),
])
