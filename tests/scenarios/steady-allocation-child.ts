/**
 * Runs in a process of its own with --expose-gc: steps a settled pile and prints, as JSON, what the heap did meanwhile.
 * Kept apart from the test because a test runner allocates all the time.
 */

import { PerformanceObserver } from 'node:perf_hooks'
import { World } from 'fulcrum/3d'
import { buildPile } from '../../scenes/pile3d.ts'

const WARM_UP_STEPS = 2000
const STEPS = 10_000
const DT = 1 / 60

export interface HeapReport {
  steps: number
  bodies: number
  contacts: number
  /** Live bytes gained, collected before and after. */
  liveGrowth: number
  /** Bytes of typed arrays and other memory outside the heap gained. */
  externalGrowth: number
  /** Bytes allocated and dropped on the way: heap before the last collection less heap at the start. */
  garbage: number
  /** Collections that the steps made necessary. */
  collections: number
}

const collect = (globalThis as { gc?: () => void }).gc
if (!collect) throw new Error('Run with --expose-gc.')

const world = new World({ sleeping: false })
buildPile(world, { bodies: 64, side: 4, binHalf: 3, seed: 9 })
for (let i = 0; i < WARM_UP_STEPS; i++) world.step(DT)

let collections = 0
const observer = new PerformanceObserver(list => {
  collections += list.getEntries().length
})

collect()
collect()
// Entries of the collections above are delivered before the observer starts to count.
await new Promise(resolve => setTimeout(resolve, 50))
observer.observe({ entryTypes: ['gc'] })
const before = process.memoryUsage()
for (let i = 0; i < STEPS; i++) world.step(DT)
const dropped = process.memoryUsage()
await new Promise(resolve => setTimeout(resolve, 50))
observer.disconnect()
const counted = collections
collect()
collect()
const after = process.memoryUsage()

const report: HeapReport = {
  steps: STEPS,
  bodies: world.bodyCount,
  contacts: world.stats.contacts,
  liveGrowth: after.heapUsed - before.heapUsed,
  externalGrowth: after.external + after.arrayBuffers - before.external - before.arrayBuffers,
  garbage: dropped.heapUsed - before.heapUsed,
  collections: counted,
}
console.log(JSON.stringify(report))
