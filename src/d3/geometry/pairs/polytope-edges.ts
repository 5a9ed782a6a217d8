/**
 * The axis of two cores that overlap deeply and are polytopes, along a common perpendicular of two edges: of all such pairs, as between hulls
 * (`hull-edges.ts`). A search uphill from likely directions may end on another one, a hundredth of the depth deeper.
 */

import { type BoxHull, createBoxHull, setBoxHull } from '../hull/box-hull.ts'
import type { Hull } from '../hull/hull.ts'
import { BOX } from '../shapes/box.ts'
import { HULL } from '../shapes/hull.ts'
import { ROUNDED_BOX } from '../shapes/rounded-box.ts'
import { ROUNDED_HULL } from '../shapes/rounded-hull.ts'
import { edgeAxis, findEdgeAxis } from './hull-edges.ts'
import { bringIntoFrame, centerB, heightsA, heightsB, planesB } from './hull-frame.ts'

const boxA: BoxHull = /* @__PURE__ */ createBoxHull()
const boxB: BoxHull = /* @__PURE__ */ createBoxHull()

/** The core of a shape as a hull; null if it is none with an inside. */
function coreHull(kind: number, size: Float64Array, so: number, hull: Hull | null, box: BoxHull): Hull | null {
  if (kind === HULL || kind === ROUNDED_HULL) return hull
  if (kind !== BOX && kind !== ROUNDED_BOX) return null
  setBoxHull(box, size, kind === BOX ? so : so + 1)
  return box
}

/** Heights of a point above the planes of a hull. */
function setHeights(heights: Float64Array, planes: Float64Array, faceCount: number, at: Float64Array): void {
  for (let f = 0, o = 0; f < faceCount; f++, o += 4) {
    heights[f] = planes[o] * at[0] + planes[o + 1] * at[1] + planes[o + 2] * at[2] - planes[o + 3]
  }
}

/** What `findPolytopeEdges` found. */
export const NO_POLYTOPES: number = 0
export const FACES_BETTER: number = 1
export const EDGES_BETTER: number = 2

/**
 * Leaves in out[0 … 2] the axis (world) of the edges along which the cores overlap least, if that is by less than -out[3]. The offset is in
 * `query`.
 */
export function findPolytopeEdges(
  out: Float64Array, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): number {
  const a = coreHull(kindA, size, sa, hullA, boxA)
  const b = coreHull(kindB, size, sb, hullB, boxB)
  if (a === null || b === null) return NO_POLYTOPES
  bringIntoFrame(b, rot, ra, rb)
  setHeights(heightsA, a.planes, a.faceCount, centerB)
  setHeights(heightsB, planesB, b.faceCount, a.center)
  edgeAxis[3] = out[3]
  if (!findEdgeAxis(a, b)) return FACES_BETTER
  for (let k = 0; k < 3; k++) out[k] = rot[ra + 3 * k] * edgeAxis[0] + rot[ra + 3 * k + 1] * edgeAxis[1] + rot[ra + 3 * k + 2] * edgeAxis[2]
  return EDGES_BETTER
}
