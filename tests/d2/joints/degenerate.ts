/** Poses at which the mathematics of some kinds is not smooth, for the derivative check. */

import { ANGLE_A, ANGLE_B, D } from '../../../src/d2/joints/joint-kind.ts'

/** Almost half a turn off, where a locked angle jumps to its opposite. */
export function isHalfTurn(pose: Float64Array): boolean {
  return Math.abs(Math.cos(pose[ANGLE_B] - pose[ANGLE_A]) + 1) < 1e-6
}

/** Anchors that almost meet have no direction. */
export function isShort(pose: Float64Array): boolean {
  return Math.hypot(pose[D], pose[D + 1]) < 0.02
}
