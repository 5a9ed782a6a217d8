/**
 * Vertices of cores that are curved in both directions. A double cannot number the points of a sphere as finely as it can tell them apart, so the
 * support mapping leaves its point here and gives the place as the vertex's number. A number stays good for 2¹⁵ calls: far more than any search
 * holds on to one.
 */

const PLACES = 1 << 15
/** Made when the first such shape is asked: most worlds have none. */
let ring: Float64Array | null = null
let next = 0

/** Puts point[0 … 2] into the ring; returns its number. */
export function numberPoint(point: Float64Array): number {
  ring ??= new Float64Array(3 * PLACES)
  const at = next
  next = (next + 1) & (PLACES - 1)
  ring[3 * at] = point[0]
  ring[3 * at + 1] = point[1]
  ring[3 * at + 2] = point[2]
  return at
}

/** out[oo …] = the point of that number. */
export function numberedPoint(index: number, out: Float64Array, oo: number): void {
  const points = ring!
  out[oo] = points[3 * index]
  out[oo + 1] = points[3 * index + 1]
  out[oo + 2] = points[3 * index + 2]
}
