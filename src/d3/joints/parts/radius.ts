/**
 * Part `radius`: how far anchor B lies from anchor A counting only some of A's axes: from a line (two axes) or a point (three). 1 coordinate.
 *
 * With x_k = u_k·d along A's axes: C = √Σ x_k², Ċ = Σ (x_k / C) ẋ_k, so J is that of part `axis` for the direction Σ (x_k / C) u_k. At C = 0 the
 * first of the axes stands in for the direction.
 */

import { LONG_ROUNDING } from '../../../common/math/rounding.ts'
import { AXES_A, D } from '../joint-kind.ts'
import { axisRow } from './axis.ts'

const direction = new Float64Array(3)

/** `left`: the axis that does not count, −1 = all count. Writes J at jacobian[o …] and returns C. */
export function radiusRow(pose: Float64Array, left: number, jacobian: Float64Array, o: number): number {
  direction.fill(0)
  let square = 0
  for (let i = 0; i < 3; i++) {
    if (i === left) continue
    const u = AXES_A + 3 * i
    const x = pose[u] * pose[D] + pose[u + 1] * pose[D + 1] + pose[u + 2] * pose[D + 2]
    square += x * x
    for (let k = 0; k < 3; k++) direction[k] += x * pose[u + k]
  }
  const radius = Math.sqrt(square)
  if (radius > LONG_ROUNDING) for (let k = 0; k < 3; k++) direction[k] /= radius
  else for (let k = 0; k < 3; k++) direction[k] = pose[AXES_A + (left === 0 ? 3 : 0) + k]
  axisRow(pose, direction, 0, jacobian, o)
  return radius
}
