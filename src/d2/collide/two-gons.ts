/**
 * Capsules and segments as polygons of two vertices, for the pair at hand. The edge there and the edge back have opposite normals.
 */

import { createPolygon, type Polygon } from '../shapes/polygon.ts'

/** Along local y, vertex 0 at the lower end. */
export const capsuleA: Polygon = createPolygon(new Float64Array(4), Float64Array.of(1, 0, -1, 0), new Float64Array(2), 0, 0)
export const capsuleB: Polygon = createPolygon(new Float64Array(4), Float64Array.of(1, 0, -1, 0), new Float64Array(2), 0, 0)
/** Along local x, vertex 0 at the left; edge 1 has the normal +y. */
export const segmentCore: Polygon = createPolygon(new Float64Array(4), Float64Array.of(0, -1, 0, 1), new Float64Array(2), 0, 0)

export function setCapsule(core: Polygon, halfLength: number): Polygon {
  core.vertices[1] = -halfLength
  core.vertices[3] = halfLength
  return core
}

export function setSegment(halfLength: number): Polygon {
  segmentCore.vertices[0] = -halfLength
  segmentCore.vertices[2] = halfLength
  return segmentCore
}
