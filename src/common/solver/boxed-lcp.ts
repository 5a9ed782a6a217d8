/**
 * Boxed LCP: λ between low and high with (H λ + g) = 0 where λ is free, ≥ 0 at the lower and ≤ 0 at the upper bound. H is symmetric and
 * positive semidefinite with a positive diagonal. Active limits, motors at their greatest force and friction are all of this form.
 *
 * Projected Gauss–Seidel sweeps find the active set, the rows at a bound; then the free rows are solved exactly (subspace step), as far as
 * the first bound on the way. Both only ever lower ½ λᵀHλ + gᵀλ, so the two in turn reach the solution, in a few rounds.
 */

import { LONG_ROUNDING } from '../math/rounding.ts'
import { CONSTRAINT_REGULARIZATION, LCP_SWEEPS, MAX_LCP_ROWS, MAX_PASSES } from '../tuning.ts'

const residual = new Float64Array(MAX_LCP_ROWS)
const free = new Int32Array(MAX_LCP_ROWS)
const L = new Float64Array(MAX_LCP_ROWS * MAX_LCP_ROWS)
const x = new Float64Array(MAX_LCP_ROWS)

/** H at `at`, n × n. Changes λ from whatever it is. */
export function solveBoxedLcp(
  H: Float64Array, at: number, n: number, g: Float64Array, low: Float64Array, high: Float64Array, lambda: Float64Array,
): void {
  let scale = 0
  for (let i = 0; i < n; i++) {
    let sum = g[i]
    let largest = Math.abs(g[i])
    for (let k = 0; k < n; k++) {
      const part = H[at + i * n + k] * lambda[k]
      sum += part
      largest = Math.max(largest, Math.abs(part))
    }
    residual[i] = sum
    scale = Math.max(scale, largest)
  }
  if (!(scale > 0) || !(scale < Infinity)) return
  for (let round = 0; round < MAX_PASSES; round++) {
    let largest = 0
    // The rows at a bound are most often those of the solve before: one sweep tells.
    const sweeps = round === 0 ? 1 : LCP_SWEEPS
    for (let sweep = 0; sweep < sweeps; sweep++) {
      largest = 0
      for (let i = 0; i < n; i++) largest = Math.max(largest, relaxRow(H, at, n, i, low, high, lambda))
      if (largest <= LONG_ROUNDING * scale) return
    }
    solveFree(H, at, n, low, high, lambda)
  }
}

/** One Gauss–Seidel step of a row. Returns its residual. */
function relaxRow(H: Float64Array, at: number, n: number, i: number, low: Float64Array, high: Float64Array, lambda: Float64Array): number {
  const diagonal = H[at + i * n + i]
  if (!(diagonal > 0)) return 0
  let next = lambda[i] - residual[i] / diagonal
  if (next < low[i]) next = low[i]
  else if (next > high[i]) next = high[i]
  const change = next - lambda[i]
  if (change === 0) return 0
  lambda[i] = next
  for (let k = 0; k < n; k++) residual[k] += H[at + i * n + k] * change
  return Math.abs(change) * diagonal
}

/** The rows strictly between their bounds, exactly; then all of them as far as the first bound. */
function solveFree(H: Float64Array, at: number, n: number, low: Float64Array, high: Float64Array, lambda: Float64Array): void {
  let m = 0
  for (let i = 0; i < n; i++) if (H[at + i * n + i] > 0 && lambda[i] > low[i] && lambda[i] < high[i]) free[m++] = i
  if (m < 2) return
  for (let i = 0; i < m; i++) {
    const row = at + free[i] * n
    for (let k = 0; k <= i; k++) {
      let sum = H[row + free[k]]
      if (i === k) sum *= 1 + CONSTRAINT_REGULARIZATION
      for (let c = 0; c < k; c++) sum -= L[i * m + c] * L[k * m + c] * L[c * m + c]
      if (i !== k) L[i * m + k] = L[k * m + k] > 0 ? sum / L[k * m + k] : 0
      else L[i * m + i] = sum > LONG_ROUNDING * H[row + free[i]] ? sum : 0
    }
    let sum = -residual[free[i]]
    for (let c = 0; c < i; c++) sum -= L[i * m + c] * x[c]
    x[i] = sum
  }
  for (let i = m - 1; i >= 0; i--) {
    const pivot = L[i * m + i]
    let sum = pivot > 0 ? x[i] / pivot : 0
    for (let c = i + 1; c < m; c++) sum -= L[c * m + i] * x[c]
    x[i] = pivot > 0 ? sum : 0
  }
  let step = 1
  for (let i = 0; i < m; i++) {
    const k = free[i]
    if (x[i] > 0 && x[i] * step > high[k] - lambda[k]) step = (high[k] - lambda[k]) / x[i]
    else if (x[i] < 0 && x[i] * step < low[k] - lambda[k]) step = (low[k] - lambda[k]) / x[i]
  }
  for (let i = 0; i < m; i++) {
    const k = free[i]
    const change = x[i] * step
    lambda[k] = Math.min(high[k], Math.max(low[k], lambda[k] + change))
    for (let c = 0; c < n; c++) residual[c] += H[at + k * n + c] * change
  }
}
