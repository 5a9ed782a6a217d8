/**
 * Numbers with 128 bits after the point, as integers: exact arithmetic that fills this folder's tables when the engine is loaded,
 * and reduces angles that doubles cannot.
 *
 * Written out, the tables would be a good part of the engine's size; computed, they cost about a millisecond. Results are off by a few
 * units in the 128th place, and each table entry takes at most 106 bits of them.
 */

const ONE = 1n << 128n
const UNIT: number = 1 / 2 ** 128

/** The double nearest to x. */
export function nearest(x: bigint): number {
  return Number(x) * UNIT
}

/** The double nearest to what `nearest` left out. */
export function rest(x: bigint): number {
  return nearest(x - BigInt(Number(x)))
}

/** log(p/q), by the series of artanh((p - q)/(p + q)). */
export function exactLogarithm(p: bigint, q: bigint): bigint {
  const top = p - q
  const bottom = p + q
  let power = (2n * ONE * top) / bottom
  let sum = 0n
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n
    power = (power * top * top) / (bottom * bottom)
  }
  return sum
}

/** e^x for x from 0 to 1. */
export function exactExponential(x: bigint): bigint {
  let term = ONE
  let sum = 0n
  for (let n = 1n; term !== 0n; n++) {
    sum += term
    term = (term * x) / (n * ONE)
  }
  return sum
}

/** atan(p/q) for 0 <= p <= q, by Euler's series, which converges there. `one` may have more places than the others have. */
export function exactArctangent(p: bigint, q: bigint, one: bigint = ONE): bigint {
  const square = p * p + q * q
  let term = (one * p * q) / square
  let sum = 0n
  for (let n = 2n; term !== 0n; n += 2n) {
    sum += term
    term = (term * n * p * p) / ((n + 1n) * square)
  }
  return sum
}
