/**
 * Points of a circle by number, so that curved cores have vertices as polytopes have: 2²⁵ to an eighth of the circle. A chord between two of
 * them is nearer to the arc than a double can tell, so the circle is exact. No sines: a number is the octant and the tangent within it.
 */

const STEPS = 1 << 25
/** Numbers below this: the octant in the lowest three bits, the tangent above. Two bits are left for what the circle belongs to. */
export const CIRCLE_BITS = 29

/** Number of the point of the circle in the direction (x, z), any length above 0. */
export function circleIndex(x: number, z: number): number {
  const ax = x < 0 ? -x : x
  const az = z < 0 ? -z : z
  const steep = az > ax
  const tangent = steep ? ax / az : az / ax
  return (Math.round(tangent * STEPS) << 3) | (x < 0 ? 1 : 0) | (z < 0 ? 2 : 0) | (steep ? 4 : 0)
}

/** out[oo] = x and out[oo + 2] = z of that point of a circle whose radius is in out[oo]. */
export function circlePoint(index: number, out: Float64Array, oo: number): void {
  const tangent = (index >> 3) / STEPS
  const long = out[oo] / Math.sqrt(1 + tangent * tangent)
  const short = long * tangent
  const x = (index & 4) === 0 ? long : short
  const z = (index & 4) === 0 ? short : long
  out[oo] = (index & 1) === 0 ? x : -x
  out[oo + 2] = (index & 2) === 0 ? z : -z
}
