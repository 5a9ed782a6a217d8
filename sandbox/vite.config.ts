// The sandbox is an ordinary user of the engine: it sees the public entries, here straight from the source.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { ALIASES } from '../scripts/aliases.ts'
import { sceneSources } from '../scripts/scene-files.ts'

/** A page on its own gets a clock fine enough for the times of single stages. */
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [sceneSources()],
  resolve: { alias: ALIASES },
  worker: { format: 'es' },
  build: {
    outDir: '../out/sandbox',
    emptyOutDir: true,
    target: 'es2022',
    // Three alone is larger than the default warning.
    chunkSizeWarningLimit: 1500,
  },
  server: { headers, fs: { allow: ['..'] } },
  preview: { headers },
})
