/** Random assemblies; `fuzz.ts` runs any number of them. */

import { expect, it } from 'vitest'
import { CASES } from './cases.ts'
import { assemblyOf, casesByName, runAssembly } from './fuzz.ts'

const COUNT = 60

it(`${COUNT} random assemblies stay finite, keep momentum, gain no energy and replay to the bit`, { timeout: 900_000 }, () => {
  const byName = casesByName(CASES)
  const failing: string[] = []
  for (let seed = 1; seed <= COUNT; seed++) {
    const { failure, detail } = runAssembly(assemblyOf(seed, CASES), byName)
    if (failure !== '') failing.push(`${seed}: ${failure}, ${detail}`)
  }
  expect(failing).toEqual([])
})
