/**
 * Contact points of any two convex shapes: the one entry of the narrow phase. Which file does the work depends on the kinds.
 * Distances and overlap tests without points are in `gjk.ts`.
 */

import { INNER_RADIUS } from './polygon/packed-polygons.ts'
import { isBox } from './shapes/box.ts'
import { CAPSULE } from './shapes/capsule.ts'
import { CIRCLE } from './shapes/circle.ts'
import { ELLIPSE } from './shapes/ellipse.ts'
import { POLYGON } from './shapes/polygon.ts'
import { SEGMENT } from './shapes/segment.ts'
import { collideBoxBox } from './pairs/box-box.ts'
import { collideCircleCapsule, collideCircleCircle, collideCirclePolygon } from './pairs/circle.ts'
import { collideEllipse } from './pairs/ellipse.ts'
import { CORES_UNKNOWN, type Manifold } from './manifold.ts'
import { collidePolygonPolygon } from './pairs/polygon-polygon.ts'
import { DX, DY, INNER, MARGIN, query, RADIUS_A, RADIUS_B, SEAM } from './query.ts'
import { collideCircleSegment, collideSegmentPolygon } from './pairs/segment.ts'
import { capsuleA, capsuleB, setCapsule } from './pairs/two-gons.ts'

/**
 * Fills `out` with the contact points of A and B; the caller sees to kindA <= kindB.
 *
 * `ra`, `rb` are element offsets into `rot` (2 per shape, cosine and sine), `sa`, `sb` into `size` (4 per shape, see `shapes/`); the
 * packed polygons at `pa` and `pb` (`packed-polygons.ts`) are read where the kind is a polygon. (dx, dy) is centre B minus centre A in world axes.
 * Points whose surfaces are less than `margin` >= 0 apart along the normal are reported. With an infinite margin the nearest ones are, whatever
 * they are: sharp corners too that lie beside each other, and that with any other margin count as passing.
 */
export function collide(
  out: Manifold, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  packed: Float64Array, pa: number, pb: number, dx: number, dy: number, margin: number,
): void {
  query[DX] = dx
  query[DY] = dy
  query[MARGIN] = margin
  collideQuery(out, kindA, kindB, rot, ra, rb, size, sa, sb, packed, pa, pb)
}

/** The same with offset and margin in `query` already: numbers handed to a call that is not inlined would be put on the heap. */
export function collideQuery(
  out: Manifold, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  packed: Float64Array, pa: number, pb: number,
): void {
  out.count = 0
  out.cores = CORES_UNKNOWN
  out.nx = 0
  out.ny = 0
  if (kindB === ELLIPSE) collideEllipse(out, kindA, rot, ra, rb, size, sa, sb, packed, pa)
  else if (kindA === POLYGON) {
    if (isBox(size, sa) && isBox(size, sb)) {
      collideBoxBox(out, rot, ra, rb, size, sa, sb)
    } else {
      setRadii(size, sa, packed, pa + INNER_RADIUS, size, sb, packed, pb + INNER_RADIUS)
      collidePolygonPolygon(out, rot, ra, rb, packed, pa, packed, pb)
    }
  } else if (kindA === CIRCLE) {
    if (kindB === POLYGON) collideCirclePolygon(out, rot, rb, size, sa, sb, packed, pb)
    else if (kindB === CIRCLE) collideCircleCircle(out, size, sa, sb)
    else if (kindB === CAPSULE) collideCircleCapsule(out, rot, rb, size, sa, sb)
    else collideCircleSegment(out, rot, rb, size, sa, sb)
  } else if (kindA === CAPSULE) {
    const core = setCapsule(capsuleA, size, sa)
    if (kindB === SEGMENT) {
      setRadii(size, sa, THIN, 0, THIN, 0, FLAT, 0)
      collideSegmentPolygon(out, rot, rb, ra, size, sb, core, 0, true)
    } else if (kindB === CAPSULE) {
      setRadii(size, sa, THIN, 0, size, sb, THIN, 0)
      collidePolygonPolygon(out, rot, ra, rb, core, 0, setCapsule(capsuleB, size, sb), 0)
    } else {
      setRadii(size, sa, THIN, 0, size, sb, packed, pb + INNER_RADIUS)
      collidePolygonPolygon(out, rot, ra, rb, core, 0, packed, pb)
    }
  } else if (kindB === POLYGON) {
    setRadii(THIN, 0, FLAT, 0, size, sb, packed, pb + INNER_RADIUS)
    collideSegmentPolygon(out, rot, ra, rb, size, sa, packed, pb, false)
  }
}

/** No radius; the inner radius of a segment, which has no inside. */
const THIN = new Float64Array([0])
const FLAT = new Float64Array([Infinity])

/** Radii of A and B and those of their cores' inner circles, each as an array and where it stands in it. */
function setRadii(
  radiusA: Float64Array, ra: number, innerA: Float64Array, ia: number, radiusB: Float64Array, rb: number, innerB: Float64Array, ib: number,
): void {
  query[RADIUS_A] = radiusA[ra]
  query[RADIUS_B] = radiusB[rb]
  query[INNER] = Math.min(radiusA[ra] + innerA[ia], radiusB[rb] + innerB[ib])
  query[SEAM] = 0
}
