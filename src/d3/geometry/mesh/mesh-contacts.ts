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
import { GjkResult, gjkWithin } from '../gjk.ts'
import type { Hull } from '../hull/hull.ts'
import { Manifold } from '../manifold.ts'
import { DX, DY, DZ, MARGIN, query } from '../query.ts'
import { collideBoxPrism } from '../pairs/hull-hull.ts'
import { BOX } from '../shapes/box.ts'
import { ELLIPSOID } from '../shapes/ellipsoid.ts'
import { HULL } from '../shapes/hull.ts'
import { PLANE } from '../shapes/plane.ts'
import { SPHERE } from '../shapes/sphere.ts'
import { coreExtent, shapeBounds, SHAPES } from '../shapes/shape-table.ts'
import {
  BEHIND_COSINE, BEHIND_PER_SIZE, FACE_COSINE, HELD_COSINE, LEANING_SINE, ON_EDGE_PER_SIZE, RIM_COSINE,
} from '../tolerances.ts'
import { awayIn, coversEdge, faceNormal, hairIn, LEADS_BEHIND, leaning, pointIn, UNCOVERED } from './covering.ts'
import { addFarCorners } from './far-corners.ts'
import { BORDER_EDGE, CONCAVE_EDGE, CONVEX_EDGE, edgeKind, hasBorder } from './mesh-edges.ts'
import { offset as centerIn, relative, setMeshFrame } from './mesh-frame.ts'
import { ADMITTED, AT_EDGE, candidates, cornerCode, gather, MADE_UP, type ManifoldList, ON_FACE, thicknessIn } from './mesh-manifolds.ts'
import { found, type PieceSource } from './piece-source.ts'
import {
  createFlatTriangle, createTrianglePrism, FRONT_FACE, prismDepth, setFlatTriangle, setTriangleFrustum, setTrianglePrism, SIDE_FACE,
  type TrianglePrism,
} from './triangle-prism.ts'

/**
 * Which sides of triangles count: the front; both; or the front of a closed surface with an inside, whose triangles have their outside wherever A
 * is. The first two are what the size column of level geometry holds.
 */
export const FRONT_SIDES: number = 0
export const BOTH_SIDES: number = 1
export const SOLID_SIDES: number = 2

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
const middle = /* @__PURE__ */ new Float64Array(3)
const bounds = /* @__PURE__ */ new Float64Array(6)

/** Is A round; are the edges that `judgeEdge` has found a point at ridges or borders, and none of them flat? */
let rounded = false
let isSharp = false
/** Do both sides of triangles count? */
let bothSides = false

/**
 * Fills `out` with the manifolds of A (any convex kind) and the source B, whose frame is at rot[rb]. As for `collideQuery`, B's origin minus
 * A's centre and the margin are in `query`; A's thickness is in `thicknessIn`. `sides`: which sides of triangles count.
 */
