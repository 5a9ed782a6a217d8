/**
 * Contacts with segments. A segment alone is solid from both sides. A segment of a chain is solid on its left only, and its contacts have
 * the normals that the chain as a whole has there: its own, and at a corner that sticks out those between its own and its neighbour's.
 * Else a body that slides over an inner vertex would meet the end of the next segment as if it were a wall.
 *
 * Arguments as in `collide.ts`, the rest in `query.ts`. Segments do not meet segments: neither has an inside.
 */

import { CORNER_TOLERANCE, FLAT_CORNER } from '../tolerances.ts'
import { CENTER, CORNER_STRIDE, CORNERS } from '../polygon/packed-polygons.ts'
import { BOTH_SIDES, CHAIN_START } from '../shapes/segment.ts'
import { ALONG, CENTER_B, LOST_NORMAL, round, ROUND_A, ROUND_B, roundContact } from './circle.ts'
import { CORES_FACE_B, CORES_POINTS, type Manifold } from '../manifold.ts'
import { setParting } from '../parting.ts'
import { facePatch, pose, setPose } from '../patch.ts'
import { bestEdge, bestGap, bestVertex, collidePolygonPolygon, findAxis, normalOf } from './polygon-polygon.ts'
import { DX, DY, INNER, MARGIN, query, RADIUS_A, RADIUS_B, SEAM, SHARED } from '../query.ts'
import { setSegment } from './two-gons.ts'

/** The edge of `segmentCore` that looks to the left. */
const LEFT = 1

// May a face of the other shape give the normal? Yes; no, the segment's own is right; no, and the neighbour has the contact.
const ADMITTED = 0
const SNAPPED = 1
const SKIPPED = 2

/** A is the circle. */
export function collideCircleSegment(out: Manifold, rot: Float64Array, rb: number, size: Float64Array, sa: number, sb: number): void {
  const c = rot[rb]
  const s = rot[rb + 1]
  const half = size[sb]
  // The circle's centre in the segment's frame, and the nearest point.
  const x = -(c * query[DX] + s * query[DY])
  const y = s * query[DX] - c * query[DY]
  const t = x > half ? half : x < -half ? -half : x
  if (size[sb + 3] !== BOTH_SIDES) {
    if (y < 0) return
    const over = x - t
    if (Math.abs(over) > CORNER_TOLERANCE * size[sa] && !turnsRound(over, y, size, sb)) return
  }
  round[CENTER_B] = query[DX] + c * t
  round[CENTER_B + 1] = query[DY] + s * t
  round[ROUND_A] = size[sa]
  round[ROUND_B] = 0
  round[LOST_NORMAL] = y < 0 ? -s : s
  round[LOST_NORMAL + 1] = y < 0 ? c : -c
  round[ALONG] = t
  roundContact(out, x === t ? CORES_FACE_B : CORES_POINTS)
}

/** Is (x, y), from a corner of the segment outwards, of any length, a normal that this segment has to give for the corner? */
export function turnsRound(x: number, y: number, size: Float64Array, s: number): boolean {
  // The corner at the start belongs to the segment before.
  if (x < 0) return (size[s + 3] === CHAIN_START || query[SHARED] === 1) && size[s + 1] < 0 && beyondNeighbour(-x, y, size[s + 1]) <= 0
  return size[s + 2] < 0 && beyondNeighbour(x, y, size[s + 2]) <= 0
}

/** How far (x, y) has turned beyond the neighbour's normal, as a sine times its length. x points to the neighbour, whose chain turns by `turn`. */
function beyondNeighbour(x: number, y: number, turn: number): number {
  const scale = 1 / (1 + turn * turn)
  return ((1 - turn * turn) * x + 2 * turn * y) * scale - CORNER_TOLERANCE * (x + Math.abs(y))
}

/** May (x, y), a unit vector from the segment to the other shape, be the normal? */
function classify(x: number, y: number, size: Float64Array, s: number): number {
  const turn = x < 0 ? size[s + 1] : size[s + 2]
  if (turn > -FLAT_CORNER) return SNAPPED
  return beyondNeighbour(Math.abs(x), y, turn) > 0 ? SKIPPED : ADMITTED
}

/**
 * Segment and the packed polygon at O[o]; radii and inner radius must be set. The segment has its rotation at rot[rs] and its size at
 * size[ss]; `flipped` when it is B.
 */
export function collideSegmentPolygon(
  out: Manifold, rot: Float64Array, rs: number, ro: number, size: Float64Array, ss: number, O: Float64Array, o: number, flipped: boolean,
): void {
  const core = setSegment(size, ss)
  if (size[ss + 3] === BOTH_SIDES) {
    if (flipped) collidePolygonPolygon(out, rot, ro, rs, O, o, core, 0)
    else collidePolygonPolygon(out, rot, rs, ro, core, 0, O, o)
    return
  }
  setPose(rot, rs, ro, flipped)
  const c = pose[0]
  const s = pose[1]
  const oy = pose[3]
  if (oy + s * O[o + CENTER] + c * O[o + CENTER + 1] < 0) return
  const corners = O[o] | 0
  let vertex = 0
  let gap = Infinity
  for (let v = 0; v < corners; v++) {
    const at = o + CORNERS + CORNER_STRIDE * v
    const height = oy + s * O[at] + c * O[at + 1]
    if (height < gap) {
      gap = height
      vertex = v
    }
  }
  const reach = query[MARGIN] + query[RADIUS_A] + query[RADIUS_B]
  if (gap > reach) {
    setParting(out, rot, rs, core, normalOf(0, LEFT), flipped ? -1 : 1)
    return
  }
  bestGap[0] = gap
  setPose(rot, ro, rs, !flipped)
  findAxis(O, o, core, 0)
  if (bestGap[0] > reach) {
    setParting(out, rot, ro, O, normalOf(o, bestEdge), flipped ? 1 : -1)
    return
  }
  let verdict = SNAPPED
  if (bestEdge >= 0) {
    const at = normalOf(o, bestEdge)
    const nx = -O[at]
    const ny = -O[at + 1]
    verdict = classify(c * nx - s * ny, s * nx + c * ny, size, ss)
  }
  if (verdict === SKIPPED) return
  let isCorner = false
  if (verdict === ADMITTED) {
    isCorner = facePatch(out, rot, ro, O, o, core, 0, bestEdge, bestVertex, !flipped)
  } else {
    query[SEAM] = CORNER_TOLERANCE * query[INNER]
    setPose(rot, rs, ro, flipped)
    isCorner = facePatch(out, rot, rs, core, 0, O, o, LEFT, vertex, flipped)
  }
  if (isCorner && out.count > 0) {
    const sign = flipped ? -1 : 1
    const x = sign * (rot[rs] * out.nx + rot[rs + 1] * out.ny)
    const y = sign * (rot[rs] * out.ny - rot[rs + 1] * out.nx)
    if (Math.abs(x) > CORNER_TOLERANCE && !turnsRound(x, y, size, ss)) out.count = 0
  }
}
