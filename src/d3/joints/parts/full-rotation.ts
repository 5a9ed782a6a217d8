/**
 * Part `full-rotation`: frames A and B look the same way. 3 rows.
 *
 * C = φ, the rotation vector of q in A's axes (angle × axis, at most π long). φ̇ = (1 − ½[φ] + c [φ]²) ω, c = (1 − (θ/2) cot(θ/2)) / θ².
 * Unlike 2 q_v it grows with the error up to half a turn, so a joint recovers from any. Along φ itself the slope is 1 always; across, it goes
 * to 0 at half a turn, where C across is 0 too. Source: Hodges 16, Tamis 3.2.3 (there with q_v).
 */

import { atan2 } from '../../../common/math/deterministic-math.ts'
import { type Measure, ROW } from '../joint-kind.ts'
import { relative, rotationRow, setRelative } from './relative-rotation.ts'

/** φ, and the three rows of its gradient in A's axes. */
export const rotationVector: Float64Array = new Float64Array(3)
const gradient = new Float64Array(9)

/** From `relative`. */
export function setRotationVector(): void {
  const x = relative[0]
  const y = relative[1]
  const z = relative[2]
  const w = relative[3]
  const s = Math.sqrt(x * x + y * y + z * z)
  const angle = 2 * atan2(s, w)
  // Below a thousandth the series is exact to rounding.
  const scale = s > 1e-8 ? angle / s : 2
  const c = angle > 1e-3 ? (1 - (0.5 * angle * w) / s) / (angle * angle) : 1 / 12 + (angle * angle) / 720
  const a = x * scale
  const b = y * scale
  const d = z * scale
  rotationVector[0] = a
  rotationVector[1] = b
  rotationVector[2] = d
  gradient[0] = 1 - c * (b * b + d * d)
  gradient[1] = 0.5 * d + c * a * b
  gradient[2] = -0.5 * b + c * a * d
  gradient[3] = -0.5 * d + c * a * b
  gradient[4] = 1 - c * (a * a + d * d)
  gradient[5] = 0.5 * a + c * b * d
  gradient[6] = 0.5 * b + c * a * d
  gradient[7] = -0.5 * a + c * b * d
  gradient[8] = 1 - c * (a * a + b * b)
}

/** Row i (0 … 2) of the gradient as a Jacobian at jacobian[o …]; `setRotationVector` must have been called. */
export function rotationVectorRow(pose: Float64Array, i: number, jacobian: Float64Array, o: number): void {
  rotationRow(pose, gradient[3 * i], gradient[3 * i + 1], gradient[3 * i + 2], jacobian, o)
}

/** Rows `row` … `row` + 2. */
export function fullRotationRows(pose: Float64Array, out: Measure, row: number): void {
  setRelative(pose)
  setRotationVector()
  for (let i = 0; i < 3; i++) {
    out.error[row + i] = rotationVector[i]
    rotationVectorRow(pose, i, out.jacobian, (row + i) * ROW)
  }
}
