/**
 * The normal impulses of one manifold, solved exactly as a block: find x ≥ 0 with K̃ x + q ≥ 0 and x·(K̃ x + q) = 0, for up to four
 * points. An active set: solve for the points thought to press, drop the one that pulls most, admit the one that approaches most.
 *
 * Works on module-private scratch; `active` of the last solve is the first guess, which is right in most sweeps.
 */

/** Rounds before a projected Gauss–Seidel takes over; more than six have not been seen. */
const MAX_ROUNDS = 12
const FALLBACK_SWEEPS = 16

/** Right-hand side in, solution out. */
export const blockQ: Float64Array = new Float64Array(4)
export const blockX: Float64Array = new Float64Array(4)

const index = new Int32Array(4)
const m = new Float64Array(10)
const y = new Float64Array(4)

/**
 * K̃ is packed lower triangular at `at`: 00 10 11 20 21 22 30 31 32 33. Points in `open` may not press. Returns the set of pressing
 * points as bits.
 */
export function solveBlock(K: Float64Array, at: number, count: number, guess: number, open: number): number {
  let set = guess & ((1 << count) - 1) & ~open
  // An approach below this is rounding.
  let scale = 0
  for (let i = 0; i < count; i++) scale += Math.abs(blockQ[i])
  const tolerance = -1e-13 * scale
  for (let round = 0; round < MAX_ROUNDS; round++) {
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
  return fallBack(K, at, count, open)
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
    blockX[i0] = -blockQ[i0] / k00
    return
  }
  const i1 = index[1]
  const k10 = K[at + packed(i1, i0)]
  const k11 = K[at + packed(i1, i1)]
  if (n === 2) {
    const inverse = 1 / (k00 * k11 - k10 * k10)
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
      const l = s / m[rowJ + j]
      m[row + j] = l
      d -= l * l * m[rowJ + j]
      right -= l * y[j]
    }
    m[row + i] = d
    y[i] = right
  }
  for (let i = n - 1; i >= 0; i--) {
    let x = y[i] / m[((i * (i + 1)) >> 1) + i]
    for (let j = i + 1; j < n; j++) x -= m[((j * (j + 1)) >> 1) + i] * blockX[index[j]]
    blockX[index[i]] = x
  }
}

function fallBack(K: Float64Array, at: number, count: number, open: number): number {
  for (let i = 0; i < count; i++) blockX[i] = Math.max(0, blockX[i])
  for (let sweep = 0; sweep < FALLBACK_SWEEPS; sweep++) {
    for (let i = 0; i < count; i++) {
      if ((open & (1 << i)) !== 0) continue
      let w = blockQ[i]
      for (let j = 0; j < count; j++) w += K[at + packed(i, j)] * blockX[j]
      blockX[i] = Math.max(0, blockX[i] - w / K[at + packed(i, i)])
    }
  }
  let set = 0
  for (let i = 0; i < count; i++) if (blockX[i] > 0) set |= 1 << i
  return set
}

/** Inverse of the packed symmetric positive definite n×n at `from`, written packed to `out` at `to`. */
export function invertBlock(K: Float64Array, from: number, count: number, out: Float64Array, to: number): void {
  for (let column = 0; column < count; column++) {
    for (let i = 0; i < count; i++) blockQ[i] = i === column ? -1 : 0
    solveSubset(K, from, count, (1 << count) - 1)
    for (let i = column; i < count; i++) out[to + packed(i, column)] = blockX[i]
  }
}
