/**
 * Contacts of a convex shape with triangles: piece by piece as prisms (`triangle-prism.ts`), then without those that internal edges would make
 * up, gathered into a few manifolds by normal.
 *
 * Internal edges. A triangle by itself has three sharp edges; the surface that it is part of mostly has none there. A contact whose normal is
 * the triangle's is always right. One at an edge is right only if the surface has a ridge or a border there, and its normal leans over no face
 * that goes on from the edge: that face has the contact (`isCovered`). Which triangles go on is told by position and not by adjacency, so that
 * unwelded and T-shaped seams count too. Surfaces that go on in another shape are looked at by body, in `contacts/internal-edges.ts`.
 */

import { collideQuery } from '../collide.ts'
import { longer } from '../../../common/memory/growing.ts'
import { GjkResult, gjkWithin } from '../gjk.ts'
import type { Hull } from '../hull/hull.ts'
import { Manifold } from '../manifold.ts'
import { DX, DY, DZ, MARGIN, query } from '../query.ts'
import { HULL } from '../shapes/hull.ts'
import { coreExtent, coreRadius, shapeBounds } from '../shapes/shape-table.ts'
import { BEHIND_COSINE, BEHIND_PER_SIZE, FACE_COSINE, HELD_COSINE, ON_EDGE_PER_SIZE, RIM_COSINE, SAME_CLUSTER_COSINE } from '../tolerances.ts'
import { awayIn, coversEdge, faceNormal, LEADS_BEHIND, LEANS_OVER, pointIn } from './covering.ts'
import { BORDER_EDGE, CONCAVE_EDGE, CONVEX_EDGE, edgeKind, hasBorder } from './mesh-edges.ts'
import { found, type PieceSource } from './piece-source.ts'
import { createFlatTriangle, createTrianglePrism, FRONT_FACE, setFlatTriangle, setTrianglePrism, SIDE_FACE } from './triangle-prism.ts'

/** Most manifolds of one pair: a corner of a room has three. */
export const MAX_MANIFOLDS: number = 4

/** The manifolds found by `collideMesh`; the first `count` are filled. */
export class ManifoldList {
  count: number = 0
  readonly items: Manifold[] = Array.from({ length: MAX_MANIFOLDS }, () => new Manifold())
  /** Piece of the deepest point of each. */
  readonly pieces: Int32Array = new Int32Array(MAX_MANIFOLDS)
  /** 1: the path does not lead there. Written by whoever asks. */
  readonly passed: Uint8Array = new Uint8Array(MAX_MANIFOLDS)
  /** Pieces near A, in `found`. */
  found: number = 0

  /** Puts the manifold at one place to an earlier one; what was there comes in its stead. */
  move(from: number, to: number): void {
    if (from === to) return
    const item = this.items[to]
    this.items[to] = this.items[from]
    this.items[from] = item
    this.pieces[to] = this.pieces[from]
    this.passed[to] = this.passed[from]
  }
}

/** What a candidate is: made up by an internal edge, at a real edge, on a face. */
const MADE_UP = 0
const AT_EDGE = 1
const ON_FACE = 2
/** Made up, but all there is. */
const ADMITTED = 3

/** The side of a triangle that A is on: in front, or behind where both sides count; or behind, where only a border can be met, from the side. */
const FRONT = 0
const BACK = 1
const RIM = 2

const prism = /* @__PURE__ */ createTrianglePrism()
const corners = /* @__PURE__ */ new Float64Array(9)
const otherCorners = /* @__PURE__ */ new Float64Array(9)
const flat = /* @__PURE__ */ createFlatTriangle()
const nearest = /* @__PURE__ */ new GjkResult()
const touch = /* @__PURE__ */ new Manifold()
const relative = /* @__PURE__ */ new Float64Array(9)
const centerIn = /* @__PURE__ */ new Float64Array(3)
const middle = /* @__PURE__ */ new Float64Array(3)
const bounds = /* @__PURE__ */ new Float64Array(6)

/** Candidate points: place and normal (world axes, from A's centre), gap, feature of A, piece, what it is, the manifold it went to. */
let count = 0
let place = /* @__PURE__ */ new Float64Array(3 * 64)
let normals = /* @__PURE__ */ new Float64Array(3 * 64)
let gaps = /* @__PURE__ */ new Float64Array(64)
let featureA = /* @__PURE__ */ new Int32Array(64)
let pieceOf = /* @__PURE__ */ new Int32Array(64)
let standing = /* @__PURE__ */ new Uint8Array(64)
let cluster = /* @__PURE__ */ new Int32Array(64)

