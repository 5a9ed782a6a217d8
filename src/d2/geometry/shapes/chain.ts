/**
 * The chain: a line of segments that is solid on its left. It is no kind of its own: each segment knows how the chain goes on at its ends
 * (`segment.ts`), so that what slides along does not catch on the points in between.
 */

import { PhysicsError, requireBoolean, requireObject } from '../../../common/errors.ts'
import { readPoints } from '../../../common/points.ts'
import { CHAIN_LINK, CHAIN_START, placeSegment, type PlacedSegment } from './segment.ts'

/** Points of one chain. */
const MAX_CHAIN_POINTS = 100_000

export function checkChain(options: unknown): PlacedSegment[] {
  const { points: given, loop: closed } = requireObject(options, 'chain') as { points: unknown; loop?: unknown }
  const points = readPoints(given, 2, 'chain.points')
  const loop = requireBoolean(closed ?? false, 'chain.loop')
  const count = points.length >> 1
  const least = loop ? 3 : 2
  if (count < least) throw new PhysicsError('degenerate', 'chain.points', count, `is the number of its points; it needs at least ${least}.`)
  if (count > MAX_CHAIN_POINTS) {
    throw new PhysicsError('limit-exceeded', 'chain.points', count, `is the number of its points; the most is ${MAX_CHAIN_POINTS}.`)
  }
  return linkChain(points, loop, 'chain.points')
}

/** The links of the chain over these points (x y in a row); `field` names them in messages. */
export function linkChain(points: Float64Array, loop: boolean, field: string): PlacedSegment[] {
  const count = points.length >> 1
  const links: PlacedSegment[] = []
  const segments = loop ? count : count - 1
  for (let i = 0; i < segments; i++) {
    const next = (i + 1) % count
    const before = loop || i > 0 ? turnAt(points, (i + count - 1) % count, i, next, field) : -1
    const after = loop || i + 1 < segments ? turnAt(points, i, next, (i + 2) % count, field) : -1
    const side = loop || i > 0 ? CHAIN_LINK : CHAIN_START
    links.push(placeSegment(`${field}[${next}]`, points, i * 2, next * 2, before, after, side))
  }
  return links
}

/** Tangent of half the angle by which the way from a over b to c turns left at b. */
function turnAt(p: Float64Array, a: number, b: number, c: number, field: string): number {
  const ux = p[b * 2] - p[a * 2]
  const uy = p[b * 2 + 1] - p[a * 2 + 1]
  const vx = p[c * 2] - p[b * 2]
  const vy = p[c * 2 + 1] - p[b * 2 + 1]
  const forward = ux * vx + uy * vy + Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy))
  const turn = (ux * vy - uy * vx) / forward
  if (!(forward > 0) || !(Math.abs(turn) < 1e7)) {
    const point = { x: p[b * 2], y: p[b * 2 + 1] }
    throw new PhysicsError('degenerate', `${field}[${b}]`, point, 'turns back on itself, or equals its neighbour. Leave it out.')
  }
  return turn
}
