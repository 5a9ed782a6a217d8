// Three groups: the engine's tests, in one process per core, since a third of their time would go into loading the engine for every file; tests
// that measure heap and time or start programs, each in a process of its own; and those that drive a browser, one file at a time.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { bundledEngine } from './scripts/bundled-engine.ts'
import { tuningOverride } from './scripts/tuning-override.ts'

const BROWSER_TESTS = ['tests/browser/**/*.test.ts', 'tests/package/tarball.test.ts']

/** What the engine's other tests leave behind in their process must not be seen here. */
const ALONE = [
  'tests/**/{allocation,steady-allocation,hostile,round-trip,bench-smoke,scratch-tables}.test.ts',
  'tests/{cli,package}/**/*.test.ts',
  'tests/common/{created-and-destroyed,geometry-is-let-go,joint-kinds-are-let-go,snapshot-in-another-process}.test.ts',
  'tests/d3/joints/custom.test.ts',
  'tests/d3/geometry/collide/convex-pairs.test.ts',
  'tests/colyseus/**/*.test.ts',
  'tests/structure/{check-source,docs-snippets,readme,simulate}.test.ts',
]

export default defineConfig({
  plugins: [bundledEngine(), ...tuningOverride()],
  resolve: { alias: { '@fulcrum-physics/colyseus': fileURLToPath(new URL('packages/colyseus/src', import.meta.url)) } },
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
          exclude: [...BROWSER_TESTS, ...ALONE],
          isolate: false,
          testTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: BROWSER_TESTS,
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER_TESTS,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
