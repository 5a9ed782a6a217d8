/**
 * Runs in a process of its own with --expose-gc and a young generation so large that it is not collected while counting:
 * steps a settled pile and prints, as JSON, what the heap did meanwhile.
 * Kept apart from the test because a test runner allocates all the time.
 */

import { World } from 'fulcrum-physics/3d'
import { buildPile } from '../../../scenes/d3/pile3d.ts'

const WARM_UP_STEPS = 2000
const COUNTED_STEPS = 500
const STEPS = 10_000
const DT = 1 / 60

export interface HeapReport {
  steps: number
  bodies: number
  contacts: number
  /**
   * Live bytes gained over 10,000 steps, collected before and after: the least of up to three such runs. What the engine kept would show in each; what
   * V8 keeps of its own when it compiles something late shows in one.
   */
  liveGrowth: number
  /** Bytes of typed arrays and other memory outside the heap gained. */
  externalGrowth: number
  /** Bytes allocated per step, dropped ones included: how the heap grew over some steps without a collection. */
  allocatedPerStep: number
}

const collect = (globalThis as { gc?: () => void }).gc
if (!collect) throw new Error('Run with --expose-gc.')

const world = new World({ sleeping: false })
buildPile(world, { bodies: 48, side: 4, binHalf: 3, seed: 9 })
for (let i = 0; i < WARM_UP_STEPS; i++) world.step(DT)

function settledHeap(): NodeJS.MemoryUsage {
  collect!()
  collect!()
  return process.memoryUsage()
}

const start = settledHeap()
for (let i = 0; i < COUNTED_STEPS; i++) world.step(DT)
const counted = process.memoryUsage()

const RUNS = 3
const QUIET = 32 * 1024
let liveGrowth = Infinity
let externalGrowth = Infinity
for (let run = 0; run < RUNS && liveGrowth > QUIET; run++) {
  const before = settledHeap()
  for (let i = 0; i < STEPS; i++) world.step(DT)
  const after = settledHeap()
  liveGrowth = Math.min(liveGrowth, after.heapUsed - before.heapUsed)
  externalGrowth = Math.min(externalGrowth, after.external + after.arrayBuffers - before.external - before.arrayBuffers)
}

const report: HeapReport = {
  steps: STEPS,
  bodies: world.bodyCount,
  contacts: world.stats.contacts,
  liveGrowth,
  externalGrowth,
  allocatedPerStep: (counted.heapUsed - start.heapUsed) / COUNTED_STEPS,
}
console.log(JSON.stringify(report))
