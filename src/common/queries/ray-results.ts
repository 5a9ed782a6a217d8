/**
 * What rays have met. Which hits are kept depends on what is sought; ties go to the smaller shape row, so that the order in which a tree
 * shows its shapes does not matter.
 */

/** What a ray looks for. */
export const NEAREST = 0
export const ALL = 1
export const ANY = 2

/** Hits of a ray: share of the ray, normal, shape row. Grows and stays. */
export class RayResults {
  count = 0
  shape: Int32Array = new Int32Array(16)
  distance: Float64Array = new Float64Array(16)
  normal: Float64Array
  private mode = NEAREST

  /** `width`: numbers per normal. */
  constructor(width: number) {
    this.normal = new Float64Array(16 * width)
  }

  begin(mode: number): void {
    this.mode = mode
    this.count = 0
  }

  /** Notes a hit if it is wanted. Returns the row whose normal is to be filled in, or −1. */
  note(shape: number, distance: number): number {
    if (this.mode === NEAREST && this.count > 0) {
      const best = this.distance[0]
      if (!(distance < best || (distance === best && shape < this.shape[0]))) return -1
      this.count = 0
    }
    if (this.count === this.shape.length) this.grow()
    const row = this.count++
    this.shape[row] = shape
    this.distance[row] = distance
    return row
  }

  /** How much of the ray is still of interest. Not below a hit itself: an equally near shape with a smaller row must still be seen. */
  remaining(limit: number): number {
    if (this.mode === ALL) return limit
    return this.mode === ANY ? 0 : Math.min(limit, this.distance[0])
  }

  /** All hits by distance, then by shape row. */
  sorted(): Int32Array {
    const order = new Int32Array(this.count)
    for (let i = 0; i < this.count; i++) order[i] = i
    return order.sort((a, b) => this.distance[a] - this.distance[b] || this.shape[a] - this.shape[b])
  }

  private grow(): void {
    const rows = this.shape.length * 2
    const shape = new Int32Array(rows)
    shape.set(this.shape)
    this.shape = shape
    const distance = new Float64Array(rows)
    distance.set(this.distance)
    this.distance = distance
    const normal = new Float64Array(this.normal.length * 2)
    normal.set(this.normal)
    this.normal = normal
  }
}
