import { describe, expect, it } from 'vitest'
import { Matrix, solveGaussSeidel, Vector } from '../../src/linear/index.ts'
import { createRandom } from '../common/random.ts'
import { eliminate, randomPositiveDefinite, randomVector } from './random-problems.ts'

/** Hodges 5.1 solves A x = b; here w = A λ + b, so the sign of his right-hand side turns. */
const RIGHT_HAND_SIDE = Vector.of(-6, -7)

/** Every way to put each unknown at its lower bound, at its upper bound or between: the one that fits all conditions on w. */
function enumerate(A: number[][], b: number[], lower: number[], upper: number[]): number[] {
  const n = b.length
  for (let code = 0; code < 3 ** n; code++) {
    const state = b.map((_, i) => Math.floor(code / 3 ** i) % 3)
    const lambda = state.map((s, i) => (s === 0 ? lower[i] : s === 1 ? upper[i] : 0))
    if (!lambda.every((value) => Number.isFinite(value))) continue
    const free = [...state.keys()].filter((i) => state[i] === 2)
    const inner = eliminate(
      free.map((i) => free.map((j) => A[i][j])),
      free.map((i) => -b[i] - lambda.reduce((sum, value, j) => sum + (state[j] === 2 ? 0 : A[i][j] * value), 0)),
    )
    if (inner === null) continue
    for (const [k, i] of free.entries()) lambda[i] = inner[k]
    const fits = state.every((s, i) => {
      const w = b[i] + lambda.reduce((sum, value, j) => sum + A[i][j] * value, 0)
      if (s === 0) return w >= -1e-12
      if (s === 1) return w <= 1e-12
      return lambda[i] >= lower[i] - 1e-12 && lambda[i] <= upper[i] + 1e-12
    })
    if (fits) return lambda
  }
  throw new Error('no complementary solution')
}

describe('the two examples of Hodges 5.1', () => {
  const divergent = Matrix.from([
    [1, 3],
    [4, 2],
  ])
  const convergent = Matrix.from([
    [3, 1],
    [2, 4],
  ])

  it('diverges sweep by sweep as printed', () => {
    const printed = [
      [6, -8.5],
      [31.5, -59.5],
      [184.5, -365.5],
      [1102.5, -2201.5],
      [6610.5, -13217.5],
    ]
    printed.forEach((expected, i) => {
      const report = solveGaussSeidel(divergent, RIGHT_HAND_SIDE, { maxSweeps: i + 1 })
      expect(report.solution.toArray()).toEqual(expected)
      expect(report.sweeps).toBe(i + 1)
      expect(report.converged).toBe(false)
    })
  })

  it('says that it diverges, and stops early', () => {
    const report = solveGaussSeidel(divergent, RIGHT_HAND_SIDE, { maxSweeps: 100000 })
    expect(report.diverged).toBe(true)
    expect(report.converged).toBe(false)
    expect(report.sweeps).toBeLessThan(20)
    expect(report.residual).toBeGreaterThan(1e8)
    expect(report.solution.toArray().every((value) => Number.isFinite(value))).toBe(true)
  })

  it('converges to (1.7, 0.9), through the printed values', () => {
    const printed = [
      [2, 0.75],
      [1.75, 0.88],
      [1.71, 0.9],
      [1.7, 0.9],
      [1.7, 0.9],
    ]
    printed.forEach((expected, i) => {
      const { solution } = solveGaussSeidel(convergent, RIGHT_HAND_SIDE, { maxSweeps: i + 1 })
      expect(Math.abs(solution.get(0) - expected[0])).toBeLessThanOrEqual(0.0051)
      expect(Math.abs(solution.get(1) - expected[1])).toBeLessThanOrEqual(0.0051)
    })
    const report = solveGaussSeidel(convergent, RIGHT_HAND_SIDE)
    expect(report.converged).toBe(true)
    expect(report.diverged).toBe(false)
    // The default tolerance, 1e-12 of a row's terms (14 here), times the size of the inverse (0.6).
    expect(report.solution.equals(Vector.of(1.7, 0.9), 1e-11)).toBe(true)
    expect(report.residual).toBeLessThan(1e-10)
  })

  it('holds the divergent matrix when bounds catch it', () => {
    const bounds = { lower: Vector.of(0, 0), upper: Vector.of(5, 5) }
    const report = solveGaussSeidel(divergent, RIGHT_HAND_SIDE, bounds)
    expect(report.converged).toBe(true)
    const w = divergent.multiplyVector(report.solution).add(RIGHT_HAND_SIDE)
    for (let i = 0; i < 2; i++) {
      const value = report.solution.get(i)
      if (value === 0) expect(w.get(i)).toBeGreaterThanOrEqual(0)
      else if (value === 5) expect(w.get(i)).toBeLessThanOrEqual(0)
      else expect(w.get(i)).toBeCloseTo(0, 10)
    }
  })
})

