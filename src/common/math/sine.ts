/**
 * sin, cos and tan: polynomials on |r| <= π/4 after the reduction to a quadrant.
 *
 * Own minimax coefficients; the polynomials alone are good to 2^-56, so the rounding of the last few operations decides. Worst seen
 * in millions of samples: 0.82 ulp for sine and cosine, 0.89 ulp for the tangent. Coefficients stand in the expressions, and the
 * paths share their kernels, because V8 inlines by bytecode size and a call that is not inlined puts its numbers on the heap.
 */
import { REDUCED, reduceAngle } from './angle-reduction.ts'

/** With z = r²: the z (…) of sin r = r + r · z (…), and the z² (…) of cos r = 1 - z/2 + z² (…). */
const FACTORS = /* @__PURE__ */ new Float64Array(2)

/** Sets `FACTORS` for the reduced angle. Two short chains each, which a processor runs side by side. */
function setFactors(): void {
  const z = REDUCED[0] * REDUCED[0]
  const zz = z * z
  FACTORS[0] =
    z *
    (z * 0.008333333333322014 -
      0.1666666666666663 +
      zz * (z * 2.7557313589941153e-6 - 0.00019841269829501968 + zz * (z * 1.5895927070713137e-10 - 2.505074268261307e-8)))
  FACTORS[1] =
    zz *
    (0.041666666666666595 -
      z * 0.0013888888888872906 +
      zz * (2.4801587288755332e-5 - z * 2.75573141507353e-7 + zz * (2.0875696865919304e-9 - z * 1.1358325992185946e-11)))
}

const angleIn = /* @__PURE__ */ new Float64Array(1)

/** Writes sin x to out[offset] and cos x to out[offset + 1], the same bits on every platform. */
export function sinCos(x: number, out: Float64Array, offset: number): void {
  angleIn[0] = x
  sinCosAt(angleIn, 0, out, offset)
}

/** The same for the angle at angles[at]: loops of the step use it, for numbers as arguments are boxed. */
export function sinCosAt(angles: Float64Array, at: number, out: Float64Array, offset: number): void {
  const x = angles[at]
  let quadrant = 0
  REDUCED[0] = x
  REDUCED[1] = 0
  if (!(Math.abs(x) <= 0.7853981633974483)) quadrant = reduceAngle()
  setFactors()
  const r = REDUCED[0]
  const tail = REDUCED[1]
  const z = r * r
  const half = 0.5 * z
  const top = 1 - half
  const swap = quadrant & 1
  // The polynomial would lose the sign of -0.
  out[offset + swap] = x === 0 ? x : r + (r * FACTORS[0] + tail * (1 - 0.5 * z))
  // What 1 - r²/2 rounds away is added back.
  out[offset + 1 - swap] = top + (1 - top - half + (FACTORS[1] - r * tail))
  out[offset] *= 1 - (quadrant & 2)
  out[offset + 1] *= 1 - ((quadrant + 1) & 2)
}

const pair = /* @__PURE__ */ new Float64Array(2)

/** Sine of an angle in radians, the same bits on every platform. */
export function sin(x: number): number {
  sinCos(x, pair, 0)
  return pair[0]
}

/** Cosine of an angle in radians, the same bits on every platform. */
export function cos(x: number): number {
  sinCos(x, pair, 0)
  return pair[1]
}

/** Tangent of an angle in radians, the same bits on every platform. */
export function tan(x: number): number {
  let quadrant = 0
  REDUCED[0] = x
  REDUCED[1] = 0
  // Below 2^-27 the cube is less than the last bit. Single precision, used below, does not reach down to all of these.
  if (Math.abs(x) < 7.450580596923828e-9) return x
  if (!(Math.abs(x) <= 0.7853981633974483)) quadrant = reduceAngle()
  setFactors()
  const r = REDUCED[0]
  const tail = REDUCED[1]

  // Sine and cosine as sums of two doubles; the square of r is kept exact, for the cosine's error would show in the quotient.
  const z = r * r
  const upper = Math.fround(r)
  const half = 0.5 * upper * upper
  const top = 1 - half
  const sineRest = r * FACTORS[0] + tail * (1 - 0.5 * z)
  const cosineTail = 1 - top - half - 0.5 * (r - upper) * (r + upper) + (FACTORS[1] - r * tail)
  const sine = r + sineRest
  const cosine = top + cosineTail
  if ((quadrant & 1) === 0) return divide(sine, r - sine + sineRest, cosine, top - cosine + cosineTail)
  return divide(-cosine, cosine - top - cosineTail, sine, r - sine + sineRest)
}

/** Quotient of two sums of two doubles. The first guess has 24 bits, so that its product with the divisor is exact in two pieces. */
function divide(a: number, aTail: number, b: number, bTail: number): number {
  const guess = Math.fround(a / b)
  const upper = Math.fround(b)
  return guess + (a - guess * upper - guess * (b - upper) + (aTail - guess * bTail)) / b
}
