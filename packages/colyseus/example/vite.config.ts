// Car football in the browser, on the engine's source. The server is started beside it: see docs/multiplayer.md.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { ALIASES } from '../../../scripts/aliases.ts'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: ALIASES },
  server: { fs: { allow: ['../../..'] } },
  build: { outDir: '../../../out/football', emptyOutDir: true, target: 'es2022' },
})
