/**
 * Part `total-rotation`: the angle of the whole rotation between frames A and B, about whichever axis. 1 coordinate.
 *
 * θ = |φ| = 2 atan2(|q_v|, w) for the q with w ≥ 0, and ∇θ = φ / |φ|, since φ changes along itself one to one (part `full-rotation`). At θ = 0 any
 * direction is as good: x is taken. At θ = π the axis changes sign.
 */

import { LONG_ROUNDING } from '../../../common/math/rounding.ts'
import { atan2 } from '../../../common/math/deterministic-math.ts'
import { relative, rotationRow } from './relative-rotation.ts'

/** Writes J at jacobian[o …] and returns θ; from `relative`. */
export function totalRotation(pose: Float64Array, jacobian: Float64Array, o: number): number {
  const x = relative[0]
  const y = relative[1]
  const z = relative[2]
  const s = Math.sqrt(x * x + y * y + z * z)
  if (s > LONG_ROUNDING) rotationRow(pose, x / s, y / s, z / s, jacobian, o)
  else rotationRow(pose, 1, 0, 0, jacobian, o)
  return 2 * atan2(s, relative[3])
}
