/** Random assemblies; `fuzz.ts` runs any number of them. Those that failed once stand in `tests/regressions`, spelled out. */

import { expect, it } from 'vitest'
import { failingSeeds } from '../../common/joint-suite/fuzz.ts'
import { loadCases } from './joint-case.ts'
import { LAB } from './lab.ts'

const COUNT = 60

it(`${COUNT} random assemblies stay finite, keep momentum, gain no energy and replay to the bit`, { timeout: 900_000 }, async () => {
  expect(failingSeeds(LAB, await loadCases(), COUNT)).toEqual([])
})
