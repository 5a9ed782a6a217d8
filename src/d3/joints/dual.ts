/**
 * Dual numbers (`common/joints/dual.ts`), vectors and rotations of three dimensions: twelve rates each.
 */

import { addProduct, combine, copy, divide, Dual, DualList, DualScalars, guard, multiply, type Scalar } from '../../common/joints/dual.ts'
import { ROW } from './joint-kind.ts'

/** A vector of dual numbers. */
export class DualVec {
  /** Along x. */
  readonly x: Dual = new Dual(ROW)
  /** Along y. */
  readonly y: Dual = new Dual(ROW)
  /** Along z. */
  readonly z: Dual = new Dual(ROW)
}

/** A rotation: unit quaternion. */
export class DualQuat {
  /** x of the quaternion. */
  readonly x: Dual = new Dual(ROW)
  /** y of the quaternion. */
  readonly y: Dual = new Dual(ROW)
  /** z of the quaternion. */
  readonly z: Dual = new Dual(ROW)
  /** w of the quaternion, its real part. */
  readonly w: Dual = new Dual(ROW)
}

/** What an error function may return: one number, a vector (three), or a list of them. `DualMath.list` makes one without allocating. */
export type DualResult = Scalar | DualVec | DualList | readonly (Scalar | DualVec)[]

/** Arithmetic on dual numbers, vectors and rotations. Results are good until the function returns. */
export class DualMath extends DualScalars {
  private readonly vectors: DualVec[] = []
  private readonly rotations: DualQuat[] = []
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
      combine(1, a.z, 1, b.z, out.z)
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
      combine(1, a.z, -1, b.z, out.z)
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
    multiply(a.z, factor, out.z)
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
    divide(a.z, divisor, out.z)
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
    combine(-1, a.z, 0, ZERO, out.z)
    return out
  }

  /** A vector of its components. */
  vec(x: Scalar, y: Scalar, z: Scalar): DualVec {
    const out = this.newVector()
    copy(this.lift(x), out.x)
    copy(this.lift(y), out.y)
    copy(this.lift(z), out.z)
    return out
  }

  /** Scalar product of two vectors. */
  dot(a: DualVec, b: DualVec): Dual {
    const out = this.newScalar()
    multiply(a.x, b.x, out)
    addProduct(1, a.y, b.y, out)
    addProduct(1, a.z, b.z, out)
    return out
  }

  /** Cross product of two vectors. */
  cross(a: DualVec, b: DualVec): DualVec {
    const out = this.newVector()
    crossPart(a.y, a.z, b.y, b.z, out.x)
    crossPart(a.z, a.x, b.z, b.x, out.y)
    crossPart(a.x, a.y, b.x, b.y, out.z)
    return out
  }

  /** Length of a vector; its rate is 0 where the length is 0. */
  length(a: DualVec): Dual {
    return this.sqrt(this.dot(a, a))
  }

  /** The direction of a vector; of nothing, nothing. */
  normalize(a: DualVec): DualVec {
    const size = this.length(a)
    return size.value > 0 ? this.div(a, size) : this.vec(0, 0, 0)
  }

  /** The vector turned by the rotation. */
  rotate(q: DualQuat, v: DualVec): DualVec {
    // v + 2 w (u × v) + 2 u × (u × v), u the vector part.
    const u = this.vec(q.x, q.y, q.z)
    const across = this.mul(this.cross(u, v), 2)
    return this.add(this.add(v, this.mul(across, q.w)), this.cross(u, across))
  }

  /** The vector turned back by the rotation. */
  rotateInverse(q: DualQuat, v: DualVec): DualVec {
    return this.rotate(this.conjugate(q), v)
  }

  /** The rotation back. */
  conjugate(q: DualQuat): DualQuat {
    const out = this.newRotation()
    combine(-1, q.x, 0, ZERO, out.x)
    combine(-1, q.y, 0, ZERO, out.y)
    combine(-1, q.z, 0, ZERO, out.z)
    copy(q.w, out.w)
    return out
  }

  /** First b, then a. */
  multiply(a: DualQuat, b: DualQuat): DualQuat {
    const out = this.newRotation()
    sumProducts(a.w, b.x, 1, a.x, b.w, 1, a.y, b.z, -1, a.z, b.y, out.x)
    sumProducts(a.w, b.y, 1, a.y, b.w, 1, a.z, b.x, -1, a.x, b.z, out.y)
    sumProducts(a.w, b.z, 1, a.z, b.w, 1, a.x, b.y, -1, a.y, b.x, out.z)
    sumProducts(a.w, b.w, -1, a.x, b.x, -1, a.y, b.y, -1, a.z, b.z, out.w)
    return out
  }

  /** The rotation b as seen from a; of its two quaternions the one with w ≥ 0. */
  relative(a: DualQuat, b: DualQuat): DualQuat {
    const q = this.multiply(this.conjugate(a), b)
    if (q.w.value >= 0) return q
    combine(-1, q.x, 0, ZERO, q.x)
    combine(-1, q.y, 0, ZERO, q.y)
    combine(-1, q.z, 0, ZERO, q.z)
    combine(-1, q.w, 0, ZERO, q.w)
    return q
  }

  /** Up to six numbers as a list to return; vectors count as three. */
  list(a?: Scalar | DualVec, b?: Scalar | DualVec, c?: Scalar | DualVec, d?: Scalar | DualVec, e?: Scalar | DualVec, f?: Scalar | DualVec): DualList {
    this.result.length = 0
    this.append(a)
    this.append(b)
    this.append(c)
    this.append(d)
    this.append(e)
    this.append(f)
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
  newRotation(): DualQuat {
    if (this.rotationCount === this.rotations.length) this.rotations.push(new DualQuat())
    guard(this.rotationCount)
    return this.rotations[this.rotationCount++]
  }

  private append(value: Scalar | DualVec | undefined): void {
    if (value === undefined) return
    const { numbers } = this.result
    if (value instanceof DualVec) {
      numbers[this.result.length++] = value.x
      numbers[this.result.length++] = value.y
      numbers[this.result.length++] = value.z
    } else numbers[this.result.length++] = this.lift(value)
  }
}

const ZERO = new Dual(ROW)

function crossPart(ay: Dual, az: Dual, by: Dual, bz: Dual, out: Dual): void {
  multiply(ay, bz, out)
  addProduct(-1, az, by, out)
}

function sumProducts(
  a: Dual, b: Dual, s: number, c: Dual, d: Dual, t: number, e: Dual, f: Dual, u: number, g: Dual, h: Dual, out: Dual,
): void {
  multiply(a, b, out)
  addProduct(s, c, d, out)
  addProduct(t, e, f, out)
  addProduct(u, g, h, out)
}
