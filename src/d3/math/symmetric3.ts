/**
 * Symmetric 3×3 matrices as six doubles xx yy zz xy xz yz in typed arrays, addressed by element offset: inertia tensors.
 * Every function reads all its inputs before it writes, so `out` may be one of the inputs.
 */
import { quatNormalize, quatToMatrix } from './quaternion.ts'

/** Share of its diagonal element below which a pivot is nothing but rounding of the elimination. */
const PIVOT_LIMIT = 1e-14

/** Share of the largest principal inertia below which the smallest is nothing but rounding of a tensor that was turned. */
const PRINCIPAL_LIMIT = 1e-14

/** By how much the larger principal inertia may exceed the sum of the other two, relative: inertias typed with six digits. */
const TRIANGLE_TOLERANCE = 1e-6

/** Sweeps of Jacobi rotations; convergence is quadratic and takes 5 or 6, the rest is a guard. */
const MAX_JACOBI_SWEEPS = 32

/** An element this small beside its two diagonal elements no longer changes them. */
const JACOBI_NEGLIGIBLE = 1e-18

/**
 * out = L of m = L Lᵀ, lower triangle in the order L₀₀ L₁₁ L₂₂ L₁₀ L₂₀ L₂₁. False, and out untouched, when m is not positive
 * definite.
 */
export function symmetricCholesky(m: Float64Array, mo: number, out: Float64Array, oo: number): boolean {
  const xx = m[mo]
  const yy = m[mo + 1]
  const zz = m[mo + 2]
  const xy = m[mo + 3]
  const xz = m[mo + 4]
  const yz = m[mo + 5]
  if (!(xx > 0) || !(yy > 0) || !(zz > 0)) return false
  const l00 = Math.sqrt(xx)
  const l10 = xy / l00
  const l20 = xz / l00
  const pivot1 = yy - l10 * l10
  if (!(pivot1 > PIVOT_LIMIT * yy)) return false
  const l11 = Math.sqrt(pivot1)
  const l21 = (yz - l20 * l10) / l11
  const pivot2 = zz - l20 * l20 - l21 * l21
  // A small second pivot divides what led to the third, and its rounding with it.
  if (!(pivot2 > PIVOT_LIMIT * zz * Math.sqrt(yy / pivot1))) return false
  out[oo] = l00
  out[oo + 1] = l11
  out[oo + 2] = Math.sqrt(pivot2)
  out[oo + 3] = l10
  out[oo + 4] = l20
  out[oo + 5] = l21
  return true
}

const factor = new Float64Array(6)

/** Whether m, taken as exact, is positive definite by more than the rounding of this test. */
export function isPositiveDefinite(m: Float64Array, mo: number): boolean {
  return symmetricCholesky(m, mo, factor, 0)
}

/** out = m⁻¹. False, and out untouched, when m is not positive definite. */
export function symmetricInverse(m: Float64Array, mo: number, out: Float64Array, oo: number): boolean {
  if (!symmetricCholesky(m, mo, factor, 0)) return false
  // P = L⁻¹, lower triangular; m⁻¹ = Pᵀ P.
  const p00 = 1 / factor[0]
  const p11 = 1 / factor[1]
  const p22 = 1 / factor[2]
  const p10 = -factor[3] * p00 * p11
  const p21 = -factor[5] * p11 * p22
  const p20 = -(factor[4] * p00 + factor[5] * p10) * p22
  out[oo] = p00 * p00 + p10 * p10 + p20 * p20
  out[oo + 1] = p11 * p11 + p21 * p21
  out[oo + 2] = p22 * p22
  out[oo + 3] = p10 * p11 + p20 * p21
  out[oo + 4] = p20 * p22
  out[oo + 5] = p21 * p22
  return true
}

/** out = R m Rᵀ with the row-major rotation matrix R at r[ro]: a tensor in local axes brought to world axes. */
export function symmetricRotate(m: Float64Array, mo: number, r: Float64Array, ro: number, out: Float64Array, oo: number): void {
  const xx = m[mo]
  const yy = m[mo + 1]
  const zz = m[mo + 2]
  const xy = m[mo + 3]
  const xz = m[mo + 4]
  const yz = m[mo + 5]
  const r00 = r[ro]
  const r01 = r[ro + 1]
  const r02 = r[ro + 2]
  const r10 = r[ro + 3]
  const r11 = r[ro + 4]
  const r12 = r[ro + 5]
  const r20 = r[ro + 6]
  const r21 = r[ro + 7]
  const r22 = r[ro + 8]
  // Rows of R m.
  const ax = r00 * xx + r01 * xy + r02 * xz
  const ay = r00 * xy + r01 * yy + r02 * yz
  const az = r00 * xz + r01 * yz + r02 * zz
  const bx = r10 * xx + r11 * xy + r12 * xz
  const by = r10 * xy + r11 * yy + r12 * yz
  const bz = r10 * xz + r11 * yz + r12 * zz
  const cx = r20 * xx + r21 * xy + r22 * xz
  const cy = r20 * xy + r21 * yy + r22 * yz
  const cz = r20 * xz + r21 * yz + r22 * zz
  out[oo] = ax * r00 + ay * r01 + az * r02
  out[oo + 1] = bx * r10 + by * r11 + bz * r12
  out[oo + 2] = cx * r20 + cy * r21 + cz * r22
  out[oo + 3] = ax * r10 + ay * r11 + az * r12
  out[oo + 4] = ax * r20 + ay * r21 + az * r22
  out[oo + 5] = bx * r20 + by * r21 + bz * r22
}

