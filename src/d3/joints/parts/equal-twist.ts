/**
 * Part `equal-twist`: B is not turned about its own x axis against A, however x_B leans against x_A: two shafts that bend but turn alike. 1 row,
 * in two formulations.
 *
 * `bisectorRow`, from the axes: y_A·z_B − z_A·y_B = 0 says that the spin of B against A lies in the plane that halves the bend. Taken alone it
 * is −sin τ times (1 + c), c = x_A·x_B, so half a turn of twist would satisfy it too. With its cosine, y_A·y_B + z_A·z_B = (1 + c) cos τ, the
 * twist itself is known: τ = atan2(z_A·y_B − y_A·z_B, y_A·y_B + z_A·z_B), within ±π, ∇τ = (x_A + x_B) / (1 + c). That grows without bound as the
 * shafts fold back on each other, so C = m τ with m = cos(θ/2) = √((1 + c)/2), θ the bend: J_B = (x_A + x_B) / 2m − τ (x_A × x_B) / 4m,
 * J_A = −J_B. Without twist it is the unit normal of that plane.
 *
 * `quaternionTwistRow`, from q = q̄_A q_B with w ≥ 0: C = 2 q_x = 2 cos(θ/2) sin(τ/2), θ the bend, so 0 exactly where τ is; from q̇ = ½ ω q,
 * J_B = (w, z, −y) in A's axes, J_A = −J_B. For small twist it is τ cos(θ/2).
 *
 * Degenerate where x_A and x_B are opposite: no twist can be told there and the plane may be any; slopes are bounded.
 * Source: Tamis 3.2.10 (3.48, 3.49), Hodges 19 (62; docs/errata.md: J_A = −J_B, and the sign of q is fixed).
 */

import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { atan2 } from '../../../common/math/deterministic-math.ts'
import { AXES_A, AXES_B } from '../joint-kind.ts'
import { relative, rotationRow, setRelative } from './relative-rotation.ts'

/** Writes J at jacobian[o …] and returns τ cos(θ/2). */
export function bisectorRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  let gx = pose[AXES_A] + pose[AXES_B]
  let gy = pose[AXES_A + 1] + pose[AXES_B + 1]
  let gz = pose[AXES_A + 2] + pose[AXES_B + 2]
  // |x_A + x_B| = 2m keeps its digits where 1 + c has lost them.
  const m = 0.5 * Math.sqrt(gx * gx + gy * gy + gz * gz)
  const tau = atan2(dot(pose, 6, 3) - dot(pose, 3, 6), dot(pose, 3, 3) + dot(pose, 6, 6))
  if (m > LOST_DIGITS) {
    const f = 0.5 / m
    const g = 0.5 * tau * f
    const a = AXES_A
    const b = AXES_B
    gx = f * gx - g * (pose[a + 1] * pose[b + 2] - pose[a + 2] * pose[b + 1])
    gy = f * gy - g * (pose[a + 2] * pose[b] - pose[a] * pose[b + 2])
    gz = f * gz - g * (pose[a] * pose[b + 1] - pose[a + 1] * pose[b])
  } else {
    gx = pose[AXES_A + 3]
    gy = pose[AXES_A + 4]
    gz = pose[AXES_A + 5]
  }
  for (let k = 0; k < 3; k++) {
    jacobian[o + k] = 0
    jacobian[o + 6 + k] = 0
  }
  jacobian[o + 3] = -gx
  jacobian[o + 4] = -gy
  jacobian[o + 5] = -gz
  jacobian[o + 9] = gx
  jacobian[o + 10] = gy
  jacobian[o + 11] = gz
  return m * tau
}

/** Writes J at jacobian[o …] and returns 2 q_x. */
export function quaternionTwistRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  setRelative(pose)
  rotationRow(pose, relative[3], relative[2], -relative[1], jacobian, o)
  return 2 * relative[0]
}

/** Product of an axis of A and one of B, given by 3 times their numbers. */
function dot(pose: Float64Array, a: number, b: number): number {
  return (
    pose[AXES_A + a] * pose[AXES_B + b] + pose[AXES_A + a + 1] * pose[AXES_B + b + 1] + pose[AXES_A + a + 2] * pose[AXES_B + b + 2]
  )
}
