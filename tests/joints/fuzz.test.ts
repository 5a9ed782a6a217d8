/**
 * Random assemblies, and those that failed once; `fuzz.ts` runs any number of them.
 *
 * What is known to fail is listed. A listed one that holds fails the test too, so the list cannot grow stale.
 */

import { expect, it } from 'vitest'
import { assemblyOf, casesByName, runAssembly } from './fuzz.ts'
import { FOUND } from './suite/found.ts'
import { loadCases } from './suite/load-cases.ts'

const COUNT = 40
/** Seeds that fail: 22 gains energy in the shock of its start. */
const FAILING_SEEDS: readonly number[] = [22]
/** Of `found.ts`: 1 is quarantined under gravity, 5 gains 9 % of energy at its start, 6 is off by 1.5e-3 in angular momentum. */
const STILL_FAILING: readonly number[] = [1, 5, 6]

const cases = await loadCases()
const byName = casesByName(cases)

for (const [i, spec] of FOUND.entries()) {
  const test = STILL_FAILING.includes(i) ? it.fails : it
  test(`an assembly that failed once: ${i}, ${spec.joints.map((joint) => joint.kind).join(' + ')}`, () => {
    const { failure, detail } = runAssembly(spec, byName)
    expect(failure, detail).toBe('')
  })
}

it(`${COUNT} random assemblies stay finite, keep momentum, gain no energy and replay to the bit`, { timeout: 900_000 }, () => {
  const failing: number[] = []
  for (let seed = 1; seed <= COUNT; seed++) if (runAssembly(assemblyOf(seed, cases), byName).failure !== '') failing.push(seed)
  expect(failing).toEqual(FAILING_SEEDS)
})
