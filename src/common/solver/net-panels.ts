/**
 * The numbers of a net's system in dense panels (`net-factor.ts` has the layout), and the factorisation in place. Right-looking: a panel is
 * copied to a buffer with contiguous rows, factored there, its update subtracted from the panels that its rows belong to, and written back.
 * Products are made in tiles of 3 × 3: nine sums in registers, six numbers read for nine multiplications. So the unknowns of a node are
 * three, or six.
 */

import { roomFor } from '../memory/growing.ts'
import { LONG_ROUNDING } from '../math/rounding.ts'
import type { Supernodes } from './supernodes.ts'

/** Columns of a strip. */
const STRIP = 6

export class NetPanels {
  count = 0
  entries = 0
  work = 0
  /** Per panel: its first unknown, its rows (its own first; of three the first) and its first number. */
  first: Int32Array = new Int32Array(16)
  rowStart: Int32Array = new Int32Array(16)
  row: Int32Array = new Int32Array(16)
  panelStart: Int32Array = new Int32Array(16)
  values: Float64Array = new Float64Array(64)

  private plan: Supernodes | null = null
  private width = 3
  /**
   * L D and L of the panel at work, row by row; three rows stand column by column. The diagonal of the system as it was given; places of
   * rows in another panel.
   */
  private scaled: Float64Array = new Float64Array(64)
  private lower: Float64Array = new Float64Array(64)
  private own: Float64Array = new Float64Array(16)
  private local: Int32Array = new Int32Array(16)
  private largest = 0

  layOut(plan: Supernodes, width: number): void {
    const { count } = plan
    this.plan = plan
    this.width = width
    this.count = count
    this.first = roomFor(this.first, count + 1)
    this.rowStart = roomFor(this.rowStart, count + 1)
    this.panelStart = roomFor(this.panelStart, count + 1)
    const { first, rowStart, panelStart } = this
    let rows = 0
    this.entries = 0
    this.work = 0
    this.largest = 0
    for (let s = 0; s < count; s++) {
      first[s] = plan.first[s] * width
      rowStart[s] = rows
      panelStart[s] = this.entries
      const n = (plan.first[s + 1] - plan.first[s]) * width
      const r = n + (plan.below[s + 1] - plan.below[s]) * width
      rows += r / 3
      for (let c = 0; c < n; c += STRIP) this.entries += Math.min(STRIP, n - c) * (r - c)
      for (let k = 0; k < n; k++) this.work += ((r - k) * (r - k - 1)) / 2
      this.largest = Math.max(this.largest, n * r)
    }
    first[count] = plan.nodes * width
    rowStart[count] = rows
    panelStart[count] = this.entries
    this.row = roomFor(this.row, rows)
    const { row } = this
    for (let s = 0, to = 0; s < count; s++) {
      for (let k = first[s]; k < first[s + 1]; k += 3) row[to++] = k
      for (let e = plan.below[s]; e < plan.below[s + 1]; e++) for (let i = 0; i < width; i += 3) row[to++] = plan.row[e] * width + i
    }
  }

  clear(): void {
    const length = this.first[this.count]
    if (this.values.length < this.entries) this.values = new Float64Array(Math.max(this.entries, this.values.length * 2))
    else this.values.fill(0, 0, this.entries)
    this.own = roomFor(this.own, length)
    this.local = roomFor(this.local, length)
    this.lower = roomFor(this.lower, this.largest)
    this.scaled = roomFor(this.scaled, this.largest)
  }

