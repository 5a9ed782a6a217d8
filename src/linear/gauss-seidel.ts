/**
 * Bounded Gauss–Seidel for mixed linear complementarity problems (Hodges, chapter 5, with the bounds that its listing lacks).
 *
 * Given A, b and bounds, it looks for λ between the bounds such that w = A λ + b is complementary to them:
 *   w_i = 0 where λ_i lies strictly between its bounds,
 *   w_i >= 0 where λ_i is at its lower bound (it would like to be smaller),
 *   w_i <= 0 where λ_i is at its upper bound.
 * Without bounds that is the linear system A λ = -b. With lower bounds 0 it is a stack of contacts: impulses that push, never pull.
 *
 * One sweep solves each row for its own λ_i, with the newest values of the others, and clamps. That converges for symmetric positive
 * definite and for strictly diagonally dominant matrices. For others it may diverge, which the report says.
 */
import { PhysicsError, requireInteger, requireRange } from '../common/errors.ts'
import { type Matrix, requireFiniteVector, requireSquareFinite } from './matrix.ts'
import { Vector } from './vector.ts'

/** Sweeps before giving up: enough for a dozen well-conditioned rows to full precision. */
const DEFAULT_MAX_SWEEPS = 200
const MAX_SWEEPS_LIMIT = 1e9
/** Residual relative to the terms it is the sum of; a thousand times above their rounding for rows of ordinary length. */
const DEFAULT_TOLERANCE = 1e-12
/** Growth of the residual over its smallest value that no converging run shows. */
const DIVERGENCE_GROWTH = 1e8

/** What `solveGaussSeidel` may be told; everything is optional. */
export interface GaussSeidelOptions {
  /** Lower bounds; -Infinity for none. Default: none. */
  readonly lower?: Vector
  /** Upper bounds; Infinity for none. Default: none. */
  readonly upper?: Vector
  /** Where to start, such as the solution of a similar problem; clamped to the bounds. Default: zeros. */
  readonly start?: Vector
  /** Count of sweeps over all rows at most. Default 200. */
  readonly maxSweeps?: number
  /** Converged when the residual is at most this share of the largest |b_i| + Σ |A_ij λ_j|. Default 1e-12. */
  readonly tolerance?: number
}

/** How a run ended. */
export interface GaussSeidelReport {
  /** The last λ. Always finite and within the bounds, but a solution only if `converged`. */
  readonly solution: Vector
  /** Count of sweeps done. */
  readonly sweeps: number
  /** Whether the residual came down to the tolerance. */
  readonly converged: boolean
  /** Whether the residual grew without end. If neither this nor `converged` is true, more sweeps may help. */
  readonly diverged: boolean
  /** Largest violation of the three conditions on w, in units of b; a row that its bound keeps from reaching w_i = 0 violates nothing. */
  readonly residual: number
}

/**
 * Finds λ within its bounds with w = A λ + b complementary to them, and reports how it went. Never returns NaN: numbers that would
 * overflow end the run as diverged.
 *
 * Refuses wrong sizes (`wrong-size`), numbers that are not finite (`not-finite`), a lower bound above its upper bound, a diagonal
 * element that is zero (`degenerate`), and a negative one in a bounded row (`out-of-range`).
 *
 * ```ts
 * const A = Matrix.from([[2, 1], [1, 2]])
 * const { solution } = solveGaussSeidel(A, Vector.of(-5, 6), { lower: new Vector(2) })   // 2.5, 0
 * ```
 */
export function solveGaussSeidel(A: Matrix, b: Vector, options: GaussSeidelOptions = {}): GaussSeidelReport {
  requireSquareFinite(A, 'gaussSeidel.A')
  const n = A.rows
  requireFiniteVector(b, n, 'gaussSeidel.b')
  const lower = options.lower ?? Vector.filled(n, -Infinity)
  const upper = options.upper ?? Vector.filled(n, Infinity)
  requireBounds(lower, upper, n)
  requireDiagonal(A, lower, upper)
  const maxSweeps = requireInteger(options.maxSweeps ?? DEFAULT_MAX_SWEEPS, 0, MAX_SWEEPS_LIMIT, 'gaussSeidel.maxSweeps')
  const tolerance = requireRange(options.tolerance ?? DEFAULT_TOLERANCE, 0, Number.MAX_VALUE, 'gaussSeidel.tolerance')
  const start = options.start ?? new Vector(n)
  requireFiniteVector(start, n, 'gaussSeidel.start')

  const solution = new Vector(n)
  for (let i = 0; i < n; i++) solution.data[i] = clamp(start.data[i], lower.data[i], upper.data[i])

  let state = inspect(A, b, lower, upper, solution)
  let smallest = state.residual
  let sweeps = 0
  let diverged = !Number.isFinite(state.residual)
  while (!diverged && !(state.residual <= tolerance * state.scale) && sweeps < maxSweeps) {
    const before = solution.clone()
    sweep(A, b, lower, upper, solution)
    sweeps++
    const next = inspect(A, b, lower, upper, solution)
    if (!Number.isFinite(next.residual)) {
      // Back to the last λ that all rows could be computed for.
      solution.data.set(before.data)
      diverged = true
    } else {
      state = next
      smallest = Math.min(smallest, state.residual)
      diverged = state.residual > DIVERGENCE_GROWTH * smallest && !(state.residual <= tolerance * state.scale)
    }
  }
  return { solution, sweeps, converged: !diverged && state.residual <= tolerance * state.scale, diverged, residual: state.residual }
}