/** Thickness of A, for `collideMesh`: numbers handed to a call that is not inlined would be put on the heap. */
export const thicknessIn: Float64Array = new Float64Array(1)

/**
 * Fills `out` with the manifolds of A (any convex kind) and the source B, whose frame is at rot[rb]. As for `collideQuery`, B's origin minus
 * A's centre and the margin are in `query`; A's thickness is in `thicknessIn`. With `twoSided` a triangle has its outside where A is.
 */
export function collideMesh(
  out: ManifoldList, kindA: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hullA: Hull | null,
  source: PieceSource, twoSided: boolean,
): void {
  out.count = 0
  count = 0
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const margin = query[MARGIN]
  const thickness = thicknessIn[0]
  setRelative(rot, ra, rb, dx, dy, dz)
  setMiddle(kindA, hullA)
  shapeBounds(bounds, kindA, centerIn, 0, relative, 0, size, sa, hullA)
  for (let k = 0; k < 3; k++) {
    bounds[k] -= margin
    bounds[3 + k] += margin
  }
  const pieces = source.find(bounds)
  out.found = pieces
  for (let i = 0; i < pieces; i++) {
    source.corners(found.pieces[i], corners)
    if (!setTrianglePrism(prism, corners, thickness)) continue
    const { planes } = prism
    const above = planes[0] * middle[0] + planes[1] * middle[1] + planes[2] * middle[2] - planes[3]
    let side = FRONT
    if (above < (twoSided ? 0 : -BEHIND_PER_SIZE * thickness)) {
      side = twoSided ? BACK : RIM
      if (side === RIM && !hasBorder(source.edgeKinds(found.pieces[i]))) continue
      turnOver(corners)
      setTrianglePrism(prism, corners, thickness)
    }
    if (isApart(kindA, size, sa, hullA)) continue
    collideQuery(touch, kindA, HULL, rot, ra, rb, size, sa, sa, hullA, prism)
    if (touch.count > 0) addCandidates(source, rot, rb, i, pieces, side)
  }
  if (count === 0) return
  admitMadeUp(kindA, rot, ra, rb, size, sa, hullA, source)
  gather(out, rot, rb)
}

const reachOut = /* @__PURE__ */ new Float64Array(1)

