/** A step in a world where nothing is added or removed leaves nothing behind, and allocates next to nothing. */

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { AllocationReport } from '../../common/helpers/allocation-child.ts'
import type { HeapReport } from '../../common/helpers/steady-allocation-child.ts'

/** Bytes of live heap that 10,000 steps may add: the engine leaves nothing, the rest is V8's own bookkeeping. */
const LIVE_LIMIT = 64 * 1024
/** Bytes outside the heap: Node keeps a few for itself. */
const EXTERNAL_LIMIT = 1024
/** Megabytes of young generation, so that nothing is collected while allocations are counted. */
const YOUNG_GENERATION = 256

/** Bytes that a step may allocate. Numbers that calls hand on are boxed where the compiler does not inline them: 16 bytes each. */
const ALLOCATED: Readonly<Record<string, number>> = { pile2: 256, pile3: 1024, ragdolls2: 56_000, ragdolls3: 230_000, cars3: 10_000 }

function runChild<Report>(name: string): Report {
  const flags = ['--expose-gc', `--min-semi-space-size=${YOUNG_GENERATION}`, `--max-semi-space-size=${YOUNG_GENERATION}`]
  const child = fileURLToPath(new URL(`../../common/helpers/${name}.ts`, import.meta.url))
  return JSON.parse(execFileSync(process.execPath, [...flags, '--import', 'tsx', child], { encoding: 'utf8' })) as Report
}

it('a step of a settled pile, and of cars under way, allocates next to nothing', { timeout: 300_000 }, () => {
  const reports = runChild<AllocationReport[]>('allocation-child')
  expect(reports.map(({ scene }) => scene)).toEqual(Object.keys(ALLOCATED))
  for (const { scene, contacts, bytesPerStep } of reports) {
    expect(contacts, scene).toBeGreaterThan(10)
    expect(bytesPerStep, scene).toBeLessThan(ALLOCATED[scene]!)
  }
})

it('10,000 steps of a settled pile leave the heap as it was', { timeout: 300_000 }, () => {
  const report = runChild<HeapReport>('steady-allocation-child')
  expect(report.steps).toBe(10_000)
  expect(report.contacts).toBeGreaterThan(50)
  expect(report.liveGrowth).toBeLessThan(LIVE_LIMIT)
  expect(report.externalGrowth).toBeLessThan(EXTERNAL_LIMIT)
})
