/**
 * Part `direction`: which way anchor B lies from anchor A. 1 row or coordinate.
 *
 * With d = p_B − p_A and n = d⊥ / |d|²: C = atan2(d_y, d_x), Ċ = n·ḋ, J = (−n, −(r_A × n), n, r_B × n). It is known up to whole turns: joints
 * that count them go on from what it last was. Where the anchors meet there is no direction, and J is 0. Source: d/dt of the arc tangent.
 */

import { atan2 } from '../../../common/math/deterministic-math.ts'
import { D } from '../joint-kind.ts'
import { pullRow } from './length.ts'

/** Writes J at jacobian[o …] and returns C, within half a turn. */
export function directionRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  const dx = pose[D]
  const dy = pose[D + 1]
  const square = dx * dx + dy * dy
  const inverse = square > 0 ? 1 / square : 0
  pullRow(pose, -dy * inverse, dx * inverse, jacobian, o)
  return atan2(dy, dx)
}
