/**
 * Contacts of a convex shape with triangles: piece by piece as prisms (`triangle-prism.ts`), then without those that internal edges would make
 * up, gathered into a few manifolds by normal.
 *
 * Internal edges. A triangle by itself has three sharp edges; the surface that it is part of mostly has none there. A contact whose normal is
 * the triangle's is always right. One at an edge is right only if the surface has a ridge there and the normal does not lean over the
 * neighbour's face; where the edge is flat or a valley it is made up, and the faces next to it tell the truth. Borders are real. Surfaces that
 * go on in another shape are looked at by body, in `contacts/internal-edges.ts`.
 */

import { collide } from '../collide.ts'
import type { Hull } from '../hull/hull.ts'
import { Manifold } from '../manifold.ts'
import { HULL } from '../shapes/hull.ts'
import { shapeBounds } from '../shapes/shape-table.ts'
import { BEHIND_COSINE, FACE_COSINE, LEANING_SINE, ON_EDGE_PER_SIZE, SAME_CLUSTER_COSINE } from '../tolerances.ts'
import { BORDER_EDGE, CONVEX_EDGE, edgeKind } from './mesh-edges.ts'
import { found, type PieceSource } from './piece-source.ts'
import { createTrianglePrism, setTrianglePrism, SIDE_FACE } from './triangle-prism.ts'

/** Most manifolds of one pair: a corner of a room has three. */
export const MAX_MANIFOLDS: number = 4

/** The manifolds found by `collideMesh`; the first `count` are filled. */
export class ManifoldList {
  count: number = 0
  readonly items: readonly Manifold[] = Array.from({ length: MAX_MANIFOLDS }, () => new Manifold())
  /** Piece of the deepest point of each. */
  readonly pieces: Int32Array = new Int32Array(MAX_MANIFOLDS)
}

/** What a candidate is: made up by an internal edge, at a real edge, on a face. */
const MADE_UP = 0
const AT_EDGE = 1
const ON_FACE = 2

const prism = /* @__PURE__ */ createTrianglePrism()
const corners = /* @__PURE__ */ new Float64Array(9)
const otherCorners = /* @__PURE__ */ new Float64Array(9)
const touch = /* @__PURE__ */ new Manifold()
const relative = /* @__PURE__ */ new Float64Array(9)
const centerIn = /* @__PURE__ */ new Float64Array(3)
const bounds = /* @__PURE__ */ new Float64Array(6)
/** A point of the triangle and the direction from it to A, in the source's frame. */
const pointIn = /* @__PURE__ */ new Float64Array(3)
const awayIn = /* @__PURE__ */ new Float64Array(3)

/** Candidate points: place and normal (world axes, from A's centre), gap, feature of A, piece, what it is, the manifold it went to. */
let count = 0
let place = /* @__PURE__ */ new Float64Array(3 * 64)
let normals = /* @__PURE__ */ new Float64Array(3 * 64)
let gaps = /* @__PURE__ */ new Float64Array(64)
let featureA = /* @__PURE__ */ new Int32Array(64)
let pieceOf = /* @__PURE__ */ new Int32Array(64)
let standing = /* @__PURE__ */ new Uint8Array(64)
let cluster = /* @__PURE__ */ new Int32Array(64)

/**
 * Fills `out` with the manifolds of A (any convex kind) and the source B, whose frame is at rot[rb]; `dx dy dz` is B's origin minus A's centre.
 * `thickness` is A's. Points whose surfaces are less than `margin` apart are reported. With `twoSided` a triangle has its outside where A is.
 */
export function collideMesh(
  out: ManifoldList, kindA: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hullA: Hull | null,
  source: PieceSource, dx: number, dy: number, dz: number, margin: number, thickness: number, twoSided: boolean,
): void {
  out.count = 0
  count = 0
  setRelative(rot, ra, rb, dx, dy, dz)
  shapeBounds(bounds, kindA, centerIn, 0, relative, 0, size, sa, hullA)
  for (let k = 0; k < 3; k++) {
    bounds[k] -= margin
    bounds[3 + k] += margin
  }
  const pieces = source.find(bounds)
  for (let i = 0; i < pieces; i++) {
    source.corners(found.pieces[i], corners)
    if (!setTrianglePrism(prism, corners, thickness)) continue
    const { planes } = prism
    let above = planes[0] * centerIn[0] + planes[1] * centerIn[1] + planes[2] * centerIn[2] - planes[3]
    if (above < 0) {
      if (!twoSided) continue
      turnOver(corners)
      setTrianglePrism(prism, corners, thickness)
      above = -above
    }
    collide(touch, kindA, HULL, rot, ra, rb, size, sa, sa, hullA, prism, dx, dy, dz, margin)
    if (touch.count > 0) addCandidates(source, rot, rb, dx, dy, dz, i, pieces, thickness)
  }
  if (count > 0) gather(out)
}

