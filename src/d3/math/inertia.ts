/**
 * World-space inertia of a body from its principal moments, as the solver wants it: a triangular factor of the inverse.
 */

import type { BodyColumns } from '../store/bodies.ts'
import { quatMultiply, quatToMatrix } from './quaternion.ts'

const frame = new Float64Array(4)
const R = new Float64Array(9)

/**
 * F, lower triangular (00 10 11 20 21 22), with F Fᵀ = the inverse inertia in world axes at orientation q. Locked axes (bits x y z) get
 * no mobility: the inertia is restricted to the free ones, so a zero row and column.
 */
export function worldInverseFactor(
  bodies: BodyColumns, row: number, q: Float64Array, qo: number, locked: number, out: Float64Array, o: number,
): void {
  const { principal, principalAxes } = bodies
  quatMultiply(q, qo, principalAxes, row * 4, frame, 0)
  quatToMatrix(frame, 0, R, 0)
  const p = row * 3
  if (locked === 0) {
    for (let k = 0; k < 3; k++) moments[k] = 1 / principal[p + k]
    symmetric(moments, 0)
    factor(S, out, o)
    return
  }
  symmetric(principal, p)
  restrict(S, locked)
  factor(S, out, o)
}

/** F of a body that has more inertia: `share` of the symmetric matrix at G[g …] (xx xy yy xz yz zz) on top of its own. */
export function stiffInverseFactor(
  bodies: BodyColumns, row: number, q: Float64Array, qo: number, G: Float64Array, g: number, share: number, out: Float64Array, o: number,
): void {
  const { principal, principalAxes } = bodies
  quatMultiply(q, qo, principalAxes, row * 4, frame, 0)
  quatToMatrix(frame, 0, R, 0)
  const p = row * 3
  symmetric(principal, p)
  const a = S[0] + share * G[g]
  const b = S[1] + share * G[g + 1]
  const c = S[2] + share * G[g + 2]
  const d = S[3] + share * G[g + 3]
  const e = S[4] + share * G[g + 4]
  const f = S[5] + share * G[g + 5]
  const ca = c * f - e * e
  const cb = d * e - b * f
  const cd = b * e - c * d
  const inverse = 1 / (a * ca + b * cb + d * cd)
  S[0] = ca * inverse
  S[1] = cb * inverse
  S[2] = (a * f - d * d) * inverse
  S[3] = cd * inverse
  S[4] = (b * d - a * e) * inverse
  S[5] = (a * c - b * b) * inverse
  factor(S, out, o)
}

const S = new Float64Array(6)

const moments = new Float64Array(3)

/** R diag(a, b, c) Rᵀ as xx xy yy xz yz zz into S, the diagonal at d[o]. */
function symmetric(d: Float64Array, o: number): void {
  const a = d[o]
  const b = d[o + 1]
  const c = d[o + 2]
  S[0] = a * R[0] * R[0] + b * R[1] * R[1] + c * R[2] * R[2]
  S[1] = a * R[3] * R[0] + b * R[4] * R[1] + c * R[5] * R[2]
  S[2] = a * R[3] * R[3] + b * R[4] * R[4] + c * R[5] * R[5]
  S[3] = a * R[6] * R[0] + b * R[7] * R[1] + c * R[8] * R[2]
  S[4] = a * R[6] * R[3] + b * R[7] * R[4] + c * R[8] * R[5]
  S[5] = a * R[6] * R[6] + b * R[7] * R[7] + c * R[8] * R[8]
}

/** Inverse of the inertia on the free axes only, in place. */
function restrict(I: Float64Array, locked: number): void {
  const x = (locked & 1) === 0
  const y = (locked & 2) === 0
  const z = (locked & 4) === 0
  const xx = I[0]
  const xy = I[1]
  const yy = I[2]
  const xz = I[3]
  const yz = I[4]
  const zz = I[5]
  I.fill(0)
  if (x && y) invertPair(I, xx, xy, yy, 0, 1, 2)
  else if (x && z) invertPair(I, xx, xz, zz, 0, 3, 5)
  else if (y && z) invertPair(I, yy, yz, zz, 2, 4, 5)
  else if (x) I[0] = 1 / xx
  else if (y) I[2] = 1 / yy
  else if (z) I[5] = 1 / zz
}

function invertPair(I: Float64Array, a: number, b: number, c: number, ia: number, ib: number, ic: number): void {
  const inverse = 1 / (a * c - b * b)
  I[ia] = c * inverse
  I[ib] = -b * inverse
  I[ic] = a * inverse
}

/** Cholesky, with zero columns where there is no mobility. */
function factor(A: Float64Array, out: Float64Array, o: number): void {
  const l00 = A[0] > 0 ? Math.sqrt(A[0]) : 0
  const l10 = l00 > 0 ? A[1] / l00 : 0
  const l20 = l00 > 0 ? A[3] / l00 : 0
  const d1 = A[2] - l10 * l10
  const l11 = d1 > 0 ? Math.sqrt(d1) : 0
  const l21 = l11 > 0 ? (A[4] - l20 * l10) / l11 : 0
  const d2 = A[5] - l20 * l20 - l21 * l21
  out[o] = l00
  out[o + 1] = l10
  out[o + 2] = l11
  out[o + 3] = l20
  out[o + 4] = l21
  out[o + 5] = d2 > 0 ? Math.sqrt(d2) : 0
}
