/** What every kind of joint has to pass, whatever it does. */

import { describe } from 'vitest'
import type { JointCase } from './joint-case.ts'
import { allocationTests, breakTests, definitionTests, lifeTests, refusalTests } from '../../common/helpers/joint-suite/life-cycle.ts'
import { LAB } from './suite/lab.ts'
import { derivativeTests, inertiaTests } from './suite/mathematics.ts'
import { loadTests, massRatioTests, momentumTests, recoveryTests } from './suite/motion.ts'

export function jointSuite(joint: JointCase): void {
  describe(joint.name, () => {
    derivativeTests(joint)
    inertiaTests(joint)
    definitionTests(LAB, joint)
    refusalTests(LAB, joint)
    lifeTests(LAB, joint)
    loadTests(joint)
    breakTests(LAB, joint)
    momentumTests(joint)
    recoveryTests(joint)
    massRatioTests(joint)
    allocationTests(LAB, joint)
  })
}
