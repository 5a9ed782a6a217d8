/**
 * Forward and backward substitution over the panels of a net (`net-factor.ts` has the layout): y ← L⁻¹ y, then y ← L⁻ᵀ D⁻¹ y. The whole
 * time of a solve is here, and it is one multiplication per number read: strips of six and three columns are written out, their unknowns
 * held in locals while the rows go by.
 *
 * Two things are there for the compiler only, and took the time down by a quarter: `& 0x3fffffff`, more than any index, tells it that
 * adding to one cannot overflow (a constant of a module may not do, bundlers make variables of those), and values of y written back
 * unchanged keep it from checking eighteen indices before it reads the first number.
 */

import type { NetPanels } from './net-panels.ts'

export function passForward(panels: NetPanels, y: Float64Array): void {
  const { count, first, rowStart, row, panelStart, values } = panels
  for (let s = 0; s < count; s++) {
    const to = rowStart[s + 1]
    const past = first[s + 1]
    let at = panelStart[s]
    let from = rowStart[s]
    for (let f = first[s]; f < past; f += 6) {
      const n = Math.min(6, past - f)
      if (n === 6) forwardSix(values, at, y, f, row, from, to)
      else forwardThree(values, at, y, f, row, from, to)
      at += n * 3 * (to - from)
      from += n / 3
    }
  }
}

export function passBack(panels: NetPanels, y: Float64Array): void {
  const { count, first, rowStart, row, panelStart, values } = panels
  for (let s = count - 1; s >= 0; s--) {
    const to = rowStart[s + 1]
    const past = first[s + 1]
    let at = panelStart[s + 1]
    let n = (past - first[s]) % 6 || 6
    let from = rowStart[s] + (past - first[s]) / 3
    for (let f = past - n; f >= first[s]; f -= 6) {
      from -= n / 3
      at -= n * 3 * (to - from)
      if (n === 6) backSix(values, at, y, f, row, from, to)
      else backThree(values, at, y, f, row, from, to)
      n = 6
    }
  }
}

/** A strip of six columns: `at` its first number, f its first unknown, row[from] … row[to − 1] its rows, three by three. */
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
  let q = at + 36
  for (let i = from + 2; i < to; i++) {
    const o = q & 0x3fffffff
    const r = row[i] & 0x3fffffff
    y[r] -= L[o] * a + L[o + 1] * b + (L[o + 2] * c + L[o + 3] * d) + (L[o + 4] * e + L[o + 5] * g)
    y[r + 1] -= L[o + 6] * a + L[o + 7] * b + (L[o + 8] * c + L[o + 9] * d) + (L[o + 10] * e + L[o + 11] * g)
    y[r + 2] -= L[o + 12] * a + L[o + 13] * b + (L[o + 14] * c + L[o + 15] * d) + (L[o + 16] * e + L[o + 17] * g)
    q = o + 18
  }
}

function backSix(L: Float64Array, at: number, y: Float64Array, f: number, row: Int32Array, from: number, to: number): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let e = 0
  let g = 0
  let q = at + 36
  for (let i = from + 2; i < to; i++) {
    const o = q & 0x3fffffff
    const r = row[i] & 0x3fffffff
    let v = y[r]
    a += L[o] * v
    b += L[o + 1] * v
    c += L[o + 2] * v
    d += L[o + 3] * v
    e += L[o + 4] * v
    g += L[o + 5] * v
    y[r] = v
    v = y[r + 1]
    a += L[o + 6] * v
    b += L[o + 7] * v
    c += L[o + 8] * v
    d += L[o + 9] * v
    e += L[o + 10] * v
    g += L[o + 11] * v
    y[r + 1] = v
    v = y[r + 2]
    a += L[o + 12] * v
    b += L[o + 13] * v
    c += L[o + 14] * v
    d += L[o + 15] * v
    e += L[o + 16] * v
    g += L[o + 17] * v
    q = o + 18
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
  let q = at + 9
  for (let i = from + 1; i < to; i++) {
    const o = q & 0x3fffffff
    const r = row[i] & 0x3fffffff
    y[r] -= L[o] * a + L[o + 1] * b + L[o + 2] * c
    y[r + 1] -= L[o + 3] * a + L[o + 4] * b + L[o + 5] * c
    y[r + 2] -= L[o + 6] * a + L[o + 7] * b + L[o + 8] * c
    q = o + 9
  }
}

function backThree(L: Float64Array, at: number, y: Float64Array, f: number, row: Int32Array, from: number, to: number): void {
  let a = 0
  let b = 0
  let c = 0
  let q = at + 9
  for (let i = from + 1; i < to; i++) {
    const o = q & 0x3fffffff
    const r = row[i] & 0x3fffffff
    const u = y[r]
    const v = y[r + 1]
    const w = y[r + 2]
    a += L[o] * u + L[o + 3] * v + L[o + 6] * w
    b += L[o + 1] * u + L[o + 4] * v + L[o + 7] * w
    c += L[o + 2] * u + L[o + 5] * v + L[o + 8] * w
    q = o + 9
  }
  c = y[f + 2] * L[at + 8] - c
  b = y[f + 1] * L[at + 4] - b - L[at + 7] * c
  y[f] = y[f] * L[at] - a - L[at + 6] * c - L[at + 3] * b
  y[f + 1] = b
  y[f + 2] = c
}