/** Every row once, in order, each with the newest values of the others. */
function sweep(A: Matrix, b: Vector, lower: Vector, upper: Vector, solution: Vector): void {
  const n = A.rows
  const lambda = solution.data
  for (let i = 0; i < n; i++) {
    const low = lower.data[i]
    const high = upper.data[i]
    if (low === high) continue
    lambda[i] = clamp(lambda[i] - rowValue(A, b, lambda, i) / A.data[i * n + i], low, high)
  }
}

/** w_i = b_i + Σ A_ij λ_j */
function rowValue(A: Matrix, b: Vector, lambda: Float64Array, i: number): number {
  const n = A.rows
  let w = b.data[i]
  for (let j = 0; j < n; j++) w += A.data[i * n + j] * lambda[j]
  return w
}

/** Largest violation over all rows, and the largest sum of the sizes of a row's terms. NaN or infinite if numbers overflowed. */
function inspect(A: Matrix, b: Vector, lower: Vector, upper: Vector, solution: Vector): { residual: number; scale: number } {
  const n = A.rows
  const lambda = solution.data
  let residual = 0
  let scale = 0
  for (let i = 0; i < n; i++) {
    const low = lower.data[i]
    const high = upper.data[i]
    let size = Math.abs(b.data[i])
    for (let j = 0; j < n; j++) size += Math.abs(A.data[i * n + j] * lambda[j])
    // Also catches a λ that is not a number itself, for its own diagonal element is not zero.
    if (!Number.isFinite(size)) return { residual: NaN, scale }
    scale = Math.max(scale, size)
    if (low === high) continue
    // The change this row still asks for, times its diagonal element: w_i, unless a bound cuts it short.
    const diagonal = A.data[i * n + i]
    const wanted = clamp(lambda[i] - rowValue(A, b, lambda, i) / diagonal, low, high)
    residual = Math.max(residual, Math.abs((wanted - lambda[i]) * diagonal))
  }
  return { residual, scale }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

function requireBounds(lower: Vector, upper: Vector, size: number): void {
  if (lower.size !== size) throw new PhysicsError('wrong-size', 'gaussSeidel.lower.size', lower.size, `must be ${size}, one bound per row.`)
  if (upper.size !== size) throw new PhysicsError('wrong-size', 'gaussSeidel.upper.size', upper.size, `must be ${size}, one bound per row.`)
  for (let i = 0; i < size; i++) {
    const low = lower.data[i]
    const high = upper.data[i]
    if (!(low <= high)) {
      throw new PhysicsError('out-of-range', `gaussSeidel.lower[${i}]`, low, `must not be above gaussSeidel.upper[${i}] (${high}).`)
    }
    if (low === Infinity || high === -Infinity) {
      throw new PhysicsError('not-finite', `gaussSeidel.lower[${i}]`, low, 'and its upper bound leave no finite value between them.')
    }
  }
}

function requireDiagonal(A: Matrix, lower: Vector, upper: Vector): void {
  const n = A.rows
  for (let i = 0; i < n; i++) {
    const low = lower.data[i]
    const high = upper.data[i]
    const diagonal = A.data[i * n + i]
    if (low === high) continue
    if (diagonal === 0) {
      const advice = 'is on the diagonal: its row cannot be solved for its own unknown. Reorder the rows or add a little to it.'
      throw new PhysicsError('degenerate', `gaussSeidel.A[${i}][${i}]`, diagonal, advice)
    }
    if (diagonal < 0 && (low > -Infinity || high < Infinity)) {
      throw new PhysicsError('out-of-range', `gaussSeidel.A[${i}][${i}]`, diagonal, 'must be above 0 in a row with a bound.')
    }
  }
}
