/**
 * Slab test of a ray, or of a box that moves along it, against boxes.
 *
 * Entry and exit are rounded the same way for a node and for its descendants, so a leaf is visited exactly if its own box is met: the shape
 * of the tree decides the order of visits and nothing else (as long as the limit stands).
 */

import type { BoxProbe } from '../../common/broad-phase/tree-walk.ts'

/** A ray prepared for slab tests of boxes. */
export class RayProbe implements BoxProbe {
  /** Origin, as the faces that are met first see it, and those that are met last: two places if a box moves along the ray. */
  ox = 0
  oy = 0
  lastX = 0
  lastY = 0
  /** One over the direction; +Infinity where that is zero, of either sign. */
  ix = 0
  iy = 0
  /** Offsets within a box of the face met first: 0, 1 = min, 2, 3 = max. */
  nearX = 0
  nearY = 1

  set(ox: number, oy: number, dx: number, dy: number): void {
    this.ox = ox
    this.oy = oy
    this.lastX = ox
    this.lastY = oy
    this.ix = dx === 0 ? Infinity : 1 / dx
    this.iy = dy === 0 ? Infinity : 1 / dy
    this.nearX = dx < 0 ? 2 : 0
    this.nearY = dy < 0 ? 3 : 1
  }

  /** A box moves along the ray: `box` is min x y, max x y of it at the start. */
  setBox(box: Float64Array): void {
    this.ox = box[2 - this.nearX]
    this.oy = box[4 - this.nearY]
    this.lastX = box[this.nearX]
    this.lastY = box[this.nearY]
  }

  entry(box: Float64Array, at: number): number {
    const o = 4 * at
    const { ox, oy, lastX, lastY, ix, iy, nearX, nearY } = this
    const enterX = (box[o + nearX] - ox) * ix
    const leaveX = (box[o + 2 - nearX] - lastX) * ix
    const enterY = (box[o + nearY] - oy) * iy
    const leaveY = (box[o + 4 - nearY] - lastY) * iy
    // A ray that runs within a face gives 0 · Infinity, not a number: every comparison below lets it pass, as it should.
    let enter = 0
    if (enterX > enter) enter = enterX
    if (enterY > enter) enter = enterY
    let leave = Infinity
    if (leaveX < leave) leave = leaveX
    if (leaveY < leave) leave = leaveY
    return enter <= leave ? enter : Infinity
  }
}
