/**
 * Dual numbers (`common/joints/dual.ts`), vectors and rotations of two dimensions: six rates each.
 */

import { addProduct, combine, copy, divide, Dual, DualList, DualScalars, guard, multiply, type Scalar } from '../../common/joints/dual.ts'
import { ROW } from './joint-kind.ts'

/** A vector of dual numbers. */
export class DualVec {
  /** Along x. */
  readonly x: Dual = new Dual(ROW)
  /** Along y. */
  readonly y: Dual = new Dual(ROW)
}

/** A rotation: cosine and sine. */
export class DualRotation {
  /** Cosine of the angle. */
  readonly c: Dual = new Dual(ROW)
  /** Sine of the angle. */
  readonly s: Dual = new Dual(ROW)
}

/** What an error function may return: one number, a vector (two), or a list of them. `DualMath.list` makes one without allocating. */
export type DualResult = Scalar | DualVec | DualList | readonly (Scalar | DualVec)[]

/** Arithmetic on dual numbers, vectors and rotations. Results are good until the function returns. */
export class DualMath extends DualScalars {
  private readonly vectors: DualVec[] = []
  private readonly rotations: DualRotation[] = []
  private vectorCount = 0
  private rotationCount = 0

  constructor() {
    super(ROW)
  }

  /** @internal */
  override reset(): void {
    super.reset()
    this.vectorCount = 0
    this.rotationCount = 0
  }

  /** Sum of two numbers or two vectors. */
  add(a: Scalar, b: Scalar): Dual
  add(a: DualVec, b: DualVec): DualVec
  add(a: Scalar | DualVec, b: Scalar | DualVec): Dual | DualVec {
    if (a instanceof DualVec && b instanceof DualVec) {
      const out = this.newVector()
      combine(1, a.x, 1, b.x, out.x)
      combine(1, a.y, 1, b.y, out.y)
      return out
    }
    return combine(1, this.lift(a), 1, this.lift(b), this.newScalar())
  }

  /** Difference of two numbers or two vectors. */
  sub(a: Scalar, b: Scalar): Dual
  sub(a: DualVec, b: DualVec): DualVec
  sub(a: Scalar | DualVec, b: Scalar | DualVec): Dual | DualVec {
    if (a instanceof DualVec && b instanceof DualVec) {
      const out = this.newVector()
      combine(1, a.x, -1, b.x, out.x)
      combine(1, a.y, -1, b.y, out.y)
      return out
    }
    return combine(1, this.lift(a), -1, this.lift(b), this.newScalar())
  }

  /** A product of numbers, or a vector times a number. */
  mul(a: Scalar, b: Scalar): Dual
  mul(a: DualVec, b: Scalar): DualVec
  mul(a: Scalar | DualVec, b: Scalar): Dual | DualVec {
    const factor = this.lift(b)
    if (!(a instanceof DualVec)) return multiply(this.lift(a), factor, this.newScalar())
    const out = this.newVector()
    multiply(a.x, factor, out.x)
    multiply(a.y, factor, out.y)
    return out
  }

  /** A quotient of numbers, or a vector over a number. */
  div(a: Scalar, b: Scalar): Dual
  div(a: DualVec, b: Scalar): DualVec
  div(a: Scalar | DualVec, b: Scalar): Dual | DualVec {
    const divisor = this.lift(b)
    if (!(a instanceof DualVec)) return divide(this.lift(a), divisor, this.newScalar())
    const out = this.newVector()
    divide(a.x, divisor, out.x)
    divide(a.y, divisor, out.y)
    return out
  }

  /** A number or a vector with its sign turned round. */
  neg(a: Scalar): Dual
  neg(a: DualVec): DualVec
  neg(a: Scalar | DualVec): Dual | DualVec {
    if (!(a instanceof DualVec)) return combine(-1, this.lift(a), 0, ZERO, this.newScalar())
    const out = this.newVector()
    combine(-1, a.x, 0, ZERO, out.x)
    combine(-1, a.y, 0, ZERO, out.y)
    return out
  }

