// One module with its types; everything it needs is a peer.
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts' },
  cwd: import.meta.dirname,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: false,
  hash: false,
  sourcemap: true,
  outDir: 'dist',
  dts: true,
  report: false,
  logLevel: 'warn',
  checks: { pluginTimings: false },
  deps: { neverBundle: [/^fulcrum-physics/, /^react/, /^three/, /^@react-three/] },
})
