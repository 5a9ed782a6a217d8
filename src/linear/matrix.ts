/**
 * Matrices of any number of rows and columns, in double precision (Hodges, chapters 3 and 4).
 *
 * The product is the ordinary one, and a wrong size is an error; the book's listing multiplies elements by transposed elements and
 * returns an operand where sizes do not fit.
 */
import { PhysicsError, requireInteger } from '../common/errors.ts'
import { requireIndex, requireNumber, Vector } from './vector.ts'

/** Largest number of rows or columns, and of elements; a larger request is a mistake rather than a small dense problem. */
const MAX_MATRIX_SIDE = 65536
const MAX_MATRIX_ELEMENTS = 16777216

/**
 * A table of numbers that maps vectors to vectors. Operations return new matrices. Sizes that do not fit are a `PhysicsError` with
 * the code `wrong-size`.
 *
 * ```ts
 * const turn = Matrix.from([[0, -1], [1, 0]])
 * turn.multiplyVector(Vector.of(1, 0))   // 0, 1
 * turn.multiply(turn)                    // half a turn: [[-1, 0], [0, -1]]
 * ```
 */
export class Matrix {
  /** Count of rows. */
  readonly rows: number
  /** Count of columns. */
  readonly columns: number
  /** The elements, row after row; writing here writes the matrix. */
  readonly data: Float64Array

  /** A matrix of zeros. */
  constructor(rows: number, columns: number) {
    this.rows = requireInteger(rows, 0, MAX_MATRIX_SIDE, 'matrix.rows')
    this.columns = requireInteger(columns, 0, MAX_MATRIX_SIDE, 'matrix.columns')
    if (rows * columns > MAX_MATRIX_ELEMENTS) {
      throw new PhysicsError('limit-exceeded', 'matrix.elements', rows * columns, `must not exceed ${MAX_MATRIX_ELEMENTS}.`)
    }
    this.data = new Float64Array(rows * columns)
  }

  /** A matrix of the given rows, all of one length: `Matrix.from([[1, 2], [3, 4]])`. */
  static from(rows: ArrayLike<ArrayLike<number>>): Matrix {
    const columns = rows.length === 0 ? 0 : rows[0].length
    const matrix = new Matrix(rows.length, columns)
    for (let i = 0; i < rows.length; i++) {
      if (rows[i].length !== columns) {
        throw new PhysicsError('wrong-size', `matrix[${i}].length`, rows[i].length, `differs from the first row's ${columns}.`)
      }
      for (let j = 0; j < columns; j++) matrix.data[i * columns + j] = requireNumber(rows[i][j], `matrix[${i}][${j}]`)
    }
    return matrix
  }

  /** The square matrix that maps every vector to itself: ones on the diagonal, zeros elsewhere. */
  static identity(size: number): Matrix {
    const matrix = new Matrix(size, size)
    for (let i = 0; i < size; i++) matrix.data[i * size + i] = 1
    return matrix
  }

  /** The square matrix with the vector's components on its diagonal and zeros elsewhere. */
  static diagonal(values: Vector): Matrix {
    const size = values.size
    const matrix = new Matrix(size, size)
    for (let i = 0; i < size; i++) matrix.data[i * size + i] = values.data[i]
    return matrix
  }

  /** Element in row `i` and column `j`, both counted from 0. */
  get(i: number, j: number): number {
    return this.data[this.index(i, j, 'matrix.get')]
  }

  /** Sets the element in row `i` and column `j`, both counted from 0. */
  set(i: number, j: number, value: number): void {
    this.data[this.index(i, j, 'matrix.set')] = requireNumber(value, `matrix[${i}][${j}]`)
  }

  /** A copy of row `i` as a vector. */
  row(i: number): Vector {
    const start = requireIndex(i, this.rows, 'matrix.row') * this.columns
    return Vector.from(this.data.subarray(start, start + this.columns))
  }

  /** A copy of column `j` as a vector. */
  column(j: number): Vector {
    requireIndex(j, this.columns, 'matrix.column')
    const vector = new Vector(this.rows)
    for (let i = 0; i < this.rows; i++) vector.data[i] = this.data[i * this.columns + j]
    return vector
  }

  /** A copy that shares nothing with this matrix. */
  clone(): Matrix {
    return this.scale(1)
  }

  /** this + other */
  add(other: Matrix): Matrix {
    return this.addScaled(other, 1)
  }

  /** this - other */
  subtract(other: Matrix): Matrix {
    return this.addScaled(other, -1)
  }

  /** this + factor · other */
  addScaled(other: Matrix, factor: number): Matrix {
    if (other.rows !== this.rows || other.columns !== this.columns) {
      throw new PhysicsError('wrong-size', 'matrix.add', shape(other), `does not match ${shape(this)}. Give two matrices of one size.`)
    }
    const sum = new Matrix(this.rows, this.columns)
    for (let k = 0; k < sum.data.length; k++) sum.data[k] = this.data[k] + factor * other.data[k]
    return sum
  }

