/**
 * atan and atan2: the ratio of the two sides, taken relative to the nearest sixteenth.
 *
 * With c = i/16 next to t = small/large, atan t = atan c + atan d, d = (small - c · large) / (large + c · small). So |d| <= 1/32, and
 * four coefficients suffice. d and the tabled atan c are kept as sums of two doubles: errors stay below 0.52 ulp. Numbers stand in
 * the expressions because V8 inlines by bytecode size, and a call that is not inlined puts its numbers on the heap.
 */
import { exactArctangent, nearest, rest } from './fixed-point.ts'

/** atan(i/16) for i = 0…16 as a sum of two doubles. */
const ATAN_NODES: Float64Array = /* @__PURE__ */ createNodes()

function createNodes(): Float64Array {
  const nodes = new Float64Array(34)
  for (let i = 0; i <= 16; i++) {
    const exact = exactArctangent(BigInt(i), 16n)
    nodes[2 * i] = nearest(exact)
    nodes[2 * i + 1] = rest(exact)
  }
  return nodes
}

/** small and large of `setAngle`, which leaves the angle in the first place. */
const sides = new Float64Array(2)

/**
 * quarters · π/2 + sign · atan(small / large), for 0 <= small <= large, both within 2^±60: in that range no intermediate value
 * leaves single precision, where `Math.fround` splits a number into 24 bits and the rest.
 */
function setAngle(quarters: number, sign: number): void {
  const small = sides[0]
  const large = sides[1]
  const i = ((small / large) * 16 + 0.5) | 0
  const c = i * 0.0625
  const upper = Math.fround(large)
  const above = small - c * upper
  const aboveRest = c * (large - upper)
  const top = above - aboveRest
  const added = c * small
  const bottom = large + added

  // The quotient to 24 bits, then the remainder of the division, which is exact, for the rest of it.
  const inverse = 1 / bottom
  const d = Math.fround(top * inverse)
  const bottomUpper = Math.fround(bottom)
  const remainder = top - d * bottomUpper - d * (bottom - bottomUpper) + (above - top - aboveRest - d * (large - bottom + added))
  const dRest = remainder * inverse

  const z = d * (d + 2 * dRest)
  const zz = z * z
  const cubic = (d + dRest) * (z * -0.3333333333333271 + zz * (0.1999999999392071 - z * 0.1428569584923675 + zz * 0.11089071086876648))
  const node = ATAN_NODES[2 * i]
  const sum = node + d
  const tail = node - sum + d + (ATAN_NODES[2 * i + 1] + dRest + cubic)

  const start = quarters * 1.5707963267948966
  const turned = sign * sum
  const angle = start + turned
  sides[0] = angle + (start - angle + turned + (quarters * 6.123233995736766e-17 + sign * tail))
}

/** The same from and to numbers. */
function angleOf(small: number, large: number, quarters: number, sign: number): number {
  sides[0] = small
  sides[1] = large
  setAngle(quarters, sign)
  return sides[0]
}

/** Angle of which x is the tangent, in [-π/2, π/2], the same bits on every platform. */
export function atan(x: number): number {
  const size = Math.abs(x)
  if (size < 8.673617379884035e-19) return x
  // Beyond 2^60 the difference from a right angle is below the last bit; NaN takes the same way.
  if (!(size < 1152921504606846976)) return x > 0 ? 1.5707963267948966 : x < 0 ? -1.5707963267948966 : NaN
  const steep = size > 1
  const value = angleOf(steep ? 1 : size, steep ? size : 1, steep ? 1 : 0, steep ? -1 : 1)
  return x < 0 ? -value : value
}

/** Angle of the point (x, y) seen from the origin, in [-π, π], counted from the x axis; the same bits on every platform. */
export function atan2(y: number, x: number): number {
  const sizeY = Math.abs(y)
  const sizeX = Math.abs(x)
  const steep = sizeY > sizeX
  const large = steep ? sizeY : sizeX
  const small = steep ? sizeX : sizeY
  if (!(large <= 1152921504606846976 && small >= 8.673617379884035e-19)) return atan2Extreme(y, x)
  const left = x < 0
  const value = angleOf(small, large, steep ? 1 : left ? 2 : 0, steep === left ? 1 : -1)
  return y < 0 ? -value : value
}

/** out[o] = atan2(point[at], point[at + 1]): numbers handed from array to array are not put on the heap. */
export function atan2At(point: Float64Array, at: number, out: Float64Array, o: number): void {
  const y = point[at]
  const x = point[at + 1]
  const sizeY = Math.abs(y)
  const sizeX = Math.abs(x)
  const steep = sizeY > sizeX
  const large = steep ? sizeY : sizeX
  const small = steep ? sizeX : sizeY
  if (!(large <= 1152921504606846976 && small >= 8.673617379884035e-19)) {
    out[o] = atan2Extreme(y, x)
    return
  }
  sides[0] = small
  sides[1] = large
  setAngle(steep ? 1 : x < 0 ? 2 : 0, steep === x < 0 ? 1 : -1)
  out[o] = y < 0 ? -sides[0] : sides[0]
}

/** Zeros, infinities, NaN, and sides outside 2^±60. */
function atan2Extreme(y: number, x: number): number {
  if (x !== x || y !== y) return NaN
  const sizeX = Math.abs(x)
  const sizeY = Math.abs(y)
  const left = x < 0 || (x === 0 && 1 / x < 0)
  const below = y < 0 || (y === 0 && 1 / y < 0)
  let large = Math.max(sizeX, sizeY)
  let small = Math.min(sizeX, sizeY)
  let value: number
  if (small === Infinity) {
    value = left ? 2.356194490192345 : 0.7853981633974483
  } else if (small >= large * 8.673617379884035e-19 && small > 0) {
    // Powers of two change neither the ratio nor any bit of the mantissas.
    while (large > 1152921504606846976) {
      large *= 8.673617379884035e-19
      small *= 8.673617379884035e-19
    }
    while (large < 1) {
      large *= 1152921504606846976
      small *= 1152921504606846976
    }
    const steep = sizeY > sizeX
    value = angleOf(small, large, steep ? 1 : left ? 2 : 0, steep === left ? 1 : -1)
  } else if (sizeY > sizeX) {
    value = 1.5707963267948966
  } else if (left) {
    value = 3.141592653589793
  } else {
    // The angle is the ratio itself.
    value = sizeY === 0 ? 0 : sizeY / sizeX
  }
  return below ? -value : value
}
