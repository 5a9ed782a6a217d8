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
  private readonly first: Float64Array = new Float64Array(3)
  private readonly last: Float64Array = new Float64Array(3)
  private readonly inverse: Float64Array = new Float64Array(3)
  /** Offsets within a box of the face met first: 0 … 2 = min, 3 … 5 = max. */
  nearX = 0
  nearY = 1
  nearZ = 2

  /** A ray: `from` is where it starts, `way` holds at `o` where it goes, whole. */
  set(from: Float64Array, way: Float64Array, o: number): void {
    for (let k = 0; k < 3; k++) {
      this.first[k] = this.last[k] = from[k]
      this.inverse[k] = 1 / (way[o + k] === 0 ? 0 : way[o + k])
    }
    this.nearX = way[o] < 0 ? 3 : 0
    this.nearY = way[o + 1] < 0 ? 4 : 1
    this.nearZ = way[o + 2] < 0 ? 5 : 2
  }

  /** A box moves along the ray: `box` is min x y z, max x y z of it at the start. */
  setBox(box: Float64Array): void {
    this.first[0] = box[3 - this.nearX]
    this.first[1] = box[5 - this.nearY]
    this.first[2] = box[7 - this.nearZ]
    this.last[0] = box[this.nearX]
    this.last[1] = box[this.nearY]
    this.last[2] = box[this.nearZ]
  }

  entry(box: Float64Array, at: number, out: Float64Array, o: number): void {
    const b = 6 * at
    const { first, last, inverse, nearX, nearY, nearZ } = this
    const enterX = (box[b + nearX] - first[0]) * inverse[0]
    const leaveX = (box[b + 3 - nearX] - last[0]) * inverse[0]
    const enterY = (box[b + nearY] - first[1]) * inverse[1]
    const leaveY = (box[b + 5 - nearY] - last[1]) * inverse[1]
    const enterZ = (box[b + nearZ] - first[2]) * inverse[2]
    const leaveZ = (box[b + 7 - nearZ] - last[2]) * inverse[2]
    // A ray that runs within a face gives 0 · Infinity, not a number: every comparison below lets it pass, as it should.
    let enter = 0
    if (enterX > enter) enter = enterX
    if (enterY > enter) enter = enterY
    if (enterZ > enter) enter = enterZ
    let leave = Infinity
    if (leaveX < leave) leave = leaveX
    if (leaveY < leave) leave = leaveY
    if (leaveZ < leave) leave = leaveZ
    out[o] = Infinity
    if (enter <= leave) out[o] = enter
  }
}
