/**
 * Contact of a sphere (A) with a hull (B). World axes, origin at A's centre; arguments as in `collide.ts`.
 */

import type { Hull } from '../shapes/hull.ts'
import { awayFromHull, findHighestFace, heightAbove, nearestOnHull } from './hull-nearest.ts'
import { type Manifold, setManifoldPoint } from './manifold.ts'
import { DX, DY, DZ, MARGIN, query } from './query.ts'
import { NO_DIRECTION } from './sphere.ts'

/** How much less deep another face must be, per unit of inner radius, for a centre inside the hull. */
const FACE_BIAS = 1e-9

export function collideSphereHull(out: Manifold, rot: Float64Array, rb: number, size: Float64Array, sa: number, hull: Hull): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const radius = size[sa]
  const r0 = rot[rb]
  const r1 = rot[rb + 1]
  const r2 = rot[rb + 2]
  const r3 = rot[rb + 3]
  const r4 = rot[rb + 4]
  const r5 = rot[rb + 5]
  const r6 = rot[rb + 6]
  const r7 = rot[rb + 7]
  const r8 = rot[rb + 8]
  // The sphere's centre in the hull's frame.
  const x = -(r0 * dx + r3 * dy + r6 * dz)
  const y = -(r1 * dx + r4 * dy + r7 * dz)
  const z = -(r2 * dx + r5 * dy + r8 * dz)
  const reach = radius + query[MARGIN]
  const face = findHighestFace(hull, x, y, z, FACE_BIAS * hull.innerRadius, reach)
  const height = heightAbove(hull, face, x, y, z)
  if (height >= reach) return
  let nx = -hull.planes[4 * face]
  let ny = -hull.planes[4 * face + 1]
  let nz = -hull.planes[4 * face + 2]
  let distance = height
  // Below this height the foot on the face is as near as doubles can tell, also next to an edge.
  if (height > NO_DIRECTION * (hull.radius + radius)) {
    const square = nearestOnHull(hull, face, x, y, z)
    if (square >= reach * reach) return
    distance = Math.sqrt(square)
    nx = -awayFromHull[0] / distance
    ny = -awayFromHull[1] / distance
    nz = -awayFromHull[2] / distance
  }
  out.nx = r0 * nx + r1 * ny + r2 * nz
  out.ny = r3 * nx + r4 * ny + r5 * nz
  out.nz = r6 * nx + r7 * ny + r8 * nz
  const separation = distance - radius
  const middle = radius + 0.5 * separation
  out.count = 1
  setManifoldPoint(out, 0, out.nx * middle, out.ny * middle, out.nz * middle, separation, 0)
}
