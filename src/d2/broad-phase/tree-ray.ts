/**
 * Slab test of a ray, or of a box that moves along it, against boxes.
 *
 * Entry and exit are rounded the same way for a node and for its descendants, so a leaf is visited exactly if its own box is met: the shape
 * of the tree decides the order of visits and nothing else (as long as the limit stands).
 */

import type { BoxProbe } from '../../common/broad-phase/tree-walk.ts'

/** A ray prepared for slab tests of boxes. */
export class RayProbe implements BoxProbe {
  /**
   * Origin, as the faces that are met first see it, and those that are met last: two places if a box moves along the ray. And one over the direction;
   * +Infinity where that is zero, of either sign. In arrays: fields that hold fractions would be put on the heap anew.
   */
  private readonly first: Float64Array = new Float64Array(2)
  private readonly last: Float64Array = new Float64Array(2)
  private readonly inverse: Float64Array = new Float64Array(2)
  /** Offsets within a box of the face met first: 0, 1 = min, 2, 3 = max. */
  nearX = 0
  nearY = 1

  /** A ray: `from` is where it starts, `way` holds at `o` where it goes, whole. */
  set(from: Float64Array, way: Float64Array, o: number): void {
    for (let k = 0; k < 2; k++) {
      this.first[k] = this.last[k] = from[k]
      this.inverse[k] = 1 / (way[o + k] === 0 ? 0 : way[o + k])
    }
    this.nearX = way[o] < 0 ? 2 : 0
    this.nearY = way[o + 1] < 0 ? 3 : 1
  }

  /** A box moves along the ray: `box` is min x y, max x y of it at the start. */
  setBox(box: Float64Array): void {
    this.first[0] = box[2 - this.nearX]
    this.first[1] = box[4 - this.nearY]
    this.last[0] = box[this.nearX]
    this.last[1] = box[this.nearY]
  }

  entry(box: Float64Array, at: number, out: Float64Array, o: number): void {
    const b = 4 * at
    const { first, last, inverse, nearX, nearY } = this
    const enterX = (box[b + nearX] - first[0]) * inverse[0]
    const leaveX = (box[b + 2 - nearX] - last[0]) * inverse[0]
    const enterY = (box[b + nearY] - first[1]) * inverse[1]
    const leaveY = (box[b + 4 - nearY] - last[1]) * inverse[1]
    // A ray that runs within a face gives 0 · Infinity, not a number: every comparison below lets it pass, as it should.
    let enter = 0
    if (enterX > enter) enter = enterX
    if (enterY > enter) enter = enterY
    let leave = Infinity
    if (leaveX < leave) leave = leaveX
    if (leaveY < leave) leave = leaveY
    out[o] = Infinity
    if (enter <= leave) out[o] = enter
  }
}
