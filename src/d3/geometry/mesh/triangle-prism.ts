/**
 * A triangle of a mesh in the form of a hull, for code that knows hulls: a prism that reaches behind the triangle, so that it has an inside, a
 * thickness and one side that is out. Made once as scratch, then set without allocation.
 *
 * Vertices 0 1 2 are the triangle, 3 4 5 lie behind them. Faces: the triangle, its back, then the sides behind edges 0→1, 1→2 and 2→0.
 */

import type { Hull } from '../hull/hull.ts'
import { FRUSTUM_DEPTH, FRUSTUM_INSET } from '../tolerances.ts'

/** A hull whose numbers may be rewritten; a `Hull` wherever one is read. */
export type TrianglePrism = { -readonly [K in keyof Hull]: Hull[K] }

/** Face of the prism that is the triangle; the side behind edge e is face SIDE_FACE + e. */
export const FRONT_FACE: number = 0
export const BACK_FACE: number = 1
export const SIDE_FACE: number = 2

const FACE_VERTICES = [0, 1, 2, 3, 5, 4, 0, 3, 4, 1, 1, 4, 5, 2, 0, 2, 5, 3]

const EDGES = [
  0, 1, 0, 2,
  1, 2, 0, 3,
  2, 0, 0, 4,
  3, 5, 1, 4,
  5, 4, 1, 3,
  4, 3, 1, 2,
  0, 3, 2, 4,
  1, 4, 3, 2,
  2, 5, 4, 3,
]

export function createTrianglePrism(): TrianglePrism {
  return {
    vertexCount: 6,
    faceCount: 5,
    edgeCount: 9,
    vertices: new Float64Array(18),
    planes: new Float64Array(20),
    faceStart: Int32Array.of(0, 3, 6, 10, 14, 18),
    faceVertices: Int32Array.from(FACE_VERTICES),
    edges: Int32Array.from(EDGES),
    center: new Float64Array(3),
    radius: 0,
    innerRadius: 0,
  }
}

/** How deep prisms are, and frustums at most, m. In scratch: numbers as arguments are boxed. */
export const prismDepth: Float64Array = /* @__PURE__ */ new Float64Array(1)

/**
 * Sets the prism of the triangle at corners[0 … 8], `prismDepth` deep. False if the triangle has no area in doubles, which building a mesh leaves
 * out, but scaling may bring back.
 */
export function setTrianglePrism(prism: TrianglePrism, corners: Float64Array): boolean {
  const depth = prismDepth[0]
  const { vertices, planes, center } = prism
  const ux = corners[3] - corners[0]
  const uy = corners[4] - corners[1]
  const uz = corners[5] - corners[2]
  const vx = corners[6] - corners[0]
  const vy = corners[7] - corners[1]
  const vz = corners[8] - corners[2]
  let nx = uy * vz - uz * vy
  let ny = uz * vx - ux * vz
  let nz = ux * vy - uy * vx
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (!(length > 0)) return false
  nx /= length
  ny /= length
  nz /= length
  let cx = 0
  let cy = 0
  let cz = 0
  let far = 0
  for (let k = 0; k < 3; k++) {
    const x = corners[3 * k]
    const y = corners[3 * k + 1]
    const z = corners[3 * k + 2]
    vertices[3 * k] = x
    vertices[3 * k + 1] = y
    vertices[3 * k + 2] = z
    const bx = x - nx * depth
    const by = y - ny * depth
    const bz = z - nz * depth
    vertices[9 + 3 * k] = bx
    vertices[9 + 3 * k + 1] = by
    vertices[9 + 3 * k + 2] = bz
    cx += x
    cy += y
    cz += z
    far = Math.max(far, x * x + y * y + z * z, bx * bx + by * by + bz * bz)
  }
  center[0] = cx / 3 - 0.5 * depth * nx
  center[1] = cy / 3 - 0.5 * depth * ny
  center[2] = cz / 3 - 0.5 * depth * nz
  setPlane(planes, FRONT_FACE, nx, ny, nz, corners, 0)
  planes[4 * BACK_FACE] = -nx
  planes[4 * BACK_FACE + 1] = -ny
  planes[4 * BACK_FACE + 2] = -nz
  planes[4 * BACK_FACE + 3] = depth - planes[3]
  let inner = 0.5 * depth
  for (let e = 0; e < 3; e++) {
    const a = 3 * e
    const b = e === 2 ? 0 : a + 3
    const ex = corners[b] - corners[a]
    const ey = corners[b + 1] - corners[a + 1]
    const ez = corners[b + 2] - corners[a + 2]
    const sx = ey * nz - ez * ny
    const sy = ez * nx - ex * nz
    const sz = ex * ny - ey * nx
    const scale = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz)
    setPlane(planes, SIDE_FACE + e, sx * scale, sy * scale, sz * scale, corners, a)
    const o = 4 * (SIDE_FACE + e)
    inner = Math.min(inner, planes[o + 3] - planes[o] * center[0] - planes[o + 1] * center[1] - planes[o + 2] * center[2])
  }
  prism.radius = Math.sqrt(far)
  prism.innerRadius = inner
  return true
}

/**
 * The same for a triangle of a solid, whose inside may be thin: not a prism but a flat frustum, at most `prismDepth` deep, whose sides lean in by
 * 60°. Behind an edge where two faces meet at more than 30° it stays inside of the solid, where a prism would stick out of the other face.
 */
