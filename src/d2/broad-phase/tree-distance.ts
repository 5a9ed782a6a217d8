/**
 * Squared distance of boxes from a box or a point: what a search for the nearest shape goes by. A node is never farther than what it holds,
 * so the shape of the tree decides the order of visits and nothing else.
 */

import type { BoxProbe } from '../../common/broad-phase/tree-walk.ts'

/** A box whose neighbours are sought. */
export class DistanceProbe implements BoxProbe {
  /** min x y, max x y; a point has both alike. */
  readonly box: Float64Array = new Float64Array(4)

  entry(box: Float64Array, at: number): number {
    const o = 4 * at
    const asked = this.box
    const x = gap(box[o + 0] - asked[2], asked[0] - box[o + 2])
    const y = gap(box[o + 1] - asked[3], asked[1] - box[o + 3])
    const square = x * x + y * y
    // A dead leaf's box is inverted: infinitely far, or no number.
    return square <= Number.MAX_VALUE ? square : Infinity
  }
}

/** Distance along an axis: the larger of the two differences, if the boxes are apart along it. */
function gap(below: number, above: number): number {
  const larger = below > above ? below : above
  return larger > 0 ? larger : 0
}