describe('bounded problems', () => {
  it('agrees with the enumeration of active sets', () => {
    const random = createRandom(1)
    const seen = { lower: 0, upper: 0, between: 0 }
    for (let round = 0; round < 150; round++) {
      const n = 1 + (round % 5)
      const A = randomPositiveDefinite(random, n, 0.2)
      const b = randomVector(random, n).scale(3)
      // Equations, contacts and motors mixed: no bounds, one bound, two bounds.
      const kinds = Array.from({ length: n }, () => Math.floor(random() * 3))
      const lower = Vector.from(kinds.map((kind) => (kind === 0 ? -Infinity : kind === 1 ? 0 : -random())))
      const upper = Vector.from(kinds.map((kind) => (kind === 2 ? random() : Infinity)))
      const report = solveGaussSeidel(A, b, { lower, upper, maxSweeps: 5000 })
      expect(report.converged).toBe(true)
      const truth = enumerate(A.toArray(), b.toArray(), lower.toArray(), upper.toArray())
      expect(report.solution.equals(Vector.from(truth), 1e-8), `round ${round}`).toBe(true)
      truth.forEach((value, i) => {
        if (value === lower.get(i)) seen.lower++
        else if (value === upper.get(i)) seen.upper++
        else seen.between++
      })
    }
    expect(Math.min(seen.lower, seen.upper, seen.between)).toBeGreaterThan(30)
  })

  it('clamps the accumulated value, not its change', () => {
    // From a start far above the answer the change is negative, below the lower bound 0, yet allowed.
    const A = Matrix.from([[2]])
    const report = solveGaussSeidel(A, Vector.of(-4), { lower: Vector.of(0), start: Vector.of(100) })
    expect(report.solution.toArray()).toEqual([2])
  })

  it('needs no sweep from the answer, and fewer from near it', () => {
    const random = createRandom(2)
    const A = randomPositiveDefinite(random, 8, 0.5)
    const b = randomVector(random, 8)
    const cold = solveGaussSeidel(A, b, { lower: new Vector(8), maxSweeps: 5000 })
    const warm = solveGaussSeidel(A, b.scale(1.0001), { lower: new Vector(8), start: cold.solution, maxSweeps: 5000, tolerance: 1e-8 })
    const again = solveGaussSeidel(A, b.scale(1.0001), { lower: new Vector(8), maxSweeps: 5000, tolerance: 1e-8 })
    expect(cold.converged && warm.converged && again.converged).toBe(true)
    expect(solveGaussSeidel(A, b, { lower: new Vector(8), start: cold.solution }).sweeps).toBe(0)
    expect(warm.sweeps).toBeLessThan(again.sweeps)
  })

  it('keeps fixed unknowns where they are', () => {
    const A = Matrix.from([
      [0, 1],
      [1, 2],
    ])
    const fixed = { lower: Vector.of(3, -Infinity), upper: Vector.of(3, Infinity) }
    expect(solveGaussSeidel(A, Vector.of(1, 1), fixed).solution.toArray()).toEqual([3, -2])
  })
})

