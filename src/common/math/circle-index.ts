/**
 * Points of a circle by number, so that curved cores have vertices as polytopes have: 2²⁵ to an eighth of the circle. A chord between two of
 * them is nearer to the arc than a double can tell, so the circle is exact. No sines: a number is the octant and the tangent within it.
 */

const STEPS = 1 << 25
/** Numbers below this: the octant in the lowest three bits, the tangent above. Two bits are left for what the circle belongs to. */
export const CIRCLE_BITS = 29

/** Number of the point of the circle in the direction (u, v), any length above 0. */
export function circleIndex(u: number, v: number): number {
  const au = u < 0 ? -u : u
  const av = v < 0 ? -v : v
  const steep = av > au
  const tangent = steep ? au / av : av / au
  return (Math.round(tangent * STEPS) << 3) | (u < 0 ? 1 : 0) | (v < 0 ? 2 : 0) | (steep ? 4 : 0)
}

/** out[uo] = u and out[vo] = v of that point of a circle whose radius is in out[uo]. */
export function circlePoint(index: number, out: Float64Array, uo: number, vo: number): void {
  const tangent = (index >> 3) / STEPS
  const long = out[uo] / Math.sqrt(1 + tangent * tangent)
  const short = long * tangent
  const u = (index & 4) === 0 ? long : short
  const v = (index & 4) === 0 ? short : long
  out[uo] = (index & 1) === 0 ? u : -u
  out[vo] = (index & 2) === 0 ? v : -v
}
