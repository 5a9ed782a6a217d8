/**
 * Part `direction`: which way anchor B lies from anchor A. 1 row or coordinate.
 *
 * With d = p_B − p_A and n = d⊥ / |d|²: C = atan2(d_y, d_x), Ċ = n·ḋ, J = (−n, −(r_A × n), n, r_B × n). It is known up to whole turns: joints
 * that count them go on from what it last was. Where the anchors meet there is no direction, and J is 0. Source: d/dt of the arc tangent.
 */

import { atan2 } from '../../../common/deterministic-math.ts'
import { D, RA, RB } from '../joint-kind.ts'

/** Writes J at jacobian[o …] and returns C, within half a turn. */
export function directionRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  const dx = pose[D]
  const dy = pose[D + 1]
  const square = dx * dx + dy * dy
  const x = square > 0 ? -dy / square : 0
  const y = square > 0 ? dx / square : 0
  jacobian[o] = -x
  jacobian[o + 1] = -y
  jacobian[o + 2] = pose[RA + 1] * x - pose[RA] * y
  jacobian[o + 3] = x
  jacobian[o + 4] = y
  jacobian[o + 5] = pose[RB] * y - pose[RB + 1] * x
  return atan2(dy, dx)
}
