// Two groups: the engine's tests run first, on both cores; the browser's afterwards, one file at a time, because each drives a Chromium.
import { defineConfig } from 'vitest/config'
import { bundledEngine } from './scripts/bundled-engine.ts'
import { tuningOverride } from './scripts/tuning-override.ts'

export default defineConfig({
  plugins: [bundledEngine(), ...tuningOverride()],
  test: {
    // Processes of their own, so that tests may ask for a garbage collection and measure the heap.
    pool: 'forks',
    execArgv: ['--expose-gc'],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**'],
          testTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
