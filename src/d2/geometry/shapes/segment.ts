/**
 * The segment, a line without thickness along local x. Size: half length, its turn at the start, its turn at the end, its side. Its core is
 * the segment itself; vertex 0 is the end at −x.
 *
 * Alone it is solid from both sides. Segments of a chain (`chain.ts`) collide on their left only (local +y, seen along the chain). The turns
 * say how the chain goes on: the tangent of half the angle by which it turns left from the segment before to this one, and from this one to
 * the next; −1 where it ends.
 */

import { atan2 } from '../../../common/math/deterministic-math.ts'
import { PhysicsError, requireObject } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { readVec2 } from '../../math/types.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { hitFace, hitInside } from './ray-circle.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const SEGMENT: number = 2

/** A segment's side (size 3): alone, solid from both sides. */
export const BOTH_SIDES: number = 0
/** The first of an open chain: both its ends are its own. */
export const CHAIN_START: number = 1
/** A later one of a chain: the corner at its start belongs to the segment before. */
export const CHAIN_LINK: number = 2

/** A checked segment, and where it lies in the frame its ends were given in. */
export interface PlacedSegment extends ShapeGeometry {
  readonly x: number
  readonly y: number
  readonly angle: number
}

export function checkSegment(options: unknown): PlacedSegment {
  const { a, b } = requireObject(options, 'segment') as { a: unknown; b: unknown }
  const ends = new Float64Array(4)
  readVec2(a, 'segment.a', ends, 0)
  readVec2(b, 'segment.b', ends, 2)
  return placeSegment('segment.b', ends, 0, 2, -1, -1, BOTH_SIDES)
}

/** The segment from ends[a …] to ends[b …] with its turns and its side; `field` is what is at fault if it has no length. */
export function placeSegment(
  field: string, ends: Float64Array, a: number, b: number, before: number, after: number, side: number,
): PlacedSegment {
  const x = ends[b] - ends[a]
  const y = ends[b + 1] - ends[a + 1]
  const half = 0.5 * Math.sqrt(x * x + y * y)
  if (!(half > 0)) throw new PhysicsError('degenerate', field, { x: ends[b], y: ends[b + 1] }, 'is where the segment begins. Give it a length.')
  return {
    size: [requireLength(half, field), before, after, side],
    polygon: null,
    x: 0.5 * (ends[a] + ends[b]),
    y: 0.5 * (ends[a + 1] + ends[b + 1]),
    angle: atan2(y, x),
  }
}

export function segmentBounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  const x = size[so] * Math.abs(rot[ro])
  const y = size[so] * Math.abs(rot[ro + 1])
  out[0] = center[co] - x
  out[1] = center[co + 1] - y
  out[2] = center[co] + x
  out[3] = center[co + 1] + y
}

export function segmentVertex(size: Float64Array, so: number, _polygon: unknown, index: number, out: Float64Array, oo: number): void {
  out[oo] = index === 0 ? -size[so] : size[so]
  out[oo + 1] = 0
}

function coreVertices(out: Float64Array, size: Float64Array, so: number): number {
  for (let i = 0; i < 2; i++) segmentVertex(size, so, null, i, out, 2 * i)
  return 2
}

export function segmentSupport(
  rot: Float64Array, ro: number, _size: Float64Array, _so: number, _polygon: unknown, dir: Float64Array, di: number, sign: number,
): number {
  return sign * (rot[ro] * dir[di] + rot[ro + 1] * dir[di + 1]) > 0 ? 1 : 0
}

export function segmentExtent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, _packed: Float64Array, _p: number,
  dir: Float64Array, di: number,
): void {
  out[oo] = size[so] * Math.abs(rot[ro] * dir[di] + rot[ro + 1] * dir[di + 1])
}

function faceNormal(_polygon: unknown, face: number, out: Float64Array): void {
  out[0] = 0
  out[1] = 1 - 2 * face
}

/** No area, no mass. */
function mass(_size: Float64Array, _so: number, _polygon: unknown, _density: number, out: Float64Array): void {
  writeSymmetricMass(out, 0, 0)
}

/** A box without height; hit from both sides, also if it is one of a chain. */
function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number): boolean {
  const half = size[so]
  const ox = line[0]
  const oy = line[1]
  const dx = line[2]
  const dy = line[3]
  if (oy === 0 && ox <= half && ox >= -half) return hitInside(hit, line)
  if (dy === 0) {
    const end = dx > 0 ? -half : half
    return oy === 0 && (end - ox) * dx > 0 ? hitFace(hit, (end - ox) / dx, dx > 0 ? -1 : 1, 0) : false
  }
  const t = -oy / dy
  const x = ox + t * dx
  return t >= 0 && t < Infinity && x <= half && x >= -half ? hitFace(hit, t, 0, dy > 0 ? -1 : 1) : false
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const half = size[so]
  out[0] = point[0] > half ? half : point[0] < -half ? -half : point[0]
  out[1] = 0
}

export const segmentShape: ShapeRecord = {
  code: SEGMENT,
  name: 'segment',
  rounded: false,
  cornered: true,
  solid: false,
  check: checkSegment,
  bounds: segmentBounds,
  // It has no thickness of its own: contact margins and slop go by what meets it.
  thickness: (size, so) => 2 * size[so],
  reach: (size, so) => size[so],
  coreReach: (size, so) => size[so],
  halfLength: (size, so) => size[so],
  coreVertices,
  coreVertex: segmentVertex,
  support: segmentSupport,
  coreExtent: segmentExtent,
  faceCount: () => 2,
  faceNormal,
  mass,
  ray,
  closestPoint,
}
