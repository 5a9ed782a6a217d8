// What is published: one module with types per entry, and one self-contained minified file per entry for CDNs.
import { defineConfig, type Rolldown } from 'tsdown'
import { version } from './package.json' with { type: 'json' }
import { orderFunctions } from './scripts/order-functions.ts'
import { publicNames } from './scripts/public-names.ts'
import { shortenNames } from './scripts/short-names.ts'

const entries = {
  '2d': 'src/d2/index.ts',
  '2d-engine': 'src/d2/engine.ts',
  '2d-polygons': 'src/polygons/index.ts',
  '3d': 'src/d3/index.ts',
  '3d-engine': 'src/d3/engine.ts',
  linear: 'src/linear/index.ts',
}
/** Files that stand alone: of 2D and 3D the engine, without the builders. */
const bundles = { '2d': 'src/d2/engine.ts', '3d': 'src/d3/engine.ts', linear: 'src/linear/index.ts' }

const shared = {
  format: 'esm' as const,
  platform: 'neutral' as const,
  target: 'es2022',
  fixedExtension: false,
  hash: false,
  outDir: 'dist',
  report: false,
  logLevel: 'warn' as const,
}

/** What a minifier leaves to be had: names and order. */
function pack(entry: string): Rolldown.Plugin {
  return {
    name: 'pack',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = orderFunctions(shortenNames(chunk.code, publicNames(entry)))
      }
    },
  }
}

export default defineConfig([
  { ...shared, entry: entries, dts: true, sourcemap: true },
  // One build each: built together, two entries would share a chunk and no file would stand alone.
  ...Object.entries(bundles).map(([name, file]) => ({
    ...shared,
    entry: { [`fulcrum-${name}.min`]: file },
    dts: false,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    plugins: [pack(file)],
    // Reading the types takes its time; no need to be told.
    checks: { pluginTimings: false },
    clean: false,
    banner: `/*! fulcrum ${version} | MIT */`,
  })),
])