/** A's pose in B's frame. */
function setRelative(rot: Float64Array, ra: number, rb: number, dx: number, dy: number, dz: number): void {
  for (let i = 0; i < 3; i++) {
    const a = rot[rb + i]
    const b = rot[rb + 3 + i]
    const c = rot[rb + 6 + i]
    centerIn[i] = -(a * dx + b * dy + c * dz)
    for (let j = 0; j < 3; j++) relative[3 * i + j] = a * rot[ra + j] + b * rot[ra + 3 + j] + c * rot[ra + 6 + j]
  }
}

function turnOver(triangle: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const swap = triangle[3 + k]
    triangle[3 + k] = triangle[6 + k]
    triangle[6 + k] = swap
  }
}

/** Takes the points of `touch` (A against the prism of the ith piece found) as candidates. */
function addCandidates(
  source: PieceSource, rot: Float64Array, rb: number, dx: number, dy: number, dz: number, i: number, pieces: number, thickness: number,
): void {
  const { nx, ny, nz } = touch
  for (let k = 0; k < 3; k++) awayIn[k] = -(rot[rb + k] * nx + rot[rb + 3 + k] * ny + rot[rb + 6 + k] * nz)
  const { planes } = prism
  const facing = awayIn[0] * planes[0] + awayIn[1] * planes[1] + awayIn[2] * planes[2]
  if (facing < BEHIND_COSINE) return
  for (let p = 0; p < touch.count; p++) {
    const half = 0.5 * touch.separations[p]
    const x = touch.points[3 * p]
    const y = touch.points[3 * p + 1]
    const z = touch.points[3 * p + 2]
    const bx = x + nx * half - dx
    const by = y + ny * half - dy
    const bz = z + nz * half - dz
    for (let k = 0; k < 3; k++) pointIn[k] = rot[rb + k] * bx + rot[rb + 3 + k] * by + rot[rb + 6 + k] * bz
    const kind = facing > FACE_COSINE ? ON_FACE : judgeEdge(source, i, pieces, thickness)
    if (count === gaps.length) growCandidates()
    const o = 3 * count
    place[o] = x
    place[o + 1] = y
    place[o + 2] = z
    normals[o] = nx
    normals[o + 1] = ny
    normals[o + 2] = nz
    gaps[count] = touch.separations[p]
    featureA[count] = touch.ids[p] >> 8
    pieceOf[count] = found.pieces[i]
    standing[count] = kind
    if (kind === MADE_UP) layDown(rot, rb, half)
    count++
  }
}

/** A contact that an edge made up, as the face would have it: should nothing else hold A there, the face does. */
function layDown(rot: Float64Array, rb: number, half: number): void {
  const { planes } = prism
  const o = 3 * count
  let height = -planes[3]
  for (let k = 0; k < 3; k++) height += planes[k] * (pointIn[k] + 2 * half * awayIn[k])
  for (let k = 0; k < 3; k++) normals[o + k] = -(rot[rb + 3 * k] * planes[0] + rot[rb + 3 * k + 1] * planes[1] + rot[rb + 3 * k + 2] * planes[2])
  gaps[count] = height
}

/** A contact at `pointIn` with a normal that is not the triangle's: is there a ridge or a border that it could be at? */
function judgeEdge(source: PieceSource, i: number, pieces: number, thickness: number): number {
  const { planes } = prism
  const hair = ON_EDGE_PER_SIZE * thickness
  const kinds = source.edgeKinds(found.pieces[i])
  let real = false
  for (let e = 0; e < 3; e++) {
    const o = 4 * (SIDE_FACE + e)
    const beyond = planes[o] * pointIn[0] + planes[o + 1] * pointIn[1] + planes[o + 2] * pointIn[2] - planes[o + 3]
    if (beyond < -hair) continue
    const kind = edgeKind(kinds, e)
    // Below the edge of a border there is nothing: the prism's side is not part of the surface.
    const height = planes[0] * pointIn[0] + planes[1] * pointIn[1] + planes[2] * pointIn[2] - planes[3]
    if (height < -hair) return MADE_UP
    if (kind === BORDER_EDGE) real = true
    else if (kind === CONVEX_EDGE && !leansOver(source, i, pieces, e)) real = true
    else return MADE_UP
  }
  return real ? AT_EDGE : MADE_UP
}

/** Does the normal lean over the face of the neighbour at edge e? Then that face has the contact. */
function leansOver(source: PieceSource, i: number, pieces: number, e: number): boolean {
  const a = 3 * e
  const b = e === 2 ? 0 : a + 3
  for (let n = 0; n < pieces; n++) {
    if (n === i) continue
    source.corners(found.pieces[n], otherCorners)
    for (let f = 0; f < 3; f++) {
      const c = 3 * f
      const d = f === 2 ? 0 : c + 3
      const apex = f === 0 ? 6 : c - 3
      if (!sameCorner(corners, a, otherCorners, d) || !sameCorner(corners, b, otherCorners, c)) continue
      if (leansTowards(corners, a, b, otherCorners, apex)) return true
    }
  }
  return false
}

function sameCorner(p: Float64Array, a: number, q: Float64Array, b: number): boolean {
  return p[a] === q[b] && p[a + 1] === q[b + 1] && p[a + 2] === q[b + 2]
}

