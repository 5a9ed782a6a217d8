/**
 * Block LDLᵀ of sparse symmetric systems in the order of a plan (`elimination.ts`), solves with it, and selected inversion: those blocks of
 * the inverse that lie where the factor has blocks. Numbers only: the caller that fills the blocks knows the rows.
 *
 * Most blocks have two, three or five rows (hinges of the plane, balls, hinges of space), so products of those are written out. They add up
 * in the same order as the loops, from 0 on: otherwise a −0 could come out.
 */

import { LONG_ROUNDING } from '../math/rounding.ts'
import type { Elimination } from './elimination.ts'

/** Most rows of a block. */
const MAX_BLOCK_ROWS = 6

let lower = new Float64Array(64)

/** Turns the blocks of system g into their factor: inverse diagonal blocks and L. */
export function factorBlocks(plan: Elimination, g: number, blocks: Float64Array): void {
  const { start, below, row, block, size, diagonal, update, target } = plan
  for (let p = start[g]; p < start[g + 1]; p++) {
    const n = size[p]
    invert(blocks, diagonal[p], n)
    const first = below[p]
    const past = below[p + 1]
    if (first === past) continue
    const origin = block[first]
    const length = block[past - 1] + n * size[row[past - 1]] - origin
    if (lower.length < length) lower = new Float64Array(length * 2)
    multiply(blocks, origin, length, diagonal[p], n)
    let t = update[p]
    for (let i = first; i < past; i++) {
      const ri = size[row[i]]
      for (let m = first; m <= i; m++) subtract(blocks, target[t++], block[i] - origin, ri, block[m], size[row[m]], n)
    }
    for (let k = 0; k < length; k++) blocks[origin + k] = lower[k]
  }
}

/** lower = B D⁻¹, for all rows of the blocks below p: they stand one after the other. */
function multiply(blocks: Float64Array, origin: number, length: number, d: number, n: number): void {
  if (n === 2) {
    const d00 = blocks[d]
    const d01 = blocks[d + 1]
    const d10 = blocks[d + 2]
    const d11 = blocks[d + 3]
    for (let o = 0; o < length; o += 2) {
      const a = blocks[origin + o]
      const b = blocks[origin + o + 1]
      lower[o] = 0 + a * d00 + b * d10
      lower[o + 1] = 0 + a * d01 + b * d11
    }
    return
  }
  if (n === 3) {
    const d00 = blocks[d]
    const d01 = blocks[d + 1]
    const d02 = blocks[d + 2]
    const d10 = blocks[d + 3]
    const d11 = blocks[d + 4]
    const d12 = blocks[d + 5]
    const d20 = blocks[d + 6]
    const d21 = blocks[d + 7]
    const d22 = blocks[d + 8]
    for (let o = 0; o < length; o += 3) {
      const a = blocks[origin + o]
      const b = blocks[origin + o + 1]
      const c = blocks[origin + o + 2]
      lower[o] = 0 + a * d00 + b * d10 + c * d20
      lower[o + 1] = 0 + a * d01 + b * d11 + c * d21
      lower[o + 2] = 0 + a * d02 + b * d12 + c * d22
    }
    return
  }
  if (n === 5) {
    for (let o = 0; o < length; o += 5) {
      const y0 = blocks[origin + o]
      const y1 = blocks[origin + o + 1]
      const y2 = blocks[origin + o + 2]
      const y3 = blocks[origin + o + 3]
      const y4 = blocks[origin + o + 4]
      for (let c = d; c < d + 5; c++) {
        lower[o + c - d] = 0 + y0 * blocks[c] + y1 * blocks[c + 5] + y2 * blocks[c + 10] + y3 * blocks[c + 15] + y4 * blocks[c + 20]
      }
    }
    return
  }
  for (let o = 0; o < length; o += n) {
    for (let c = 0; c < n; c++) {
      let sum = 0
      for (let k = 0; k < n; k++) sum += blocks[origin + o + k] * blocks[d + k * n + c]
      lower[o + c] = sum
    }
  }
}

