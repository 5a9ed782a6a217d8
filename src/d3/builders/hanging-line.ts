/**
 * Points along a hanging line: where the pieces of chains, ropes and bridges meet.
 *
 * n pieces of equal length ℓ between two points a span D apart. Without slack they lie straight. With slack, n ℓ = (1 + slack) D, they are
 * chords of a circle that hangs down: D / ℓ = sin(n α) / sin(α), with α half the angle of one chord, which falls from n to 0 on (0, π/n) and is
 * solved by bisection. The line of a hanging chain is close to it, so that little is left to fall.
 */

import { cos, sin } from '../../common/deterministic-math.ts'
import { PhysicsError } from '../../common/errors.ts'
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

/** Enough halvings to reach the last bit. */
const HALVINGS = 60

export function hangingLine(from: Vec3, to: Vec3, pieces: number, slack: number, gravity: Vec3, field: string): HangingLine {
  const way = subtract(to, from)
  const span = lengthOf(way)
  if (!(span > 1e-9)) throw new PhysicsError('degenerate', `${field}.to`, span, 'is where from is. Give two different points.')
  const along = unit(way)
  const down = downwards(along, gravity)
  const across = cross(down, along)
  const pieceLength = (span * (1 + slack)) / pieces
  const points: Vec3[] = []
  if (slack === 0) {
    for (let i = 0; i <= pieces; i++) points.push(addScaled(from, way, i / pieces))
    return { points, pieceLength, across }
  }
  if (pieces < 2) throw new PhysicsError('out-of-range', `${field}.slack`, slack, 'needs at least two pieces. Give 0, or more pieces.')
  const half = halfAngle(pieces, span / pieceLength)
  const radius = pieceLength / (2 * sin(half))
  const middle = addScaled(from, way, 0.5)
  const height = radius * cos(pieces * half)
  for (let i = 0; i <= pieces; i++) {
    const angle = (2 * i - pieces) * half
    points.push(addScaled(addScaled(middle, along, radius * sin(angle)), down, radius * cos(angle) - height))
  }
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

/** α of sin(n α) / sin(α) = ratio. */
function halfAngle(n: number, ratio: number): number {
  let low = 0
  let high = Math.PI / n
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (sin(n * middle) > ratio * sin(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}
