// What is published: one module with types per entry, and one self-contained minified file per entry for CDNs.
import { defineConfig } from 'tsdown'
import { version } from './package.json' with { type: 'json' }

const entries = {
  '2d': 'src/d2/index.ts',
  '2d-polygons': 'src/polygons/index.ts',
  '3d': 'src/d3/index.ts',
  '3d-engine': 'src/d3/engine.ts',
  linear: 'src/linear/index.ts',
}
/** Files that stand alone: of the three-dimensional entry the engine, without the builders. */
const bundles = { '2d': 'src/d2/index.ts', '3d': 'src/d3/engine.ts', linear: 'src/linear/index.ts' }

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

export default defineConfig([
  { ...shared, entry: entries, dts: true, sourcemap: true },
  // One build each: built together, two entries would share a chunk and no file would stand alone.
  ...Object.entries(bundles).map(([name, file]) => ({
    ...shared,
    entry: { [`fulcrum-${name}.min`]: file },
    dts: false,
    minify: true,
    clean: false,
    banner: `/*! fulcrum ${version} | MIT */`,
  })),
])
