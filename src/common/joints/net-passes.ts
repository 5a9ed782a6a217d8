/**
 * The two passes of a solve over the panels of a net (`net-factor.ts` has the layout): y ← L⁻¹ y, then y ← L⁻ᵀ D⁻¹ y. The whole time of a solve is here, and it
 * is one multiplication per number read: six and three columns are written out, their unknowns held in locals while the rows go by.
 */

import type { NetPanels } from './net-panels.ts'

export function passForward(panels: NetPanels, y: Float64Array): void {
  const { count, first, rowStart, row, panelStart, values } = panels
  for (let s = 0; s < count; s++) {
    const to = rowStart[s + 1]
    const past = first[s + 1]
    let at = panelStart[s]
    let from = rowStart[s]
    let f = first[s]
    for (; f + 6 <= past; f += 6) {
      forwardSix(values, at, y, f, row, from, to)
      at += 6 * (to - from)
      from += 6
    }
    if (f + 3 === past) forwardThree(values, at, y, f, row, from, to)
    else if (f < past) forward(values, at, y, f, past - f, row, from, to)
  }
}

export function passBack(panels: NetPanels, y: Float64Array): void {
  const { count, first, rowStart, row, panelStart, values } = panels
  for (let s = count - 1; s >= 0; s--) {
    const to = rowStart[s + 1]
    const past = first[s + 1]
    const own = past - first[s]
    const tail = own % 6
    let at = panelStart[s + 1]
    let from = rowStart[s] + own - tail
    let f = past - tail
    if (tail > 0) {
      at -= tail * (to - from)
      if (tail === 3) backThree(values, at, y, f, row, from, to)
      else back(values, at, y, f, tail, row, from, to)
    }
    for (f -= 6; f >= first[s]; f -= 6) {
      from -= 6
      at -= 6 * (to - from)
      backSix(values, at, y, f, row, from, to)
    }
  }
}

/** A strip of six columns: `at` its first number, f its first unknown, row[from] … row[to − 1] its rows. */
function forwardSix(L: Float64Array, at: number, y: Float64Array, f: number, row: Int32Array, from: number, to: number): void {
  const a = y[f]
  const b = y[f + 1] - L[at + 6] * a
  const c = y[f + 2] - L[at + 12] * a - L[at + 13] * b
  const d = y[f + 3] - L[at + 18] * a - L[at + 19] * b - L[at + 20] * c
  const e = y[f + 4] - L[at + 24] * a - L[at + 25] * b - L[at + 26] * c - L[at + 27] * d
  const g = y[f + 5] - L[at + 30] * a - L[at + 31] * b - L[at + 32] * c - L[at + 33] * d - L[at + 34] * e
  y[f + 1] = b
  y[f + 2] = c
  y[f + 3] = d
  y[f + 4] = e
  y[f + 5] = g
  let o = at + 36
  for (let i = from + 6; i < to; i++) {
    const r = row[i]
    y[r] -= L[o] * a + L[o + 1] * b + (L[o + 2] * c + L[o + 3] * d) + (L[o + 4] * e + L[o + 5] * g)
    o += 6
  }
}

function backSix(L: Float64Array, at: number, y: Float64Array, f: number, row: Int32Array, from: number, to: number): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let e = 0
  let g = 0
  let o = at + 36
  for (let i = from + 6; i < to; i++) {
    const v = y[row[i]]
    a += L[o] * v
    b += L[o + 1] * v
    c += L[o + 2] * v
    d += L[o + 3] * v
    e += L[o + 4] * v
    g += L[o + 5] * v
    o += 6
  }
  g = y[f + 5] * L[at + 35] - g
  e = y[f + 4] * L[at + 28] - e - L[at + 34] * g
  d = y[f + 3] * L[at + 21] - d - L[at + 33] * g - L[at + 27] * e
  c = y[f + 2] * L[at + 14] - c - L[at + 32] * g - L[at + 26] * e - L[at + 20] * d
  b = y[f + 1] * L[at + 7] - b - L[at + 31] * g - L[at + 25] * e - L[at + 19] * d - L[at + 13] * c
  y[f] = y[f] * L[at] - a - L[at + 30] * g - L[at + 24] * e - L[at + 18] * d - L[at + 12] * c - L[at + 6] * b
  y[f + 1] = b
  y[f + 2] = c
  y[f + 3] = d
  y[f + 4] = e
  y[f + 5] = g
}

function forwardThree(L: Float64Array, at: number, y: Float64Array, f: number, row: Int32Array, from: number, to: number): void {
  const a = y[f]
  const b = y[f + 1] - L[at + 3] * a
  const c = y[f + 2] - L[at + 6] * a - L[at + 7] * b
  y[f + 1] = b
  y[f + 2] = c
  let o = at + 9
  for (let i = from + 3; i < to; i++) {
    y[row[i]] -= L[o] * a + L[o + 1] * b + L[o + 2] * c
    o += 3
  }
}

function backThree(L: Float64Array, at: number, y: Float64Array, f: number, row: Int32Array, from: number, to: number): void {
  let a = 0
  let b = 0
  let c = 0
  let o = at + 9
  for (let i = from + 3; i < to; i++) {
    const v = y[row[i]]
    a += L[o] * v
    b += L[o + 1] * v
    c += L[o + 2] * v
    o += 3
  }
  c = y[f + 2] * L[at + 8] - c
  b = y[f + 1] * L[at + 4] - b - L[at + 7] * c
  y[f] = y[f] * L[at] - a - L[at + 6] * c - L[at + 3] * b
  y[f + 1] = b
  y[f + 2] = c
}

/** A strip of n columns. */
function forward(L: Float64Array, at: number, y: Float64Array, f: number, n: number, row: Int32Array, from: number, to: number): void {
  let o = at
  for (let i = from; i < to; i++) {
    const own = Math.min(i - from, n)
    let sum = 0
    for (let k = 0; k < own; k++) sum += L[o + k] * y[f + k]
    y[row[i]] -= sum
    o += n
  }
}

function back(L: Float64Array, at: number, y: Float64Array, f: number, n: number, row: Int32Array, from: number, to: number): void {
  for (let k = n - 1; k >= 0; k--) {
    let sum = y[f + k] * L[at + k * n + k]
    for (let i = from + k + 1, o = at + (k + 1) * n + k; i < to; i++, o += n) sum -= L[o] * y[row[i]]
    y[f + k] = sum
  }
}
