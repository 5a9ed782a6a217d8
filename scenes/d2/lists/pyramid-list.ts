/** The numbers of the large pyramid: see `large-pyramid.ts`. */

import type { Vec2 } from 'fulcrum-physics/2d'
import { BENCH_MATERIAL, listedFloor, type BodyList, type ListedBody, type ListedShape } from './body-list.ts'

export interface PyramidList extends BodyList {
  /** Where each dynamic body should come to rest, in the order of the list. */
  readonly rests: readonly Vec2[]
}

/** The 5050 boxes of the comparison. */
export const LARGE_PYRAMID = 100

/** Row i has `base` − i touching unit boxes, each over the joint of two below; all stand where they should come to rest. */
export function listPyramid(base: number): PyramidList {
  const bodies: ListedBody[] = [listedFloor(base)]
  const rests: Vec2[] = []
  const square: readonly ListedShape[] = [{ kind: 'box', halfExtents: { x: 0.5, y: 0.5 } }]
  for (let row = 0; row < base; row++) {
    const width = base - row
    for (let column = 0; column < width; column++) {
      const position = { x: column - (width - 1) / 2, y: row + 0.5 }
      bodies.push({ type: 'dynamic', position, shapes: square })
      rests.push(position)
    }
  }
  return { material: BENCH_MATERIAL, bodies, rests }
}

/**
 * Boxes that have left their seats: more than half a box from where the two below, or the ground, would carry them. The whole pyramid may
 * sink by more than a box where every row gives way a little, and still stand.
 */
export function unseatedBoxes(base: number, positionOf: (index: number) => Vec2): number {
  let count = 0
  let index = 0
  for (let row = 0; row < base; row++) {
    const width = base - row
    for (let column = 0; column < width; column++, index++) {
      const { x, y } = positionOf(index)
      // The row below is one longer: its boxes `column` and `column + 1` carry this one.
      const left = row === 0 ? { x: column - (width - 1) / 2, y: -0.5 } : positionOf(index - width - 1)
      const right = row === 0 ? left : positionOf(index - width)
      const isSeated = Math.abs(x - (left.x + right.x) / 2) < 0.5 && Math.abs(y - 1 - (left.y + right.y) / 2) < 0.5
      if (!isSeated) count++
    }
  }
  return count
}