/** Is `awayIn` on the side of the apex, seen from the edge a → b, by more than a hair? */
function leansTowards(p: Float64Array, a: number, b: number, q: Float64Array, apex: number): boolean {
  const ex = p[b] - p[a]
  const ey = p[b + 1] - p[a + 1]
  const ez = p[b + 2] - p[a + 2]
  let tx = q[apex] - p[a]
  let ty = q[apex + 1] - p[a + 1]
  let tz = q[apex + 2] - p[a + 2]
  const along = (tx * ex + ty * ey + tz * ez) / (ex * ex + ey * ey + ez * ez)
  tx -= along * ex
  ty -= along * ey
  tz -= along * ez
  const lean = awayIn[0] * tx + awayIn[1] * ty + awayIn[2] * tz
  return lean > LEANING_SINE * Math.sqrt(tx * tx + ty * ty + tz * tz)
}

function growCandidates(): void {
  const room = 2 * gaps.length
  const wider = (from: Float64Array, width: number): Float64Array => {
    const to = new Float64Array(width * room)
    to.set(from)
    return to
  }
  place = wider(place, 3)
  normals = wider(normals, 3)
  gaps = wider(gaps, 1)
  const longer = (from: Int32Array): Int32Array => {
    const to = new Int32Array(room)
    to.set(from)
    return to
  }
  featureA = longer(featureA)
  pieceOf = longer(pieceOf)
  cluster = longer(cluster)
  const kinds = new Uint8Array(room)
  kinds.set(standing)
  standing = kinds
}

/** Groups the candidates by normal, the deepest first, and thins each group out to four points. */
function gather(out: ManifoldList): void {
  let least = AT_EDGE
  let any = false
  for (let i = 0; i < count; i++) if (standing[i] >= AT_EDGE) any = true
  if (!any) least = MADE_UP
  cluster.fill(-1, 0, count)
  while (out.count < MAX_MANIFOLDS) {
    let deepest = -1
    for (let i = 0; i < count; i++) {
      if (cluster[i] >= 0 || standing[i] < least) continue
      if (deepest < 0 || gaps[i] < gaps[deepest] || (gaps[i] === gaps[deepest] && standing[i] > standing[deepest])) deepest = i
    }
    if (deepest < 0) return
    const m = out.count++
    const x = normals[3 * deepest]
    const y = normals[3 * deepest + 1]
    const z = normals[3 * deepest + 2]
    for (let i = 0; i < count; i++) {
      if (cluster[i] >= 0 || standing[i] < least) continue
      if (normals[3 * i] * x + normals[3 * i + 1] * y + normals[3 * i + 2] * z > SAME_CLUSTER_COSINE) cluster[i] = m
    }
    cluster[deepest] = m
    out.pieces[m] = pieceOf[deepest]
    out.items[m].nx = x
    out.items[m].ny = y
    out.items[m].nz = z
    thinOut(out.items[m], m, deepest)
  }
}

/** The deepest point, the one farthest from it, and on either side of the line between them the one farthest out. */
function thinOut(out: Manifold, m: number, deepest: number): void {
  const { nx, ny, nz } = out
  const dx = place[3 * deepest]
  const dy = place[3 * deepest + 1]
  const dz = place[3 * deepest + 2]
  out.count = 0
  addPoint(out, deepest)
  let far = -1
  let most = 0
  for (let i = 0; i < count; i++) {
    if (cluster[i] !== m) continue
    const x = place[3 * i] - dx
    const y = place[3 * i + 1] - dy
    const z = place[3 * i + 2] - dz
    const along = x * nx + y * ny + z * nz
    const square = x * x + y * y + z * z - along * along
    if (square > most) {
      most = square
      far = i
    }
  }
  if (far < 0) return
  addPoint(out, far)
  const lx = place[3 * far] - dx
  const ly = place[3 * far + 1] - dy
  const lz = place[3 * far + 2] - dz
  // Across the line, in the plane of the contact.
  const wx = ny * lz - nz * ly
  const wy = nz * lx - nx * lz
  const wz = nx * ly - ny * lx
  let left = -1
  let right = -1
  let leftMost = 1e-3 * most
  let rightMost = 1e-3 * most
  for (let i = 0; i < count; i++) {
    if (cluster[i] !== m) continue
    const side = (place[3 * i] - dx) * wx + (place[3 * i + 1] - dy) * wy + (place[3 * i + 2] - dz) * wz
    if (side > leftMost) {
      leftMost = side
      left = i
    } else if (-side > rightMost) {
      rightMost = -side
      right = i
    }
  }
  if (left >= 0) addPoint(out, left)
  if (right >= 0) addPoint(out, right)
}

/** Points that share a feature of A are told apart by their rank: impulses find them again on the next triangle. */
function addPoint(out: Manifold, i: number): void {
  let rank = 0
  for (let k = 0; k < out.count; k++) if (out.ids[k] >> 8 === featureA[i]) rank++
  const p = out.count++
  for (let k = 0; k < 3; k++) out.points[3 * p + k] = place[3 * i + k]
  out.separations[p] = gaps[i]
  out.ids[p] = (featureA[i] << 8) | rank
}