const matrix = new Float64Array(9)

/** out = R m Rᵀ with R the rotation of the unit quaternion at q[qo]. */
export function symmetricRotateByQuat(m: Float64Array, mo: number, q: Float64Array, qo: number, out: Float64Array, oo: number): void {
  quatToMatrix(q, qo, matrix, 0)
  symmetricRotate(m, mo, matrix, 0, out, oo)
}

/** The tensor being diagonalised, as a full matrix. */
const a = new Float64Array(9)

/** Turns axes i and j of the tensor until its element ij is zero, and q with it. False when it was zero all along. */
function jacobiRotation(i: number, j: number, q: Float64Array, qo: number): boolean {
  const aij = a[3 * i + j]
  const aii = a[4 * i]
  const ajj = a[4 * j]
  if (Math.abs(aij) <= JACOBI_NEGLIGIBLE * Math.sqrt(Math.abs(aii)) * Math.sqrt(Math.abs(ajj))) return false
  const theta = (ajj - aii) / (2 * aij)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  const k = 3 - i - j
  const aik = a[3 * i + k]
  const ajk = a[3 * j + k]
  a[4 * i] = aii - t * aij
  a[4 * j] = ajj + t * aij
  a[3 * i + j] = a[3 * j + i] = 0
  a[3 * i + k] = a[3 * k + i] = c * aik - s * ajk
  a[3 * j + k] = a[3 * k + j] = s * aik + c * ajk

  // The new axes are the old ones turned by −atan(t) about i × j, which is −y for i, j = x, z. Half-angle formulas.
  const halfCos = Math.sqrt(0.5 + 0.5 * c)
  const halfSin = (k === 1 ? 0.5 : -0.5) * s / halfCos
  const u = qo + k
  const v = qo + (k + 1) % 3
  const w = qo + (k + 2) % 3
  const qu = q[u]
  const qv = q[v]
  const qw = q[w]
  const scalar = q[qo + 3]
  q[u] = qu * halfCos + scalar * halfSin
  q[v] = qv * halfCos + qw * halfSin
  q[w] = qw * halfCos - qv * halfSin
  q[qo + 3] = scalar * halfCos - qu * halfSin
  return true
}

/**
 * Principal values (3 doubles) and the unit quaternion whose rotation R holds the principal axes as columns, right-handed:
 * m = R diag(values) Rᵀ. Values are not sorted: each stays with the axis it lies nearest to along the way, so a diagonal
 * tensor gives the identity. Jacobi's method in a fixed order, the same bits everywhere.
 */
export function principalAxes(m: Float64Array, mo: number, values: Float64Array, vo: number, q: Float64Array, qo: number): void {
  a[0] = m[mo]
  a[4] = m[mo + 1]
  a[8] = m[mo + 2]
  a[1] = a[3] = m[mo + 3]
  a[2] = a[6] = m[mo + 4]
  a[5] = a[7] = m[mo + 5]
  q[qo] = 0
  q[qo + 1] = 0
  q[qo + 2] = 0
  q[qo + 3] = 1
  for (let sweep = 0; sweep < MAX_JACOBI_SWEEPS; sweep++) {
    const turned01 = jacobiRotation(0, 1, q, qo)
    const turned02 = jacobiRotation(0, 2, q, qo)
    const turned12 = jacobiRotation(1, 2, q, qo)
    if (!turned01 && !turned02 && !turned12) break
  }
  quatNormalize(q, qo)
  if (q[qo + 3] < 0) {
    for (let i = 0; i < 4; i++) q[qo + i] = -q[qo + i]
  }
  values[vo] = a[0]
  values[vo + 1] = a[4]
  values[vo + 2] = a[8]
}

const principal = new Float64Array(3)
const orientation = new Float64Array(4)

/**
 * Whether m can be the inertia of a solid: positive definite by more than rounding, and no principal value above the sum of the other two
 * (xx + yy = ∫ρ(x² + y² + 2z²) ≥ ∫ρ(x² + y²) = zz), give or take 1e-6 for rounded input.
 */
export function isPhysicalInertia(m: Float64Array, mo: number): boolean {
  if (!isPositiveDefinite(m, mo)) return false
  principalAxes(m, mo, principal, 0, orientation, 0)
  const sum = principal[0] + principal[1] + principal[2]
  const largest = Math.max(principal[0], principal[1], principal[2])
  const smallest = Math.min(principal[0], principal[1], principal[2])
  return smallest > PRINCIPAL_LIMIT * largest && largest - (sum - largest) <= TRIANGLE_TOLERANCE * largest
}