export function collideMesh(
  out: ManifoldList, kindA: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hullA: Hull | null,
  source: PieceSource, sides: number,
): void {
  const twoSided = sides === BOTH_SIDES
  bothSides = twoSided
  out.count = 0
  candidates.count = 0
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const margin = query[MARGIN]
  const thickness = thicknessIn[0]
  const radius = SHAPES[kindA].rounded ? size[sa] : 0
  rounded = radius > 0
  setMeshFrame(rot, ra, rb, dx, dy, dz)
  setMiddle(hullA)
  shapeBounds(bounds, kindA, centerIn, 0, relative, 0, size, sa, hullA)
  for (let k = 0; k < 3; k++) {
    bounds[k] -= margin
    bounds[3 + k] += margin
  }
  const pieces = source.find(bounds)
  out.found = pieces
  if (kindA === PLANE) {
    restOnPlane(source, rot, ra, pieces)
    if (candidates.count > 0) gather(out, rot, rb, source.hasMaterials)
    return
  }
  prismDepth[0] = thickness
  roomIn[0] = margin + radius
  for (let i = 0; i < pieces; i++) {
    source.corners(found.pieces[i], corners)
    if (!(sides === SOLID_SIDES ? setTriangleFrustum : setTrianglePrism)(prism, corners)) continue
    const { planes } = prism
    const above = planes[0] * middle[0] + planes[1] * middle[1] + planes[2] * middle[2] - planes[3]
    let side = FRONT
    if (sides !== SOLID_SIDES && above < (twoSided ? 0 : -BEHIND_PER_SIZE * thickness)) {
      side = twoSided ? BACK : RIM
      if (side === RIM && !hasBorder(source.edgeKinds(found.pieces[i]))) continue
      turnOver(corners)
      setTrianglePrism(prism, corners)
    }
    if (isApart(kindA, size, sa, hullA)) continue
    if (kindA === BOX && sides !== SOLID_SIDES) collideBoxPrism(touch, rot, ra, rb, size, sa, prism)
    else collideQuery(touch, kindA, HULL, rot, ra, rb, size, sa, sa, hullA, prism)
    if (touch.count > 0) {
      const solid = sides === SOLID_SIDES
      addCandidates(source, rot, rb, i, pieces, side, solid, solid && isFaceOfA(kindA, hullA, rot, ra))
    }
  }
  if (candidates.count === 0) return
  admitMadeUp(kindA, rot, ra, rb, size, sa, hullA, source)
  if (kindA !== SPHERE && kindA !== ELLIPSOID) addFarCorners(kindA, rot, ra, rb, size, sa, hullA, source, pieces)
  gather(out, rot, rb, source.hasMaterials)
  // What is curved both ways has one point on a plane, its deepest: the others are those of neighbours that it does not touch, or the same again,
  // but for rounding.
  if (kindA === ELLIPSOID || kindA === SPHERE) for (let m = 0; m < out.count; m++) out.items[m].count = 1
}

/** Contacts with a half-space: the corners that reach it. A's pose in B's frame is known. */
function restOnPlane(source: PieceSource, rot: Float64Array, ra: number, pieces: number): void {
  const margin = query[MARGIN]
  for (let i = 0; i < pieces; i++) {
    source.corners(found.pieces[i], corners)
    for (let k = 0; k < 9; k += 3) {
      let height = 0
      for (let c = 0; c < 3; c++) height += relative[3 * c + 1] * (corners[k + c] - centerIn[c])
      if (height > margin) continue
      candidates.reserve()
      const { count, place, normals, gaps, featureA, pieceOf, pieceA, materialOf, standing } = candidates
      // Where the corner is seen from the plane's origin, along the plane's axes and so in the world's; half-way to the surface.
      for (let c = 0; c < 3; c++) pointIn[c] = corners[k + c] - centerIn[c] - 0.5 * height * relative[3 * c + 1]
      for (let c = 0; c < 3; c++) {
        const r = ra + 3 * c
        let at = 0
        for (let axis = 0; axis < 3; axis++) {
          at += rot[r + axis] * (relative[axis] * pointIn[0] + relative[3 + axis] * pointIn[1] + relative[6 + axis] * pointIn[2])
        }
        place[3 * count + c] = at
        normals[3 * count + c] = rot[r + 1]
      }
      gaps[count] = height
      featureA[count] = cornerCode(corners, k)
      pieceOf[count] = found.pieces[i]
      pieceA[count] = -1
      materialOf[count] = source.materialOf(found.pieces[i])
      standing[count] = ON_FACE
      candidates.count++
    }
  }
}

const reachOut = /* @__PURE__ */ new Float64Array(1)
/** Margin and rounding of A. */
const roomIn = /* @__PURE__ */ new Float64Array(1)

/** Is A farther than the margin in front of the triangle, or beside it? Most of the pieces whose boxes it overlaps need no closer look. */
function isApart(kindA: number, size: Float64Array, sa: number, hullA: Hull | null): boolean {
  const { planes } = prism
  const room = roomIn[0]
  for (let face = FRONT_FACE; face < SIDE_FACE + 3; face += face === FRONT_FACE ? SIDE_FACE : 1) {
    const o = 4 * face
    coreExtent(reachOut, 0, kindA, relative, 0, size, sa, hullA, planes, o, -1)
    if (planes[o] * centerIn[0] + planes[o + 1] * centerIn[1] + planes[o + 2] * centerIn[2] - planes[o + 3] - reachOut[0] > room) return true
  }
  return false
}

