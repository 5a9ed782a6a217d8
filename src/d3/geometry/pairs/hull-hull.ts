/**
 * Contact of two convex hulls, and of a box with a hull: which face or pair of edges keeps them apart most, then the patch
 * of two faces or the crossing of two edges. Everything happens in A's frame; B is brought there first (`hull-frame.ts`).
 * Corner to corner, apart, gives no points: see `box-box.ts`.
 */

import { SAME_AXIS, SHALLOW } from '../tolerances.ts'
import { TRACE } from '../../../common/math/rounding.ts'
import { SLOP_PER_SIZE } from '../../../common/tuning.ts'
import type { Hull } from '../hull/hull.ts'
import { type BoxHull, createBoxHull, setBoxHull } from '../hull/box-hull.ts'
import { selectAllEdges, selectEdges } from './box-prism-edges.ts'
import { crossingFace, edgeAxis, edgeCrossing, findEdgeAxis } from './hull-edges.ts'
import { hullFaceContact, hullTiltedContact } from './hull-face.ts'
import { bringIntoFrame, centerB, heightsA, heightsB, planesB, verticesB } from './hull-frame.ts'
import type { Manifold } from '../manifold.ts'
import { setParting } from '../parting.ts'
import { INNER, MARGIN, query } from '../query.ts'

const boxHull: BoxHull = createBoxHull()

/** The face that `findFaceAxis` found, and its gap. */
let bestFace = 0
const bestGap = new Float64Array(1)

/** A is the box. Arguments as in `collide.ts`, the rest in `query.ts`. */
export function collideBoxHull(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hull: Hull,
): void {
  setBoxHull(boxHull, size, sa)
  collideHullHull(out, rot, ra, rb, boxHull, hull)
}

/** The same with the prism of a triangle, for meshes. */
export function collideBoxPrism(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, prism: Hull,
): void {
  out.count = 0
  setBoxHull(boxHull, size, sa)
  sizeAt = sa
  collideHulls(out, rot, ra, rb, boxHull, prism, size)
}

/** Arguments as in `collide.ts`, the rest in `query.ts`. */
export function collideHullHull(out: Manifold, rot: Float64Array, ra: number, rb: number, hullA: Hull, hullB: Hull): void {
  collideHulls(out, rot, ra, rb, hullA, hullB, null)
}

/** Where the half extents of the box are in `size`, if there are such: A is a box then, B a prism. */
let sizeAt = 0

function collideHulls(
  out: Manifold, rot: Float64Array, ra: number, rb: number, hullA: Hull, hullB: Hull, size: Float64Array | null,
): void {
  const margin = query[MARGIN]
  bringIntoFrame(hullB, rot, ra, rb)
  query[INNER] = Math.min(hullA.innerRadius, hullB.innerRadius)
  bestGap[0] = -Infinity
  findFaceAxis(hullA.planes, hullA.faceCount, heightsA, hullB, verticesB, centerB)
  if (bestGap[0] > margin) {
    setParting(out, rot, ra, hullA.planes, 4 * bestFace, 1)
    return
  }
  const faceA = bestFace
  findFaceAxis(planesB, hullB.faceCount, heightsB, hullA, hullA.vertices, hullA.center)
  if (bestGap[0] > margin) {
    setParting(out, rot, ra, planesB, 4 * bestFace, -1)
    return
  }
  const flipped = bestFace >= 0
  const face = flipped ? bestFace : faceA
  edgeAxis[3] = bestGap[0] + TRACE * query[INNER]
  let crossing = size === null || selectEdges(size, sizeAt)
  if (crossing) crossing = findEdgeAxis(hullA, hullB)
  if (size !== null) selectAllEdges()
  if (crossing && edgeAxis[3] > margin) {
    setParting(out, rot, ra, edgeAxis, 0, 1)
    return
  }
  const likeFace = crossing && isLikeFace(flipped ? planesB : hullA.planes, face, flipped)
  if (crossing && !likeFace && edgeContact(out, rot, ra, hullA, hullB)) return
  hullFaceContact(out, rot, ra, hullA, hullB, face, flipped)
  // The edges may cross beside the face that they look like, nearer by more than the slop: a needle is long beside its thickness.
  if (likeFace && isFaceFarther(out)) edgeContact(out, rot, ra, hullA, hullB)
}

/** Are all points of the face contact farther apart than the edges, by more than the slop? */
function isFaceFarther({ count, separations }: Manifold): boolean {
  const edges = edgeAxis[3] + 2 * SLOP_PER_SIZE * query[INNER]
  for (let i = 0; i < count; i++) if (!(separations[i] > edges)) return false
  return true
}

