/**
 * Points along a hanging line: where the pieces of chains, ropes and bridges meet. How far they sag is `common/builders/pieces.ts`.
 */

import { sagOf } from '../../common/builders/pieces.ts'
import type { Vec2 } from '../math/types.ts'
import { add, addScaled, dot, lengthOf, perpendicular, subtract, unit } from './vectors.ts'

export interface HangingLine {
  /** One more than pieces. */
  readonly points: readonly Vec2[]
  /** Of one piece, m. */
  readonly pieceLength: number
}

export function hangingLine(from: Vec2, to: Vec2, pieces: number, slack: number, gravity: Vec2, field: string): HangingLine {
  const way = subtract(to, from)
  const { pieceLength, arc } = sagOf(lengthOf(way), to, pieces, slack, field)
  const points: Vec2[] = []
  if (arc === null) {
    for (let i = 0; i <= pieces; i++) points.push(addScaled(from, way, i / pieces))
    return { points, pieceLength }
  }
  const along = unit(way)
  const down = downwards(along, gravity)
  const middle = addScaled(from, way, 0.5)
  for (const place of arc) points.push(addScaled(addScaled(middle, along, place.along), down, place.below))
  // The ends exactly where they were asked for.
  points[0] = { ...from }
  points[pieces] = add(from, way)
  return { points, pieceLength }
}

/** The direction at right angles to the line on gravity's side; on the right of it where gravity has no side. */
function downwards(along: Vec2, gravity: Vec2): Vec2 {
  const left = perpendicular(along)
  return dot(left, gravity) > 0 ? left : { x: -left.x, y: -left.y }
}
