/**
 * A capsule in the frame of the box or hull that it meets, as scratch: what `capsule-box.ts` and `capsule-hull.ts` share. The
 * contact is worked out there with the capsule's axis, a segment, and turned back to world axes at the end.
 */

import type { Manifold } from '../manifold.ts'
import { DX, DY, DZ, query } from '../query.ts'

/** Middle of the axis. */
export const middle: Float64Array = new Float64Array(3)
/** Unit direction of the axis. */
export const axis: Float64Array = new Float64Array(3)
/** Unit normal from the capsule to the other shape. */
export const normal: Float64Array = new Float64Array(3)

/** Indices into `capsule`: radius, half length, and of the contact at hand the place along the axis and the gap there. */
export const RADIUS: number = 0
export const LENGTH: number = 1
export const PLACE: number = 2
/** From the axis to the other shape; the separation is this less the radius. */
export const GAP: number = 3

export const capsule: Float64Array = new Float64Array(4)

/** Brings the capsule A into B's frame. */
export function bringCapsule(rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const ex = rot[ra + 1]
  const ey = rot[ra + 4]
  const ez = rot[ra + 7]
  for (let i = 0; i < 3; i++) {
    const x = rot[rb + i]
    const y = rot[rb + 3 + i]
    const z = rot[rb + 6 + i]
    middle[i] = -(x * dx + y * dy + z * dz)
    axis[i] = x * ex + y * ey + z * ez
  }
  capsule[RADIUS] = size[sa]
  capsule[LENGTH] = size[sa + 1]
}

/** Which end of the axis the place belongs to: 0, 1 or, for the middle half, 2. */
export function endOfPlace(): number {
  const t = capsule[PLACE]
  const half = 0.5 * capsule[LENGTH]
  return t > half ? 1 : t < -half ? 0 : 2
}

/** Writes the point at `PLACE` with the gap `GAP`, still in B's frame, under the id of that end of the axis. */
export function writePlace(out: Manifold, index: number, end: number): void {
  const t = capsule[PLACE]
  const separation = capsule[GAP] - capsule[RADIUS]
  const w = capsule[RADIUS] + 0.5 * separation
  out.points[3 * index] = middle[0] + t * axis[0] + w * normal[0]
  out.points[3 * index + 1] = middle[1] + t * axis[1] + w * normal[1]
  out.points[3 * index + 2] = middle[2] + t * axis[2] + w * normal[2]
  out.separations[index] = separation
  out.ids[index] = end << 8
}

/** Turns normal and points from B's frame to world axes round A's centre. */
export function turnToWorld(out: Manifold, rot: Float64Array, rb: number): void {
  const r0 = rot[rb]
  const r1 = rot[rb + 1]
  const r2 = rot[rb + 2]
  const r3 = rot[rb + 3]
  const r4 = rot[rb + 4]
  const r5 = rot[rb + 5]
  const r6 = rot[rb + 6]
  const r7 = rot[rb + 7]
  const r8 = rot[rb + 8]
  out.nx = r0 * normal[0] + r1 * normal[1] + r2 * normal[2]
  out.ny = r3 * normal[0] + r4 * normal[1] + r5 * normal[2]
  out.nz = r6 * normal[0] + r7 * normal[1] + r8 * normal[2]
  const points = out.points
  for (let p = 0; p < 3 * out.count; p += 3) {
    const x = points[p]
    const y = points[p + 1]
    const z = points[p + 2]
    points[p] = query[DX] + r0 * x + r1 * y + r2 * z
    points[p + 1] = query[DY] + r3 * x + r4 * y + r5 * z
    points[p + 2] = query[DZ] + r6 * x + r7 * y + r8 * z
  }
}
