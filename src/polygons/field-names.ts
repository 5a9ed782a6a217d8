/**
 * How errors name the parts of an outline.
 */

export const FIELD = 'outline'

/** Ring 0 is the outer one. */
export function ringName(ring: number): string {
  return ring === 0 ? `${FIELD}.outer` : `${FIELD}.holes[${ring - 1}]`
}

/** A point by its place in the list of all, given where the rings begin. */
export function pointName(starts: readonly number[], point: number): string {
  let ring = 0
  while (starts[ring + 1] <= point) ring++
  return `${ringName(ring)}[${point - starts[ring]}]`
}
