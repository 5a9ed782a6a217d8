/**
 * Corners of a shape that are above a face of level geometry, but not its lowest point over any triangle of it. Triangle by triangle such a corner
 * has no contact: over its own triangle the shape is lower beside it, towards an edge that is none of the surface. At rest that does not matter.
 * A body that tips fast comes down on it within the step: so the shape is laid against the plane of each face that it meets, as against a half-space,
 * and the points that are over a triangle of that plane count.
 */

import { MARGIN_PER_SIZE } from '../../../common/tuning.ts'
import { collideQuery } from '../collide.ts'
import type { Hull } from '../hull/hull.ts'
import { Manifold } from '../manifold.ts'
import { DX, DY, DZ, MARGIN, query } from '../query.ts'
import { PLANE } from '../shapes/plane.ts'
import { FACE_COSINE, ON_EDGE_PER_SIZE } from '../tolerances.ts'
import { candidates, ON_FACE, thicknessIn } from './mesh-manifolds.ts'
import { found, type PieceSource } from './piece-source.ts'

/** Most planes that are looked at. */
const MAX_PLANES = 4

const touch = /* @__PURE__ */ new Manifold()
/** Rotations of A and of the half-space. */
const frames = /* @__PURE__ */ new Float64Array(18)
const offset = /* @__PURE__ */ new Float64Array(3)
const corners = /* @__PURE__ */ new Float64Array(9)
/** Plane of a triangle: normal in B's frame, distance from its origin. */
const plane = /* @__PURE__ */ new Float64Array(4)
const seen = /* @__PURE__ */ new Float64Array(4 * MAX_PLANES)
const point = /* @__PURE__ */ new Float64Array(3)
/** Within this two places are one, m. Beside the calls, which would box it. */
const hair = /* @__PURE__ */ new Float64Array(1)

/** Adds the points of A above the planes of the faces that have contacts. Arguments as in `collideMesh`; the first `pieces` of `found` are near. */
export function addFarCorners(
  kindA: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource, pieces: number,
): void {
  if (query[MARGIN] <= 2 * MARGIN_PER_SIZE * thicknessIn[0]) return
  const { count } = candidates
  hair[0] = ON_EDGE_PER_SIZE * thicknessIn[0]
  for (let k = 0; k < 3; k++) offset[k] = query[DX + k]
  let planes = 0
  for (let i = 0; i < count && planes < MAX_PLANES; i++) {
    const { standing, pieceOf, normals } = candidates
    if (standing[i] !== ON_FACE) continue
    source.corners(pieceOf[i], corners)
    if (!setPlane() || !facesAlong(rot, rb, normals, 3 * i) || isSeen(planes)) continue
    for (let k = 0; k < 4; k++) seen[4 * planes + k] = plane[k]
    planes++
    setFrames(rot, ra, rb)
    collideQuery(touch, kindA, PLANE, frames, 0, 9, size, sa, sa, hullA, null)
    for (let k = 0; k < 3; k++) query[DX + k] = offset[k]
    for (let p = 0; p < touch.count; p++) addPoint(source, rot, rb, p, pieces)
  }
}

/** The plane of the triangle in `corners`; false if it has no area. */
function setPlane(): boolean {
  const ux = corners[3] - corners[0]
  const uy = corners[4] - corners[1]
  const uz = corners[5] - corners[2]
  const vx = corners[6] - corners[0]
  const vy = corners[7] - corners[1]
  const vz = corners[8] - corners[2]
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  const length = Math.sqrt(x * x + y * y + z * z)
  if (!(length > 0)) return false
  plane[0] = x / length
  plane[1] = y / length
  plane[2] = z / length
  plane[3] = plane[0] * corners[0] + plane[1] * corners[1] + plane[2] * corners[2]
  return true
}

/** Is the contact normal at normals[o] that of the plane? If it is seen from behind, the plane is turned over. */
function facesAlong(rot: Float64Array, rb: number, normals: Float64Array, o: number): boolean {
  let along = 0
  for (let k = 0; k < 3; k++) along -= plane[k] * (rot[rb + k] * normals[o] + rot[rb + 3 + k] * normals[o + 1] + rot[rb + 6 + k] * normals[o + 2])
  if (along < 0) for (let k = 0; k < 4; k++) plane[k] = -plane[k]
  return Math.abs(along) > FACE_COSINE
}

/** Has a plane like this been looked at? */
function isSeen(planes: number): boolean {
  for (let o = 0; o < 4 * planes; o += 4) {
    const along = plane[0] * seen[o] + plane[1] * seen[o + 1] + plane[2] * seen[o + 2]
    if (along > FACE_COSINE && Math.abs(plane[3] - seen[o + 3]) <= hair[0]) return true
  }
  return false
}

