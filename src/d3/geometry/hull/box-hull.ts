/**
 * A box in the form of a hull, for code that handles both alike: made once as scratch, then resized without allocation.
 *
 * Vertex i is at (±hx, ±hy, ±hz) with bit 0 of i set for +x, bit 1 for +y, bit 2 for +z. Faces: −x +x −y +y −z +z.
 */
import type { Hull } from './hull.ts'

/** A hull whose numbers may be rewritten; a `Hull` wherever one is read. */
export type BoxHull = { -readonly [K in keyof Hull]: Hull[K] }

/** Each loop starts at its lowest vertex, as in every hull. */
const FACE_VERTICES = [
  0, 4, 6, 2,
  1, 3, 7, 5,
  0, 1, 5, 4,
  2, 6, 7, 3,
  0, 2, 3, 1,
  4, 5, 7, 6,
]

const EDGES = [
  0, 4, 0, 2,
  4, 6, 0, 5,
  6, 2, 0, 3,
  2, 0, 0, 4,
  1, 3, 1, 4,
  3, 7, 1, 3,
  7, 5, 1, 5,
  5, 1, 1, 2,
  0, 1, 2, 4,
  5, 4, 2, 5,
  6, 7, 3, 5,
  2, 3, 4, 3,
]

const UNIT = Float64Array.of(0.5, 0.5, 0.5)

/** A unit cube (half extents 0.5) with room to be any box. */
export function createBoxHull(): BoxHull {
  const hull: BoxHull = {
    vertexCount: 8,
    faceCount: 6,
    edgeCount: 12,
    vertices: new Float64Array(24),
    planes: new Float64Array(24),
    faceStart: Int32Array.of(0, 4, 8, 12, 16, 20, 24),
    faceVertices: Int32Array.from(FACE_VERTICES),
    edges: Int32Array.from(EDGES),
    center: new Float64Array(3),
    radius: 0,
    innerRadius: 0,
  }
  for (let f = 0; f < 6; f++) hull.planes[4 * f + (f >> 1)] = (f & 1) === 1 ? 1 : -1
  setBoxHull(hull, UNIT, 0)
  return hull
}

/** Gives a hull from `createBoxHull` the half extents at size[s]. */
export function setBoxHull(hull: BoxHull, size: Float64Array, s: number): void {
  const hx = size[s]
  const hy = size[s + 1]
  const hz = size[s + 2]
  const { vertices, planes } = hull
  for (let i = 0; i < 8; i++) {
    vertices[3 * i] = (i & 1) === 0 ? -hx : hx
    vertices[3 * i + 1] = (i & 2) === 0 ? -hy : hy
    vertices[3 * i + 2] = (i & 4) === 0 ? -hz : hz
  }
  planes[3] = hx
  planes[7] = hx
  planes[11] = hy
  planes[15] = hy
  planes[19] = hz
  planes[23] = hz
  hull.radius = Math.sqrt(hx * hx + hy * hy + hz * hz)
  hull.innerRadius = Math.min(hx, hy, hz)
}
