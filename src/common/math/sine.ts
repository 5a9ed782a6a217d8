/**
 * sin, cos and tan: polynomials on |r| <= π/4 after the reduction to a quadrant.
 *
 * Own minimax coefficients; the polynomials alone are good to 2^-56, so the rounding of the last few operations decides. Worst seen
 * in millions of samples: 0.82 ulp for sine and cosine, 0.89 ulp for the tangent. Coefficients stand in the expressions, and the
 * paths share their kernels, because V8 inlines by bytecode size and a call that is not inlined puts its numbers on the heap.
 */
import { REDUCED, reduceAngle } from './angle-reduction.ts'

/** The r² (…) of the sine: sin r = r + r · sineFactor(r²). Two short chains, which a processor runs side by side. */
function sineFactor(z: number): number {
  const zz = z * z
  return (
    z *
    (z * 0.008333333333322014 -
      0.1666666666666663 +
      zz * (z * 2.7557313589941153e-6 - 0.00019841269829501968 + zz * (z * 1.5895927070713137e-10 - 2.505074268261307e-8)))
  )
}

/** The r⁴ (…) of the cosine: cos r = 1 - r²/2 + cosineRest(r²). */
function cosineRest(z: number): number {
  const zz = z * z
  return (
    zz *
    (0.041666666666666595 -
      z * 0.0013888888888872906 +
      zz * (2.4801587288755332e-5 - z * 2.75573141507353e-7 + zz * (2.0875696865919304e-9 - z * 1.1358325992185946e-11)))
  )
}

/** Sine of r + tail, |r| <= π/4, tail small beside r. */
function sineKernel(r: number, tail: number): number {
  const z = r * r
  return r + (r * sineFactor(z) + tail * (1 - 0.5 * z))
}

/** Cosine of r + tail; what 1 - r²/2 rounds away is added back. */
function cosineKernel(r: number, tail: number): number {
  const z = r * r
  const half = 0.5 * z
  const top = 1 - half
  return top + (1 - top - half + (cosineRest(z) - r * tail))
}

/** Writes sin x to out[offset] and cos x to out[offset + 1], the same bits on every platform. */
export function sinCos(x: number, out: Float64Array, offset: number): void {
  let quadrant = 0
  let r = x
  let tail = 0
  if (!(Math.abs(x) <= 0.7853981633974483)) {
    quadrant = reduceAngle(x)
    r = REDUCED[0]
    tail = REDUCED[1]
  }
  const swap = quadrant & 1
  // The polynomial would lose the sign of -0.
  out[offset + swap] = x === 0 ? x : sineKernel(r, tail)
  out[offset + 1 - swap] = cosineKernel(r, tail)
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
  let r = x
  let tail = 0
  if (!(Math.abs(x) <= 0.7853981633974483)) {
    quadrant = reduceAngle(x)
    r = REDUCED[0]
    tail = REDUCED[1]
  } else if (Math.abs(x) < 7.450580596923828e-9) {
    // Below 2^-27 the cube is less than the last bit. Single precision, used below, does not reach down to all of these.
    return x
  }

  // Sine and cosine as sums of two doubles; the square of r is kept exact, for the cosine's error would show in the quotient.
  const z = r * r
  const upper = Math.fround(r)
  const half = 0.5 * upper * upper
  const top = 1 - half
  const sineRest = r * sineFactor(z) + tail * (1 - 0.5 * z)
  const cosineTail = 1 - top - half - 0.5 * (r - upper) * (r + upper) + (cosineRest(z) - r * tail)
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
