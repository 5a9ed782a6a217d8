/**
 * The shapes the engine knows, by code, and the questions that the narrow phase asks of any of them. A new shape is one line in `SHAPES`.
 *
 * Why some questions have a function here: through the table a call has many targets, and the compiler inlines none of them. Where that was
 * measured to cost, the kinds that make up most scenes are called by name, and all others through the table.
 */

import type { Polygon } from '../polygon/polygon.ts'
import { CAPSULE, capsuleBounds, capsuleExtent, capsuleShape, capsuleSupport, capsuleVertex } from './capsule.ts'
import { CIRCLE, circleBounds, circleShape, circleVertex } from './circle.ts'
import { ELLIPSE, ellipseCurvature, ellipseShape } from './ellipse.ts'
import { POLYGON, polygonBounds, polygonExtent, polygonShape, polygonSupport, polygonVertex } from './polygon.ts'
import { SEGMENT, segmentBounds, segmentExtent, segmentShape, segmentSupport, segmentVertex } from './segment.ts'
import type { ShapeRecord } from './shape-record.ts'

/** By code: `SHAPES[kind[row]]` is the record of the shape in that row. */
export const SHAPES: readonly ShapeRecord[] = [
  circleShape,
  capsuleShape,
  segmentShape,
  polygonShape,
  ellipseShape,
]

/** How far a shape reaches beyond its core, m. */
export function coreRadius(kind: number, size: Float64Array, so: number): number {
  return SHAPES[kind].rounded ? size[so] : 0
}

const curvature = new Float64Array(1)

/** How much of a shape is round, m: its core radius, or the smaller radius of an ellipse. */
export function roundPart(kind: number, size: Float64Array, so: number): number {
  return kind === ELLIPSE ? Math.min(size[so], size[so + 1]) : coreRadius(kind, size, so)
}

/** Radius of curvature, m, where the world direction dir[di …] leaves the shape: that part of a contact's arm does not turn with the body. */
export function radiusAlong(
  kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, dir: Float64Array, di: number,
): number {
  if (kind !== ELLIPSE) return coreRadius(kind, size, so)
  ellipseCurvature(curvature, 0, rot, ro, size, so, dir, di)
  return curvature[0]
}

/** Makes the round part of a shape thinner, as far as there is any. */
export function thin(kind: number, size: Float64Array, so: number, by: number): void {
  if (kind === ELLIPSE) {
    const less = Math.min(by, 0.5 * Math.min(size[so], size[so + 1]))
    size[so] -= less
    size[so + 1] -= less
  } else if (SHAPES[kind].rounded) size[so] = Math.max(0, size[so] - by)
}

/** out = vertex `index` of the core in world axes, relative to the shape's centre. */
export function coreVertex(
  kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, polygon: Polygon | null, index: number,
  out: Float64Array, oo: number,
): void {
  if (kind === CIRCLE) circleVertex(size, so, polygon, index, out, oo)
  else if (kind === CAPSULE) capsuleVertex(size, so, polygon, index, out, oo)
  else if (kind === SEGMENT) segmentVertex(size, so, polygon, index, out, oo)
  else if (kind === POLYGON) polygonVertex(size, so, polygon, index, out, oo)
  else SHAPES[kind].coreVertex(size, so, polygon, index, out, oo)
  const x = out[oo]
  const y = out[oo + 1]
  out[oo] = rot[ro] * x - rot[ro + 1] * y
  out[oo + 1] = rot[ro + 1] * x + rot[ro] * y
}

/** `ShapeRecord.support` of the shape's kind. */
export function supportVertex(
  kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, polygon: Polygon | null,
  dir: Float64Array, di: number, sign: number,
): number {
  if (kind === CIRCLE) return 0
  if (kind === CAPSULE) return capsuleSupport(rot, ro, size, so, polygon, dir, di, sign)
  if (kind === SEGMENT) return segmentSupport(rot, ro, size, so, polygon, dir, di, sign)
  if (kind === POLYGON) return polygonSupport(rot, ro, size, so, polygon, dir, di, sign)
  return SHAPES[kind].support(rot, ro, size, so, polygon, dir, di, sign)
}

/** `ShapeRecord.coreExtent` of the shape's kind. */
export function coreExtent(
  out: Float64Array, oo: number, kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
  packed: Float64Array, p: number, dir: Float64Array, di: number, sign: number,
): void {
  if (kind === CIRCLE) out[oo] = 0
  else if (kind === CAPSULE) capsuleExtent(out, oo, rot, ro, size, so, packed, p, dir, di)
  else if (kind === SEGMENT) segmentExtent(out, oo, rot, ro, size, so, packed, p, dir, di)
  else if (kind === POLYGON) polygonExtent(out, oo, rot, ro, size, so, packed, p, dir, di, sign)
  else SHAPES[kind].coreExtent(out, oo, rot, ro, size, so, packed, p, dir, di, sign)
}

/** `ShapeRecord.bounds` of the shape's kind. */
export function shapeBounds(
  out: Float64Array, kind: number, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
  packed: Float64Array, p: number,
): void {
  if (kind === CIRCLE) circleBounds(out, center, co, rot, ro, size, so)
  else if (kind === CAPSULE) capsuleBounds(out, center, co, rot, ro, size, so)
  else if (kind === SEGMENT) segmentBounds(out, center, co, rot, ro, size, so)
  else if (kind === POLYGON) polygonBounds(out, center, co, rot, ro, size, so, packed, p)
  else SHAPES[kind].bounds(out, center, co, rot, ro, size, so, packed, p)
}
