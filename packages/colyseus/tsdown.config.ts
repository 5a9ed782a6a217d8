// Two modules with their types, for servers and for players; everything they need is a peer.
import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { client: 'src/client.ts', server: 'src/server.ts' },
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
  deps: { neverBundle: [/^fulcrum-physics/, /^@colyseus/, /^colyseus/, /^ioredis/, /^node:/] },
})
