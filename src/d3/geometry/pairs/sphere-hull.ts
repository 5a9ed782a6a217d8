/**
 * Contact of a sphere (A) with a hull (B). World axes, origin at A's centre; arguments as in `collide.ts`.
 */

import { ROUNDING } from '../../../common/math/rounding.ts'
import type { Hull } from '../hull/hull.ts'
import { awayFromHull, findHighestFace, findNearestOnHull, highest, probe } from '../hull/hull-nearest.ts'
import type { Manifold } from '../manifold.ts'
import { setParting } from '../parting.ts'
import { DX, DY, DZ, MARGIN, query } from '../query.ts'

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
  probe[0] = -(r0 * dx + r3 * dy + r6 * dz)
  probe[1] = -(r1 * dx + r4 * dy + r7 * dz)
  probe[2] = -(r2 * dx + r5 * dy + r8 * dz)
  const reach = radius + query[MARGIN]
  highest[1] = reach
  const face = findHighestFace(hull)
  const height = highest[0]
  if (height >= reach) {
    setParting(out, rot, rb, hull.planes, 4 * face, -1)
    return
  }
  let nx = -hull.planes[4 * face]
  let ny = -hull.planes[4 * face + 1]
  let nz = -hull.planes[4 * face + 2]
  let distance = height
  // Below this height the foot on the face is as near as doubles can tell, also next to an edge.
  if (height > ROUNDING * (hull.radius + radius)) {
    findNearestOnHull(hull, face)
    distance = Math.sqrt(highest[0])
    if (distance >= reach) {
      setParting(out, rot, rb, awayFromHull, 0, -1)
      return
    }
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
  out.points[0] = out.nx * middle
  out.points[1] = out.ny * middle
  out.points[2] = out.nz * middle
  out.separations[0] = separation
  out.ids[0] = 0
}
