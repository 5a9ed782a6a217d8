/**
 * Contact of two capsules: the nearest points of the two axes, and both ends of what they share when they lie side by side.
 * World axes, origin at A's centre; arguments as in `collide.ts`.
 */

import { SIDE_BY_SIDE } from '../tolerances.ts'
import { ROUNDING } from '../../../common/math/rounding.ts'
import { SIDEWAYS } from '../../../common/tolerances.ts'
import type { Manifold } from '../manifold.ts'
import { DX, DY, DZ, MARGIN, query } from '../query.ts'
import { DIRECTION_A, DIRECTION_B, LENGTH_A, LENGTH_B, nearest, nearestOnSegments, OFFSET, segmentsIn } from '../segments.ts'

/** Id of a single point near the middle of A's axis; near the ends it has the id of that end, 0 or 1 (shifted by 8). */
const MIDDLE_END = 2

/** Which end of its axis a point at t belongs to. */
function endOf(t: number, half: number): number {
  return t > 0.5 * half ? 1 : t < -0.5 * half ? 0 : MIDDLE_END
}

export function collideCapsuleCapsule(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const radiusA = size[sa]
  const radiusB = size[sb]
  const la = size[sa + 1]
  const lb = size[sb + 1]
  const ax = rot[ra + 1]
  const ay = rot[ra + 4]
  const az = rot[ra + 7]
  const bx = rot[rb + 1]
  const by = rot[rb + 4]
  const bz = rot[rb + 7]
  const radii = radiusA + radiusB
  segmentsIn[DIRECTION_A] = ax
  segmentsIn[DIRECTION_A + 1] = ay
  segmentsIn[DIRECTION_A + 2] = az
  segmentsIn[LENGTH_A] = la
  segmentsIn[DIRECTION_B] = bx
  segmentsIn[DIRECTION_B + 1] = by
  segmentsIn[DIRECTION_B + 2] = bz
  segmentsIn[LENGTH_B] = lb
  segmentsIn[OFFSET] = dx
  segmentsIn[OFFSET + 1] = dy
  segmentsIn[OFFSET + 2] = dz
  nearestOnSegments()
  const s = nearest[0]
  const t = nearest[1]
  const x = dx + t * bx - s * ax
  const y = dy + t * by - s * ay
  const z = dz + t * bz - s * az
  const square = x * x + y * y + z * z
  const reach = radii + query[MARGIN]
  if (square >= reach * reach) return
  const distance = Math.sqrt(square)
  const mx = ay * bz - az * by
  const my = az * bx - ax * bz
  const mz = ax * by - ay * bx
  const sine = mx * mx + my * my + mz * mz
  let nx = rot[ra]
  let ny = rot[ra + 3]
  let nz = rot[ra + 6]
  if (distance > ROUNDING * (radii + la + lb)) {
    nx = x / distance
    ny = y / distance
    nz = z / distance
  } else if (sine > ROUNDING) {
    // Axes that cross: apart by the shortest way, across both.
    const scale = 1 / Math.sqrt(sine)
    nx = mx * scale
    ny = my * scale
    nz = mz * scale
  }
  out.nx = nx
  out.ny = ny
  out.nz = nz
  const c = ax * bx + ay * by + az * bz
  const end = c < 0 ? 1 : 0

  if (sine < SIDE_BY_SIDE) {
    // What the axes share, along A.
    const middle = ax * dx + ay * dy + az * dz
    const half = Math.abs(c) * lb
    const low = Math.max(-la, middle - half)
    const high = Math.min(la, middle + half)
    if (high - low > SIDEWAYS * radii) {
      place[0] = low
      const first = sideBySide(out, 0, end, size, sa, sb)
      place[0] = high
      const second = first < 0 ? -1 : sideBySide(out, first, 256 | (1 - end), size, sa, sb)
      if (second > 0) {
        out.count = second
        return
      }
    }
  }
  const separation = distance - radii
  const middle = radiusA + 0.5 * separation
  out.count = 1
  out.points[0] = s * ax + nx * middle
  out.points[1] = s * ay + ny * middle
  out.points[2] = s * az + nz * middle
  out.separations[0] = separation
  out.ids[0] = (endOf(s, la) << 8) | endOf(t, lb)
}

/** Where on A's axis `sideBySide` is to add a point. */
const place = new Float64Array(1)

/**
 * Adds the point at `place` on A's axis and returns the new count, the old one if it is too far apart, −1 if the axes are not
 * side by side there.
 */
function sideBySide(out: Manifold, count: number, id: number, size: Float64Array, sa: number, sb: number): number {
  const s = place[0]
  const radiusA = size[sa]
  const radii = radiusA + size[sb]
  const bx = segmentsIn[DIRECTION_B]
  const by = segmentsIn[DIRECTION_B + 1]
  const bz = segmentsIn[DIRECTION_B + 2]
  const dx = segmentsIn[OFFSET]
  const dy = segmentsIn[OFFSET + 1]
  const dz = segmentsIn[OFFSET + 2]
  const px = s * segmentsIn[DIRECTION_A]
  const py = s * segmentsIn[DIRECTION_A + 1]
  const pz = s * segmentsIn[DIRECTION_A + 2]
  const t = bx * (px - dx) + by * (py - dy) + bz * (pz - dz)
  const x = dx + t * bx - px
  const y = dy + t * by - py
  const z = dz + t * bz - pz
  const along = x * out.nx + y * out.ny + z * out.nz
  const wx = x - along * out.nx
  const wy = y - along * out.ny
  const wz = z - along * out.nz
  // By the thinner of both: beside a wire, what is little for a log is much.
  const aside = 2 * SIDEWAYS * Math.min(radiusA, size[sb])
  if (wx * wx + wy * wy + wz * wz > aside * aside) return -1
  const separation = along - radii
  if (separation >= query[MARGIN]) return count
  const middle = radiusA + 0.5 * separation
  out.points[3 * count] = px + out.nx * middle
  out.points[3 * count + 1] = py + out.ny * middle
  out.points[3 * count + 2] = pz + out.nz * middle
  out.separations[count] = separation
  out.ids[count] = id
  return count + 1
}
