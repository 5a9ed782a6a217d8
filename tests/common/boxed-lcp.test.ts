/** The box problem against brute force over which rows are free, at their lower or at their upper bound. */

import { expect, it } from 'vitest'
import { solveBoxedLcp } from '../../src/common/solver/boxed-lcp.ts'
import { createRandom } from './random.ts'

/** Solves A x = b by Gauss with pivots; null if singular. */
function solve(A: number[][], b: number[]): number[] | null {
  const n = b.length
  const M = A.map((row, i) => [...row, b[i]!])
  for (let c = 0; c < n; c++) {
    let best = c
    for (let r = c; r < n; r++) if (Math.abs(M[r]![c]!) > Math.abs(M[best]![c]!)) best = r
    ;[M[c], M[best]] = [M[best]!, M[c]!]
    if (Math.abs(M[c]![c]!) < 1e-12) return null
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const f = M[r]![c]! / M[c]![c]!
      for (let k = c; k <= n; k++) M[r]![k]! -= f * M[c]![k]!
    }
  }
  return M.map((row, i) => row[n]! / row[i]!)
}

/** The one λ that meets all conditions, found by trying every set of free rows. */
function bruteForce(H: number[][], g: number[], low: number[], high: number[]): number[] {
  const n = g.length
  for (let code = 0; code < 3 ** n; code++) {
    const where = Array.from({ length: n }, (_, i) => Math.floor(code / 3 ** i) % 3)
    const free = where.flatMap((w, i) => (w === 0 ? [i] : []))
    const lambda = where.map((w, i) => (w === 1 ? low[i]! : w === 2 ? high[i]! : 0))
    if (lambda.some((value) => !Number.isFinite(value))) continue
    const x = solve(
      free.map((i) => free.map((k) => H[i]![k]!)),
      free.map((i) => -g[i]! - lambda.reduce((sum, value, k) => sum + (where[k] === 0 ? 0 : H[i]![k]! * value), 0)),
    )
    if (!x) continue
    free.forEach((i, k) => (lambda[i] = x[k]!))
    const right = lambda.every((value, i) => {
      const residual = g[i]! + lambda.reduce((sum, other, k) => sum + H[i]![k]! * other, 0)
      if (where[i] === 1) return residual >= -1e-9
      if (where[i] === 2) return residual <= 1e-9
      return value >= low[i]! - 1e-9 && value <= high[i]! + 1e-9
    })
    if (right) return lambda
  }
  throw new Error('no solution')
}

it('finds what trying every set of free rows finds', () => {
  const random = createRandom(11)
  for (let round = 0; round < 150; round++) {
    const n = 1 + Math.floor(random() * 6)
    const J = Array.from({ length: n }, () => Array.from({ length: n + 1 }, () => random() * 2 - 1))
    const H = J.map((a) => J.map((b) => a.reduce((sum, value, k) => sum + value * b[k]!, 0)))
    const g = J.map(() => random() * 4 - 2)
    const low = J.map(() => (random() < 0.3 ? -Infinity : -random()))
    const high = J.map(() => (random() < 0.3 ? Infinity : random()))
    const lambda = new Float64Array(n)
    solveBoxedLcp(Float64Array.from(H.flat()), 0, n, Float64Array.from(g), Float64Array.from(low), Float64Array.from(high), lambda)
    const expected = bruteForce(H, g, low, high)
    const size = Math.max(1, ...expected.map(Math.abs))
    for (let i = 0; i < n; i++) expect(Math.abs(lambda[i]! - expected[i]!) / size).toBeLessThan(1e-6)
  }
})

/**
 * By how much λ misses the conditions, in units of the largest number in the problem: residual 0 within the bounds, not negative at the
 * lower one and not positive at the upper one.
 */
function violation(H: number[][], g: number[], low: number[], high: number[], lambda: Float64Array): number {
  let worst = 0
  let scale = 0
  for (let i = 0; i < g.length; i++) {
    const parts = H[i]!.map((value, k) => value * lambda[k]!)
    const residual = g[i]! + parts.reduce((sum, part) => sum + part, 0)
    scale = Math.max(scale, Math.abs(g[i]!), ...parts.map(Math.abs))
    const wrong = lambda[i] === low[i] ? -residual : lambda[i] === high[i] ? residual : Math.abs(residual)
    worst = Math.max(worst, wrong)
  }
  return worst / scale
}

it('meets the conditions in problems of up to 40 rows', () => {
  const random = createRandom(23)
  for (let round = 0; round < 60; round++) {
    const n = 10 + Math.floor(random() * 31)
    // Rows of a chain, each coupled to the next ones, under masses of 1 to 10.
    const weights = Array.from({ length: n + 2 }, () => 10 ** random())
    const J = Array.from({ length: n }, (_, i) => Array.from({ length: n + 2 }, (_, k) => (k >= i && k <= i + 2 ? random() * 2 - 1 : 0)))
    const H = J.map((a) => J.map((b) => a.reduce((sum, value, k) => sum + (value * b[k]!) / weights[k]!, 0)))
    const g = J.map(() => random() * 4 - 2)
    const low = J.map(() => (random() < 0.3 ? -Infinity : random() < 0.5 ? 0 : -4 * random()))
    const high = J.map(() => (random() < 0.3 ? Infinity : 4 * random()))
    const lambda = new Float64Array(n)
    solveBoxedLcp(Float64Array.from(H.flat()), 0, n, Float64Array.from(g), Float64Array.from(low), Float64Array.from(high), lambda)
    expect(violation(H, g, low, high, lambda)).toBeLessThan(1e-9)
  }
})

it('shares a load between rows that say the same', () => {
  const H = Float64Array.from([2, 2, 2, 2])
  const lambda = new Float64Array(2)
  const none = Float64Array.from([-Infinity, -Infinity])
  solveBoxedLcp(H, 0, 2, Float64Array.from([-4, -4]), none, Float64Array.from([Infinity, Infinity]), lambda)
  expect(lambda[0]! + lambda[1]!).toBeCloseTo(2, 9)
})

it('leaves rows without mobility and problems without numbers alone', () => {
  const lambda = Float64Array.from([0, 0])
  const bounds = Float64Array.from([Infinity, Infinity])
  const below = Float64Array.from([-Infinity, -Infinity])
  solveBoxedLcp(Float64Array.from([0, 0, 0, 1]), 0, 2, Float64Array.from([1, -3]), below, bounds, lambda)
  expect([...lambda]).toEqual([0, 3])
  solveBoxedLcp(Float64Array.from([1, 0, 0, 1]), 0, 2, Float64Array.from([NaN, 1]), below, bounds, lambda)
  expect([...lambda]).toEqual([0, 3])
})
