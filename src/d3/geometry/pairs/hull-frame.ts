/**
 * A second hull brought into the first one's frame: what the hull-hull queries read. Filled once per pair, because every
 * query looks at all of it several times.
 */

import { type Hull, MAX_HULL_FACES, MAX_HULL_VERTICES } from '../hull/hull.ts'
import { DX, DY, DZ, query } from '../query.ts'

/** B's vertices in A's frame, 3 each. */
export const verticesB: Float64Array = new Float64Array(3 * MAX_HULL_VERTICES)
/** B's planes in A's frame, 4 each: unit outward normal and offset. */
export const planesB: Float64Array = new Float64Array(4 * MAX_HULL_FACES)
/** B's inner point in A's frame. */
export const centerB: Float64Array = new Float64Array(3)
/** Heights of B's inner point above A's faces, and of A's above B's; filled by the face queries. */
export const heightsA: Float64Array = new Float64Array(MAX_HULL_FACES)
export const heightsB: Float64Array = new Float64Array(MAX_HULL_FACES)

/** Fills the arrays for the hull B of the pair in `query.ts`. */
export function bringIntoFrame(hull: Hull, rot: Float64Array, ra: number, rb: number): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const a0 = rot[ra]
  const a1 = rot[ra + 1]
  const a2 = rot[ra + 2]
  const a3 = rot[ra + 3]
  const a4 = rot[ra + 4]
  const a5 = rot[ra + 5]
  const a6 = rot[ra + 6]
  const a7 = rot[ra + 7]
  const a8 = rot[ra + 8]
  const b0 = rot[rb]
  const b1 = rot[rb + 1]
  const b2 = rot[rb + 2]
  const b3 = rot[rb + 3]
  const b4 = rot[rb + 4]
  const b5 = rot[rb + 5]
  const b6 = rot[rb + 6]
  const b7 = rot[rb + 7]
  const b8 = rot[rb + 8]
  const c0 = a0 * b0 + a3 * b3 + a6 * b6
  const c1 = a0 * b1 + a3 * b4 + a6 * b7
  const c2 = a0 * b2 + a3 * b5 + a6 * b8
  const c3 = a1 * b0 + a4 * b3 + a7 * b6
  const c4 = a1 * b1 + a4 * b4 + a7 * b7
  const c5 = a1 * b2 + a4 * b5 + a7 * b8
  const c6 = a2 * b0 + a5 * b3 + a8 * b6
  const c7 = a2 * b1 + a5 * b4 + a8 * b7
  const c8 = a2 * b2 + a5 * b5 + a8 * b8
  const tx = a0 * dx + a3 * dy + a6 * dz
  const ty = a1 * dx + a4 * dy + a7 * dz
  const tz = a2 * dx + a5 * dy + a8 * dz
  const vertices = hull.vertices
  const vertexEnd = 3 * hull.vertexCount
  const toVertices = verticesB
  for (let i = 0; i < vertexEnd; i += 3) {
    const x = vertices[i]
    const y = vertices[i + 1]
    const z = vertices[i + 2]
    toVertices[i] = tx + c0 * x + c1 * y + c2 * z
    toVertices[i + 1] = ty + c3 * x + c4 * y + c5 * z
    toVertices[i + 2] = tz + c6 * x + c7 * y + c8 * z
  }
  const planes = hull.planes
  const planeEnd = 4 * hull.faceCount
  const toPlanes = planesB
  for (let i = 0; i < planeEnd; i += 4) {
    const x = planes[i]
    const y = planes[i + 1]
    const z = planes[i + 2]
    const nx = c0 * x + c1 * y + c2 * z
    const ny = c3 * x + c4 * y + c5 * z
    const nz = c6 * x + c7 * y + c8 * z
    toPlanes[i] = nx
    toPlanes[i + 1] = ny
    toPlanes[i + 2] = nz
    toPlanes[i + 3] = planes[i + 3] + nx * tx + ny * ty + nz * tz
  }
  const cx = hull.center[0]
  const cy = hull.center[1]
  const cz = hull.center[2]
  centerB[0] = tx + c0 * cx + c1 * cy + c2 * cz
  centerB[1] = ty + c3 * cx + c4 * cy + c5 * cz
  centerB[2] = tz + c6 * cx + c7 * cy + c8 * cz
}
