/**
 * LDLᵀ: a symmetric matrix as L · D · Lᵀ, L with ones on its diagonal and zeros above it, D diagonal; and the solution of A x = b by it.
 *
 * No square roots and no reordering of rows. Works for every positive or negative definite matrix, and for other symmetric ones as
 * long as no pivot vanishes on the way.
 */
import { PhysicsError } from '../common/errors.ts'
import { Matrix, requireFiniteVector, requireSquareFinite } from './matrix.ts'
import { Vector } from './vector.ts'

/** Share of the largest element by which mirrored elements may differ: far above rounding, far below a mistake. */
const SYMMETRY_TOLERANCE = 1e-10
/** A pivot below this many roundings of the terms it is the difference of is noise: the matrix is singular to working precision. */
const PIVOT_ROUNDINGS = 8
const ROUNDING = 2.220446049250313e-16

/** The factors of a symmetric matrix, ready to solve any number of right-hand sides. Made by `factorLdlt`. */
export class Ldlt {
  /** L: ones on the diagonal, zeros above it. */
  readonly lower: Matrix
  /** The diagonal of D. All above zero exactly if the matrix is positive definite. */
  readonly pivots: Vector

  /** Use `factorLdlt`; this only keeps the two factors. */
  constructor(lower: Matrix, pivots: Vector) {
    this.lower = lower
    this.pivots = pivots
  }

  /** Count of rows, and of columns. */
  get size(): number {
    return this.pivots.size
  }

  /** Whether x · A x > 0 for every x but zero, as for the mass and constraint matrices of physics. */
  get isPositiveDefinite(): boolean {
    for (let i = 0; i < this.size; i++) if (!(this.pivots.data[i] > 0)) return false
    return true
  }

  /** The determinant of the matrix, a pure number: the product of the pivots. */
  get determinant(): number {
    let product = 1
    for (let i = 0; i < this.size; i++) product *= this.pivots.data[i]
    return product
  }

  /** The x with A x = b. */
  solve(b: Vector): Vector {
    const n = this.size
    requireFiniteVector(b, n, 'ldlt.solve')
    const l = this.lower.data
    const x = b.clone()
    const values = x.data
    for (let i = 0; i < n; i++) for (let k = 0; k < i; k++) values[i] -= l[i * n + k] * values[k]
    for (let i = 0; i < n; i++) values[i] /= this.pivots.data[i]
    for (let i = n - 1; i >= 0; i--) for (let k = i + 1; k < n; k++) values[i] -= l[k * n + i] * values[k]
    return x
  }
}

/**
 * Factors a symmetric matrix. Refuses one that is not square (`wrong-size`), not symmetric (`out-of-range`) or that meets a pivot
 * of zero (`degenerate`), which for constraint matrices means that two rows ask for the same thing.
 *
 * ```ts
 * const factors = factorLdlt(Matrix.from([[4, 2], [2, 3]]))
 * factors.solve(Vector.of(2, 5))   // -0.5, 2
 * ```
 */
export function factorLdlt(matrix: Matrix): Ldlt {
  requireSquareFinite(matrix, 'ldlt.matrix')
  requireSymmetric(matrix)
  const n = matrix.rows
  const a = matrix.data
  const lower = Matrix.identity(n)
  const l = lower.data
  const pivots = new Vector(n)
  const d = pivots.data
  for (let j = 0; j < n; j++) {
    let pivot = a[j * n + j]
    let size = Math.abs(pivot)
    for (let k = 0; k < j; k++) {
      const term = l[j * n + k] * l[j * n + k] * d[k]
      pivot -= term
      size += Math.abs(term)
    }
    if (!(Math.abs(pivot) > PIVOT_ROUNDINGS * (j + 1) * ROUNDING * size)) {
      const advice = `is zero to working precision: row ${j} depends on the rows before it, or they need another order.`
      throw new PhysicsError('degenerate', `ldlt.pivots[${j}]`, pivot, `${advice} Remove it, or add a little to the diagonal.`)
    }
    d[j] = pivot
    for (let i = j + 1; i < n; i++) {
      let sum = a[i * n + j]
      for (let k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k] * d[k]
      l[i * n + j] = sum / pivot
    }
  }
  return new Ldlt(lower, pivots)
}

function requireSymmetric(matrix: Matrix): void {
  const n = matrix.rows
  const a = matrix.data
  const allowed = SYMMETRY_TOLERANCE * matrix.maxAbs()
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (!(Math.abs(a[i * n + j] - a[j * n + i]) <= allowed)) {
        const advice = `differs from ldlt.matrix[${j}][${i}] (${a[j * n + i]}). Only symmetric matrices have an LDLᵀ.`
        throw new PhysicsError('out-of-range', `ldlt.matrix[${i}][${j}]`, a[i * n + j], advice)
      }
    }
  }
}
