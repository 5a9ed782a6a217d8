/**
 * Reduction of an angle to its quadrant: x = quadrant · π/2 + r with |r| <= π/4 and a hair, r as the sum of two doubles.
 *
 * Moderate angles subtract multiples of π/2 in three parts. Angles beyond that, and those so near to a multiple of π/2 that the
 * three parts do not carry enough digits, go through an exact product with the digits of 2/π.
 */
import { DOUBLE, HIGH, LOW, POWER_ZERO, POWERS, WORDS } from './bits.ts'

/** The reduced angle: [0] is r rounded to a double, [1] what that rounding left out. Valid until the next reduction. */
export const REDUCED: Float64Array = /* @__PURE__ */ new Float64Array(2)

/**
 * Puts r into `REDUCED` and returns the quadrant, any integer of which the last two bits count. NaN for what is not finite.
 *
 * π/2 is taken as a sum: two parts of at most 32 bits, so that up to 2^21 of them are exact, and a full double. The first two
 * subtractions are exact or leave an error that is; what the third part leaves out is below 2^-120 per quarter turn.
 */
export function reduceAngle(x: number): number {
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

/** Bits per digit: the sum of four products of two digits and a carry stays below 2^53, so doubles hold it exactly. */
const DIGIT = 33554432
const PER_DIGIT: number = 1 / DIGIT
const DIGIT_BITS = 25

/** The digits of 2/π after the point in base 2^25, with four zeros in front for the places before the point. */
const TWO_OVER_PI_DIGITS: Float64Array = /* @__PURE__ */ new Float64Array([
  0, 0, 0, 0,
  21361414, 28915984, 11096033, 7699743, 10918840, 3594405, 13409825, 26231294, 10667863, 24833813, 17676579, 14918692,
  28990464, 26364858, 17098953, 1900061, 30816610, 10919163, 21238191, 22211508, 9477427, 18614701, 3129120, 20550102,
  7538342, 15192690, 2292829, 31429251, 23330578, 33552257, 13371383, 19861899, 11801818, 8238297, 32930110, 11574132,
  32032748, 27760634, 18266771, 29018091, 30139126, 15998183, 29119124, 19834559, 23852579, 31676226, 2818456, 4652155,
])

/** The digits of the product: [0] the last one before the point, [k] of weight 2^(-25 k) after it. */
const PRODUCT: Float64Array = /* @__PURE__ */ new Float64Array(8)
const LAST_PLACE = 7

/**
 * For any |x| above 2^-1: writes m · 2^e for it, and multiplies m, shifted so that e is a multiple of the digit size, with
 * those digits of 2/π that matter. Whole turns fall off at the top, 150 bits after the point are kept at the bottom; no double
 * comes closer than 2^-61 to a multiple of π/2.
 */
function reduceExactly(x: number): number {
  if (!(Math.abs(x) < Infinity)) {
    REDUCED[0] = NaN
    return 0
  }
  DOUBLE[0] = x
  const high = WORDS[HIGH] & 0x7fffffff
  const exponent = (high >>> 20) - 1075
  let mantissa = ((high & 0xfffff) | 0x100000) * 4294967296 + (WORDS[LOW] >>> 0)
  const place = Math.floor(exponent / DIGIT_BITS)
  const shift = POWERS[POWER_ZERO + exponent - place * DIGIT_BITS]

  let carry = Math.floor(mantissa * PER_DIGIT)
  let value = (mantissa - carry * DIGIT) * shift
  mantissa = carry
  carry = Math.floor(value * PER_DIGIT)
  const m0 = value - carry * DIGIT
  const top = Math.floor(mantissa * PER_DIGIT)
  value = (mantissa - top * DIGIT) * shift + carry
  carry = Math.floor(value * PER_DIGIT)
  const m1 = value - carry * DIGIT
  value = top * shift + carry
  const m3 = Math.floor(value * PER_DIGIT)
  const m2 = value - m3 * DIGIT

  carry = 0
  for (let k = LAST_PLACE; k >= 0; k--) {
    const i = place + 3 + k
    const low = TWO_OVER_PI_DIGITS[i] * m0 + TWO_OVER_PI_DIGITS[i + 1] * m1
    value = low + TWO_OVER_PI_DIGITS[i + 2] * m2 + TWO_OVER_PI_DIGITS[i + 3] * m3 + carry
    carry = Math.floor(value * PER_DIGIT)
    PRODUCT[k] = value - carry * DIGIT
  }

  let quadrant = PRODUCT[0] & 3
  let sign = 1
  if (PRODUCT[1] >= 0.5 * DIGIT) {
    // Nearer to the next quadrant: 1 minus the fraction, digit by digit.
    quadrant++
    sign = -1
    for (let k = 1; k < LAST_PLACE; k++) PRODUCT[k] = DIGIT - 1 - PRODUCT[k]
  }
  if (x < 0) sign = -sign

  // Two digits fit in one double, so only the sums of the pairs need their rounding errors.
  const pair1 = (PRODUCT[1] * DIGIT + PRODUCT[2]) * POWERS[POWER_ZERO - 2 * DIGIT_BITS]
  const pair2 = (PRODUCT[3] * DIGIT + PRODUCT[4]) * POWERS[POWER_ZERO - 4 * DIGIT_BITS]
  const pair3 = (PRODUCT[5] * DIGIT + PRODUCT[6]) * POWERS[POWER_ZERO - 6 * DIGIT_BITS]
  const sum = pair1 + pair2
  const rest = pair2 - (sum - pair1) + pair3
  const fraction = sum + rest
  const fractionTail = rest - (fraction - sum)

  // Times π/2, itself a sum of two doubles of which the first is split for exact products.
  const halfPi = 1.5707963267948966
  const halfPiUpper = Math.fround(halfPi)
  const halfPiLower = halfPi - halfPiUpper
  const upper = Math.fround(fraction)
  const lower = fraction - upper
  const product = fraction * halfPi
  const error = upper * halfPiUpper - product + upper * halfPiLower + lower * halfPiUpper + lower * halfPiLower
  const tail = error + (fraction * 6.123233995736766e-17 + fractionTail * halfPi)
  const r = product + tail
  REDUCED[0] = sign * r
  REDUCED[1] = sign * (product - r + tail)
  return x < 0 ? -quadrant : quadrant
}
