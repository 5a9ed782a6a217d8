/**
 * Contacts of a circle with a circle, a capsule and a polygon. World axes, origin at A's centre; A is the circle. Arguments as in
 * `collide.ts`, the rest in `query.ts`. A round contact is one point with the id 0: it stays the same contact while the circle rolls.
 * Circle and segment are in `segment.ts`.
 */

import { ROUNDING } from '../../../common/math/rounding.ts'
import { CORNER_STRIDE, CORNERS, RADIUS } from '../polygon/packed-polygons.ts'
import { CORES_FACE_B, CORES_POINTS, CORES_UNKNOWN, type Manifold } from '../manifold.ts'
import { DX, DY, MARGIN, query } from '../query.ts'

/** For `roundContact`: centre of B's circle, both radii, the unit vector that is the normal if the centre is also A's, and the way to it along B. */
export const round: Float64Array = new Float64Array(7)
export const CENTER_B = 0
export const ROUND_A = 2
export const ROUND_B = 3
export const LOST_NORMAL = 4
export const ALONG = 6

/** Writes the one point of A's circle round the origin and B's, both in `round`, or none. `cores`: what the centre is of B. */
export function roundContact(out: Manifold, cores: number): void {
  const x = round[CENTER_B]
  const y = round[CENTER_B + 1]
  const ra = round[ROUND_A]
  const rb = round[ROUND_B]
  const square = x * x + y * y
  const reach = ra + rb + query[MARGIN]
  if (square >= reach * reach) return
  const distance = Math.sqrt(square)
  const lost = !(distance > ROUNDING * (ra + rb + Math.abs(round[ALONG])))
  const nx = lost ? round[LOST_NORMAL] : x / distance
  const ny = lost ? round[LOST_NORMAL + 1] : y / distance
  writeRound(out, nx, ny, distance - ra - rb, ra, lost ? CORES_UNKNOWN : cores)
}

function writeRound(out: Manifold, nx: number, ny: number, separation: number, radius: number, cores: number): void {
  const way = radius + 0.5 * separation
  out.nx = nx
  out.ny = ny
  out.count = 1
  out.cores = cores
  out.points[0] = nx * way
  out.points[1] = ny * way
  out.separations[0] = separation
  out.ids[0] = 0
}

export function collideCircleCircle(out: Manifold, size: Float64Array, sa: number, sb: number): void {
  round[CENTER_B] = query[DX]
  round[CENTER_B + 1] = query[DY]
  round[ROUND_A] = size[sa]
  round[ROUND_B] = size[sb]
  round[LOST_NORMAL] = 0
  round[LOST_NORMAL + 1] = 1
  round[ALONG] = 0
  roundContact(out, CORES_POINTS)
}

export function collideCircleCapsule(out: Manifold, rot: Float64Array, rb: number, size: Float64Array, sa: number, sb: number): void {
  const dx = query[DX]
  const dy = query[DY]
  const ex = -rot[rb + 1]
  const ey = rot[rb]
  const half = size[sb + 1]
  let t = -(dx * ex + dy * ey)
  const cores = t > half || t < -half ? CORES_POINTS : CORES_FACE_B
  t = t > half ? half : t < -half ? -half : t
  // A centre on the axis is pushed out across it.
  round[CENTER_B] = dx + t * ex
  round[CENTER_B + 1] = dy + t * ey
  round[ROUND_A] = size[sa]
  round[ROUND_B] = size[sb]
  round[LOST_NORMAL] = rot[rb]
  round[LOST_NORMAL + 1] = rot[rb + 1]
  round[ALONG] = t
  roundContact(out, cores)
}

export function collideCirclePolygon(
  out: Manifold, rot: Float64Array, rb: number, size: Float64Array, sa: number, sb: number, B: Float64Array, b: number,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const c = rot[rb]
  const s = rot[rb + 1]
  const radius = size[sa]
  const radii = radius + size[sb]
  const reach = radii + query[MARGIN]
  const corners = b + CORNERS
  const end = corners + CORNER_STRIDE * (B[b] | 0)
  // The circle's centre in the polygon's frame.
  const x = -(c * dx + s * dy)
  const y = s * dx - c * dy
  let edge = corners
  let height = -Infinity
  for (let e = corners; e < end; e += CORNER_STRIDE) {
    const h = B[e + 2] * (x - B[e]) + B[e + 3] * (y - B[e + 1])
    if (h > height) {
      height = h
      edge = e
      if (h >= reach) break
    }
  }
  let nx = B[edge + 2]
  let ny = B[edge + 3]
  let distance = height
  let cores = CORES_FACE_B
  if (height < reach && height > ROUNDING * (B[b + RADIUS] + radius)) {
    // Beyond an end of the edge its corner is nearest.
    const next = edge + CORNER_STRIDE
    const before = nx * (y - B[edge + 1]) - ny * (x - B[edge])
    const after = nx * (y - B[next + 1]) - ny * (x - B[next])
    const over = before < 0 ? before : after > 0 ? after : 0
    if (over !== 0) {
      cores = CORES_POINTS
      distance = Math.sqrt(height * height + over * over)
      const ox = nx
      nx = (height * ox - over * ny) / distance
      ny = (height * ny + over * ox) / distance
    }
  }
  const wx = s * ny - c * nx
  const wy = -(s * nx + c * ny)
  if (distance >= reach) {
    out.nx = wx
    out.ny = wy
    return
  }
  writeRound(out, wx, wy, distance - radii, radius, cores)
}
