/**
 * The nodes of the logarithm: 64 intervals of the mantissa, from 0.70703125 to 1.4140625.
 *
 * Three numbers per interval: the reciprocal of a point near its middle, rounded to ten bits so that products with it are exact;
 * minus the logarithm of that reciprocal rounded to a multiple of 2^-42, so that sums with multiples of log 2 are exact; and what
 * that rounding left out. The interval around 1 has the reciprocal 1.
 */
import { exactLogarithm, nearest } from './fixed-point.ts'

export const LOGARITHM_NODES: Float64Array = /* @__PURE__ */ createNodes()

function createNodes(): Float64Array {
  const nodes = new Float64Array(192)
  const steps = 2 ** 42
  const step = BigInt(2 ** 86)
  for (let j = 0; j < 64; j++) {
    // Below 1 the intervals are 1/128 wide, above 1/64; number 37 is the one around 1.
    const middle = j < 37 ? 0.70703125 + (j + 0.5) / 128 : 1.0078125 + (j - 37.5) / 64
    const reciprocal = j === 37 ? 1024 : Math.round(1024 / middle)
    const exact = exactLogarithm(1024n, BigInt(reciprocal))
    const coarse = Math.round(nearest(exact) * steps)
    nodes[3 * j] = reciprocal / 1024
    nodes[3 * j + 1] = coarse / steps
    nodes[3 * j + 2] = nearest(exact - BigInt(coarse) * step)
  }
  return nodes
}