/** target −= L Bᵀ. */
function subtract(blocks: Float64Array, to: number, l: number, rows: number, b: number, columns: number, n: number): void {
  if (n === 2 && rows === 2 && columns === 2) {
    const l0 = lower[l]
    const l1 = lower[l + 1]
    const l2 = lower[l + 2]
    const l3 = lower[l + 3]
    const b0 = blocks[b]
    const b1 = blocks[b + 1]
    const b2 = blocks[b + 2]
    const b3 = blocks[b + 3]
    blocks[to] -= 0 + l0 * b0 + l1 * b1
    blocks[to + 1] -= 0 + l0 * b2 + l1 * b3
    blocks[to + 2] -= 0 + l2 * b0 + l3 * b1
    blocks[to + 3] -= 0 + l2 * b2 + l3 * b3
    return
  }
  if (n === 3) {
    for (let i = l; i < l + 3 * rows; i += 3) {
      const l0 = lower[i]
      const l1 = lower[i + 1]
      const l2 = lower[i + 2]
      for (let q = b; q < b + 3 * columns; q += 3) blocks[to++] -= 0 + l0 * blocks[q] + l1 * blocks[q + 1] + l2 * blocks[q + 2]
    }
    return
  }
  if (n === 5) {
    for (let i = l; i < l + 5 * rows; i += 5) {
      const l0 = lower[i]
      const l1 = lower[i + 1]
      const l2 = lower[i + 2]
      const l3 = lower[i + 3]
      const l4 = lower[i + 4]
      for (let q = b; q < b + 5 * columns; q += 5) {
        blocks[to++] -= 0 + l0 * blocks[q] + l1 * blocks[q + 1] + l2 * blocks[q + 2] + l3 * blocks[q + 3] + l4 * blocks[q + 4]
      }
    }
    return
  }
  for (let i = 0; i < rows; i++) {
    const o = l + i * n
    for (let c = 0; c < columns; c++) {
      const q = b + c * n
      let sum = 0
      for (let k = 0; k < n; k++) sum += lower[o + k] * blocks[q + k]
      blocks[to++] -= sum
    }
  }
}

const L = new Float64Array(MAX_BLOCK_ROWS * MAX_BLOCK_ROWS)
const originalDiagonal = new Float64Array(MAX_BLOCK_ROWS)
const column = new Float64Array(MAX_BLOCK_ROWS)

/** The inverse of a diagonal block, in place. Rows without mobility get zero. */
function invert(blocks: Float64Array, d: number, n: number): void {
  if (n === 3) {
    invertThree(blocks, d)
    return
  }
  for (let i = 0; i < n; i++) originalDiagonal[i] = blocks[d + i * n + i]
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = blocks[d + i * n + k]
      for (let m = 0; m < k; m++) sum -= L[i * MAX_BLOCK_ROWS + m] * L[k * MAX_BLOCK_ROWS + m] * L[m * MAX_BLOCK_ROWS + m]
      if (i === k) L[i * MAX_BLOCK_ROWS + i] = sum > LONG_ROUNDING * originalDiagonal[i] ? sum : 0
      else L[i * MAX_BLOCK_ROWS + k] = L[k * MAX_BLOCK_ROWS + k] > 0 ? sum / L[k * MAX_BLOCK_ROWS + k] : 0
    }
  }
  for (let c = 0; c < n; c++) {
    for (let i = 0; i < n; i++) {
      let sum = i === c ? 1 : 0
      for (let m = c; m < i; m++) sum -= L[i * MAX_BLOCK_ROWS + m] * column[m]
      column[i] = i < c ? 0 : sum
    }
    for (let i = n - 1; i >= 0; i--) {
      const pivot = L[i * MAX_BLOCK_ROWS + i]
      let sum = pivot > 0 ? column[i] / pivot : 0
      for (let m = i + 1; m < n; m++) sum -= L[m * MAX_BLOCK_ROWS + i] * blocks[d + m * n + c]
      blocks[d + i * n + c] = pivot > 0 ? sum : 0
    }
  }
}

/** The same of three rows, written out. */
function invertThree(blocks: Float64Array, d: number): void {
  const a00 = blocks[d]
  const a11 = blocks[d + 4]
  const a22 = blocks[d + 8]
  const d0 = a00 > LONG_ROUNDING * a00 ? a00 : 0
  const l10 = d0 > 0 ? blocks[d + 3] / d0 : 0
  const s11 = a11 - l10 * l10 * d0
  const d1 = s11 > LONG_ROUNDING * a11 ? s11 : 0
  const l20 = d0 > 0 ? blocks[d + 6] / d0 : 0
  const l21 = d1 > 0 ? (blocks[d + 7] - l20 * l10 * d0) / d1 : 0
  const s22 = a22 - l20 * l20 * d0 - l21 * l21 * d1
  const d2 = s22 > LONG_ROUNDING * a22 ? s22 : 0
  // Columns of the inverse: L y = e, D z = y, Lᵀ x = z.
  const y20 = 0 - l20 + l21 * l10
  for (let c = 0; c < 3; c++) {
    const y0 = c === 0 ? 1 : 0
    const y1 = c === 0 ? 0 - l10 : c === 1 ? 1 : 0
    const y2 = c === 0 ? y20 : c === 1 ? 0 - l21 : 1
    const x2 = d2 > 0 ? y2 / d2 : 0
    const x1 = d1 > 0 ? y1 / d1 - l21 * x2 : 0
    blocks[d + c] = d0 > 0 ? y0 / d0 - l10 * x1 - l20 * x2 : 0
    blocks[d + 3 + c] = x1
    blocks[d + 6 + c] = x2
  }
}