  /** A vector of its components. */
  vec(x: Scalar, y: Scalar): DualVec {
    const out = this.newVector()
    copy(this.lift(x), out.x)
    copy(this.lift(y), out.y)
    return out
  }

  /** Scalar product of two vectors. */
  dot(a: DualVec, b: DualVec): Dual {
    const out = this.newScalar()
    multiply(a.x, b.x, out)
    addProduct(1, a.y, b.y, out)
    return out
  }

  /** Cross product of two vectors, a number: a_x b_y − a_y b_x. */
  cross(a: DualVec, b: DualVec): Dual {
    const out = this.newScalar()
    multiply(a.x, b.y, out)
    addProduct(-1, a.y, b.x, out)
    return out
  }

  /** Length of a vector; its rate is 0 where the length is 0. */
  length(a: DualVec): Dual {
    return this.sqrt(this.dot(a, a))
  }

  /** The direction of a vector; of nothing, nothing. */
  normalize(a: DualVec): DualVec {
    const size = this.length(a)
    return size.value > 0 ? this.div(a, size) : this.vec(0, 0)
  }

  /** The vector turned by the rotation. */
  rotate(r: DualRotation, v: DualVec): DualVec {
    const out = this.newVector()
    multiply(r.c, v.x, out.x)
    addProduct(-1, r.s, v.y, out.x)
    multiply(r.s, v.x, out.y)
    addProduct(1, r.c, v.y, out.y)
    return out
  }

  /** The vector turned back by the rotation. */
  rotateInverse(r: DualRotation, v: DualVec): DualVec {
    return this.rotate(this.conjugate(r), v)
  }

  /** The rotation back. */
  conjugate(r: DualRotation): DualRotation {
    const out = this.newRotation()
    copy(r.c, out.c)
    combine(-1, r.s, 0, ZERO, out.s)
    return out
  }

  /** Both rotations. */
  multiply(a: DualRotation, b: DualRotation): DualRotation {
    const out = this.newRotation()
    multiply(a.c, b.c, out.c)
    addProduct(-1, a.s, b.s, out.c)
    multiply(a.s, b.c, out.s)
    addProduct(1, a.c, b.s, out.s)
    return out
  }

  /** The angle of a rotation, rad, within ±π. */
  angle(r: DualRotation): Dual {
    return this.atan2(r.s, r.c)
  }

  /** The rotation b as seen from a. */
  relative(a: DualRotation, b: DualRotation): DualRotation {
    return this.multiply(this.conjugate(a), b)
  }

  /** Up to three numbers as a list to return; vectors count as two. */
  list(a?: Scalar | DualVec, b?: Scalar | DualVec, c?: Scalar | DualVec): DualList {
    this.result.length = 0
    this.append(a)
    this.append(b)
    this.append(c)
    return this.result
  }

  /**
   * What the user returned, as a list.
   * @internal
   */
  gather(result: DualResult): DualList {
    if (result instanceof DualList) return result
    this.result.length = 0
    if (Array.isArray(result)) for (let i = 0; i < result.length; i++) this.append(result[i] as Scalar | DualVec)
    else this.append(result as Scalar | DualVec)
    return this.result
  }

  /** @internal */
  newVector(): DualVec {
    if (this.vectorCount === this.vectors.length) this.vectors.push(new DualVec())
    guard(this.vectorCount)
    return this.vectors[this.vectorCount++]
  }

  /** @internal */
  newRotation(): DualRotation {
    if (this.rotationCount === this.rotations.length) this.rotations.push(new DualRotation())
    guard(this.rotationCount)
    return this.rotations[this.rotationCount++]
  }

  private append(value: Scalar | DualVec | undefined): void {
    if (value === undefined) return
    const { numbers } = this.result
    if (value instanceof DualVec) {
      numbers[this.result.length++] = value.x
      numbers[this.result.length++] = value.y
    } else numbers[this.result.length++] = this.lift(value)
  }
}

const ZERO = new Dual(ROW)
