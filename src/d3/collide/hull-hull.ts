/**
 * Contact of two convex hulls, and of a box with a hull: which face or pair of edges keeps them apart most, then the patch
 * of two faces or the crossing of two edges. Everything happens in A's frame; B is brought there first (`hull-frame.ts`).
 * Corner to corner, apart, gives no points: see `box-box.ts`.
 */

import type { Hull } from '../shapes/hull.ts'
import { type BoxHull, createBoxHull, setBoxHull } from '../shapes/box-hull.ts'
import { SAME_AXIS, SHALLOW } from './box-box.ts'
import { edgeAxis, edgeCrossing, findEdgeAxis } from './hull-edges.ts'
import { hullFaceContact } from './hull-face.ts'
import { bringIntoFrame, centerB, heightsA, heightsB, planesB, verticesB } from './hull-frame.ts'
import { type Manifold, setManifoldPoint } from './manifold.ts'
import { SLIVER_PER_SIZE } from './patch.ts'

/** By how much, per unit of inner radius, another axis must be better. Ties are decided the same way at every step. */
const AXIS_BIAS = 1e-7


const boxHull: BoxHull = createBoxHull()

/** Result of `findFaceAxis`: the face and its gap. */
let bestFace = 0
let bestGap = 0

/** A is the box. Arguments as in `collide.ts`. */
export function collideBoxHull(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hull: Hull,
  dx: number, dy: number, dz: number, margin: number,
): void {
  setBoxHull(boxHull, size[sa], size[sa + 1], size[sa + 2])
  collideHullHull(out, rot, ra, rb, boxHull, hull, dx, dy, dz, margin)
}

/** Arguments as in `collide.ts`. */
export function collideHullHull(
  out: Manifold, rot: Float64Array, ra: number, rb: number, hullA: Hull, hullB: Hull,
  dx: number, dy: number, dz: number, margin: number,
): void {
  out.count = 0
  bringIntoFrame(hullB, rot, ra, rb, dx, dy, dz)
  const inner = Math.min(hullA.innerRadius, hullB.innerRadius)
  const bias = AXIS_BIAS * inner
  findFaceAxis(hullA.planes, hullA.faceCount, heightsA, verticesB, hullB.vertexCount, centerB, hullB.innerRadius, -Infinity, bias, margin)
  const faceA = bestFace
  const gapA = bestGap
  if (gapA > margin) return
  findFaceAxis(planesB, hullB.faceCount, heightsB, hullA.vertices, hullA.vertexCount, hullA.center, hullA.innerRadius, gapA, bias, margin)
  const gap = bestGap
  if (gap > margin) return
  const flipped = bestFace >= 0
  const face = flipped ? bestFace : faceA
  const crossing = findEdgeAxis(hullA, hullB, gap + bias, margin)
  if (crossing && edgeAxis[3] > margin) return
  const likeFace = crossing && isLikeFace(flipped ? planesB : hullA.planes, face, inner)
  if (crossing && !likeFace && edgeContact(out, rot, ra, hullA, hullB, inner)) return
  hullFaceContact(out, rot, ra, hullA, hullB, face, flipped, inner, margin)
  // The edges may cross beside the face that they look like.
  if (likeFace && out.count === 0) edgeContact(out, rot, ra, hullA, hullB, inner)
}

/** Is the edge axis so close to the face's normal that the face tells the same contact with more points? */
function isLikeFace(planes: Float64Array, face: number, inner: number): boolean {
  const along = edgeAxis[0] * planes[4 * face] + edgeAxis[1] * planes[4 * face + 1] + edgeAxis[2] * planes[4 * face + 2]
  return Math.abs(along) > SAME_AXIS && edgeAxis[3] > -SHALLOW * inner
}

/**
 * Sets `bestFace` and `bestGap` to the plane that the vertices keep farthest from, if that beats `level` by `bias`; else to
 * −1 and `level`. Stops early at a gap above `margin`.
 *
 * A ball of radius `inner` round `center` is inside the vertices' hull, so no gap exceeds the ball's. The face that the
 * ball is farthest from is looked at first, and then only those that could do better. `heights` is filled with the centre's.
 */
function findFaceAxis(
  planes: Float64Array, faceCount: number, heights: Float64Array, vertices: Float64Array, vertexCount: number, center: Float64Array,
  inner: number, level: number, bias: number, margin: number,
): void {
  const cx = center[0]
  const cy = center[1]
  const cz = center[2]
  bestFace = -1
  bestGap = level
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
  if (most - inner <= level + bias) return
  const promising = lowestAbove(planes, first, vertices, vertexCount)
  if (promising > margin) {
    bestFace = first
    bestGap = promising
    return
  }
  const hopeless = promising - bias
  for (let f = 0; f < faceCount; f++) {
    const bound = heights[f] - inner
    if (bound < hopeless || bound <= bestGap + bias) continue
    const gap = f === first ? promising : lowestAbove(planes, f, vertices, vertexCount)
    if (gap > bestGap + bias) {
      bestFace = f
      bestGap = gap
      if (gap > margin) return
    }
  }
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

/** The one point where two edges cross. False when they cross too close to a corner. */
function edgeContact(out: Manifold, rot: Float64Array, ra: number, hullA: Hull, hullB: Hull, inner: number): boolean {
  const id = edgeCrossing(hullA, hullB, SLIVER_PER_SIZE * inner)
  if (id < 0) return false
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
  setManifoldPoint(out, 0, rot[ra] * x + rot[ra + 1] * y + rot[ra + 2] * z, rot[ra + 3] * x + rot[ra + 4] * y + rot[ra + 5] * z,
    rot[ra + 6] * x + rot[ra + 7] * y + rot[ra + 8] * z, edgeAxis[3], id)
  return true
}
