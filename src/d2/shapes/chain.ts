/**
 * Segments, alone and in chains: where each one lies and what its size column holds (`shape-kinds.ts`).
 */

import { PhysicsError } from '../../common/errors.ts'
import { atan2 } from '../../common/deterministic-math.ts'
import { BOTH_SIDES, CHAIN_LINK, CHAIN_START } from './shape-kinds.ts'

/** Cosine of a turn (179.4 degrees) beyond which a chain counts as folded back on itself: its solid side would be on both sides. */
const FOLDED = -0.99995

/** The turn at an end where nothing follows: as if the chain went straight down from there. */
const FREE_END = -1

export interface SegmentPlace {
  /** Its middle. */
  readonly x: number
  readonly y: number
  /** Of its direction, radians. */
  readonly angle: number
  readonly size: readonly [number, number, number, number]
}

/** The segment from a to b, solid from both sides. */
export function placeSegment(ax: number, ay: number, bx: number, by: number, field: string): SegmentPlace {
  return place(ax, ay, bx, by, 0, 0, BOTH_SIDES, field)
}

/**
 * The segments of a chain through the points (x, y of each in turn); a loop also leads from the last to the first. Walking along it, bodies
 * collide with it on the left: ground goes from left to right, a container counter-clockwise, an island clockwise.
 */
export function placeChain(points: Float64Array, loop: boolean, field: string): SegmentPlace[] {
  const count = points.length / 2
  const least = loop ? 3 : 2
  if (count < least) throw new PhysicsError('degenerate', field, count, `holds too few points. A ${loop ? 'loop' : 'chain'} needs at least ${least}.`)
  const segments: SegmentPlace[] = []
  const last = loop ? count : count - 1
  for (let i = 0; i < last; i++) {
    const o = 2 * i
    const n = 2 * ((i + 1) % count)
    const before = turnAt(points, i, loop, field)
    const after = turnAt(points, i + 1, loop, field)
    const side = i === 0 && !loop ? CHAIN_START : CHAIN_LINK
    segments.push(place(points[o], points[o + 1], points[n], points[n + 1], before, after, side, `${field}[${(i + 1) % count}]`))
  }
  return segments
}

/** Tangent of half the angle by which the chain turns left at a point. */
function turnAt(p: Float64Array, i: number, loop: boolean, field: string): number {
  const count = p.length / 2
  if (!loop && (i === 0 || i === count - 1)) return FREE_END
  const a = 2 * ((i + count - 1) % count)
  const b = 2 * (i % count)
  const c = 2 * ((i + 1) % count)
  const ux = p[b] - p[a]
  const uy = p[b + 1] - p[a + 1]
  const vx = p[c] - p[b]
  const vy = p[c + 1] - p[b + 1]
  const lengths = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
  const cosine = ux * vx + uy * vy
  if (cosine < FOLDED * lengths) {
    throw new PhysicsError('degenerate', `${field}[${i % count}]`, { x: p[b], y: p[b + 1] }, 'is where the chain folds back on itself. Open the angle.')
  }
  return lengths > 0 ? (ux * vy - uy * vx) / (lengths + cosine) : 0
}

function place(ax: number, ay: number, bx: number, by: number, before: number, after: number, side: number, field: string): SegmentPlace {
  const x = bx - ax
  const y = by - ay
  const length = Math.sqrt(x * x + y * y)
  if (!(length > 0)) throw new PhysicsError('degenerate', field, length, 'is the length of a segment: its ends must be apart.')
  return { x: 0.5 * (ax + bx), y: 0.5 * (ay + by), angle: atan2(y, x), size: [0.5 * length, before, after, side] }
}
