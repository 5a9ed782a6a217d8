/**
 * Reduction of an angle to its quadrant: x = quadrant · π/2 + r with |r| <= π/4 and a hair, r as the sum of two doubles.
 *
 * Moderate angles subtract multiples of π/2 in three parts. Angles beyond that, and those so near to a multiple of π/2 that the
 * three parts do not carry enough digits, are divided exactly, which takes microseconds.
 */
import { exactArctangent } from './fixed-point.ts'

/** [0] takes the angle. Then the reduced one: [0] is r rounded to a double, [1] what that rounding left out. Valid until the next reduction. */
export const REDUCED: Float64Array = /* @__PURE__ */ new Float64Array(2)

/**
 * Puts r of the angle in `REDUCED` there and returns the quadrant, any integer of which the last two bits count. NaN for what is not finite.
 *
 * π/2 is taken as a sum: two parts of at most 32 bits, so that up to 2^21 of them are exact, and a full double. The first two
 * subtractions are exact or leave an error that is; what the third part leaves out is below 2^-120 per quarter turn.
 */
export function reduceAngle(): number {
  const x = REDUCED[0]
  // Adding and subtracting 1.5 · 2^52 rounds to the nearest integer.
  const turns = x * 0.6366197723675814 + 6755399441055744 - 6755399441055744
  const first = x - turns * 1.5707963267341256
  const second = turns * 6.077100506303966e-11
  const difference = first - second
  const tail = first - difference - second - turns * 2.0222662487959506e-21
  const r = difference + tail
  // Beyond 2^21 quarter turns the products are no longer exact; a remainder below 2^-56 of their number has lost too many digits.
  if (Math.abs(x) <= 3294198 && Math.abs(r) >= Math.abs(turns) * 1.3877787807814457e-17) {
    REDUCED[0] = r
    REDUCED[1] = difference - r + tail
    return turns | 0
  }
  return reduceExactly(x)
}

/** Bits of π/2 after the point: as many as a double may have before it, and what the remainder needs. */
const BITS = 1216n

/** π/2, made when it is first needed. */
let halfPi = 0n

/** Bits of the remainder: no double comes closer than 2^-61 to a multiple of π/2, and two doubles hold 106. */
const KEPT_BITS = 192n
const UNIT: number = 1 / 2 ** 192

/** For any |x| above 2^-1, in whole numbers. */
function reduceExactly(x: number): number {
  if (!(Math.abs(x) < Infinity)) {
    REDUCED[0] = NaN
    return 0
  }
  if (halfPi === 0n) halfPi = 8n * exactArctangent(1n, 5n, 1n << BITS) - 2n * exactArctangent(1n, 239n, 1n << BITS)
  const size = Math.abs(x)
  const whole = Math.floor(size)
  const angle = (BigInt(whole) << BITS) + (BigInt((size - whole) * 2 ** 60) << (BITS - 60n))
  const quarters = (2n * angle + halfPi) / (2n * halfPi)
  const r = (angle - quarters * halfPi) >> (BITS - KEPT_BITS)
  const sign = x < 0 ? -1 : 1
  const upper = Number(r)
  REDUCED[0] = sign * upper * UNIT
  REDUCED[1] = sign * Number(r - BigInt(upper)) * UNIT
  return sign * Number(quarters & 3n)
}
