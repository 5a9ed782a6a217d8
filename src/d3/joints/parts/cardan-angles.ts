/**
 * Part `cardan-angles`: the rotation of frame B as three turns one after another, as in a cross of two shafts: α about x of A, γ about the axis
 * that stands across both, β about y of B. 3 rows or coordinates, each for itself.
 *
 * R = R_x(α) R_z(γ) R_y(β). With a = x_A and b = y_B in A's axes: b = (−sin γ, cos γ cos α, cos γ sin α), and the first row of R is
 * (cos γ cos β, −sin γ, cos γ sin β), which give the angles by atan2. The spin is ω = α̇ a + γ̇ n + β̇ b with n = a × b / cos γ, so with the
 * reciprocal basis ∇γ = n, ∇α = b × n / cos γ, ∇β = n × a / cos γ.
 * α and β turn without end, γ stays within ±π/2 and is 0 for a true cross. At γ = ±π/2 a and b are one line and α and β cannot be told apart:
 * near it the slopes of α and β are bounded.
 * Source: Tamis 3.2.9, where C = a·b = −sin γ.
 */

import { GIMBAL_LOCK } from './tolerances.ts'
import { atan2 } from '../../../common/math/deterministic-math.ts'
import { AXES_A, AXES_B } from '../joint-kind.ts'

export const ALPHA = 0
export const BETA = 1
export const GAMMA = 2

/** Writes J of one angle at jacobian[o …] and returns it. */
export function cardanAngle(pose: Float64Array, which: number, jacobian: Float64Array, o: number): number {
  const ax = pose[AXES_A]
  const ay = pose[AXES_A + 1]
  const az = pose[AXES_A + 2]
  const bx = pose[AXES_B + 3]
  const by = pose[AXES_B + 4]
  const bz = pose[AXES_B + 5]
  let nx = ay * bz - az * by
  let ny = az * bx - ax * bz
  let nz = ax * by - ay * bx
  const sine = -(ax * bx + ay * by + az * bz)
  let cosine = Math.sqrt(nx * nx + ny * ny + nz * nz)
  const line = cosine < GIMBAL_LOCK
  if (line) {
    // One line: any axis across will do.
    nx = pose[AXES_A + 6]
    ny = pose[AXES_A + 7]
    nz = pose[AXES_A + 8]
  } else {
    nx /= cosine
    ny /= cosine
    nz /= cosine
  }
  if (which === GAMMA) {
    spinRow(jacobian, o, nx, ny, nz)
    return atan2(sine, cosine)
  }
  cosine = Math.max(cosine, GIMBAL_LOCK)
  if (which === ALPHA) {
    spinRow(jacobian, o, (by * nz - bz * ny) / cosine, (bz * nx - bx * nz) / cosine, (bx * ny - by * nx) / cosine)
    return line ? 0 : atan2(dot(pose, AXES_A + 6, AXES_B + 3), dot(pose, AXES_A + 3, AXES_B + 3))
  }
  spinRow(jacobian, o, (ny * az - nz * ay) / cosine, (nz * ax - nx * az) / cosine, (nx * ay - ny * ax) / cosine)
  return line ? 0 : atan2(dot(pose, AXES_A, AXES_B + 6), dot(pose, AXES_A, AXES_B))
}

function dot(pose: Float64Array, a: number, b: number): number {
  return pose[a] * pose[b] + pose[a + 1] * pose[b + 1] + pose[a + 2] * pose[b + 2]
}

/** J = (0, −g, 0, g) for a gradient in world axes. */
function spinRow(jacobian: Float64Array, o: number, x: number, y: number, z: number): void {
  for (let k = 0; k < 3; k++) {
    jacobian[o + k] = 0
    jacobian[o + 6 + k] = 0
  }
  jacobian[o + 3] = -x
  jacobian[o + 4] = -y
  jacobian[o + 5] = -z
  jacobian[o + 9] = x
  jacobian[o + 10] = y
  jacobian[o + 11] = z
}
