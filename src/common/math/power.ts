/**
 * pow: x^y = e^(y log |x|), with the logarithm and the product carried as sums of two doubles.
 *
 * Errors stay below 0.6 ulp (0.8 where the result is subnormal); the special values are those of the language's own operator.
 */
import { exponential } from './exponential.ts'
import { LOGARITHM, logarithm } from './logarithm.ts'

/** 2^65: log x is 0 or at least 2^-53 in size, so beyond this exponent the result is 0, 1 or infinite. */
const LARGE_EXPONENT = 36893488147419103232
/** 2^-65: |log x| is below 2^10, so below this exponent the result rounds to 1. */
const SMALL_EXPONENT = 2.710505431213761e-20
/** 2^53: from here on every double is an even integer. */
const ALL_EVEN = 9007199254740992

/** x to the power of y, the same bits on every platform; special values as `x ** y` has them. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1
  if (x !== x || y !== y) return NaN
  const base = Math.abs(x)
  const size = Math.abs(y)
  if (size === Infinity) {
    if (base === 1) return NaN
    return base > 1 === y > 0 ? Infinity : 0
  }

  const integer = Math.floor(y) === y
  const odd = integer && size < ALL_EVEN && Math.floor(y * 0.5) !== y * 0.5
  const negative = x < 0 || (x === 0 && 1 / x < 0)
  let value: number
  if (base === 0 || base === Infinity) {
    value = (base === 0) === y > 0 ? 0 : Infinity
  } else {
    if (negative && !integer) return NaN
    value = power(base, y)
  }
  return negative && odd ? -value : value
}

/** base^y for a positive finite base and a finite y that is not 0. */
export function power(base: number, y: number): number {
  if (base === 1) return 1
  const size = Math.abs(y)
  if (size >= LARGE_EXPONENT) return base > 1 === y > 0 ? Infinity : 0
  if (size <= SMALL_EXPONENT) return 1
  logarithm(base)
  const high = LOGARITHM[0]
  const product = y * high
  const yUpper = Math.fround(y)
  const yLower = y - yUpper
  const upper = Math.fround(high)
  const lower = high - upper
  const error = yUpper * upper - product + yUpper * lower + yLower * upper + yLower * lower
  return exponential(product, error + y * LOGARITHM[1])
}
