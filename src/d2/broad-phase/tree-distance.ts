/**
 * Squared distance of boxes from a box or a point: what a search for the nearest shape goes by. A node is never farther than what it holds,
 * so the shape of the tree decides the order of visits and nothing else.
 */

import type { BoxProbe } from '../../common/broad-phase/tree-walk.ts'

/** A box whose neighbours are sought. */
export class DistanceProbe implements BoxProbe {
  /** min x y, max x y; a point has both alike. */
  readonly box: Float64Array = new Float64Array(4)

  entry(box: Float64Array, at: number, out: Float64Array, o: number): void {
    const b = 4 * at
    const asked = this.box
    const x = Math.max(box[b + 0] - asked[2], asked[0] - box[b + 2], 0)
    const y = Math.max(box[b + 1] - asked[3], asked[1] - box[b + 3], 0)
    const square = x * x + y * y
    // A dead leaf's box is inverted: infinitely far, or no number.
    out[o] = Infinity
    if (square <= Number.MAX_VALUE) out[o] = square
  }
}
