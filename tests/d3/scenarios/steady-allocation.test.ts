/** A step in a world where nothing is added or removed allocates nothing. */

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { HeapReport } from '../../common/helpers/steady-allocation-child.ts'

const CHILD = fileURLToPath(new URL('../../common/helpers/steady-allocation-child.ts', import.meta.url))

/** Bytes of live heap that 10,000 steps may add: the engine leaves nothing, the rest is V8's own bookkeeping. */
const LIVE_LIMIT = 64 * 1024
/** Bytes outside the heap: Node keeps a few for itself. */
const EXTERNAL_LIMIT = 1024
/** Megabytes of young generation, so that nothing is collected while allocations are counted. */
const YOUNG_GENERATION = 256

it('10,000 steps of a settled pile leave the heap as it was', { timeout: 300_000 }, () => {
  const flags = ['--expose-gc', `--min-semi-space-size=${YOUNG_GENERATION}`, `--max-semi-space-size=${YOUNG_GENERATION}`]
  const output = execFileSync(process.execPath, [...flags, '--import', 'tsx', CHILD], { encoding: 'utf8' })
  const report = JSON.parse(output) as HeapReport
  expect(report.steps).toBe(10_000)
  expect(report.contacts).toBeGreaterThan(50)
  expect(report.liveGrowth).toBeLessThan(LIVE_LIMIT)
  expect(report.externalGrowth).toBeLessThan(EXTERNAL_LIMIT)
})
