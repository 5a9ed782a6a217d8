/**
 * Contacts of a circle with a circle, a capsule and a polygon. World axes, origin at A's centre; A is the circle. Arguments as in
 * `collide.ts`, the rest in `query.ts`. A round contact is one point with the id 0: it stays the same contact while the circle rolls.
 * Circle and segment are in `segment.ts`.
 */

import { NO_DIRECTION } from '../../../common/tuning.ts'
import { CORNER_STRIDE, CORNERS, RADIUS } from '../polygon/packed-polygons.ts'
import { CORES_FACE_B, CORES_POINTS, CORES_UNKNOWN, type Manifold } from '../manifold.ts'
import { DX, DY, MARGIN, query } from '../query.ts'

/**
 * Writes the one point of a circle of radius ra round the origin and a circle of radius rb round (x, y), or none. With the same centre the
 * normal is (fx, fy), which must be a unit vector. `cores`: what (x, y) is of B.
 */
export function roundContact(
  out: Manifold, x: number, y: number, ra: number, rb: number, fx: number, fy: number, cores: number,
): void {
  const square = x * x + y * y
  const reach = ra + rb + query[MARGIN]
  if (square >= reach * reach) return
  const distance = Math.sqrt(square)
  const lost = !(distance > NO_DIRECTION * (ra + rb))
  const nx = lost ? fx : x / distance
  const ny = lost ? fy : y / distance
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
  roundContact(out, dx + t * ex, dy + t * ey, size[sa], size[sb], rot[rb], rot[rb + 1], cores)
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
  if (height < reach && height > NO_DIRECTION * (B[b + RADIUS] + radius)) {
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
