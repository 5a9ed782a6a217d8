/**
 * Points along a hanging line: where the pieces of chains, ropes and bridges meet. How far they sag is `common/builders/pieces.ts`.
 */

import { sagOf } from '../../common/builders/pieces.ts'
import type { Vec3 } from '../math/types.ts'
import { add, addScaled, cross, dot, lengthOf, perpendicular, subtract, unit } from './vectors.ts'

export interface HangingLine {
  /** One more than pieces. */
  readonly points: readonly Vec3[]
  /** Of one piece, m. */
  readonly pieceLength: number
  /** Unit normal of the plane in which the line lies. */
  readonly across: Vec3
}

export function hangingLine(from: Vec3, to: Vec3, pieces: number, slack: number, gravity: Vec3, field: string): HangingLine {
  const way = subtract(to, from)
  const { pieceLength, arc } = sagOf(lengthOf(way), to, pieces, slack, field)
  const along = unit(way)
  const down = downwards(along, gravity)
  const across = cross(down, along)
  const points: Vec3[] = []
  if (arc === null) {
    for (let i = 0; i <= pieces; i++) points.push(addScaled(from, way, i / pieces))
    return { points, pieceLength, across }
  }
  const middle = addScaled(from, way, 0.5)
  for (const place of arc) points.push(addScaled(addScaled(middle, along, place.along), down, place.below))
  // The ends exactly where they were asked for.
  points[0] = { ...from }
  points[pieces] = add(from, way)
  return { points, pieceLength, across }
}

/** The direction at right angles to the line that points most along gravity. */
function downwards(along: Vec3, gravity: Vec3): Vec3 {
  const fall = addScaled(gravity, along, -dot(gravity, along))
  return lengthOf(fall) > 1e-9 * Math.max(1, lengthOf(gravity)) ? unit(fall) : perpendicular(along)
}