/** y ← L⁻¹ y of system g, from position `first` on, before which y is zero; y begins `shift` after the system's own vectors. */
export function eliminateForward(plan: Elimination, g: number, blocks: Float64Array, y: Float64Array, shift: number, first: number): void {
  const { start, below, row, block, size, vector } = plan
  for (let p = first; p < start[g + 1]; p++) {
    const n = size[p]
    const from = vector[p] + shift
    for (let e = below[p]; e < below[p + 1]; e++) {
      const q = row[e]
      const to = vector[q] + shift
      let at = block[e]
      if (n === 2 && size[q] === 2) {
        y[to] -= 0 + blocks[at] * y[from] + blocks[at + 1] * y[from + 1]
        y[to + 1] -= 0 + blocks[at + 2] * y[from] + blocks[at + 3] * y[from + 1]
        continue
      }
      const end = to + size[q]
      if (n === 3) {
        const y0 = y[from]
        const y1 = y[from + 1]
        const y2 = y[from + 2]
        for (let i = to; i < end; i++, at += 3) y[i] -= 0 + blocks[at] * y0 + blocks[at + 1] * y1 + blocks[at + 2] * y2
        continue
      }
      if (n === 5) {
        const y0 = y[from]
        const y1 = y[from + 1]
        const y2 = y[from + 2]
        const y3 = y[from + 3]
        const y4 = y[from + 4]
        for (let i = to; i < end; i++, at += 5) {
          y[i] -= 0 + blocks[at] * y0 + blocks[at + 1] * y1 + blocks[at + 2] * y2 + blocks[at + 3] * y3 + blocks[at + 4] * y4
        }
        continue
      }
      for (let i = to; i < end; i++) {
        let sum = 0
        for (let k = 0; k < n; k++) sum += blocks[at++] * y[from + k]
        y[i] -= sum
      }
    }
  }
}

/** x ← A⁻¹ x of system g. */
export function solveBlocks(plan: Elimination, g: number, blocks: Float64Array, x: Float64Array): void {
  eliminateForward(plan, g, blocks, x, 0, plan.start[g])
  eliminateBackward(plan, g, blocks, x)
}

/** x ← L⁻ᵀ D⁻¹ x of system g: the second half of a solve. */
export function eliminateBackward(plan: Elimination, g: number, blocks: Float64Array, x: Float64Array): void {
  const { start, below, row, block, size, diagonal, vector } = plan
  for (let p = start[g + 1] - 1; p >= start[g]; p--) {
    const n = size[p]
    const from = vector[p]
    scaleBlock(blocks, diagonal[p], n, x, from, x, from)
    for (let e = below[p]; e < below[p + 1]; e++) {
      const q = row[e]
      const to = vector[q]
      let at = block[e]
      if (n === 2 && size[q] === 2) {
        const a = x[to]
        const b = x[to + 1]
        x[from] = x[from] - blocks[at] * a - blocks[at + 2] * b
        x[from + 1] = x[from + 1] - blocks[at + 1] * a - blocks[at + 3] * b
        continue
      }
      const end = to + size[q]
      if (n === 3) {
        let x0 = x[from]
        let x1 = x[from + 1]
        let x2 = x[from + 2]
        for (let i = to; i < end; i++, at += 3) {
          const value = x[i]
          x0 -= blocks[at] * value
          x1 -= blocks[at + 1] * value
          x2 -= blocks[at + 2] * value
        }
        x[from] = x0
        x[from + 1] = x1
        x[from + 2] = x2
        continue
      }
      if (n === 5) {
        let x0 = x[from]
        let x1 = x[from + 1]
        let x2 = x[from + 2]
        let x3 = x[from + 3]
        let x4 = x[from + 4]
        for (let i = to; i < end; i++, at += 5) {
          const value = x[i]
          x0 -= blocks[at] * value
          x1 -= blocks[at + 1] * value
          x2 -= blocks[at + 2] * value
          x3 -= blocks[at + 3] * value
          x4 -= blocks[at + 4] * value
        }
        x[from] = x0
        x[from + 1] = x1
        x[from + 2] = x2
        x[from + 3] = x3
        x[from + 4] = x4
        continue
      }
      for (let i = to; i < end; i++) {
        const value = x[i]
        for (let k = 0; k < n; k++) x[from + k] -= blocks[at++] * value
      }
    }
  }
}