/** A point inside A, in B's frame: which side of a triangle it is on is the side that A is on. The origin of a hull may be anywhere. */
function setMiddle(hullA: Hull | null): void {
  for (let k = 0; k < 3; k++) {
    middle[k] = centerIn[k]
    if (hullA !== null) for (let c = 0; c < 3; c++) middle[k] += relative[3 * k + c] * hullA.center[c]
  }
}

function turnOver(triangle: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const swap = triangle[3 + k]
    triangle[3 + k] = triangle[6 + k]
    triangle[6 + k] = swap
  }
}

/**
 * Is the normal of `touch` that of a face of A? What reaches the face of a solid is held off by it, whatever corner it is: those that will come down
 * next, as a body tips, are to have their contacts, too.
 */
function isFaceOfA(kindA: number, hullA: Hull | null, rot: Float64Array, ra: number): boolean {
  const { nx, ny, nz } = touch
  const shape = SHAPES[kindA]
  for (let f = 0; f < shape.faceCount(hullA); f++) {
    shape.faceNormal(hullA, f, faceOfA)
    let along = 0
    for (let c = 0; c < 3; c++) along += faceOfA[c] * (rot[ra + c] * nx + rot[ra + 3 + c] * ny + rot[ra + 6 + c] * nz)
    if (along > FACE_COSINE) return true
  }
  return false
}

const faceOfA = /* @__PURE__ */ new Float64Array(3)

/** Is `pointIn` on the triangle that a piece is made of, and not on one of its sides behind? */
export function isOnSurface({ planes }: TrianglePrism): boolean {
  return planes[0] * pointIn[0] + planes[1] * pointIn[1] + planes[2] * pointIn[2] - planes[3] >= -ON_EDGE_PER_SIZE * thicknessIn[0]
}

/** Takes the points of `touch` (A against the prism of the ith piece found) as candidates. */
function addCandidates(
  source: PieceSource, rot: Float64Array, rb: number, i: number, pieces: number, side: number, solid: boolean, held: boolean,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const { nx, ny, nz } = touch
  for (let k = 0; k < 3; k++) awayIn[k] = -(rot[rb + k] * nx + rot[rb + 3 + k] * ny + rot[rb + 6 + k] * nz)
  const { planes } = prism
  const facing = awayIn[0] * planes[0] + awayIn[1] * planes[1] + awayIn[2] * planes[2]
  // What would push A into a solid is none.
  if (solid && facing < BEHIND_COSINE) return
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
    const onFace = facing > (touch.count > 1 || !rounded ? FACE_COSINE : 1 - 0.5 * LEANING_SINE * LEANING_SINE) || (held && isOnSurface(prism))
    let kind = MADE_UP
    if (onFace) kind = ON_FACE
    else if (facing >= BEHIND_COSINE) kind = judgeEdge(source, prism, corners, found.pieces[i], pieces, side, solid)
    // A round shape leaves a face over a ridge with the normal that turns from the first moment on.
    if (facing > FACE_COSINE && !(kind === AT_EDGE && isSharp)) kind = ON_FACE
    if (side === RIM && kind !== AT_EDGE) continue
    candidates.reserve()
    const { count, place, normals, gaps, featureA, pieceOf, pieceA, materialOf, standing } = candidates
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
    pieceA[count] = -1
    materialOf[count] = source.materialOf(found.pieces[i])
    standing[count] = kind
    if (kind === MADE_UP || (kind === ON_FACE && facing > FACE_COSINE)) layDown(rot, rb)
    candidates.count++
  }
}

