/** What every kind of joint of either dimension has to pass, whatever it does. */

import { afterAll, describe, expect, it } from 'vitest'
import { report } from './figures.ts'
import { allocationTests } from './allocation.ts'
import type { AnyCase, Lab } from './lab.ts'
import { definitionTests, lifeTests, refusalTests } from './life-cycle.ts'
import { derivativeTests, inertiaTests } from './mathematics.ts'
import { rowTests } from './rows.ts'
import { exchangeTests, loadTests, massRatioTests, momentumTests, recoveryTests } from './motion.ts'

/** The suite of every case, of which there must be one for each of the built-in kinds. */
export function jointSuites(lab: Lab, cases: readonly AnyCase[], builtIn: readonly string[]): void {
  afterAll(() => console.log(report()))

  describe('cases', () => {
    it('there is one for every built-in kind', () => {
      expect(builtIn.filter((name) => !cases.some((entry) => entry.kind.name === name))).toEqual([])
    })

    it('have names of their own', () => {
      expect(cases.map((entry) => entry.name)).toEqual([...new Set(cases.map((entry) => entry.name))])
    })
  })

  for (const entry of cases) jointSuite(lab, entry)
  allocationTests(lab, cases)
}

function jointSuite(lab: Lab, joint: AnyCase): void {
  describe(joint.name, () => {
    derivativeTests(lab, joint)
    inertiaTests(lab, joint)
    rowTests(lab, joint)
    definitionTests(lab, joint)
    refusalTests(lab, joint)
    lifeTests(lab, joint)
    loadTests(lab, joint)
    momentumTests(lab, joint)
    exchangeTests(lab, joint)
    recoveryTests(lab, joint)
    massRatioTests(lab, joint)
  })
}