/** z ← D⁻¹ y of one block. */
function scaleBlock(blocks: Float64Array, d: number, n: number, y: Float64Array, from: number, z: Float64Array, to: number): void {
  if (n === 2) {
    const a = y[from]
    const b = y[from + 1]
    z[to] = 0 + blocks[d] * a + blocks[d + 1] * b
    z[to + 1] = 0 + blocks[d + 2] * a + blocks[d + 3] * b
    return
  }
  if (n === 3) {
    const a = y[from]
    const b = y[from + 1]
    const c = y[from + 2]
    z[to] = 0 + blocks[d] * a + blocks[d + 1] * b + blocks[d + 2] * c
    z[to + 1] = 0 + blocks[d + 3] * a + blocks[d + 4] * b + blocks[d + 5] * c
    z[to + 2] = 0 + blocks[d + 6] * a + blocks[d + 7] * b + blocks[d + 8] * c
    return
  }
  if (n === 5) {
    const y0 = y[from]
    const y1 = y[from + 1]
    const y2 = y[from + 2]
    const y3 = y[from + 3]
    const y4 = y[from + 4]
    for (let i = 0, at = d; i < 5; i++, at += 5) {
      z[to + i] = 0 + blocks[at] * y0 + blocks[at + 1] * y1 + blocks[at + 2] * y2 + blocks[at + 3] * y3 + blocks[at + 4] * y4
    }
    return
  }
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let k = 0; k < n; k++) sum += blocks[d + i * n + k] * y[from + k]
    column[i] = sum
  }
  for (let i = 0; i < n; i++) z[to + i] = column[i]
}

/** z ← D⁻¹ y of system g; y and z begin at the system's first vector. */
export function scaleBlocks(plan: Elimination, g: number, blocks: Float64Array, y: Float64Array, at: number, z: Float64Array): void {
  const { start, size, vector, diagonal } = plan
  const base = vector[start[g]]
  for (let p = start[g]; p < start[g + 1]; p++) scaleBlock(blocks, diagonal[p], size[p], y, at + vector[p] - base, z, vector[p] - base)
}

/** The blocks of A⁻¹ of the system last asked for, laid out as its factor. */
export const inverse: { blocks: Float64Array } = { blocks: new Float64Array(64) }

/** Last position first: Z_qp = −Σ Z_qr L_rp, Z_pp = D_p⁻¹ − Σ L_rpᵀ Z_rp. */
export function selectInverse(plan: Elimination, g: number, blocks: Float64Array): void {
  const { start, below, row, block, size, diagonal, update, target } = plan
  if (inverse.blocks.length < plan.blockLength) inverse.blocks = new Float64Array(plan.blockLength * 2)
  const Z = inverse.blocks
  for (let p = start[g + 1] - 1; p >= start[g]; p--) {
    const n = size[p]
    const first = below[p]
    const count = below[p + 1] - first
    const d = diagonal[p]
    for (let i = 0; i < n * n; i++) Z[d + i] = blocks[d + i]
    for (let i = 0; i < count; i++) {
      const q = size[row[first + i]]
      const to = block[first + i]
      for (let k = 0; k < q * n; k++) Z[to + k] = 0
      for (let m = 0; m < count; m++) {
        const r = size[row[first + m]]
        const upper = i >= m
        const at = target[update[p] + (upper ? (i * (i + 1)) / 2 + m : (m * (m + 1)) / 2 + i)]
        const l = block[first + m]
        for (let a = 0; a < q; a++) {
          for (let b = 0; b < r; b++) {
            const z = upper ? Z[at + a * r + b] : Z[at + b * q + a]
            for (let c = 0; c < n; c++) Z[to + a * n + c] -= z * blocks[l + b * n + c]
          }
        }
      }
      for (let a = 0; a < n; a++) {
        for (let c = 0; c < n; c++) {
          let sum = 0
          for (let b = 0; b < q; b++) sum += blocks[to + b * n + a] * Z[to + b * n + c]
          Z[d + a * n + c] -= sum
        }
      }
    }
  }
}