  /**
   * Adds a block at place p ≥ q, rows of p and columns of q: that of row i and column k is source[at + i · down + k · right]. Of p = q the
   * lower half is read.
   */
  add(p: number, q: number, source: Float64Array, at: number, down: number, right: number): void {
    const { width, values } = this
    const { first, of, below, row } = this.plan!
    const s = of[q]
    let r = p - first[s]
    if (of[p] !== s) {
      let low = below[s]
      let high = below[s + 1] - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if (row[middle] < p) low = middle + 1
        else high = middle
      }
      r = first[s + 1] - first[s] + low - below[s]
    }
    const c = (q - first[s]) * width
    for (let i = 0; i < width; i++) {
      const end = p === q ? i + 1 : width
      for (let k = 0; k < end; k++) values[this.offset(s, r * width + i, c + k)] += source[at + i * down + k * right]
    }
  }

  private rows(s: number): number {
    return (this.rowStart[s + 1] - this.rowStart[s]) * 3
  }

  /** Where row i, column k of panel s stands. */
  private offset(s: number, i: number, k: number): number {
    const n = this.first[s + 1] - this.first[s]
    const r = this.rows(s)
    const strip = (k / STRIP) | 0
    const c = strip * STRIP
    const wide = Math.min(STRIP, n - c)
    return this.panelStart[s] + c * r - ((strip * (strip - 1)) / 2) * STRIP * STRIP + (i - c) * wide + k - c
  }

  factor(): boolean {
    const { count, first, values, own } = this
    for (let s = 0; s < count; s++) {
      for (let k = first[s]; k < first[s + 1]; k++) own[k] = values[this.offset(s, k - first[s], k - first[s])]
    }
    for (let s = 0; s < count; s++) {
      this.unpack(s)
      if (!this.factorColumns(s)) return false
      this.update(s)
      this.pack(s)
    }
    return true
  }

  private unpack(s: number): void {
    const { values, scaled } = this
    const n = this.first[s + 1] - this.first[s]
    const r = this.rows(s)
    let at = this.panelStart[s]
    for (let c = 0; c < n; c += STRIP) {
      const wide = Math.min(STRIP, n - c)
      for (let i = c; i < r; i += 3) {
        for (let a = 0; a < 3; a++) for (let k = 0, to = i * n + c * 3 + a; k < wide; k++, to += 3) scaled[to] = values[at++]
      }
    }
  }

  private pack(s: number): void {
    const { values, lower } = this
    const n = this.first[s + 1] - this.first[s]
    const r = this.rows(s)
    let at = this.panelStart[s]
    for (let c = 0; c < n; c += STRIP) {
      const wide = Math.min(STRIP, n - c)
      for (let i = c; i < r; i += 3) {
        for (let a = 0; a < 3; a++) for (let k = 0, from = i * n + c * 3 + a; k < wide; k++, from += 3) values[at++] = lower[from]
      }
    }
  }

  /** The panel's own columns, three at a time. Leaves L in `lower`, with 1 / D on the diagonal, and L D in `scaled`. */
  private factorColumns(s: number): boolean {
    const { scaled, lower, own } = this
    const f = this.first[s]
    const n = this.first[s + 1] - f
    const r = this.rows(s)
    for (let c = 0; c < n; c += 3) {
      for (let i = c; i < r; i += 3) subtractTile(scaled, i * n, lower, c * n, c, scaled, i * n + 3 * c, 1, 3)
      const d = c * n + 3 * c
      const a00 = scaled[d]
      const a10 = scaled[d + 1]
      const a20 = scaled[d + 2]
      if (!(a00 > LONG_ROUNDING * own[f + c])) return false
      const i0 = 1 / a00
      const l10 = a10 * i0
      const l20 = a20 * i0
      const a11 = scaled[d + 4] - l10 * a10
      const a21 = scaled[d + 5] - l10 * a20
      if (!(a11 > LONG_ROUNDING * own[f + c + 1])) return false
      const i1 = 1 / a11
      const l21 = a21 * i1
      const a22 = scaled[d + 8] - l20 * a20 - l21 * a21
      if (!(a22 > LONG_ROUNDING * own[f + c + 2])) return false
      const i2 = 1 / a22
      lower[d] = i0
      lower[d + 1] = l10
      lower[d + 2] = l20
      lower[d + 4] = i1
      lower[d + 5] = l21
      lower[d + 8] = i2
      for (let i = c + 3; i < r; i += 3) {
        for (let o = i * n + 3 * c, end = o + 3; o < end; o++) {
          const a = scaled[o]
          const b = scaled[o + 3] - a * l10
          const e = scaled[o + 6] - a * l20 - b * l21
          scaled[o + 3] = b
          scaled[o + 6] = e
          lower[o] = a * i0
          lower[o + 3] = b * i1
          lower[o + 6] = e * i2
        }
      }
    }
    return true
  }

  /** Subtracts L D Lᵀ of the rows below panel s from the panels of those rows. */
  private update(s: number): void {
    const { width, first, values, scaled, lower, local } = this
    const plan = this.plan!
    const n = first[s + 1] - first[s]
    const past = plan.below[s + 1]
    for (let e = plan.below[s]; e < past; ) {
      const t = plan.of[plan.row[e]]
      this.locate(s, t, e)
      const own = first[t + 1] - first[t]
      const end = plan.first[t + 1]
      for (; e < past && plan.row[e] < end; e++) {
        const column = (plan.row[e] - plan.first[t]) * width
        const j = (n + (e - plan.below[s]) * width) * n
        for (let c = 0; c < width; c += 3) {
          const strip = ((column + c) / STRIP) | 0
          const wide = Math.min(STRIP, own - strip * STRIP)
          const base = this.offset(t, 0, column + c)
          for (let m = e; m < past; m++) {
            const i = (n + (m - plan.below[s]) * width) * n
            const to = base + local[m - plan.below[s]] * wide
            for (let b = m === e ? c : 0; b < width; b += 3) subtractTile(scaled, i + b * n, lower, j + c * n, n, values, to + b * wide, wide, 1)
          }
        }
      }
    }
  }

  /** Where the rows of panel s from `from` on stand among those of panel t. */
  private locate(s: number, t: number, from: number): void {
    const { width, local } = this
    const { first, below, row } = this.plan!
    const start = first[t]
    const end = first[t + 1]
    const past = below[s + 1]
    let m = from
    for (; m < past && row[m] < end; m++) local[m - below[s]] = (row[m] - start) * width
    let u = below[t]
    for (; m < past; m++) {
      while (row[u] < row[m]) u++
      local[m - below[s]] = (end - start + u - below[t]) * width
    }
  }
}

