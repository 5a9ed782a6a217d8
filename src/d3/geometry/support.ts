/**
 * Vertices and support points of shape cores.
 *
 * The core of a shape is a polytope: a point for a sphere, a segment for a capsule, 8 corners for a box, the vertices of a
 * hull. The shape is its core widened by `coreRadius` (0 for box and hull). Vertices are numbered, so that two points can be
 * told apart exactly; nothing here knows where a shape's centre is.
 *
 * Numbers: capsule 0 is the end at +y, 1 the end at −y; in a box bit 0, 1, 2 set means −x, −y, −z.
 */

import { BOX, CAPSULE, HULL, SPHERE } from './shapes/shape-kinds.ts'
import type { Hull } from './hull/hull.ts'

/** How far the shape reaches beyond its core, m. */
export function coreRadius(kind: number, size: Float64Array, so: number): number {
  return kind === SPHERE || kind === CAPSULE ? size[so] : 0
}

/** Number of vertices of the core. `hull` may be null unless the kind is HULL. */
export function coreVertexCount(kind: number, hull: Hull | null): number {
  if (kind === BOX) return 8
  if (kind === HULL) return hull!.vertexCount
  return kind === CAPSULE ? 2 : 1
}

/** out = vertex `index` of the core in the shape's own frame. */
export function coreVertexLocal(
  kind: number, size: Float64Array, so: number, hull: Hull | null, index: number, out: Float64Array, oo: number,
): void {
  if (kind === BOX) {
    const x = size[so]
    const y = size[so + 1]
    const z = size[so + 2]
    out[oo] = (index & 1) === 0 ? x : -x
    out[oo + 1] = (index & 2) === 0 ? y : -y
    out[oo + 2] = (index & 4) === 0 ? z : -z
  } else if (kind === HULL) {
    const vertices = hull!.vertices
    const vo = index * 3
    out[oo] = vertices[vo]
    out[oo + 1] = vertices[vo + 1]
    out[oo + 2] = vertices[vo + 2]
  } else {
    const half = kind === CAPSULE ? size[so + 1] : 0
    out[oo] = 0
    out[oo + 1] = index === 0 ? half : -half
    out[oo + 2] = 0
  }
}

/** out = vertex `index` of the core in world axes, relative to the shape's centre. */
export function coreVertex(
  kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null, index: number,
  out: Float64Array, oo: number,
): void {
  if (kind === SPHERE) {
    out[oo] = 0
    out[oo + 1] = 0
    out[oo + 2] = 0
    return
  }
  if (kind === CAPSULE) {
    const y = index === 0 ? size[so + 1] : -size[so + 1]
    out[oo] = rot[ro + 1] * y
    out[oo + 1] = rot[ro + 4] * y
    out[oo + 2] = rot[ro + 7] * y
    return
  }
  let x = 0
  let y = 0
  let z = 0
  if (kind === BOX) {
    x = (index & 1) === 0 ? size[so] : -size[so]
    y = (index & 2) === 0 ? size[so + 1] : -size[so + 1]
    z = (index & 4) === 0 ? size[so + 2] : -size[so + 2]
  } else {
    const vertices = hull!.vertices
    x = vertices[index * 3]
    y = vertices[index * 3 + 1]
    z = vertices[index * 3 + 2]
  }
  out[oo] = rot[ro] * x + rot[ro + 1] * y + rot[ro + 2] * z
  out[oo + 1] = rot[ro + 3] * x + rot[ro + 4] * y + rot[ro + 5] * z
  out[oo + 2] = rot[ro + 6] * x + rot[ro + 7] * y + rot[ro + 8] * z
}

/**
 * Number of the core vertex farthest along `sign` times the direction at dir[di] (world axes, any length). Ties go to the
 * lower number. Hulls are scanned: with at most 254 vertices, flat and branch-poor, a walk over neighbours would not pay.
 */
export function supportVertex(
  kind: number, rot: Float64Array, ro: number, size: Float64Array, so: number, hull: Hull | null,
  dir: Float64Array, di: number, sign: number,
): number {
  if (kind === SPHERE) return 0
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const z = dir[di + 2] * sign
  const ly = rot[ro + 1] * x + rot[ro + 4] * y + rot[ro + 7] * z
  if (kind === CAPSULE) return ly >= 0 || size[so + 1] === 0 ? 0 : 1
  const lx = rot[ro] * x + rot[ro + 3] * y + rot[ro + 6] * z
  const lz = rot[ro + 2] * x + rot[ro + 5] * y + rot[ro + 8] * z
  if (kind === BOX) return (lx >= 0 ? 0 : 1) | (ly >= 0 ? 0 : 2) | (lz >= 0 ? 0 : 4)
  const vertices = hull!.vertices
  const count = hull!.vertexCount
  let best = 0
  let bestValue = vertices[0] * lx + vertices[1] * ly + vertices[2] * lz
  for (let i = 1, vo = 3; i < count; i++, vo += 3) {
    const value = vertices[vo] * lx + vertices[vo + 1] * ly + vertices[vo + 2] * lz
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}
