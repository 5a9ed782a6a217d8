/**
 * Contact points of any two convex shapes: the one entry of the narrow phase. Which file does the work depends on the kinds.
 * Distances and overlap tests without points are in `gjk.ts`.
 */

import type { Polygon } from '../shapes/polygon.ts'
import { CAPSULE, CIRCLE, POLYGON, SEGMENT } from '../shapes/shape-kinds.ts'
import { collideBoxBox } from './box-box.ts'
import { collideCircleCapsule, collideCirclePolygon, roundContact } from './circle.ts'
import type { Manifold } from './manifold.ts'
import { collidePolygonPolygon } from './polygon-polygon.ts'
import { DX, DY, INNER, MARGIN, query, RADIUS_A, RADIUS_B, SEAM } from './query.ts'
import { collideCircleSegment, collideSegmentPolygon } from './segment.ts'
import { capsuleA, capsuleB, setCapsule } from './two-gons.ts'

/**
 * Fills `out` with the contact points of A and B; the caller sees to kindA <= kindB.
 *
 * `ra`, `rb` are element offsets into `rot` (2 per shape, cosine and sine), `sa`, `sb` into `size` (4 per shape, see `shape-kinds.ts`); the
 * polygons are read where the kind is a polygon. (dx, dy) is centre B minus centre A in world axes. Points whose surfaces are less than
 * `margin` >= 0 apart along the normal are reported.
 */
export function collide(
  out: Manifold, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  polygonA: Polygon | null, polygonB: Polygon | null, dx: number, dy: number, margin: number,
): void {
  query[DX] = dx
  query[DY] = dy
  query[MARGIN] = margin
  collideQuery(out, kindA, kindB, rot, ra, rb, size, sa, sb, polygonA, polygonB)
}

/** The same with offset and margin in `query` already: numbers handed to a call that is not inlined would be put on the heap. */
export function collideQuery(
  out: Manifold, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  polygonA: Polygon | null, polygonB: Polygon | null,
): void {
  out.count = 0
  out.nx = 0
  out.ny = 0
  if (kindA === POLYGON) {
    if (size[sa + 1] > 0 && size[sb + 1] > 0) {
      collideBoxBox(out, rot, ra, rb, size, sa, sb)
    } else {
      setRadii(size[sa], (polygonA as Polygon).innerRadius, size[sb], (polygonB as Polygon).innerRadius)
      collidePolygonPolygon(out, rot, ra, rb, polygonA as Polygon, polygonB as Polygon)
    }
  } else if (kindA === CIRCLE) {
    if (kindB === POLYGON) collideCirclePolygon(out, rot, rb, size, sa, sb, polygonB as Polygon)
    else if (kindB === CIRCLE) roundContact(out, query[DX], query[DY], size[sa], size[sb], 0, 1)
    else if (kindB === CAPSULE) collideCircleCapsule(out, rot, rb, size, sa, sb)
    else collideCircleSegment(out, rot, rb, size, sa, sb)
  } else if (kindA === CAPSULE) {
    const core = setCapsule(capsuleA, size[sa + 1])
    if (kindB === SEGMENT) {
      setRadii(size[sa], 0, 0, Infinity)
      collideSegmentPolygon(out, rot, rb, ra, size, sb, core, true)
    } else {
      const other = kindB === CAPSULE ? setCapsule(capsuleB, size[sb + 1]) : polygonB as Polygon
      setRadii(size[sa], 0, size[sb], other.innerRadius)
      collidePolygonPolygon(out, rot, ra, rb, core, other)
    }
  } else if (kindB === POLYGON) {
    setRadii(0, Infinity, size[sb], (polygonB as Polygon).innerRadius)
    collideSegmentPolygon(out, rot, ra, rb, size, sa, polygonB as Polygon, false)
  }
}

function setRadii(radiusA: number, innerA: number, radiusB: number, innerB: number): void {
  query[RADIUS_A] = radiusA
  query[RADIUS_B] = radiusB
  query[INNER] = Math.min(radiusA + innerA, radiusB + innerB)
  query[SEAM] = 0
}