/** Is the edge axis so close to the face's normal, from A to B, that the face tells the same contact with more points? */
function isLikeFace(planes: Float64Array, face: number, flipped: boolean): boolean {
  const along = edgeAxis[0] * planes[4 * face] + edgeAxis[1] * planes[4 * face + 1] + edgeAxis[2] * planes[4 * face + 2]
  return (flipped ? -along : along) > SAME_AXIS && edgeAxis[3] > -SHALLOW * query[INNER]
}

/**
 * Sets `bestFace` and `bestGap` to the plane that the other hull's vertices keep farthest from, if that beats `bestGap`; else
 * sets `bestFace` to −1. Stops early at a gap above the margin.
 *
 * A ball round the other hull's centre is inside it, so no gap exceeds the ball's. The face that the ball is farthest from
 * is looked at first, and then only those that could do better. `heights` is filled with the centre's.
 */
function findFaceAxis(
  planes: Float64Array, faceCount: number, heights: Float64Array, other: Hull, vertices: Float64Array, center: Float64Array,
): void {
  const cx = center[0]
  const cy = center[1]
  const cz = center[2]
  const inner = other.innerRadius
  const vertexCount = other.vertexCount
  const bias = TRACE * query[INNER]
  const margin = query[MARGIN]
  let best = bestGap[0]
  bestFace = -1
  let first = 0
  let most = -Infinity
  for (let f = 0; f < faceCount; f++) {
    const height = planes[4 * f] * cx + planes[4 * f + 1] * cy + planes[4 * f + 2] * cz - planes[4 * f + 3]
    heights[f] = height
    if (height > most) {
      most = height
      first = f
    }
  }
  if (most - inner <= best + bias) return
  const promising = lowestAbove(planes, first, vertices, vertexCount)
  if (promising > margin) {
    bestFace = first
    bestGap[0] = promising
    return
  }
  const hopeless = promising - bias
  for (let f = 0; f < faceCount; f++) {
    const bound = heights[f] - inner
    if (bound < hopeless || bound <= best + bias) continue
    const gap = f === first ? promising : lowestAbove(planes, f, vertices, vertexCount)
    if (gap > best + bias) {
      bestFace = f
      best = gap
      if (gap > margin) break
    }
  }
  bestGap[0] = best
}

/** Height of the lowest vertex above the face. */
function lowestAbove(planes: Float64Array, face: number, vertices: Float64Array, vertexCount: number): number {
  const nx = planes[4 * face]
  const ny = planes[4 * face + 1]
  const nz = planes[4 * face + 2]
  const end = 3 * vertexCount
  let low = Infinity
  for (let v = 0; v < end; v += 3) {
    const height = nx * vertices[v] + ny * vertices[v + 1] + nz * vertices[v + 2]
    if (height < low) low = height
  }
  return low - planes[4 * face + 3]
}

/** The patch around the crossing of two edges, or the crossing alone. False when they cross too close to a corner. */
function edgeContact(out: Manifold, rot: Float64Array, ra: number, hullA: Hull, hullB: Hull): boolean {
  const id = edgeCrossing(hullA, hullB)
  if (id < 0) return false
  hullTiltedContact(out, rot, ra, hullA, hullB, edgeAxis, crossingFace(hullA, hullA.planes, true), crossingFace(hullB, planesB, false))
  if (out.count > 1) return true
  const mx = edgeAxis[0]
  const my = edgeAxis[1]
  const mz = edgeAxis[2]
  const x = edgeAxis[4]
  const y = edgeAxis[5]
  const z = edgeAxis[6]
  out.nx = rot[ra] * mx + rot[ra + 1] * my + rot[ra + 2] * mz
  out.ny = rot[ra + 3] * mx + rot[ra + 4] * my + rot[ra + 5] * mz
  out.nz = rot[ra + 6] * mx + rot[ra + 7] * my + rot[ra + 8] * mz
  out.count = 1
  out.points[0] = rot[ra] * x + rot[ra + 1] * y + rot[ra + 2] * z
  out.points[1] = rot[ra + 3] * x + rot[ra + 4] * y + rot[ra + 5] * z
  out.points[2] = rot[ra + 6] * x + rot[ra + 7] * y + rot[ra + 8] * z
  out.separations[0] = edgeAxis[3]
  out.ids[0] = id
  return true
}