describe('the report', () => {
  it('is honest about too few sweeps', () => {
    const A = randomPositiveDefinite(createRandom(3), 12, 0.01)
    const b = randomVector(createRandom(4), 12)
    const report = solveGaussSeidel(A, b, { maxSweeps: 3 })
    expect(report).toMatchObject({ sweeps: 3, converged: false, diverged: false })
    expect(report.residual).toBeCloseTo(A.multiplyVector(report.solution).add(b).maxAbs(), 12)
  })

  it('ends with finite numbers when they would overflow', () => {
    const A = Matrix.from([
      [1e-300, 1],
      [1, 1e-300],
    ])
    const report = solveGaussSeidel(A, Vector.of(1, 1))
    expect(report.diverged).toBe(true)
    expect(report.converged).toBe(false)
    expect(report.solution.toArray().every((value) => Number.isFinite(value))).toBe(true)
    expect(Number.isFinite(report.residual)).toBe(true)
  })

  it('does not call a system without a solution solved', () => {
    const A = Matrix.from([
      [1, -1],
      [-1, 1],
    ])
    expect(solveGaussSeidel(A, Vector.of(1, 1)).converged).toBe(false)
  })

  it('solves the empty problem', () => {
    expect(solveGaussSeidel(new Matrix(0, 0), new Vector(0))).toMatchObject({ sweeps: 0, converged: true, residual: 0 })
  })
})

describe('refusals', () => {
  const A = Matrix.identity(2)
  const b = new Vector(2)

  it('names sizes that do not fit', () => {
    const wrongSize = expect.objectContaining({ name: 'PhysicsError', code: 'wrong-size' })
    expect(() => solveGaussSeidel(new Matrix(2, 3), b)).toThrowError(wrongSize)
    expect(() => solveGaussSeidel(A, new Vector(3))).toThrowError(wrongSize)
    expect(() => solveGaussSeidel(A, b, { lower: new Vector(1) })).toThrowError(wrongSize)
    expect(() => solveGaussSeidel(A, b, { upper: new Vector(3) })).toThrowError(wrongSize)
    expect(() => solveGaussSeidel(A, b, { start: new Vector(3) })).toThrowError(wrongSize)
  })

  it('names bounds, diagonals and numbers that cannot be used', () => {
    const codeOf = (code: string, field: string): unknown => expect.objectContaining({ code, field })
    expect(() => solveGaussSeidel(A, b, { lower: Vector.of(0, 2), upper: Vector.of(1, 1) })).toThrowError(
      codeOf('out-of-range', 'gaussSeidel.lower[1]'),
    )
    expect(() => solveGaussSeidel(A, b, { lower: Vector.of(Infinity, 0) })).toThrowError(codeOf('not-finite', 'gaussSeidel.lower[0]'))
    const hollow = Matrix.from([
      [1, 1],
      [1, 0],
    ])
    expect(() => solveGaussSeidel(hollow, b)).toThrowError(codeOf('degenerate', 'gaussSeidel.A[1][1]'))
    const negative = Matrix.from([[-1]])
    expect(() => solveGaussSeidel(negative, new Vector(1), { lower: new Vector(1) })).toThrowError(
      codeOf('out-of-range', 'gaussSeidel.A[0][0]'),
    )
    expect(solveGaussSeidel(negative, Vector.of(3)).solution.toArray()).toEqual([3])
    expect(() => solveGaussSeidel(A, Vector.of(Infinity, 0))).toThrowError(codeOf('not-finite', 'gaussSeidel.b[0]'))
    expect(() => solveGaussSeidel(A, b, { maxSweeps: -1 })).toThrowError(codeOf('out-of-range', 'gaussSeidel.maxSweeps'))
    expect(() => solveGaussSeidel(A, b, { tolerance: NaN })).toThrowError(codeOf('not-finite', 'gaussSeidel.tolerance'))
  })
})
