/**
 * How far two level geometries are apart, triangle by triangle: for queries. A first bound comes from points that are each other's nearest; then
 * only triangles that could be nearer are looked at. Surfaces that cross have a distance of 0: they have no inside, and so no depth.
 */

import { gjkDistance, GjkResult } from '../gjk.ts'
import { HULL } from '../shapes/hull.ts'
import { copyResult } from './mesh-distance.ts'
import { findNear, nearPieces, offset, placeTriangle, relative, searchBox, setMeshFrame } from './mesh-frame.ts'
import { found, type LevelGeometry } from './piece-source.ts'
import { createFlatTriangle, setFlatTriangle } from './triangle-prism.ts'

const flatA = /* @__PURE__ */ createFlatTriangle()
const flatB = /* @__PURE__ */ createFlatTriangle()
const cornersA = /* @__PURE__ */ new Float64Array(9)
const cornersB = /* @__PURE__ */ new Float64Array(9)
const inA = /* @__PURE__ */ new Float64Array(3)
const inB = /* @__PURE__ */ new Float64Array(3)
const onA = /* @__PURE__ */ new Float64Array(3)
const onB = /* @__PURE__ */ new Float64Array(3)
const trial = /* @__PURE__ */ new GjkResult()

/** Distance of two level geometries as `gjkDistance` gives it: points from A's origin, world axes. Of pairs as near the first counts. */
export function meshesDistance(
  out: GjkResult, rot: Float64Array, ra: number, rb: number, size: Float64Array, a: LevelGeometry, b: LevelGeometry,
  dx: number, dy: number, dz: number,
): void {
  setMeshFrame(rot, ra, rb, dx, dy, dz)
  let bound = firstBound(a, b)
  out.distance = Infinity
  const count = findNear(a, b.bounds, bound)
  for (let i = 0; i < count; i++) {
    a.corners(nearPieces.list[i], cornersA)
    if (!setFlatTriangle(flatA, cornersA)) continue
    placeTriangle(cornersA, bound)
    const near = b.find(searchBox)
    for (let k = 0; k < near; k++) {
      b.corners(found.pieces[k], cornersB)
      if (!setFlatTriangle(flatB, cornersB)) continue
      gjkDistance(trial, HULL, HULL, rot, ra, rb, size, 0, 0, flatA, flatB, dx, dy, dz)
      if (!(trial.distance < out.distance)) continue
      copyResult(trial, out)
      bound = Math.min(bound, out.distance)
      if (out.distance > 0) continue
      // They cross: across the surface of B.
      const { planes } = flatB
      out.nx = -(rot[rb] * planes[0] + rot[rb + 1] * planes[1] + rot[rb + 2] * planes[2])
      out.ny = -(rot[rb + 3] * planes[0] + rot[rb + 4] * planes[1] + rot[rb + 5] * planes[2])
      out.nz = -(rot[rb + 6] * planes[0] + rot[rb + 7] * planes[1] + rot[rb + 8] * planes[2])
      return
    }
  }
}

/** The distance of two points, one of each surface, that were looked for to and fro while that halves it; rounded up. */
function firstBound(a: LevelGeometry, b: LevelGeometry): number {
  let square = Infinity
  let before = Infinity
  for (let k = 0; k < 3; k++) inA[k] = 0.5 * (a.bounds[k] + a.bounds[3 + k])
  do {
    before = square
    for (let i = 0; i < 3; i++) inB[i] = offset[i] + relative[3 * i] * inA[0] + relative[3 * i + 1] * inA[1] + relative[3 * i + 2] * inA[2]
    b.nearest(inB, onB)
    for (let j = 0; j < 3; j++) {
      inA[j] = 0
      for (let i = 0; i < 3; i++) inA[j] += relative[3 * i + j] * (onB[i] - offset[i])
    }
    a.nearest(inA, onA)
    square = 0
    for (let k = 0; k < 3; k++) {
      square += (inA[k] - onA[k]) * (inA[k] - onA[k])
      inA[k] = onA[k]
    }
  } while (square > 0 && square < 0.25 * before)
  return Math.sqrt(square) * (1 + 1e-9) + 1e-12 * (a.radius + b.radius)
}
