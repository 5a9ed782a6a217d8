/**
 * What rays have met. Which hits are kept depends on what is sought; ties go to the smaller shape row, so that the order in which a tree
 * shows its shapes does not matter.
 */

/** What a ray looks for. */
export const NEAREST = 0
export const ALL = 1
export const ANY = 2

/** Hits of a ray: share of the ray, normal, shape row, triangle of a mesh. */
export class RayResults {
  count = 0
  readonly shape: number[] = []
  readonly distance: number[] = []
  readonly normal: number[] = []
  /** −1 for shapes that are no mesh. */
  readonly triangle: number[] = []
  /** Its material, −1 = none. */
  readonly material: number[] = []
  private mode = NEAREST

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
    const row = this.count++
    this.shape[row] = shape
    this.distance[row] = distance
    this.triangle[row] = -1
    this.material[row] = -1
    return row
  }

  /**
   * Sets how much of the ray is still of interest. Not below a hit itself: an equally near shape with a smaller row must still be seen. So it is
   * above 0, which would end the search, even where the ray starts inside a shape.
   */
  shorten(limit: Float64Array): void {
    if (this.mode === ALL) return
    const nearest = this.mode === ANY ? 0 : Math.max(this.distance[0], Number.MIN_VALUE)
    if (nearest < limit[0]) limit[0] = nearest
  }

  /** All hits by distance, then by shape row. */
  sorted(): Int32Array {
    const order = new Int32Array(this.count)
    for (let i = 0; i < this.count; i++) order[i] = i
    return order.sort((a, b) => this.distance[a] - this.distance[b] || this.shape[a] - this.shape[b])
  }
}
