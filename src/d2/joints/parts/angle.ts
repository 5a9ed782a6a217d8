/**
 * Part `angle`: how far frame B is turned against frame A. 1 row or coordinate.
 *
 * C = φ_B − φ_A, counter-clockwise, whole turns as the bodies count them; J = (0, −1, 0, 1). Never degenerate. Source: Chipmunk IM7.
 */

import { unwrap } from '../../../common/math/unwrap.ts'
import { ANGLE_A, ANGLE_B } from '../joint-kind.ts'

/** Writes J at jacobian[o …] and returns C. */
export function angleRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  jacobian[o] = 0
  jacobian[o + 1] = 0
  jacobian[o + 2] = -1
  jacobian[o + 3] = 0
  jacobian[o + 4] = 0
  jacobian[o + 5] = 1
  return pose[ANGLE_B] - pose[ANGLE_A]
}

/** The same where the frames are to agree: within half a turn, however often a body has gone round. */
export function agreeRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  return unwrap(angleRow(pose, jacobian, o), 0)
}
