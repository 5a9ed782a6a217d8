/**
 * Numbers that carry their derivatives: what a joint given by its position error alone is computed with.
 *
 * A dual number is a value and its rates by the velocities of two bodies (linear A, angular A, linear B, angular B), a row of a Jacobian.
 * Every operation applies the rule of differentiation beside the value (forward mode), so the rates are as exact as the values: nothing is
 * subtracted, no step has to be chosen, and the bits are the same everywhere.
 *
 * Results live in an arena that is used from the start again at every call of the user's function; it grows until it is large enough and then never
 * again. Where a function has no derivative (the root, length, direction and angle of nothing) the rates are 0.
 */

import { atan2At, cos, sin } from '../math/deterministic-math.ts'
import { PhysicsError } from '../errors.ts'

/** Most results of one call: far above any joint, and what ends a loop that would not. */
const MOST_RESULTS = 16384

/** A number and its rates by the velocities of two bodies: what error functions are computed with. */
export class Dual {
  /** The value, then its rates. */
  readonly numbers: Float64Array

  /** Zero, with a count of rates. Error functions get theirs from `DualMath`. */
  constructor(rates: number) {
    this.numbers = new Float64Array(rates + 1)
  }

  /** The value in its own unit, for decisions, such as which side of a limit it is. */
  get value(): number {
    return this.numbers[0]
  }
}

/** Wherever a dual number is taken, a plain one is too: a constant. */
export type Scalar = Dual | number

/** As many numbers as a joint has rows, in order. Made by `DualMath.list`. */
export class DualList {
  /** The numbers; those from `length` on are left over from before. */
  readonly numbers: Dual[] = []
  /** Count of the numbers that are meant. */
  length = 0
}

/** Functions of dual numbers. Results are good until the user's function returns. */
export abstract class DualScalars {
  /** @internal */
  protected readonly result: DualList = new DualList()
  /** @internal */
  protected readonly zero: Dual
  private readonly rates: number
  private readonly scalars: Dual[] = []
  private scalarCount = 0

  /** @internal */
  constructor(rates: number) {
    this.rates = rates
    this.zero = new Dual(rates)
  }

  /**
   * Forgets all results; their memory is used again. The engine does this before each call.
   * @internal
   */
  reset(): void {
    this.scalarCount = 0
  }

  /** Square root; its rate is 0 where the root is 0. */
  sqrt(a: Scalar): Dual {
    const value = this.lift(a)
    const root = Math.sqrt(value.numbers[0])
    slopes[0] = root
    slopes[1] = root > 0 ? 0.5 / root : 0
    slopes[2] = 0
    return chain(value, this.zero, this.newScalar())
  }

  /** Sine of an angle in rad. */
  sin(a: Scalar): Dual {
    const value = this.lift(a)
    slopes[0] = sin(value.numbers[0])
    slopes[1] = cos(value.numbers[0])
    slopes[2] = 0
    return chain(value, this.zero, this.newScalar())
  }

  /** Cosine of an angle in rad. */
  cos(a: Scalar): Dual {
    const value = this.lift(a)
    slopes[0] = cos(value.numbers[0])
    slopes[1] = -sin(value.numbers[0])
    slopes[2] = 0
    return chain(value, this.zero, this.newScalar())
  }

  /** The angle of the point (x, y), rad, within ±π. */
  atan2(y: Scalar, x: Scalar): Dual {
    const above = this.lift(y)
    const along = this.lift(x)
    const s = above.numbers[0]
    const c = along.numbers[0]
    const square = s * s + c * c
    const scale = square > 0 ? 1 / square : 0
    point[0] = s
    point[1] = c
    atan2At(point, 0, slopes, 0)
    slopes[1] = c * scale
    slopes[2] = -s * scale
    return chain(above, along, this.newScalar())
  }

  /** @internal */
  protected newScalar(): Dual {
    if (this.scalarCount === this.scalars.length) this.scalars.push(new Dual(this.rates))
    guard(this.scalarCount)
    return this.scalars[this.scalarCount++]
  }

  /** @internal */
  protected lift(value: unknown): Dual {
    if (value instanceof Dual) return value
    if (typeof value !== 'number') {
      throw new PhysicsError('wrong-type', 'dual math', value, 'is no number. Use numbers and what this math has returned; dot is for vectors.')
    }
    const out = this.newScalar()
    out.numbers.fill(0)
    out.numbers[0] = value
    return out
  }
}

export function guard(count: number): void {
  if (count < MOST_RESULTS) return
  throw new PhysicsError('limit-exceeded', 'dual math', count, 'results in one call. Is there a loop that does not end?')
}

export function copy(a: Dual, out: Dual): void {
  out.numbers.set(a.numbers)
}

/** out = s a + t b. */
export function combine(s: number, a: Dual, t: number, b: Dual, out: Dual): Dual {
  const x = a.numbers
  const y = b.numbers
  const z = out.numbers
  for (let k = 0; k < z.length; k++) z[k] = s * x[k] + t * y[k]
  return out
}

/** out = a b; neither may be out. */
export function multiply(a: Dual, b: Dual, out: Dual): Dual {
  const x = a.numbers
  const y = b.numbers
  const z = out.numbers
  const p = x[0]
  const q = y[0]
  z[0] = p * q
  for (let k = 1; k < z.length; k++) z[k] = p * y[k] + q * x[k]
  return out
}

export function divide(a: Dual, b: Dual, out: Dual): Dual {
  const x = a.numbers
  const y = b.numbers
  const z = out.numbers
  const q = y[0]
  const ratio = x[0] / q
  z[0] = ratio
  for (let k = 1; k < z.length; k++) z[k] = (x[k] - ratio * y[k]) / q
  return out
}

/** out += sign a b. */
export function addProduct(sign: number, a: Dual, b: Dual, out: Dual): void {
  const x = a.numbers
  const y = b.numbers
  const z = out.numbers
  const p = sign * x[0]
  const q = sign * y[0]
  z[0] += p * y[0]
  for (let k = 1; k < z.length; k++) z[k] += p * y[k] + q * x[k]
}

/** A function's value and its slopes by its two arguments: in an array, because as arguments they would be boxed. */
const slopes = new Float64Array(3)
/** The point whose angle is asked, y before x: in an array for the same reason. */
const point = new Float64Array(2)

/** out = the function in `slopes` of a and b. */
function chain(a: Dual, b: Dual, out: Dual): Dual {
  const x = a.numbers
  const y = b.numbers
  const z = out.numbers
  const s = slopes[1]
  const t = slopes[2]
  for (let k = 1; k < z.length; k++) z[k] = s * x[k] + t * y[k]
  z[0] = slopes[0]
  return out
}
