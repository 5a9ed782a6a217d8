/**
 * Part `length`: how far anchor B is from anchor A. 1 row or coordinate.
 *
 * With d = p_B − p_A and n = d / |d|: C = |d|, Ċ = n·ḋ (n·ṅ = 0, so the turning of n adds nothing), J = (−n, −(r_A × n), n, r_B × n).
 * Where the anchors meet there is no n; the x axis of frame A stands in, so J is never 0 and two anchors on one spot can be pushed apart.
 * Source: Chipmunk IM2 (DD1), Robson, Tamis 3.1.1.
 */

import { LONG_ROUNDING } from '../../../common/math/rounding.ts'
import { AXIS_A, D, RA, RB } from '../joint-kind.ts'

/** Writes J at jacobian[o …] and returns |d|. */
export function lengthRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  const dx = pose[D]
  const dy = pose[D + 1]
  const length = Math.sqrt(dx * dx + dy * dy)
  const apart = length > LONG_ROUNDING
  const x = apart ? dx / length : pose[AXIS_A]
  const y = apart ? dy / length : pose[AXIS_A + 1]
  pullRow(pose, x, y, jacobian, o)
  return length
}

/** The row of a pull (x, y) at anchor B, and back at anchor A, into jacobian[o …]. */
export function pullRow(pose: Float64Array, x: number, y: number, jacobian: Float64Array, o: number): void {
  jacobian[o] = -x
  jacobian[o + 1] = -y
  jacobian[o + 2] = pose[RA + 1] * x - pose[RA] * y
  jacobian[o + 3] = x
  jacobian[o + 4] = y
  jacobian[o + 5] = pose[RB] * y - pose[RB + 1] * x
}