/**
 * out −= V Wᵀ for three rows of V and of W, n long; next rows of the product go `down` further, next columns `right`. Masks tell the
 * compiler that indices do not overflow.
 */
function subtractTile(
  V: Float64Array, v: number, W: Float64Array, w: number, n: number, out: Float64Array, to: number, down: number, right: number,
): void {
  let s00 = 0
  let s01 = 0
  let s02 = 0
  let s10 = 0
  let s11 = 0
  let s12 = 0
  let s20 = 0
  let s21 = 0
  let s22 = 0
  for (let k = 0; k < n; k++) {
    const i = v & 0x3fffffff
    const j = w & 0x3fffffff
    const v0 = V[i]
    const v1 = V[i + 1]
    const v2 = V[i + 2]
    const w0 = W[j]
    const w1 = W[j + 1]
    const w2 = W[j + 2]
    s00 += v0 * w0
    s01 += v0 * w1
    s02 += v0 * w2
    s10 += v1 * w0
    s11 += v1 * w1
    s12 += v1 * w2
    s20 += v2 * w0
    s21 += v2 * w1
    s22 += v2 * w2
    v = i + 3
    w = j + 3
  }
  out[to] -= s00
  out[to + right] -= s01
  out[to + right + right] -= s02
  to += down
  out[to] -= s10
  out[to + right] -= s11
  out[to + right + right] -= s12
  to += down
  out[to] -= s20
  out[to + right] -= s21
  out[to + right + right] -= s22
}
