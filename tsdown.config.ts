// What is published: one module with types per entry, and one self-contained minified file per entry for CDNs. Source maps for both.
import { defineConfig } from 'tsdown'
import { name as packageName, version } from './package.json' with { type: 'json' }

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
  sourcemap: true,
  outDir: 'dist',
  report: false,
  logLevel: 'warn' as const,
}

export default defineConfig([
  { ...shared, entry: entries, dts: true },
  // One build each: built together, two entries would share a chunk and no file would stand alone.
  ...Object.entries(bundles).map(([name, file]) => ({
    ...shared,
    entry: { [`fulcrum-${name}.min`]: file },
    dts: false,
    minify: true,
    clean: false,
    banner: `/*! ${packageName} ${version} | MIT */`,
  })),
])