/** The frames of A and of a half-space below the plane, whose origin's offset goes into `query`. */
function setFrames(rot: Float64Array, ra: number, rb: number): void {
  for (let k = 0; k < 9; k++) frames[k] = rot[ra + k]
  for (let k = 0; k < 3; k++) {
    const r = rb + 3 * k
    frames[10 + 3 * k] = rot[r] * plane[0] + rot[r + 1] * plane[1] + rot[r + 2] * plane[2]
    query[DX + k] = offset[k] + rot[r] * corners[0] + rot[r + 1] * corners[1] + rot[r + 2] * corners[2]
  }
  const x = frames[10]
  const y = frames[13]
  const z = frames[16]
  const steep = x * x > 0.5
  const u = 1 / Math.sqrt(steep ? x * x + z * z : y * y + z * z)
  frames[9] = steep ? z * u : 0
  frames[12] = steep ? 0 : -z * u
  frames[15] = steep ? -x * u : y * u
  frames[11] = frames[12] * z - frames[15] * y
  frames[14] = frames[15] * x - frames[9] * z
  frames[17] = frames[9] * y - frames[12] * x
}

/** Takes point p of `touch`, if a triangle of the plane is below it and no candidate is there already. */
function addPoint(source: PieceSource, rot: Float64Array, rb: number, p: number, pieces: number): void {
  const { nx, ny, nz } = touch
  const gap = touch.separations[p]
  const x = touch.points[3 * p]
  const y = touch.points[3 * p + 1]
  const z = touch.points[3 * p + 2]
  if (gap < -0.5 * thicknessIn[0] || isTaken(p)) return
  const bx = x + 0.5 * gap * nx - query[DX]
  const by = y + 0.5 * gap * ny - query[DY]
  const bz = z + 0.5 * gap * nz - query[DZ]
  for (let k = 0; k < 3; k++) point[k] = rot[rb + k] * bx + rot[rb + 3 + k] * by + rot[rb + 6 + k] * bz
  for (let i = 0; i < pieces; i++) {
    source.corners(found.pieces[i], corners)
    if (!isBelow()) continue
    candidates.reserve()
    const { count, place, normals, gaps, featureA, pieceOf, pieceA, materialOf, standing } = candidates
    place[3 * count] = x
    place[3 * count + 1] = y
    place[3 * count + 2] = z
    normals[3 * count] = nx
    normals[3 * count + 1] = ny
    normals[3 * count + 2] = nz
    gaps[count] = gap
    featureA[count] = touch.ids[p] >> 8
    pieceOf[count] = found.pieces[i]
    pieceA[count] = -1
    materialOf[count] = source.materialOf(found.pieces[i])
    standing[count] = ON_FACE
    candidates.count++
    return
  }
}

/** Is there a candidate within a hair of point p of `touch`, with the same normal? */
function isTaken(p: number): boolean {
  const { count, place, normals, standing } = candidates
  const { points } = touch
  const near = hair[0]
  for (let i = 0; i < count; i++) {
    if (standing[i] !== ON_FACE) continue
    const dx = place[3 * i] - points[3 * p]
    const dy = place[3 * i + 1] - points[3 * p + 1]
    const dz = place[3 * i + 2] - points[3 * p + 2]
    if (dx * dx + dy * dy + dz * dz > near * near) continue
    if (normals[3 * i] * touch.nx + normals[3 * i + 1] * touch.ny + normals[3 * i + 2] * touch.nz > FACE_COSINE) return true
  }
  return false
}

/** Does the triangle in `corners` lie in the plane, with `point` on it? */
function isBelow(): boolean {
  const near = hair[0]
  const nx = plane[0]
  const ny = plane[1]
  const nz = plane[2]
  for (let k = 0; k < 9; k += 3) if (Math.abs(nx * corners[k] + ny * corners[k + 1] + nz * corners[k + 2] - plane[3]) > near) return false
  let side = 0
  for (let k = 0; k < 9; k += 3) {
    const next = k === 6 ? 0 : k + 3
    const ex = corners[next] - corners[k]
    const ey = corners[next + 1] - corners[k + 1]
    const ez = corners[next + 2] - corners[k + 2]
    const px = point[0] - corners[k]
    const py = point[1] - corners[k + 1]
    const pz = point[2] - corners[k + 2]
    const beyond = px * (ey * nz - ez * ny) + py * (ez * nx - ex * nz) + pz * (ex * ny - ey * nx)
    if (Math.abs(beyond) <= near * Math.sqrt(ex * ex + ey * ey + ez * ez)) continue
    const sign = beyond > 0 ? 1 : -1
    if (side !== 0 && sign !== side) return false
    side = sign
  }
  return true
}
