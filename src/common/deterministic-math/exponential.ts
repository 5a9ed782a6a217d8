/**
 * exp: e^x = 2^k · 2^(j/32) · e^r with |r| <= log 2 / 64, the middle factor from a table, the last from a short polynomial.
 *
 * Errors stay below 0.52 ulp; where the result is subnormal its last rounding adds up to a quarter. `pow` uses the same core.
 */
import { POWER_ZERO, POWERS } from './bits.ts'

/** 2^(j/32) for j = 0…31 as a sum of two doubles. */
const ROOTS_OF_TWO: Float64Array = /* @__PURE__ */ new Float64Array([
  1, 0,
  1.0218971486541166, 5.109225028973444e-17,
  1.0442737824274138, 8.551889705537965e-17,
  1.0671404006768237, -7.899853966841582e-17,
  1.0905077326652577, -3.046782079812471e-17,
  1.1143867425958924, 1.0410278456845571e-16,
  1.1387886347566916, 8.912812676025408e-17,
  1.1637248587775775, 3.8292048369240935e-17,
  1.189207115002721, 3.982015231465646e-17,
  1.215247359980469, -7.712630692681488e-17,
  1.241857812073484, 4.658027591836937e-17,
  1.2690509571917332, 2.667932131342186e-18,
  1.2968395546510096, 2.5382502794888315e-17,
  1.3252366431597413, -2.8587312100388614e-17,
  1.3542555469368927, 7.70094837980299e-17,
  1.383909881963832, -6.770511658794786e-17,
  1.4142135623730951, -9.667293313452913e-17,
  1.4451808069770467, -3.0237581349939873e-17,
  1.4768261459394993, -3.483994556892796e-17,
  1.5091644275934228, -1.016455327754295e-16,
  1.5422108254079407, 7.949834809697621e-17,
  1.5759808451078865, -1.0136916471278304e-17,
  1.6104903319492543, 2.4707192569797888e-17,
  1.645755478153965, -1.0125679913674773e-16,
  1.681792830507429, 8.199010020581497e-17,
  1.718619298122478, -1.851380418263111e-17,
  1.7562521603732995, 2.960140695448873e-17,
  1.7947090750031072, 1.8227458427912087e-17,
  1.8340080864093424, 3.283107224245627e-17,
  1.8741676341103, -6.122763413004143e-17,
  1.9152065613971474, -1.0619946056195963e-16,
  1.9571441241754002, 8.960767791036668e-17,
])

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
