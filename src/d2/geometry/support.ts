/**
 * Vertices and support points of shape cores.
 *
 * The core of a shape is a polygon: a point for a circle, a segment for a capsule and a segment, the vertices of a polygon. The shape is its
 * core widened by `coreRadius`. Vertices are numbered, so that two points can be told apart exactly; nothing here knows where a shape's
 * centre is.
 *
 * Numbers: capsule 0 is the end at −y, 1 the end at +y; segment 0 the end at −x.
 */

import type { Polygon } from './polygon/polygon.ts'
import { CAPSULE, CIRCLE, POLYGON, SEGMENT } from './shapes/shape-kinds.ts'

/** How far the shape reaches beyond its core, m. */
export function coreRadius(kind: number, size: Float64Array, so: number): number {
  return kind === SEGMENT ? 0 : size[so]
}

/** Number of vertices of the core. `polygon` may be null unless the kind is POLYGON. */
export function coreVertexCount(kind: number, polygon: Polygon | null): number {
  if (kind === POLYGON) return polygon!.vertexCount
  return kind === CIRCLE ? 1 : 2
}

/** out = vertex `index` of the core in the shape's own frame. */
export function coreVertexLocal(
  kind: number, size: Float64Array, so: number, polygon: Polygon | null, index: number, out: Float64Array, oo: number,
): void {
  if (kind === POLYGON) {
    out[oo] = polygon!.vertices[2 * index]
    out[oo + 1] = polygon!.vertices[2 * index + 1]
    return
  }
  const half = kind === SEGMENT ? size[so] : kind === CAPSULE ? size[so + 1] : 0
  const along = index === 0 ? -half : half
  out[oo] = kind === SEGMENT ? along : 0
  out[oo + 1] = kind === SEGMENT ? 0 : along
}

/** out = vertex `index` of the core in world axes, relative to the shape's centre. */
export function coreVertex(
  kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, polygon: Polygon | null, index: number,
  out: Float64Array, oo: number,
): void {
  coreVertexLocal(kind, size, so, polygon, index, out, oo)
  const x = out[oo]
  const y = out[oo + 1]
  out[oo] = rot[ro] * x - rot[ro + 1] * y
  out[oo + 1] = rot[ro + 1] * x + rot[ro] * y
}

/** Number of the core vertex farthest along `sign` times the direction at dir[di] (world axes, any length). Ties go to the lower number. */
export function supportVertex(
  kind: number, rot: Float64Array, ro: number, polygon: Polygon | null, dir: Float64Array, di: number, sign: number,
): number {
  if (kind === CIRCLE) return 0
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const lx = rot[ro] * x + rot[ro + 1] * y
  const ly = rot[ro] * y - rot[ro + 1] * x
  if (kind === CAPSULE) return ly > 0 ? 1 : 0
  if (kind === SEGMENT) return lx > 0 ? 1 : 0
  const vertices = polygon!.vertices
  const end = 2 * polygon!.vertexCount
  let best = 0
  let bestValue = vertices[0] * lx + vertices[1] * ly
  for (let vo = 2; vo < end; vo += 2) {
    const value = vertices[vo] * lx + vertices[vo + 1] * ly
    if (value > bestValue) {
      bestValue = value
      best = vo >> 1
    }
  }
  return best
}
