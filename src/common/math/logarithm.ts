/**
 * log: log x = k log 2 + log c + log(1 + r) with x = 2^k m, c a tabled point near m, and r = m/c - 1 known exactly.
 *
 * Errors stay below 0.51 ulp, also next to x = 1, where c is 1 and r is the exact distance from it. `pow` needs more digits than a
 * double holds and gets them from `logarithm`.
 */
import { DOUBLE, HIGH, POWER_ZERO, POWERS, WORDS } from './bits.ts'
import { LOGARITHM_NODES } from './logarithm-table.ts'

/** k log 2 + log c and its tail, then r and its tail. Valid until the next call of `takeApart`. */
const PARTS: Float64Array = /* @__PURE__ */ new Float64Array(4)

/** The parts of the logarithm of a positive finite x. */
function takeApart(x: number): void {
  let lift = 0
  if (x < 2.2250738585072014e-308) {
    // Subnormal: 2^54 lifts it into the normal range.
    x *= 18014398509481984
    lift = 54
  }
  DOUBLE[0] = x
  // 0x3fe6a000 is the high word of 0.70703125, where the first of 64 intervals starts; 2^14 of such words make an interval.
  const offset = WORDS[HIGH] - 0x3fe6a000
  const node = 3 * ((offset >> 14) & 63)
  const exponent = offset >> 20
  const half = exponent >> 1
  const m = x * POWERS[POWER_ZERO - half] * POWERS[POWER_ZERO + half - exponent]

  // 24 bits times the ten of the reciprocal are exact, and so are the other 29.
  const reciprocal = LOGARITHM_NODES[node]
  const upper = Math.fround(m)
  const coarse = upper * reciprocal - 1
  const fine = (m - upper) * reciprocal
  const r = coarse + fine

  // log 2 as a multiple of 2^-42, exact when multiplied by an exponent, and the rest.
  const k = exponent - lift
  PARTS[0] = k * 0.6931471805598903 + LOGARITHM_NODES[node + 1]
  PARTS[1] = k * 5.497923018708371e-14 + LOGARITHM_NODES[node + 2]
  PARTS[2] = r
  PARTS[3] = coarse - r + fine
}

/** The r³ (…) of log(1 + r) = r - r²/2 + cubic(r, r²), |r| < 0.008. Own minimax coefficients. */
function cubic(r: number, rr: number): number {
  const end = 0.14285714170365224 - r * 0.12501516330825374 + rr * 0.11112855320775916
  return r * rr * (0.3333333333333333 - r * 0.25000000000001016 + rr * (0.20000000000002977 - r * 0.16666666595201848 + rr * end))
}

/** Natural logarithm, NaN below 0 and -Infinity at 0; the same bits on every platform. */
export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) return x === 0 ? -Infinity : x > 0 ? Infinity : NaN
  takeApart(x)
  const base = PARTS[0]
  const r = PARTS[2]
  const rr = r * r
  const sum = base + r
  return sum + (base - sum + r + (PARTS[1] + PARTS[3] - 0.5 * rr + cubic(r, rr)))
}

/** The logarithm that `logarithm` found: [0] + [1], good to about 2^-67. Valid until its next call. */
export const LOGARITHM: Float64Array = /* @__PURE__ */ new Float64Array(2)

/** Natural logarithm of a positive finite x, as a sum of two doubles into `LOGARITHM`. */
export function logarithm(x: number): void {
  takeApart(x)
  const base = PARTS[0]
  const r = PARTS[2]
  const rTail = PARTS[3]
  // r²/2 in two pieces, the first of them exact.
  const upper = Math.fround(r)
  const square = 0.5 * upper * upper
  const squareRest = 0.5 * (r - upper) * (r + upper) + r * rTail
  const sum = base + r
  const value = sum - square
  const tail = base - sum + r + (sum - value - square) + (rTail + PARTS[1] - squareRest + cubic(r, r * r))
  const high = value + tail
  LOGARITHM[0] = high
  LOGARITHM[1] = value - high + tail
}