/** Is A farther than the margin in front of the triangle, or beside it? Most of the pieces whose boxes it overlaps need no closer look. */
function isApart(kindA: number, size: Float64Array, sa: number, hullA: Hull | null): boolean {
  const { planes } = prism
  const room = query[MARGIN] + coreRadius(kindA, size, sa)
  for (let face = FRONT_FACE; face < SIDE_FACE + 3; face += face === FRONT_FACE ? SIDE_FACE : 1) {
    const o = 4 * face
    coreExtent(reachOut, 0, kindA, relative, 0, size, sa, hullA, planes, o, -1)
    if (planes[o] * centerIn[0] + planes[o + 1] * centerIn[1] + planes[o + 2] * centerIn[2] - planes[o + 3] - reachOut[0] > room) return true
  }
  return false
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

/** A point inside A, in B's frame: which side of a triangle it is on is the side that A is on. The origin of a hull may be anywhere. */
function setMiddle(kindA: number, hullA: Hull | null): void {
  for (let k = 0; k < 3; k++) {
    middle[k] = centerIn[k]
    if (kindA === HULL) for (let c = 0; c < 3; c++) middle[k] += relative[3 * k + c] * hullA!.center[c]
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
function addCandidates(source: PieceSource, rot: Float64Array, rb: number, i: number, pieces: number, side: number): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const { nx, ny, nz } = touch
  for (let k = 0; k < 3; k++) awayIn[k] = -(rot[rb + k] * nx + rot[rb + 3 + k] * ny + rot[rb + 6 + k] * nz)
  const { planes } = prism
  const facing = awayIn[0] * planes[0] + awayIn[1] * planes[1] + awayIn[2] * planes[2]
  if (side === RIM && !(facing >= BEHIND_COSINE && facing <= RIM_COSINE)) return
  for (let p = 0; p < touch.count; p++) {
    const half = 0.5 * touch.separations[p]
    const x = touch.points[3 * p]
    const y = touch.points[3 * p + 1]
    const z = touch.points[3 * p + 2]
    const bx = x + nx * half - dx
    const by = y + ny * half - dy
    const bz = z + nz * half - dz
    for (let k = 0; k < 3; k++) pointIn[k] = rot[rb + k] * bx + rot[rb + 3 + k] * by + rot[rb + 6 + k] * bz
    const kind = facing > FACE_COSINE ? ON_FACE : facing < BEHIND_COSINE ? MADE_UP : judgeEdge(source, i, pieces, side)
    if (side === RIM && kind !== AT_EDGE) continue
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
    if (kind === MADE_UP || kind === ON_FACE) layDown(rot, rb, half)
    count++
  }
}

/** A contact as the face would have it: one whose normal is a little off, and one that an edge made up (`admitMadeUp`). */
function layDown(rot: Float64Array, rb: number, half: number): void {
  const { planes } = prism
  const o = 3 * count
  let height = -planes[3]
  for (let k = 0; k < 3; k++) height += planes[k] * (pointIn[k] + 2 * half * awayIn[k])
  for (let k = 0; k < 3; k++) {
    const along = -(rot[rb + 3 * k] * planes[0] + rot[rb + 3 * k + 1] * planes[1] + rot[rb + 3 * k + 2] * planes[2])
    // The point of A stays where it is.
    place[o + k] += 0.5 * height * along - half * normals[o + k]
    normals[o + k] = along
  }
  gaps[count] = height
}

/**
 * A contact at `pointIn` with a normal that is not the triangle's: is there a ridge or a border that it could be at? Seen from the back, valleys
 * are ridges, and the edges run the other way round.
 */
function judgeEdge(source: PieceSource, i: number, pieces: number, side: number): number {
  const { planes } = prism
  const hair = ON_EDGE_PER_SIZE * thicknessIn[0]
  // Below the edge of a border there is nothing: the prism's side is not part of the surface.
  if (planes[0] * pointIn[0] + planes[1] * pointIn[1] + planes[2] * pointIn[2] - planes[3] < -hair) return MADE_UP
  const kinds = source.edgeKinds(found.pieces[i])
  let atEdge = false
  for (let e = 0; e < 3; e++) {
    const o = 4 * (SIDE_FACE + e)
    if (planes[o] * pointIn[0] + planes[o + 1] * pointIn[1] + planes[o + 2] * pointIn[2] - planes[o + 3] < -hair) continue
    const kind = edgeKind(kinds, side === FRONT ? e : 2 - e)
    if (kind === (side === FRONT ? CONCAVE_EDGE : CONVEX_EDGE) || (side === RIM && kind !== BORDER_EDGE)) return MADE_UP
    atEdge = true
  }
  if (!atEdge) return MADE_UP
  for (let n = 0; n < pieces; n++) {
    if (n === i) continue
    source.corners(found.pieces[n], otherCorners)
    if (side !== FRONT) turnOver(otherCorners)
    if (isCovered(hair)) return MADE_UP
  }
  return AT_EDGE
}

/** Does the triangle at `otherCorners` have the contact that the one at `corners` has an edge at? */
function isCovered(hair: number): boolean {
  const how = coversEdge(otherCorners, hair)
  if (how !== LEANS_OVER) return how === LEADS_BEHIND
  for (let k = 0; k < 9; k += 3) {
    let rise = 0
    for (let c = 0; c < 3; c++) rise += faceNormal[c] * (corners[k + c] - otherCorners[c])
    if (rise > hair) return false
  }
  return true
}

function growCandidates(): void {
  const room = 2 * gaps.length
  place = longer(place, 3 * room)
  normals = longer(normals, 3 * room)
  gaps = longer(gaps, room)
  featureA = longer(featureA, room)
  pieceOf = longer(pieceOf, room)
  standing = longer(standing, room)
  cluster = longer(cluster, room)
}

/**
 * A shape that is deep in a surface of small triangles may have nothing but contacts that edges made up. Where it really overlaps a triangle that
 * has no other contact, and nothing holds it in about that direction, the face does: otherwise it would sink in.
 */
function admitMadeUp(
  kindA: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource,
): void {
  for (let from = 0, to = 0; from < count; from = to) {
    let taken = false
    for (to = from; to < count && pieceOf[to] === pieceOf[from]; to++) if (standing[to] !== MADE_UP) taken = true
    for (let k = 0; k < count && !taken; k++) {
      if (standing[k] !== AT_EDGE && standing[k] !== ON_FACE) continue
      let along = 0
      for (let c = 0; c < 3; c++) along += normals[3 * k + c] * normals[3 * from + c]
      if (along > HELD_COSINE) taken = true
    }
    if (taken) continue
    source.corners(pieceOf[from], otherCorners)
    if (!setFlatTriangle(flat, otherCorners)) continue
    if (!gjkWithin(nearest, kindA, HULL, rot, ra, rb, size, sa, sa, hullA, flat, query[DX], query[DY], query[DZ], 0)) continue
    for (let k = from; k < to; k++) standing[k] = ADMITTED
  }
}

/** Groups the candidates by normal, the deepest first, and thins each group out to four points. */
function gather(out: ManifoldList, rot: Float64Array, rb: number): void {
  cluster.fill(-1, 0, count)
  while (out.count < MAX_MANIFOLDS) {
    let deepest = -1
    for (let i = 0; i < count; i++) {
      if (cluster[i] >= 0 || standing[i] === MADE_UP) continue
      if (deepest < 0 || gaps[i] < gaps[deepest] || (gaps[i] === gaps[deepest] && standing[i] > standing[deepest])) deepest = i
    }
    if (deepest < 0) return
    const m = out.count++
    const x = normals[3 * deepest]
    const y = normals[3 * deepest + 1]
    const z = normals[3 * deepest + 2]
    for (let i = 0; i < count; i++) {
      if (cluster[i] >= 0 || standing[i] === MADE_UP) continue
      if (normals[3 * i] * x + normals[3 * i + 1] * y + normals[3 * i + 2] * z > SAME_CLUSTER_COSINE) cluster[i] = m
    }
    cluster[deepest] = m
    out.pieces[m] = pieceOf[deepest]
    out.items[m].nx = x
    out.items[m].ny = y
    out.items[m].nz = z
    thinOut(out.items[m], m, deepest, 4 * directionCode(rot, rb, x, y, z))
  }
}

/** The deepest point, the one farthest from it, and on either side of the line between them the one farthest out. */
function thinOut(out: Manifold, m: number, deepest: number, code: number): void {
  const { nx, ny, nz } = out
  const dx = place[3 * deepest]
  const dy = place[3 * deepest + 1]
  const dz = place[3 * deepest + 2]
  out.count = 0
  addPoint(out, deepest, code)
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
  addPoint(out, far, code)
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
  if (left >= 0) addPoint(out, left, code)
  if (right >= 0) addPoint(out, right, code)
}

/**
 * Points that share a feature of A are told apart by their rank. The feature of B is not the triangle but the direction of the manifold in B's
 * frame, coarsely: so impulses find their points again on the next triangle, and those of a floor are not taken for those of a wall.
 */
function addPoint(out: Manifold, i: number, code: number): void {
  let rank = 0
  for (let k = 0; k < out.count; k++) if (out.ids[k] >> 8 === featureA[i]) rank++
  const p = out.count++
  for (let k = 0; k < 3; k++) out.points[3 * p + k] = place[3 * i + k]
  out.separations[p] = gaps[i]
  out.ids[p] = (featureA[i] << 8) | (code + rank)
}

/** Cells along each side of the square that directions are laid out on: odd, so that the axes lie within cells and not between them. */
const DIRECTION_CELLS = 7

/** The cell of a direction (world axes, from A to B) in B's frame, 0 to 48, on an octahedron folded into a square. */
function directionCode(rot: Float64Array, rb: number, x: number, y: number, z: number): number {
  const lx = rot[rb] * x + rot[rb + 3] * y + rot[rb + 6] * z
  const ly = rot[rb + 1] * x + rot[rb + 4] * y + rot[rb + 7] * z
  const lz = rot[rb + 2] * x + rot[rb + 5] * y + rot[rb + 8] * z
  const sum = Math.abs(lx) + Math.abs(ly) + Math.abs(lz)
  let u = lx / sum
  let v = ly / sum
  if (lz < 0) {
    const fold = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
    v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
    u = fold
  }
  return cellOf(u) * DIRECTION_CELLS + cellOf(v)
}

function cellOf(u: number): number {
  return Math.max(0, Math.min(DIRECTION_CELLS - 1, Math.floor(0.5 * (u + 1) * DIRECTION_CELLS)))
}