  /** factor · this */
  scale(factor: number): Matrix {
    const scaled = new Matrix(this.rows, this.columns)
    for (let k = 0; k < scaled.data.length; k++) scaled.data[k] = factor * this.data[k]
    return scaled
  }

  /** The product this · other: first `other`, then this. Its row count must be this matrix's column count. */
  multiply(other: Matrix): Matrix {
    if (other.rows !== this.columns) {
      const advice = `must have as many rows as the ${shape(this)} matrix before it has columns.`
      throw new PhysicsError('wrong-size', 'matrix.multiply', shape(other), advice)
    }
    const product = new Matrix(this.rows, other.columns)
    const width = other.columns
    for (let i = 0; i < this.rows; i++) {
      for (let k = 0; k < this.columns; k++) {
        const factor = this.data[i * this.columns + k]
        for (let j = 0; j < width; j++) product.data[i * width + j] += factor * other.data[k * width + j]
      }
    }
    return product
  }

  /** The vector this · vector; it must have as many components as the matrix has columns. */
  multiplyVector(vector: Vector): Vector {
    if (vector.size !== this.columns) {
      const advice = `must be the number of columns, ${this.columns}.`
      throw new PhysicsError('wrong-size', 'matrix.multiplyVector.size', vector.size, advice)
    }
    const product = new Vector(this.rows)
    for (let i = 0; i < this.rows; i++) {
      let sum = 0
      for (let j = 0; j < this.columns; j++) sum += this.data[i * this.columns + j] * vector.data[j]
      product.data[i] = sum
    }
    return product
  }

  /** Rows become columns. */
  transpose(): Matrix {
    const turned = new Matrix(this.columns, this.rows)
    for (let i = 0; i < this.rows; i++) {
      for (let j = 0; j < this.columns; j++) turned.data[j * this.rows + i] = this.data[i * this.columns + j]
    }
    return turned
  }

  /** The largest element without its sign; 0 for an empty matrix. */
  maxAbs(): number {
    let largest = 0
    for (let k = 0; k < this.data.length; k++) largest = Math.max(largest, Math.abs(this.data[k]))
    return largest
  }

  /** Whether it is square and equal to its transpose within `tolerance` (default 0). */
  isSymmetric(tolerance = 0): boolean {
    return this.rows === this.columns && this.equals(this.transpose(), tolerance)
  }

  /** Whether all elements differ by at most `tolerance` (default 0: the same numbers). False for another size. */
  equals(other: Matrix, tolerance = 0): boolean {
    if (other.rows !== this.rows || other.columns !== this.columns) return false
    for (let k = 0; k < this.data.length; k++) {
      const a = this.data[k]
      const b = other.data[k]
      if (a !== b && !(Math.abs(a - b) <= tolerance)) return false
    }
    return true
  }

  /** The elements as an ordinary array of rows. */
  toArray(): number[][] {
    const rows: number[][] = []
    for (let i = 0; i < this.rows; i++) rows.push(Array.from(this.data.subarray(i * this.columns, (i + 1) * this.columns)))
    return rows
  }

  private index(i: number, j: number, field: string): number {
    return requireIndex(i, this.rows, `${field}.row`) * this.columns + requireIndex(j, this.columns, `${field}.column`)
  }
}

function shape(matrix: Matrix): string {
  return `${matrix.rows} × ${matrix.columns}`
}

/** A square matrix of finite numbers, or an error. */
export function requireSquareFinite(matrix: Matrix, field: string): void {
  if (matrix.rows !== matrix.columns) {
    throw new PhysicsError('wrong-size', field, shape(matrix), 'must be square: as many rows as columns.')
  }
  for (let k = 0; k < matrix.data.length; k++) {
    if (!Number.isFinite(matrix.data[k])) {
      const place = `${field}[${Math.floor(k / matrix.columns)}][${k % matrix.columns}]`
      throw new PhysicsError('not-finite', place, matrix.data[k], 'is not finite. Give finite numbers.')
    }
  }
}

/** A vector of finite numbers of the given size, or an error. */
export function requireFiniteVector(vector: Vector, size: number, field: string): void {
  if (vector.size !== size) throw new PhysicsError('wrong-size', `${field}.size`, vector.size, `must be ${size}, the size of the matrix.`)
  for (let i = 0; i < size; i++) {
    if (!Number.isFinite(vector.data[i])) {
      throw new PhysicsError('not-finite', `${field}[${i}]`, vector.data[i], 'is not finite. Give finite numbers.')
    }
  }
}
