/**
 * Contacts of a sphere with a sphere, a capsule and a box. World axes, origin at A's centre; A is the sphere. Arguments as
 * in `collide.ts`, the rest in `query.ts`. A round contact is one point with the id 0: it stays the same contact while the
 * ball rolls. Sphere and hull are in `sphere-hull.ts`.
 */

import { LOST_DIGITS, ROUNDING } from '../../../common/math/rounding.ts'
import type { Manifold } from '../manifold.ts'
import { DX, DY, DZ, MARGIN, query } from '../query.ts'

/** For `ballContact`: centre of B's ball, the unit vector that is the normal if it is also A's, and the way to it along B. */
const ball = new Float64Array(7)

/** Writes the one point of A's ball round the origin and B's round the centre in `ball`, of radii size[sa] and size[sb], or none. */
function ballContact(out: Manifold, size: Float64Array, sa: number, sb: number): void {
  const x = ball[0]
  const y = ball[1]
  const z = ball[2]
  const ra = size[sa]
  const rb = size[sb]
  const square = x * x + y * y + z * z
  const reach = ra + rb + query[MARGIN]
  if (square >= reach * reach) return
  const distance = Math.sqrt(square)
  if (distance > ROUNDING * (ra + rb + Math.abs(ball[6]))) {
    out.nx = x / distance
    out.ny = y / distance
    out.nz = z / distance
  } else {
    out.nx = ball[3]
    out.ny = ball[4]
    out.nz = ball[5]
  }
  const separation = distance - ra - rb
  const middle = ra + 0.5 * separation
  out.count = 1
  out.points[0] = out.nx * middle
  out.points[1] = out.ny * middle
  out.points[2] = out.nz * middle
  out.separations[0] = separation
  out.ids[0] = 0
}

export function collideSphereSphere(out: Manifold, size: Float64Array, sa: number, sb: number): void {
  for (let k = 0; k < 3; k++) {
    ball[k] = query[DX + k]
    ball[3 + k] = k === 1 ? 1 : 0
  }
  ball[6] = 0
  ballContact(out, size, sa, sb)
}

export function collideSphereCapsule(
  out: Manifold, rot: Float64Array, rb: number, size: Float64Array, sa: number, sb: number,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const ex = rot[rb + 1]
  const ey = rot[rb + 4]
  const ez = rot[rb + 7]
  const half = size[sb + 1]
  let t = -(dx * ex + dy * ey + dz * ez)
  t = t > half ? half : t < -half ? -half : t
  // A centre on the axis is pushed out across it.
  ball[0] = dx + t * ex
  ball[1] = dy + t * ey
  ball[2] = dz + t * ez
  for (let k = 0; k < 3; k++) ball[3 + k] = rot[rb + 3 * k]
  ball[6] = t
  ballContact(out, size, sa, sb)
}

export function collideSphereBox(out: Manifold, rot: Float64Array, rb: number, size: Float64Array, sa: number, sb: number): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const radius = size[sa]
  const hx = size[sb]
  const hy = size[sb + 1]
  const hz = size[sb + 2]
  const r0 = rot[rb]
  const r1 = rot[rb + 1]
  const r2 = rot[rb + 2]
  const r3 = rot[rb + 3]
  const r4 = rot[rb + 4]
  const r5 = rot[rb + 5]
  const r6 = rot[rb + 6]
  const r7 = rot[rb + 7]
  const r8 = rot[rb + 8]
  // The sphere's centre in the box's frame, and how far it sticks out on each axis.
  const x = -(r0 * dx + r3 * dy + r6 * dz)
  const y = -(r1 * dx + r4 * dy + r7 * dz)
  const z = -(r2 * dx + r5 * dy + r8 * dz)
  const ox = x > hx ? x - hx : x < -hx ? x + hx : 0
  const oy = y > hy ? y - hy : y < -hy ? y + hy : 0
  const oz = z > hz ? z - hz : z < -hz ? z + hz : 0
  const square = ox * ox + oy * oy + oz * oz
  const reach = radius + query[MARGIN]
  if (square >= reach * reach) return
  const distance = Math.sqrt(square)
  const inner = Math.min(hx, hy, hz)
  let nx = 0
  let ny = 0
  let nz = 0
  let separation = 0
  if (distance > ROUNDING * (inner + radius)) {
    nx = -ox / distance
    ny = -oy / distance
    nz = -oz / distance
    separation = distance - radius
  } else {
    const depthX = hx - Math.abs(x)
    const depthY = hy - Math.abs(y)
    const depthZ = hz - Math.abs(z)
    const bias = LOST_DIGITS * inner
    if (depthX <= depthY + bias && depthX <= depthZ + bias) {
      nx = x < 0 ? 1 : -1
      separation = -depthX - radius
    } else if (depthY <= depthZ + bias) {
      ny = y < 0 ? 1 : -1
      separation = -depthY - radius
    } else {
      nz = z < 0 ? 1 : -1
      separation = -depthZ - radius
    }
  }
  out.nx = r0 * nx + r1 * ny + r2 * nz
  out.ny = r3 * nx + r4 * ny + r5 * nz
  out.nz = r6 * nx + r7 * ny + r8 * nz
  const middle = radius + 0.5 * separation
  out.count = 1
  out.points[0] = out.nx * middle
  out.points[1] = out.ny * middle
  out.points[2] = out.nz * middle
  out.separations[0] = separation
  out.ids[0] = 0
}
