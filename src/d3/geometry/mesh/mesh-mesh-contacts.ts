/**
 * Contacts of two meshes, at least one of which is closed and moves: triangle by triangle as prisms or frustums (`triangle-prism.ts`). A contact
 * must be right on both surfaces: on a face or at a real edge of each, and pushing neither into its own inside. What edges inside a surface would
 * make up is left out as for convex shapes (`mesh-contacts.ts`). Costs what the triangles near each other do: hulls are quicker.
 */

import { longer } from '../../../common/memory/growing.ts'
import { collideQuery } from '../collide.ts'
import { GjkResult, gjkWithin } from '../gjk.ts'
import { Manifold } from '../manifold.ts'
import { DX, DY, DZ, MARGIN, query } from '../query.ts'
import { HULL } from '../shapes/hull.ts'
import { BEHIND_COSINE, FACE_COSINE, HELD_COSINE, ON_EDGE_PER_SIZE } from '../tolerances.ts'
import { awayIn, pointIn } from './covering.ts'
import { isOnSurface, judgeEdgeOf, SOLID_SIDES } from './mesh-contacts.ts'
import { findNear, nearPieces, placed, placeTriangle, relative, searchBox, setMeshFrame } from './mesh-frame.ts'
import { ADMITTED, AT_EDGE, candidates, cornerCode, gather, MADE_UP, type ManifoldList, ON_FACE, thicknessIn } from './mesh-manifolds.ts'
import { found, type LevelGeometry, type PieceSource } from './piece-source.ts'
import {
  createFlatTriangle, createTrianglePrism, prismDepth, setFlatTriangle, setTriangleFrustum, setTrianglePrism, type TrianglePrism,
} from './triangle-prism.ts'

const prismA = /* @__PURE__ */ createTrianglePrism()
const prismB = /* @__PURE__ */ createTrianglePrism()
const flatA = /* @__PURE__ */ createFlatTriangle()
const flatB = /* @__PURE__ */ createFlatTriangle()
const cornersA = /* @__PURE__ */ new Float64Array(9)
const cornersB = /* @__PURE__ */ new Float64Array(9)
const touch = /* @__PURE__ */ new Manifold()
const nearest = /* @__PURE__ */ new GjkResult()

/** Do A and B move, and so have an inside? */
let solidA = false
let solidB = false

/** Pieces of B near one of A's. */
let listB = /* @__PURE__ */ new Int32Array(64)

/** Cosine between the faces of two triangles (120°) below which they face each other, so that one may hold the other off. */
const OPPOSED_COSINE = -HELD_COSINE

/** What a judge found: the contact would push the surface into its own inside. */
const REFUSED = 255

/** Fills `out` with the manifolds of the meshes A and B. As for `collideMesh`, offset, margin and thickness are in `query` and `thicknessIn`. */
export function collideMeshes(
  out: ManifoldList, rot: Float64Array, ra: number, rb: number, size: Float64Array, sourceA: LevelGeometry, sourceB: LevelGeometry,
  sidesA: number, sidesB: number,
): void {
  out.count = 0
  solidA = sidesA === SOLID_SIDES
  solidB = sidesB === SOLID_SIDES
  out.found = 0
  candidates.count = 0
  const margin = query[MARGIN]
  prismDepth[0] = thicknessIn[0]
  setMeshFrame(rot, ra, rb, query[DX], query[DY], query[DZ])
  const countA = findNear(sourceA, sourceB.bounds, margin)
  for (let i = 0; i < countA; i++) {
    sourceA.corners(nearPieces.list[i], cornersA)
    if (!(solidA ? setTriangleFrustum : setTrianglePrism)(prismA, cornersA)) continue
    placeTriangle(cornersA, margin)
    const countB = sourceB.find(searchBox)
    if (listB.length < countB) listB = longer(listB, 2 * countB)
    for (let k = 0; k < countB; k++) listB[k] = found.pieces[k]
    for (let k = 0; k < countB; k++) {
      sourceB.corners(listB[k], cornersB)
      if (!(solidB ? setTriangleFrustum : setTrianglePrism)(prismB, cornersB) || areApart(margin)) continue
      collideQuery(touch, HULL, HULL, rot, ra, rb, size, 0, 0, prismA, prismB)
      if (touch.count > 0) addCandidates(sourceA, sourceB, rot, ra, rb, nearPieces.list[i], listB[k])
    }
  }
  if (candidates.count === 0) return
  admitMadeUp(rot, ra, rb, size, sourceA, sourceB)
  gather(out, rot, rb, sourceA.hasMaterials || sourceB.hasMaterials)
  for (let m = 0; m < out.count; m++) out.materialsA[m] = sourceA.materialOf(out.piecesA[m])
}

