/**
 * How far a convex shape is from level geometry, triangle by triangle: for queries. A is convex and B the mesh.
 */

import { gjkDistance, GjkResult } from '../gjk.ts'
import type { Hull } from '../hull/hull.ts'
import { HULL } from '../shapes/hull.ts'
import { SHAPES, shapeBounds } from '../shapes/shape-table.ts'
import { found, type PieceSource } from './piece-source.ts'
import { createFlatTriangle, setFlatTriangle } from './triangle-prism.ts'

const triangle = /* @__PURE__ */ createFlatTriangle()
const corners = /* @__PURE__ */ new Float64Array(9)
const bounds = /* @__PURE__ */ new Float64Array(6)
const relative = /* @__PURE__ */ new Float64Array(9)
const center = /* @__PURE__ */ new Float64Array(3)
const foot = /* @__PURE__ */ new Float64Array(3)
const trial = /* @__PURE__ */ new GjkResult()

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z)
}

/** to = from. */
export function copyResult(from: GjkResult, to: GjkResult): void {
  to.distance = from.distance
  to.coreDistance = from.coreDistance
  to.ax = from.ax
  to.ay = from.ay
  to.az = from.az
  to.bx = from.bx
  to.by = from.by
  to.bz = from.bz
  to.nx = from.nx
  to.ny = from.ny
  to.nz = from.nz
  to.extent = from.extent
}

/** Distance of A from the mesh of kind `kindB`, as `gjkDistance` gives it. Of two triangles as near the one with the lower number counts. */
export function meshDistance(
  out: GjkResult, kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null, dx: number, dy: number, dz: number,
): void {
  const source = hullB as unknown as PieceSource
  for (let i = 0; i < 3; i++) {
    const a = rot[rb + i]
    const b = rot[rb + 3 + i]
    const c = rot[rb + 6 + i]
    center[i] = -(a * dx + b * dy + c * dz)
    for (let j = 0; j < 3; j++) relative[3 * i + j] = a * rot[ra + j] + b * rot[ra + 3 + j] + c * rot[ra + 6 + j]
  }
  // The mesh is no farther from A than from A's centre, or from a corner of A if the centre is outside of it.
  SHAPES[kindB].closestPoint(foot, center, size, sb, hullB)
  const room = lengthOf(foot[0] - center[0], foot[1] - center[1], foot[2] - center[2]) + SHAPES[kindA].reach(size, sa, hullA)
  shapeBounds(bounds, kindA, center, 0, relative, 0, size, sa, hullA)
  for (let k = 0; k < 3; k++) {
    bounds[k] -= room
    bounds[3 + k] += room
  }
  out.distance = Infinity
  const count = source.find(bounds)
  for (let i = 0; i < count; i++) {
    source.corners(found.pieces[i], corners)
    if (!setFlatTriangle(triangle, corners)) continue
    gjkDistance(trial, kindA, HULL, rot, ra, rb, size, sa, sa, hullA, triangle, dx, dy, dz)
    if (trial.distance < out.distance) copyResult(trial, out)
    if (out.distance === 0) return
  }
}
