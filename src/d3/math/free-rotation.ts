/**
 * Torque-free motion of an asymmetric body by symmetric splitting: the kinetic energy is a sum of three terms, each of which turns the body
 * about one principal axis at a constant rate; half, half, whole, half, half of those turns is a second-order step that keeps the angular
 * momentum vector to rounding and the energy within a narrow band for ever.
 */

import { quatConjugate, quatMultiply, quatRotate, quatRotateInverse } from './quaternion.ts'
import { halfAngle, renormalize } from './rotation.ts'

/** Frame quaternion and angular momentum in it. */
const Q = new Float64Array(4)
const L = new Float64Array(3)
const inverse = new Float64Array(4)

/**
 * Advances orientation `q` and world angular velocity `w` (in place) by time t. `principal` holds the moments, `axes` the rotation from
 * principal to body axes.
 */
export function rotateFreely(
  q: Float64Array,
  qo: number,
  w: Float64Array,
  wo: number,
  principal: Float64Array,
  po: number,
  axes: Float64Array,
  ao: number,
  t: number,
): void {
  const a = principal[po]
  const b = principal[po + 1]
  const c = principal[po + 2]
  quatMultiply(q, qo, axes, ao, Q, 0)
  quatRotateInverse(Q, 0, w[wo], w[wo + 1], w[wo + 2], L, 0)
  L[0] *= a
  L[1] *= b
  L[2] *= c
  turnX((L[0] / a) * t * 0.5)
  turnY((L[1] / b) * t * 0.5)
  turnZ((L[2] / c) * t)
  turnY((L[1] / b) * t * 0.5)
  turnX((L[0] / a) * t * 0.5)
  renormalize(Q, 0)
  quatRotate(Q, 0, L[0] / a, L[1] / b, L[2] / c, w, wo)
  quatConjugate(axes, ao, inverse, 0)
  quatMultiply(Q, 0, inverse, 0, q, qo)
}

function turnX(angle: number): void {
  const h = halfAngle(angle)
  const c = h[0]
  const s = h[1]
  const x = Q[0]
  const y = Q[1]
  Q[0] = x * c + Q[3] * s
  Q[3] = Q[3] * c - x * s
  Q[1] = y * c + Q[2] * s
  Q[2] = Q[2] * c - y * s
  const cc = 1 - 2 * s * s
  const ss = 2 * s * c
  const l = L[1]
  L[1] = cc * l + ss * L[2]
  L[2] = cc * L[2] - ss * l
}

function turnY(angle: number): void {
  const h = halfAngle(angle)
  const c = h[0]
  const s = h[1]
  const y = Q[1]
  const z = Q[2]
  Q[1] = y * c + Q[3] * s
  Q[3] = Q[3] * c - y * s
  Q[2] = z * c + Q[0] * s
  Q[0] = Q[0] * c - z * s
  const cc = 1 - 2 * s * s
  const ss = 2 * s * c
  const l = L[2]
  L[2] = cc * l + ss * L[0]
  L[0] = cc * L[0] - ss * l
}

function turnZ(angle: number): void {
  const h = halfAngle(angle)
  const c = h[0]
  const s = h[1]
  const z = Q[2]
  const x = Q[0]
  Q[2] = z * c + Q[3] * s
  Q[3] = Q[3] * c - z * s
  Q[0] = x * c + Q[1] * s
  Q[1] = Q[1] * c - x * s
  const cc = 1 - 2 * s * s
  const ss = 2 * s * c
  const l = L[0]
  L[0] = cc * l + ss * L[1]
  L[1] = cc * L[1] - ss * l
}
