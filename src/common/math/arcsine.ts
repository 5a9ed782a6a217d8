/**
 * asin and acos: one polynomial on |x| <= 1/2; above that the half-angle formula asin x = π/2 - 2 asin √((1 - x)/2).
 *
 * Errors stay below 0.7 ulp. The root is kept as a sum of two doubles, because near x = 1 it is the whole result; so is π.
 * Numbers stand in the expressions because V8 inlines by bytecode size, and a call that is not inlined puts its numbers on the heap.
 */

/** The x² (…) of the series: asin x = x + x · arcsineFactor(x²), for x² <= 1/4. Own minimax coefficients. */
function arcsineFactor(z: number): number {
  const z2 = z * z
  const z4 = z2 * z2
  const low = 0.16666666666666763 + z * 0.07499999999970093 + z2 * (0.04464285717529044 + z * 0.03038194267509334)
  const middle = 0.02237221591058589 + z * 0.017351595424879677 + z2 * (0.013981019343701894 + z * 0.011397287099762605)
  const high = 0.010789351318490844 + z * 0.003672081306696492 + z2 * (0.021790878583645448 - z * 0.021117021228900537)
  return z * (low + z4 * (middle + z4 * (high + z4 * 0.03270233694974844)))
}

/** Angle in [-π/2, π/2] of which x is the sine; NaN outside [-1, 1]. The same bits on every platform. */
export function asin(x: number): number {
  const size = Math.abs(x)
  if (size <= 0.5) return x + x * arcsineFactor(x * x)
  if (size >= 1) return size === 1 ? x * 1.5707963267948966 : NaN
  const z = 0.5 - 0.5 * size
  const root = Math.sqrt(z)
  const upper = Math.fround(root)
  const rest = (z - upper * upper) / (root + upper) + root * arcsineFactor(z)
  const top = 1.5707963267948966 - 2 * upper
  const value = top + (1.5707963267948966 - top - 2 * upper + (6.123233995736766e-17 - 2 * rest))
  return x < 0 ? -value : value
}

/** Angle in [0, π] of which x is the cosine; NaN outside [-1, 1]. The same bits on every platform. */
export function acos(x: number): number {
  const size = Math.abs(x)
  if (size <= 0.5) {
    const top = 1.5707963267948966 - x
    return top + (1.5707963267948966 - top - x + (6.123233995736766e-17 - x * arcsineFactor(x * x)))
  }
  if (size >= 1) return x === 1 ? 0 : x === -1 ? 3.141592653589793 : NaN
  const z = 0.5 - 0.5 * size
  const root = Math.sqrt(z)
  const upper = Math.fround(root)
  const rest = (z - upper * upper) / (root + upper) + root * arcsineFactor(z)
  if (x > 0) return 2 * (upper + rest)
  const top = 3.141592653589793 - 2 * upper
  return top + (3.141592653589793 - top - 2 * upper + (1.2246467991473532e-16 - 2 * rest))
}