/** A contact as the face would have it: one whose normal is a little off, and one that an edge made up (`admitMadeUp`). */
function layDown(rot: Float64Array, rb: number): void {
  const { planes } = prism
  const { count, place, normals, gaps } = candidates
  const o = 3 * count
  const half = 0.5 * gaps[count]
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
function judgeEdge(
  source: PieceSource, piece: TrianglePrism, own: Float64Array, number: number, pieces: number, side: number, solid: boolean,
): number {
  const { planes } = piece
  const hair = ON_EDGE_PER_SIZE * thicknessIn[0]
  hairIn[0] = hair
  // Below the edge of a border there is nothing: the prism's side is not part of the surface.
  if (planes[0] * pointIn[0] + planes[1] * pointIn[1] + planes[2] * pointIn[2] - planes[3] < -hair) return MADE_UP
  const kinds = source.edgeKinds(number)
  let atEdge = false
  isSharp = true
  for (let e = 0; e < 3; e++) {
    if (beyondEdge(planes, own, e) < -hair) continue
    const kind = edgeKind(kinds, side === FRONT ? e : 2 - e)
    if (kind === (side === FRONT ? CONCAVE_EDGE : CONVEX_EDGE) || (side === RIM && kind !== BORDER_EDGE)) return MADE_UP
    atEdge = true
    if (kind !== CONVEX_EDGE && kind !== CONCAVE_EDGE && kind !== BORDER_EDGE) isSharp = false
  }
  if (!atEdge) return MADE_UP
  // Of triangles that count from both sides nobody knows which one goes on from this one's.
  const unsided = solid || bothSides
  for (let n = 0; n < pieces; n++) {
    if (found.pieces[n] === number) continue
    source.corners(found.pieces[n], otherCorners)
    if (side !== FRONT) turnOver(otherCorners)
    if (isCovered(own, unsided)) return MADE_UP
  }
  return AT_EDGE
}

/** How far `pointIn` is beyond edge e of a triangle, in its plane, whose normal is planes[0 … 2]. */
function beyondEdge(planes: Float64Array, own: Float64Array, e: number): number {
  const a = 3 * e
  const b = e === 2 ? 0 : a + 3
  const ex = own[b] - own[a]
  const ey = own[b + 1] - own[a + 1]
  const ez = own[b + 2] - own[a + 2]
  const sx = ey * planes[2] - ez * planes[1]
  const sy = ez * planes[0] - ex * planes[2]
  const sz = ex * planes[1] - ey * planes[0]
  const scale = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz)
  const offset = sx * scale * own[a] + sy * scale * own[a + 1] + sz * scale * own[a + 2]
  return sx * scale * pointIn[0] + sy * scale * pointIn[1] + sz * scale * pointIn[2] - offset
}

/** The same seen from the front, for one of two meshes; `pieces` near the point are in `found`. */
export function judgeEdgeOf(source: PieceSource, piece: TrianglePrism, own: Float64Array, number: number, pieces: number, solid: boolean): number {
  bothSides = false
  return judgeEdge(source, piece, own, number, pieces, FRONT, solid)
}

/**
 * Does the triangle at `otherCorners` have the contact that the one at `own` has an edge at? `unsided`: that the direction leads
 * behind it means nothing; faces of a solid that meet in a sharp edge look away from each other.
 */
function isCovered(own: Float64Array, unsided: boolean): boolean {
  const how = coversEdge(otherCorners)
  if (how === UNCOVERED) return false
  if (how === LEADS_BEHIND && !unsided) return true
  if (leaning[0] === 0) return false
  for (let k = 0; k < 9; k += 3) {
    let rise = 0
    for (let c = 0; c < 3; c++) rise += faceNormal[c] * (own[k + c] - otherCorners[c])
    if (rise > hairIn[0]) return false
  }
  return true
}

/**
 * A shape that is deep in a surface of small triangles may have nothing but contacts that edges made up. Where it really overlaps a triangle that
 * has no other contact, and nothing holds it in about that direction, the face does: otherwise it would sink in.
 */
function admitMadeUp(
  kindA: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource,
): void {
  const { count, normals, pieceOf, standing } = candidates
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
