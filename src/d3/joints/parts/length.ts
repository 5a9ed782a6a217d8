/**
 * Part `length`: how far anchor B is from anchor A. 1 row or coordinate.
 *
 * With d = p_B − p_A and n = d / |d|: C = |d|, Ċ = n·ḋ (n·ṅ = 0, so the turning of n adds nothing), J = (−n, −(r_A × n), n, r_B × n).
 * Where the anchors meet there is no n; the x axis of frame A stands in, so J is never 0 and two anchors on one spot can be pushed apart.
 * Source: Robson, Tamis 3.1.1.
 */

import { LONG_ROUNDING } from '../../../common/math/rounding.ts'
import { AXES_A, D, RA, RB } from '../joint-kind.ts'

/** Writes J at jacobian[o …] and returns |d|. */
export function lengthRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  let x = pose[D]
  let y = pose[D + 1]
  let z = pose[D + 2]
  const length = Math.sqrt(x * x + y * y + z * z)
  if (length > LONG_ROUNDING) {
    x /= length
    y /= length
    z /= length
  } else {
    x = pose[AXES_A]
    y = pose[AXES_A + 1]
    z = pose[AXES_A + 2]
  }
  jacobian[o] = -x
  jacobian[o + 1] = -y
  jacobian[o + 2] = -z
  jacobian[o + 3] = -(pose[RA + 1] * z - pose[RA + 2] * y)
  jacobian[o + 4] = -(pose[RA + 2] * x - pose[RA] * z)
  jacobian[o + 5] = -(pose[RA] * y - pose[RA + 1] * x)
  jacobian[o + 6] = x
  jacobian[o + 7] = y
  jacobian[o + 8] = z
  jacobian[o + 9] = pose[RB + 1] * z - pose[RB + 2] * y
  jacobian[o + 10] = pose[RB + 2] * x - pose[RB] * z
  jacobian[o + 11] = pose[RB] * y - pose[RB + 1] * x
  return length
}
