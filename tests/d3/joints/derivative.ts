/** A kind's Jacobians against central differences, in three dimensions. */

import { numericCheckIn, type NumericCheck } from '../../common/joint-suite/derivative.ts'
import type { JointKind } from '../../../src/d3/joints/joint-kind.ts'
import { LAB } from './lab.ts'

export type { Checked } from '../../common/joint-suite/derivative.ts'

/** `poses`: x y z, quaternion of A, then of B (centres of mass at the origins). `data`: the joint's data. `turns`: coordinates as last seen. */
export const numericCheck: NumericCheck<JointKind> = numericCheckIn(LAB)
