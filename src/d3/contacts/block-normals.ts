/**
 * The normal impulses of one manifold, solved exactly as a block: find x ≥ 0 with K̃ x + q ≥ 0 and x·(K̃ x + q) = 0, for up to four points.
 * An active-set method: solve for the points thought to be active, drop the one that pulls most, admit the one that approaches most.
 *
 * A pivot that is not above 0 has no mobility: points of bodies that are held all round do not act.
 *
 * Works on module-private scratch; the active set of the last solve is the first guess, which is right in most sweeps.
 */

import { MAX_PASSES } from '../../common/tuning.ts'

/** Right-hand side in, solution out. */
export const blockQ: Float64Array = new Float64Array(4)
export const blockX: Float64Array = new Float64Array(4)

const index = new Int32Array(4)
const m = new Float64Array(10)
const y = new Float64Array(4)

/** K̃ is packed lower triangular at `at`: 00 10 11 20 21 22 30 31 32 33. Points in `open` may not act. Returns the active set as bits. */
export function solveBlock(K: Float64Array, at: number, count: number, guess: number, open: number): number {
  let set = guess & ((1 << count) - 1) & ~open
  // An approach below this is rounding.
  let scale = 0
  for (let i = 0; i < count; i++) scale += Math.abs(blockQ[i])
  const tolerance = -1e-13 * scale
  for (let round = 0; round < MAX_PASSES; round++) {
    solveSubset(K, at, count, set)
    let worst = -1
    let value = 0
    for (let i = 0; i < count; i++) {
      if (blockX[i] < value) {
        value = blockX[i]
        worst = i
      }
    }
    if (worst >= 0) {
      set &= ~(1 << worst)
      continue
    }
    value = tolerance
    for (let i = 0; i < count; i++) {
      if (((set | open) & (1 << i)) !== 0) continue
      let w = blockQ[i]
      for (let j = 0; j < count; j++) w += K[at + packed(i, j)] * blockX[j]
      if (w < value) {
        value = w
        worst = i
      }
    }
    if (worst < 0) return set
    set |= 1 << worst
  }
  // More than six rounds have not been seen; whatever the set is then, nothing pulls.
  for (let i = 0; i < count; i++) if (blockX[i] < 0) blockX[i] = 0
  return set
}

function packed(i: number, j: number): number {
  return i >= j ? ((i * (i + 1)) >> 1) + j : ((j * (j + 1)) >> 1) + i
}

/** Solves K̃ x = −q for the points in the set by LDLᵀ; x = 0 for the others. */
function solveSubset(K: Float64Array, at: number, count: number, set: number): void {
  let n = 0
  for (let i = 0; i < count; i++) {
    blockX[i] = 0
    if ((set & (1 << i)) !== 0) index[n++] = i
  }
  if (n === 0) return
  const i0 = index[0]
  const k00 = K[at + packed(i0, i0)]
  if (n === 1) {
    blockX[i0] = k00 > 0 ? -blockQ[i0] / k00 : 0
    return
  }
  const i1 = index[1]
  const k10 = K[at + packed(i1, i0)]
  const k11 = K[at + packed(i1, i1)]
  if (n === 2) {
    const determinant = k00 * k11 - k10 * k10
    const inverse = determinant > 0 ? 1 / determinant : 0
    blockX[i0] = (k10 * blockQ[i1] - k11 * blockQ[i0]) * inverse
    blockX[i1] = (k10 * blockQ[i0] - k00 * blockQ[i1]) * inverse
    return
  }
  // LDLᵀ, packed like K; m keeps L below and D on the diagonal.
  for (let i = 0; i < n; i++) {
    const row = (i * (i + 1)) >> 1
    const ki = index[i]
    let right = -blockQ[ki]
    let d = K[at + packed(ki, ki)]
    for (let j = 0; j < i; j++) {
      const rowJ = (j * (j + 1)) >> 1
      let s = K[at + packed(ki, index[j])]
      for (let k = 0; k < j; k++) s -= m[row + k] * m[rowJ + k] * m[((k * (k + 1)) >> 1) + k]
      const l = m[rowJ + j] > 0 ? s / m[rowJ + j] : 0
      m[row + j] = l
      d -= l * l * m[rowJ + j]
      right -= l * y[j]
    }
    m[row + i] = d
    y[i] = right
  }
  for (let i = n - 1; i >= 0; i--) {
    const pivot = m[((i * (i + 1)) >> 1) + i]
    let x = pivot > 0 ? y[i] / pivot : 0
    for (let j = i + 1; j < n; j++) x -= m[((j * (j + 1)) >> 1) + i] * blockX[index[j]]
    blockX[index[i]] = x
  }
}

/** Inverse of the packed symmetric positive definite n×n at `from`, written packed to `out` at `to`: K⁻¹ = L⁻ᵀ D⁻¹ L⁻¹. */
export function invertBlock(K: Float64Array, from: number, count: number, out: Float64Array, to: number): void {
  const k00 = K[from]
  if (count === 1) {
    out[to] = k00 > 0 ? 1 / k00 : 0
    return
  }
  const k10 = K[from + 1]
  const k11 = K[from + 2]
  if (count === 2) {
    const determinant = k00 * k11 - k10 * k10
    const inverse = determinant > 0 ? 1 / determinant : 0
    out[to] = k11 * inverse
    out[to + 1] = -k10 * inverse
    out[to + 2] = k00 * inverse
    return
  }
  const i0 = k00 > 0 ? 1 / k00 : 0
  const l10 = k10 * i0
  const d1 = k11 - l10 * k10
  const i1 = d1 > 0 ? 1 / d1 : 0
  const k20 = K[from + 3]
  const l20 = k20 * i0
  const s21 = K[from + 4] - l20 * k10
  const l21 = s21 * i1
  const d2 = K[from + 5] - l20 * k20 - l21 * s21
  const i2 = d2 > 0 ? 1 / d2 : 0
  // Rows of L⁻¹.
  const m10 = -l10
  const m20 = -l20 - l21 * m10
  const m21 = -l21
  let a00 = i0 + m10 * m10 * i1 + m20 * m20 * i2
  let a10 = m10 * i1 + m20 * m21 * i2
  let a11 = i1 + m21 * m21 * i2
  let a20 = m20 * i2
  let a21 = m21 * i2
  let a22 = i2
  if (count === 4) {
    const k30 = K[from + 6]
    const l30 = k30 * i0
    const s31 = K[from + 7] - l30 * k10
    const l31 = s31 * i1
    const s32 = K[from + 8] - l30 * k20 - l31 * s21
    const l32 = s32 * i2
    const d3 = K[from + 9] - l30 * k30 - l31 * s31 - l32 * s32
    const i3 = d3 > 0 ? 1 / d3 : 0
    const m30 = -l30 - l31 * m10 - l32 * m20
    const m31 = -l31 - l32 * m21
    const m32 = -l32
    a00 += m30 * m30 * i3
    a10 += m30 * m31 * i3
    a11 += m31 * m31 * i3
    a20 += m30 * m32 * i3
    a21 += m31 * m32 * i3
    a22 += m32 * m32 * i3
    out[to + 6] = m30 * i3
    out[to + 7] = m31 * i3
    out[to + 8] = m32 * i3
    out[to + 9] = i3
  }
  out[to] = a00
  out[to + 1] = a10
  out[to + 2] = a11
  out[to + 3] = a20
  out[to + 4] = a21
  out[to + 5] = a22
}