export function setTriangleFrustum(frustum: TrianglePrism, corners: Float64Array): boolean {
  const depth = prismDepth[0]
  const { vertices, planes, center } = frustum
  // Lengths of the edges across from each corner; the incentre is their weighted mean.
  let around = 0
  for (let k = 0; k < 3; k++) {
    const a = 3 * ((k + 1) % 3)
    const b = 3 * ((k + 2) % 3)
    const x = corners[b] - corners[a]
    const y = corners[b + 1] - corners[a + 1]
    const z = corners[b + 2] - corners[a + 2]
    across[k] = Math.sqrt(x * x + y * y + z * z)
    around += across[k]
  }
  if (!(around > 0)) return false
  const ux = corners[3] - corners[0]
  const uy = corners[4] - corners[1]
  const uz = corners[5] - corners[2]
  const vx = corners[6] - corners[0]
  const vy = corners[7] - corners[1]
  const vz = corners[8] - corners[2]
  let nx = uy * vz - uz * vy
  let ny = uz * vx - ux * vz
  let nz = ux * vy - uy * vx
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (!(length > 0)) return false
  nx /= length
  ny /= length
  nz /= length
  const back = Math.min(depth, (FRUSTUM_DEPTH * length) / around)
  for (let c = 0; c < 3; c++) middle[c] = (across[0] * corners[c] + across[1] * corners[3 + c] + across[2] * corners[6 + c]) / around
  let far = 0
  for (let k = 0; k < 9; k += 3) {
    for (let c = 0; c < 3; c++) vertices[k + c] = corners[k + c]
    vertices[9 + k] = corners[k] + FRUSTUM_INSET * (middle[0] - corners[k]) - back * nx
    vertices[10 + k] = corners[k + 1] + FRUSTUM_INSET * (middle[1] - corners[k + 1]) - back * ny
    vertices[11 + k] = corners[k + 2] + FRUSTUM_INSET * (middle[2] - corners[k + 2]) - back * nz
    far = Math.max(far, corners[k] * corners[k] + corners[k + 1] * corners[k + 1] + corners[k + 2] * corners[k + 2])
  }
  center[0] = middle[0] - 0.25 * back * nx
  center[1] = middle[1] - 0.25 * back * ny
  center[2] = middle[2] - 0.25 * back * nz
  setPlane(planes, FRONT_FACE, nx, ny, nz, corners, 0)
  planes[4 * BACK_FACE] = -nx
  planes[4 * BACK_FACE + 1] = -ny
  planes[4 * BACK_FACE + 2] = -nz
  planes[4 * BACK_FACE + 3] = back - planes[3]
  let inner = 0.25 * back
  for (let e = 0; e < 3; e++) {
    const a = 3 * e
    const b = e === 2 ? 0 : a + 3
    const ex = corners[b] - corners[a]
    const ey = corners[b + 1] - corners[a + 1]
    const ez = corners[b + 2] - corners[a + 2]
    const wx = vertices[9 + a] - corners[a]
    const wy = vertices[10 + a] - corners[a + 1]
    const wz = vertices[11 + a] - corners[a + 2]
    const sx = wy * ez - wz * ey
    const sy = wz * ex - wx * ez
    const sz = wx * ey - wy * ex
    const scale = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz)
    setPlane(planes, SIDE_FACE + e, sx * scale, sy * scale, sz * scale, corners, a)
    const o = 4 * (SIDE_FACE + e)
    inner = Math.min(inner, planes[o + 3] - planes[o] * center[0] - planes[o + 1] * center[1] - planes[o + 2] * center[2])
  }
  frustum.radius = Math.sqrt(far) + back
  frustum.innerRadius = inner
  return inner > 0
}

const across = /* @__PURE__ */ new Float64Array(3)
const middle = /* @__PURE__ */ new Float64Array(3)

function setPlane(planes: Float64Array, face: number, x: number, y: number, z: number, corners: Float64Array, at: number): void {
  planes[4 * face] = x
  planes[4 * face + 1] = y
  planes[4 * face + 2] = z
  planes[4 * face + 3] = x * corners[at] + y * corners[at + 1] + z * corners[at + 2]
}

/** A triangle by itself, as a hull without an inside: for distances and sweeps, which ask for vertices, and for its two sides. */
export function createFlatTriangle(): TrianglePrism {
  return {
    vertexCount: 3,
    faceCount: 2,
    edgeCount: 3,
    vertices: new Float64Array(9),
    planes: new Float64Array(8),
    faceStart: Int32Array.of(0, 3, 6),
    faceVertices: Int32Array.of(0, 1, 2, 0, 2, 1),
    edges: Int32Array.of(0, 1, 0, 1, 1, 2, 0, 1, 2, 0, 0, 1),
    center: new Float64Array(3),
    radius: 0,
    innerRadius: 0,
  }
}

/** Sets a flat triangle to the corners. False if it has no area. */
export function setFlatTriangle(flat: TrianglePrism, corners: Float64Array): boolean {
  const { vertices, planes } = flat
  const ux = corners[3] - corners[0]
  const uy = corners[4] - corners[1]
  const uz = corners[5] - corners[2]
  const vx = corners[6] - corners[0]
  const vy = corners[7] - corners[1]
  const vz = corners[8] - corners[2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (!(length > 0)) return false
  for (let k = 0; k < 9; k++) vertices[k] = corners[k]
  setPlane(planes, FRONT_FACE, nx / length, ny / length, nz / length, corners, 0)
  for (let k = 0; k < 4; k++) planes[4 * BACK_FACE + k] = -planes[k]
  let far = 0
  for (let k = 0; k < 9; k += 3) far = Math.max(far, corners[k] * corners[k] + corners[k + 1] * corners[k + 1] + corners[k + 2] * corners[k + 2])
  flat.radius = Math.sqrt(far)
  return true
}
