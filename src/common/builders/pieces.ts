/**
 * Lines of pieces: what chains, ropes and bridges have in common, place and direction left out.
 *
 * n pieces of equal length ℓ between two points a span D apart. Without slack they lie straight. With slack, n ℓ = (1 + slack) D, they are
 * chords of a circle that hangs down: D / ℓ = sin(n α) / sin(α), with α half the angle of one chord, which falls from n to 0 on (0, π/n) and is
 * solved by bisection. The line of a hanging chain is close to it, so that little is left to fall.
 */

import { cos, sin } from '../math/deterministic-math.ts'
import { requirePositive } from '../bounds.ts'
import { requireOptions, type Fields } from '../options.ts'
import { PhysicsError } from '../errors.ts'
import { bodyOfHold, type HoldOn } from './assembly.ts'

/** The most pieces of one line. */
export const MAX_PIECES = 10_000

/** Enough halvings to reach the last bit. */
const HALVINGS = 60

/** Where the pieces of a line meet, as seen from the middle of its span. */
export interface Sag {
  /** Of one piece, m. */
  readonly pieceLength: number
  /** m along the span and m below it, for each meeting point of an arc; null = straight. */
  readonly arc: readonly { readonly along: number; readonly below: number }[] | null
}

/** Lays `pieces` over a span that ends at `to`; `field` names the line in errors. */
export function sagOf(span: number, to: object, pieces: number, slack: number, field: string): Sag {
  if (!(span > 1e-9)) throw new PhysicsError('degenerate', `${field}.to`, to, 'is where from is. Give two different points.')
  const pieceLength = (span * (1 + slack)) / pieces
  if (slack === 0) return { pieceLength, arc: null }
  if (pieces < 2) throw new PhysicsError('out-of-range', `${field}.slack`, slack, 'needs at least two pieces. Give 0, or more pieces.')
  const half = halfAngle(pieces, span / pieceLength)
  const radius = pieceLength / (2 * sin(half))
  const height = radius * cos(pieces * half)
  const arc: { along: number; below: number }[] = []
  for (let i = 0; i <= pieces; i++) {
    const angle = (2 * i - pieces) * half
    arc.push({ along: radius * sin(angle), below: radius * cos(angle) - height })
  }
  return { pieceLength, arc }
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

/** Joins a line: its first piece to `start`, each to the next, its last to `end`. */
export function joinLine<Body, Point>(
  pieces: readonly Body[], points: readonly Point[], start: HoldOn<Body>, end: HoldOn<Body>,
  join: (bodyA: Body | null, bodyB: Body, anchor: Point) => void,
): void {
  const count = pieces.length
  if (start !== null) join(bodyOfHold(start), pieces[0], points[0])
  for (let i = 1; i < count; i++) join(pieces[i - 1], pieces[i], points[i])
  if (end !== null) join(bodyOfHold(end), pieces[count - 1], points[count])
}

/** The radius of a capsule that is as long as a piece. */
export function linkRadius(value: number | undefined, length: number, usual: number, field: string): number {
  const radius = requirePositive(value ?? usual, `${field}.radius`)
  if (2 * radius < length) return radius
  throw new PhysicsError('out-of-range', `${field}.radius`, radius, `must be below half of a piece (${length / 2}). Use fewer or thinner ones.`)
}

/** A ball at the end of a chain. */
export interface Load {
  /** Mass of the ball, kg. */
  mass: number
  /** Radius of the ball, m. */
  radius: number
}

const LOAD_FIELDS: Fields<Load> = { mass: 0, radius: 0 }

export function readLoad(value: Load | undefined): Load | null {
  if (value === undefined) return null
  requireOptions(value, LOAD_FIELDS, 'chain.load')
  return { mass: requirePositive(value.mass, 'chain.load.mass'), radius: requirePositive(value.radius, 'chain.load.radius') }
}

/** The gap between two planks of a bridge. */
export function plankGap(value: number, pieceLength: number): number {
  if (value < pieceLength) return value
  throw new PhysicsError('out-of-range', 'bridge.gap', value, `must be below the length of a plank and its gap (${pieceLength}).`)
}
