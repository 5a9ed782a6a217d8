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
  oz = 0
  lastX = 0
  lastY = 0
  lastZ = 0
  /** One over the direction; +Infinity where that is zero, of either sign. */
  ix = 0
  iy = 0
  iz = 0
  /** Offsets within a box of the face met first: 0 … 2 = min, 3 … 5 = max. */
  nearX = 0
  nearY = 1
  nearZ = 2

  set(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    this.ox = ox
    this.oy = oy
    this.oz = oz
    this.lastX = ox
    this.lastY = oy
    this.lastZ = oz
    this.ix = dx === 0 ? Infinity : 1 / dx
    this.iy = dy === 0 ? Infinity : 1 / dy
    this.iz = dz === 0 ? Infinity : 1 / dz
    this.nearX = dx < 0 ? 3 : 0
    this.nearY = dy < 0 ? 4 : 1
    this.nearZ = dz < 0 ? 5 : 2
  }

  /** A box moves along the ray: `box` is min x y z, max x y z of it at the start. */
  setBox(box: Float64Array): void {
    this.ox = box[3 - this.nearX]
    this.oy = box[5 - this.nearY]
    this.oz = box[7 - this.nearZ]
    this.lastX = box[this.nearX]
    this.lastY = box[this.nearY]
    this.lastZ = box[this.nearZ]
  }

  entry(box: Float64Array, at: number): number {
    const o = 6 * at
    const { ox, oy, oz, lastX, lastY, lastZ, ix, iy, iz, nearX, nearY, nearZ } = this
    const enterX = (box[o + nearX] - ox) * ix
    const leaveX = (box[o + 3 - nearX] - lastX) * ix
    const enterY = (box[o + nearY] - oy) * iy
    const leaveY = (box[o + 5 - nearY] - lastY) * iy
    const enterZ = (box[o + nearZ] - oz) * iz
    const leaveZ = (box[o + 7 - nearZ] - lastZ) * iz
    // A ray that runs within a face gives 0 · Infinity, not a number: every comparison below lets it pass, as it should.
    let enter = 0
    if (enterX > enter) enter = enterX
    if (enterY > enter) enter = enterY
    if (enterZ > enter) enter = enterZ
    let leave = Infinity
    if (leaveX < leave) leave = leaveX
    if (leaveY < leave) leave = leaveY
    if (leaveZ < leave) leave = leaveZ
    return enter <= leave ? enter : Infinity
  }
}
