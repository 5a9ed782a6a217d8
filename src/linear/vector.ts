/**
 * Vectors of any size, in double precision (Hodges, chapter 2).
 *
 * For small dense problems on their own: tests, tools, experiments with constraints. The simulation does not use them; its vectors
 * have two or three components and live in columns.
 */
import { PhysicsError, requireInteger } from '../common/errors.ts'

/** Largest number of components; a larger request is a mistake rather than a small dense problem. */
const MAX_VECTOR_SIZE = 16777216

/**
 * A row of numbers that can be added, scaled and multiplied. Operations return new vectors, except those whose names end in
 * `InPlace`. Two vectors of different sizes never mix: that is a `PhysicsError` with the code `wrong-size`.
 *
 * ```ts
 * const a = Vector.of(1, 2, 3)
 * const b = a.scale(2).add(Vector.of(0, 0, 1))   // 2, 4, 7
 * a.dot(b)                                       // 31
 * ```
 */
export class Vector {
  /** The components themselves; writing here writes the vector. */
  readonly data: Float64Array

  /** A vector of `size` zeros. */
  constructor(size: number) {
    this.data = new Float64Array(requireInteger(size, 0, MAX_VECTOR_SIZE, 'vector.size'))
  }

  /** A vector of the given components: `Vector.of(1, 2, 3)`. */
  static of(...components: number[]): Vector {
    return Vector.from(components)
  }

  /** A copy of the given components. Infinite ones are welcome, as bounds without an end; what is not a number is refused. */
  static from(components: ArrayLike<number>): Vector {
    const vector = new Vector(components.length)
    for (let i = 0; i < components.length; i++) vector.data[i] = requireNumber(components[i], `vector[${i}]`)
    return vector
  }

  /** A vector of `size` components, all of them `value`. */
  static filled(size: number, value: number): Vector {
    const vector = new Vector(size)
    vector.data.fill(requireNumber(value, 'vector.value'))
    return vector
  }

  /** Count of the components. For the length in space see `length`. */
  get size(): number {
    return this.data.length
  }

  /** Component `i`, counted from 0. */
  get(i: number): number {
    return this.data[requireIndex(i, this.size, 'vector.get')]
  }

  /** Sets component `i`, counted from 0. */
  set(i: number, value: number): void {
    this.data[requireIndex(i, this.size, 'vector.set')] = requireNumber(value, `vector[${i}]`)
  }

  /** A copy that shares nothing with this vector. */
  clone(): Vector {
    return Vector.from(this.data)
  }

  /** this + other */
  add(other: Vector): Vector {
    return this.addScaled(other, 1)
  }

  /** this - other */
  subtract(other: Vector): Vector {
    return this.addScaled(other, -1)
  }

  /** this + factor · other */
  addScaled(other: Vector, factor: number): Vector {
    return this.clone().addScaledInPlace(other, factor)
  }

  /** Adds factor · other to this very vector and returns it. */
  addScaledInPlace(other: Vector, factor: number): this {
    requireSameSize(this, other, 'vector.add')
    const a = this.data
    const b = other.data
    for (let i = 0; i < a.length; i++) a[i] += factor * b[i]
    return this
  }

  /** factor · this */
  scale(factor: number): Vector {
    return this.clone().scaleInPlace(factor)
  }

  /** Multiplies this very vector by the factor and returns it. */
  scaleInPlace(factor: number): this {
    const a = this.data
    for (let i = 0; i < a.length; i++) a[i] *= factor
    return this
  }

  /** -this */
  negate(): Vector {
    return this.scale(-1)
  }

  /** Sum of the products of the components: 0 for perpendicular vectors. */
  dot(other: Vector): number {
    requireSameSize(this, other, 'vector.dot')
    const a = this.data
    const b = other.data
    let sum = 0
    for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
    return sum
  }

  /** The largest component without its sign; 0 for an empty vector. */
  maxAbs(): number {
    const a = this.data
    let largest = 0
    for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]))
    return largest
  }

  /** Length in space, √(this · this), also where the squares would overflow or vanish. */
  length(): number {
    const largest = this.maxAbs()
    if (largest === 0 || !Number.isFinite(largest)) return largest
    const a = this.data
    let sum = 0
    for (let i = 0; i < a.length; i++) {
      const part = a[i] / largest
      sum += part * part
    }
    return largest * Math.sqrt(sum)
  }

  /** The vector of length 1 in the same direction. A vector of zeros has none and is refused. */
  normalize(): Vector {
    const largest = this.maxAbs()
    if (!(largest > 0 && largest < Infinity)) {
      throw new PhysicsError('degenerate', 'vector.length', largest, 'leaves no direction. Normalize finite vectors that are not zero.')
    }
    // Dividing by the largest component first keeps the reciprocal of a tiny length finite.
    const unit = this.clone()
    for (let i = 0; i < unit.data.length; i++) unit.data[i] /= largest
    return unit.scaleInPlace(1 / unit.length())
  }

  /** Whether all components differ by at most `tolerance` (default 0: the same numbers). False for another size. */
  equals(other: Vector, tolerance = 0): boolean {
    if (other.size !== this.size) return false
    for (let i = 0; i < this.size; i++) {
      const a = this.data[i]
      const b = other.data[i]
      if (a !== b && !(Math.abs(a - b) <= tolerance)) return false
    }
    return true
  }

  /** The components as an ordinary array. */
  toArray(): number[] {
    return Array.from(this.data)
  }
}

function requireSameSize(a: Vector, b: Vector, field: string): void {
  if (b.size !== a.size) {
    throw new PhysicsError('wrong-size', field, b.size, `does not match this vector's size ${a.size}. Give two vectors of one size.`)
  }
}

/** A number that is not NaN, or an error. */
export function requireNumber(value: unknown, field: string): number {
  if (typeof value !== 'number') throw new PhysicsError('wrong-type', field, value, 'is not a number.')
  if (Number.isNaN(value)) throw new PhysicsError('not-finite', field, value, 'is not a number. Look for a division of 0 by 0 before it.')
  return value
}

/** An index below `size`, or an error. */
export function requireIndex(value: number, size: number, field: string): number {
  if (!Number.isInteger(value) || value < 0 || value >= size) {
    const advice = size === 0 ? 'points into nothing: there are no elements.' : `must be a whole number from 0 to ${size - 1}.`
    throw new PhysicsError('out-of-range', field, value, advice)
  }
  return value
}
