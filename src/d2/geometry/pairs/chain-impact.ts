/**
 * Which impacts with a segment of a chain are impacts with the chain. What slides along a chain comes within the target of every next segment
 * without going through any; and before it reaches a segment that rises ahead it passes that one's lower end. Only what ends up behind the
 * segment's line, or hits a corner that sticks out, is stopped.
 */

import { CHAIN_CORNER } from '../tolerances.ts'
import type { Polygon } from '../polygon/polygon.ts'
import { BOTH_SIDES, SEGMENT } from '../shapes/segment.ts'
import { FIXED, overlapsAt, separationAlong, timeOfSeparation } from '../axis-separation.ts'
import { turnsRound } from './segment.ts'
import type { Sweep } from '../sweep.ts'

const normal = new Float64Array(2)

export function isChain(kind: number, size: Float64Array, s: number): boolean {
  return kind === SEGMENT && size[s + 3] !== BOTH_SIDES
}

/**
 * When the impact found at t, where the segment has its rotation at rot[r] and (nx, ny) points from A to B, really is; 1 or more if it is none.
 * The segment is A if `sign` is 1, B if it is −1, and has its size at size[s].
 */
export function chainImpact(
  kindA: number, kindB: number, size: Float64Array, sa: number, sb: number, polygonA: Polygon | null, polygonB: Polygon | null,
  sweepA: Sweep, sweepB: Sweep, target: number, t: number, rot: Float64Array, r: number, nx: number, ny: number, sign: number,
): number {
  const c = rot[r]
  const s = rot[r + 1]
  const x = sign * (c * nx + s * ny)
  const y = sign * (c * ny - s * nx)
  const corner = Math.abs(x) > CHAIN_CORNER
  if (corner && turnsRound(x, y, size, sign > 0 ? sa : sb)) return t
  normal[0] = -sign * s
  normal[1] = sign * c
  if (separationAlong(kindA, kindB, size, sa, sb, polygonA, polygonB, sweepA, sweepB, normal, 1) >= -target) return 1
  if (!corner) return t
  const later = timeOfSeparation(kindA, kindB, size, sa, sb, polygonA, polygonB, sweepA, sweepB, normal, FIXED, -target, 1)
  if (later <= t) return t
  return overlapsAt(kindA, kindB, size, sa, sb, polygonA, polygonB, sweepA, sweepB, 0, later) ? later : 1
}