/** Is either triangle in front of the other by more than the margin? */
function areApart(margin: number): boolean {
  const { planes } = prismB
  let least = Infinity
  for (let k = 0; k < 9; k += 3) {
    const height = planes[0] * placed[k] + planes[1] * placed[k + 1] + planes[2] * placed[k + 2] - planes[3]
    if (height < least) least = height
  }
  if (least > margin) return true
  const ux = placed[3] - placed[0]
  const uy = placed[4] - placed[1]
  const uz = placed[5] - placed[2]
  const vx = placed[6] - placed[0]
  const vy = placed[7] - placed[1]
  const vz = placed[8] - placed[2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  least = Infinity
  for (let k = 0; k < 9; k += 3) {
    const height = nx * (cornersB[k] - placed[0]) + ny * (cornersB[k + 1] - placed[1]) + nz * (cornersB[k + 2] - placed[2])
    if (height < least) least = height
  }
  return least > margin * Math.sqrt(nx * nx + ny * ny + nz * nz)
}

/** Takes the points of `touch` as candidates. */
function addCandidates(
  sourceA: PieceSource, sourceB: PieceSource, rot: Float64Array, ra: number, rb: number, pieceOfA: number, pieceOfB: number,
): void {
  const { nx, ny, nz } = touch
  const opposed = facesOpposed()
  for (let p = 0; p < touch.count; p++) {
    const half = 0.5 * touch.separations[p]
    const x = touch.points[3 * p]
    const y = touch.points[3 * p + 1]
    const z = touch.points[3 * p + 2]
    setPoint(rot, ra, x - nx * half, y - ny * half, z - nz * half, 1)
    const onA = judge(sourceA, prismA, cornersA, pieceOfA, solidA)
    if (onA === REFUSED) continue
    const reachesA = isOnSurface(prismA)
    setPoint(rot, rb, x + nx * half - query[DX], y + ny * half - query[DY], z + nz * half - query[DZ], -1)
    const onB = judge(sourceB, prismB, cornersB, pieceOfB, solidB)
    if (onB === REFUSED) continue
    // What reaches a face is held off by it, if it is on the surface of the other.
    const onFace = (onA === ON_FACE && isOnSurface(prismB)) || (onB === ON_FACE && reachesA)
    const madeUp = !onFace && (onA === MADE_UP || onB === MADE_UP)
    if (madeUp && !opposed) continue
    candidates.reserve()
    const { count, place: places, normals, gaps, featureA, pieceOf, pieceA, materialOf, standing } = candidates
    const o = 3 * count
    places[o] = x
    places[o + 1] = y
    places[o + 2] = z
    normals[o] = nx
    normals[o + 1] = ny
    normals[o + 2] = nz
    gaps[count] = touch.separations[p]
    featureA[count] = featureOf(touch.ids[p] >> 8)
    pieceOf[count] = pieceOfB
    pieceA[count] = pieceOfA
    materialOf[count] = sourceB.materialOf(pieceOfB)
    standing[count] = madeUp ? MADE_UP : onFace ? ON_FACE : AT_EDGE
    if (madeUp || onB === ON_FACE) layDown(rot, rb, half)
    candidates.count++
  }
}

/** Sets `pointIn` and `awayIn` to a point (world axes, from the frame's origin) and `sign` times the normal, in the frame at rot[r]. */
function setPoint(rot: Float64Array, r: number, x: number, y: number, z: number, sign: number): void {
  const { nx, ny, nz } = touch
  for (let k = 0; k < 3; k++) {
    pointIn[k] = rot[r + k] * x + rot[r + 3 + k] * y + rot[r + 6 + k] * z
    awayIn[k] = sign * (rot[r + k] * nx + rot[r + 3 + k] * ny + rot[r + 6 + k] * nz)
  }
}

/** What the contact at `pointIn` is to the surface that the piece is part of. */
function judge(source: PieceSource, prism: TrianglePrism, corners: Float64Array, piece: number, solid: boolean): number {
  const { planes } = prism
  const facing = awayIn[0] * planes[0] + awayIn[1] * planes[1] + awayIn[2] * planes[2]
  if (facing > FACE_COSINE) return ON_FACE
  if (facing < BEHIND_COSINE) return REFUSED
  const hair = ON_EDGE_PER_SIZE * thicknessIn[0]
  for (let k = 0; k < 3; k++) {
    searchBox[k] = pointIn[k] - hair
    searchBox[3 + k] = pointIn[k] + hair
  }
  return judgeEdgeOf(source, prism, corners, piece, source.find(searchBox), solid)
}

/** Do the faces of the two triangles look at each other? */
function facesOpposed(): boolean {
  const a = prismA.planes
  const b = prismB.planes
  let along = 0
  for (let i = 0; i < 3; i++) along += b[i] * (relative[3 * i] * a[0] + relative[3 * i + 1] * a[1] + relative[3 * i + 2] * a[2])
  return along < OPPOSED_COSINE
}

/** A contact as the face of B would have it; `pointIn` and `awayIn` are in B's frame. */
function layDown(rot: Float64Array, rb: number, half: number): void {
  const { planes } = prismB
  const { count, place: places, normals, gaps } = candidates
  const o = 3 * count
  let height = -planes[3]
  for (let k = 0; k < 3; k++) height += planes[k] * (pointIn[k] + 2 * half * awayIn[k])
  for (let k = 0; k < 3; k++) {
    const r = rb + 3 * k
    const along = -(rot[r] * planes[0] + rot[r + 1] * planes[1] + rot[r + 2] * planes[2])
    // The point of A stays where it is.
    places[o + k] += 0.5 * height * along - half * normals[o + k]
    normals[o + k] = along
  }
  gaps[count] = height
}

/** The corner of A's prism that a point belongs to. */
function featureOf(corner: number): number {
  return corner > 5 ? corner : cornerCode(cornersA, 3 * (corner % 3))
}

/** As for convex shapes: pieces that really overlap and have nothing but contacts that edges made up, with nothing that holds them. */
function admitMadeUp(rot: Float64Array, ra: number, rb: number, size: Float64Array, sourceA: PieceSource, sourceB: PieceSource): void {
  const { count, normals, pieceOf, pieceA, standing } = candidates
  for (let from = 0, to = 0; from < count; from = to) {
    let taken = false
    for (to = from; to < count && pieceOf[to] === pieceOf[from] && pieceA[to] === pieceA[from]; to++) if (standing[to] !== MADE_UP) taken = true
    for (let k = 0; k < count && !taken; k++) {
      if (standing[k] !== AT_EDGE && standing[k] !== ON_FACE) continue
      let along = 0
      for (let c = 0; c < 3; c++) along += normals[3 * k + c] * normals[3 * from + c]
      if (along > HELD_COSINE) taken = true
    }
    if (taken) continue
    sourceA.corners(pieceA[from], cornersA)
    sourceB.corners(pieceOf[from], cornersB)
    if (!setFlatTriangle(flatA, cornersA) || !setFlatTriangle(flatB, cornersB)) continue
    if (!gjkWithin(nearest, HULL, HULL, rot, ra, rb, size, 0, 0, flatA, flatB, query[DX], query[DY], query[DZ], 0)) continue
    for (let k = from; k < to; k++) standing[k] = ADMITTED
  }
}
