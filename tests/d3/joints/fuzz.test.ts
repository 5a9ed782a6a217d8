/** Random assemblies; `fuzz.ts` runs any number of them. Those that failed once stand in `tests/regressions`, spelled out. */

import { expect, it } from 'vitest'
import { assemblyOf, casesByName, runAssembly } from './fuzz.ts'
import { loadCases } from './suite/load-cases.ts'

const COUNT = 60

it(`${COUNT} random assemblies stay finite, keep momentum, gain no energy and replay to the bit`, { timeout: 900_000 }, async () => {
  const cases = await loadCases()
  const byName = casesByName(cases)
  const failing: string[] = []
  for (let seed = 1; seed <= COUNT; seed++) {
    const { failure, detail } = runAssembly(assemblyOf(seed, cases), byName)
    if (failure !== '') failing.push(`${seed}: ${failure}, ${detail}`)
  }
  expect(failing).toEqual([])
})
