/**
 * exp: e^x = 2^k · 2^(j/32) · e^r with |r| <= log 2 / 64, the middle factor from a table, the last from a short polynomial.
 *
 * Errors stay below 0.52 ulp; where the result is subnormal its last rounding adds up to a quarter. `pow` uses the same core.
 */
import { POWER_ZERO, POWERS } from './bits.ts'
import { exactExponential, exactLogarithm, nearest, rest } from './fixed-point.ts'

/** 2^(j/32) for j = 0…31 as a sum of two doubles. */
const ROOTS_OF_TWO: Float64Array = /* @__PURE__ */ createRoots()

function createRoots(): Float64Array {
  const roots = new Float64Array(64)
  const logarithm = exactLogarithm(2n, 1n)
  for (let j = 0; j < 32; j++) {
    const exact = exactExponential((logarithm * BigInt(j)) / 32n)
    roots[2 * j] = nearest(exact)
    roots[2 * j + 1] = rest(exact)
  }
  return roots
}

/** e^(x + tail) for a tail far smaller than 1. */
export function exponential(x: number, tail: number): number {
  // Beyond these the result is infinite or 0 without doubt; nearer to the edges the scaling below decides.
  if (x > 710) return Infinity
  if (x < -746) return 0
  // Steps of log 2 / 32, which is taken as a part of 36 bits, exact for any number of steps, and the rest.
  // Adding and subtracting 1.5 · 2^52 rounds to the nearest integer.
  const steps = x * 46.16624130844683 + 6755399441055744 - 6755399441055744
  const r = x - steps * 0.021660849392446835 + (tail - steps * 5.145609244655338e-14)
  const rr = r * r
  const rise =
    r + rr * (0.5 + r * 0.16666666666525554 + rr * (0.041666666666226766 + r * 0.008333368049983457 + rr * 0.0013888949037880497))
  const n = steps | 0
  const j = (n & 31) << 1
  const root = ROOTS_OF_TWO[j]
  // Scaled in two halves, so that 2^1024 and 2^-1075 do not leave the range before the result does.
  const k = n >> 5
  const half = k >> 1
  return (root + (ROOTS_OF_TWO[j + 1] + root * rise)) * POWERS[POWER_ZERO + half] * POWERS[POWER_ZERO + k - half]
}

/** e to the power of x, the same bits on every platform. */
export function exp(x: number): number {
  return x === x ? exponential(x, 0) : NaN
}
