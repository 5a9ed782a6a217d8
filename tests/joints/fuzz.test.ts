/** Two hundred random assemblies; `fuzz.ts` runs any number of them. */

import { expect, it } from 'vitest'
import { assemblyOf, casesByName, runAssembly } from './fuzz.ts'
import { loadCases } from './suite/load-cases.ts'

const COUNT = 200
const cases = await loadCases()

it(`${COUNT} random assemblies stay finite, keep momentum, gain no energy and replay to the bit`, { timeout: 300_000 }, () => {
  const byName = casesByName(cases)
  const failures: string[] = []
  for (let seed = 1; seed <= COUNT; seed++) {
    const { failure, detail } = runAssembly(assemblyOf(seed, cases), byName)
    if (failure !== '') failures.push(`seed ${seed}: ${failure}: ${detail}`)
  }
  expect(failures).toEqual([])
})
