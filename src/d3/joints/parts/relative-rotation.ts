/**
 * The rotation of frame B as seen from frame A, and rows that depend on it alone.
 *
 * q = q̄_A q_B; with ω the relative spin ω_B − ω_A in A's axes, q̇ = ½ ω q. A row with gradient g in A's axes has the world gradient G = R_A g
 * and J = (0, −G, 0, G).
 */

import { AXES_A, QA, QB } from '../joint-kind.ts'

/** x y z w with w ≥ 0: of the two quaternions of a rotation the one with the smaller angle. */
export const relative: Float64Array = new Float64Array(4)

export function setRelative(pose: Float64Array): void {
  const ax = -pose[QA]
  const ay = -pose[QA + 1]
  const az = -pose[QA + 2]
  const aw = pose[QA + 3]
  const bx = pose[QB]
  const by = pose[QB + 1]
  const bz = pose[QB + 2]
  const bw = pose[QB + 3]
  const w = aw * bw - ax * bx - ay * by - az * bz
  const sign = w < 0 ? -1 : 1
  relative[0] = sign * (aw * bx + ax * bw + ay * bz - az * by)
  relative[1] = sign * (aw * by + ay * bw + az * bx - ax * bz)
  relative[2] = sign * (aw * bz + az * bw + ax * by - ay * bx)
  relative[3] = sign * w
}

/** Writes J at jacobian[o …] for the gradient (x, y, z) in A's axes. */
export function rotationRow(pose: Float64Array, x: number, y: number, z: number, jacobian: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    const g = pose[AXES_A + k] * x + pose[AXES_A + 3 + k] * y + pose[AXES_A + 6 + k] * z
    jacobian[o + k] = 0
    jacobian[o + 3 + k] = -g
    jacobian[o + 6 + k] = 0
    jacobian[o + 9 + k] = g
  }
}
