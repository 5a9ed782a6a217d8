/**
 * The ellipse, its axes along the local ones. Size: both radii. It is all core, and curved: its vertices are numbered (`circle-index.ts`), more
 * of them than a double can tell apart, but never listed.
 */

import { requireObject } from '../../../common/errors.ts'
import { circleIndex, circlePoint } from '../../../common/math/circle-index.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { readVec2 } from '../../math/types.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { hitFace, hitInside, hitRound } from './ray-circle.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const ELLIPSE: number = 4

const given = new Float64Array(2)
const scaledRay = new Float64Array(4)

function check(options: unknown): ShapeGeometry {
  const { radii } = requireObject(options, 'ellipse') as { radii: unknown }
  readVec2(radii, 'ellipse.radii', given, 0)
  return { size: [requireLength(given[0], 'ellipse.radii.x'), requireLength(given[1], 'ellipse.radii.y'), 0, 0], polygon: null }
}

function bounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  const a = size[so]
  const b = size[so + 1]
  const c = rot[ro]
  const s = rot[ro + 1]
  const x = Math.sqrt(c * a * c * a + s * b * s * b)
  const y = Math.sqrt(s * a * s * a + c * b * c * b)
  out[0] = center[co] - x
  out[1] = center[co + 1] - y
  out[2] = center[co] + x
  out[3] = center[co + 1] + y
}

/** The number of a point is that of the circle which the ellipse is in units of its radii. */
function vertex(size: Float64Array, so: number, _polygon: unknown, index: number, out: Float64Array, oo: number): void {
  out[oo] = 1
  circlePoint(index, out, oo, oo + 1)
  out[oo] *= size[so]
  out[oo + 1] *= size[so + 1]
}

function support(
  rot: Float64Array, ro: number, size: Float64Array, so: number, _polygon: unknown, dir: Float64Array, di: number, sign: number,
): number {
  const x = sign * size[so] * (rot[ro] * dir[di] + rot[ro + 1] * dir[di + 1])
  const y = sign * size[so + 1] * (rot[ro] * dir[di + 1] - rot[ro + 1] * dir[di])
  return x === 0 && y === 0 ? 0 : circleIndex(x, y)
}

function extent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, _packed: Float64Array, _p: number,
  dir: Float64Array, di: number,
): void {
  const x = size[so] * (rot[ro] * dir[di] + rot[ro + 1] * dir[di + 1])
  const y = size[so + 1] * (rot[ro] * dir[di + 1] - rot[ro + 1] * dir[di])
  out[oo] = Math.sqrt(x * x + y * y)
}

/** out[oo …] = point of the ellipse farthest along `sign` times the direction at dir[di], world axes from its centre. */
export function ellipseSupport(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, dir: Float64Array, di: number, sign: number,
): void {
  const c = rot[ro]
  const s = rot[ro + 1]
  const x = size[so] * (c * dir[di] + s * dir[di + 1])
  const y = size[so + 1] * (c * dir[di + 1] - s * dir[di])
  const share = sign / Math.sqrt(x * x + y * y)
  const px = share * x * size[so]
  const py = share * y * size[so + 1]
  out[oo] = c * px - s * py
  out[oo + 1] = s * px + c * py
}

/** Radius of curvature where the world direction dir[di …] leaves the ellipse: a² b² / h³, with the distance h of the tangent from the centre. */
export function ellipseCurvature(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, dir: Float64Array, di: number,
): void {
  extent(out, oo, rot, ro, size, so, dir, 0, dir, di)
  const h = out[oo]
  const ab = size[so] * size[so + 1]
  out[oo] = ab / h * (ab / h) / h
}

/** I = ¼ m (a² + b²). */
function mass(size: Float64Array, so: number, _polygon: unknown, density: number, out: Float64Array): void {
  const a = size[so]
  const b = size[so + 1]
  const m = density * Math.PI * a * b
  writeSymmetricMass(out, m, 0.25 * m * (a * a + b * b))
}

/** In units of its radii it is a circle of radius 1. */
function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number): boolean {
  for (let k = 0; k < 4; k++) scaledRay[k] = line[k] / size[so + (k & 1)]
  if (scaledRay[0] * scaledRay[0] + scaledRay[1] * scaledRay[1] <= 1) return hitInside(hit, line)
  const speed = Math.sqrt(scaledRay[2] * scaledRay[2] + scaledRay[3] * scaledRay[3])
  if (!(speed > 0)) return false
  scaledRay[2] /= speed
  scaledRay[3] /= speed
  if (!hitRound(hit, scaledRay, 1, 0, 0)) return false
  const x = hit[1] / size[so]
  const y = hit[2] / size[so + 1]
  const scale = 1 / Math.sqrt(x * x + y * y)
  return hitFace(hit, hit[0] / speed, x * scale, y * scale)
}

/**
 * The closest point is x_k = a_k² p_k / (t + a_k²) with the t for which it lies on the surface: Σ (a_k p_k / (t + a_k²))² = 1. The sum falls and is
 * convex in t above the least −a_k², so Newton's method from below comes up to the root (Eberly, *Distance from a point to an ellipse*).
 */
function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const x = point[0] / size[so]
  const y = point[1] / size[so + 1]
  out[0] = point[0]
  out[1] = point[1]
  if (x * x + y * y <= 1) return
  const a2 = size[so] * size[so]
  const b2 = size[so + 1] * size[so + 1]
  const u = Math.abs(size[so] * point[0])
  const v = Math.abs(size[so + 1] * point[1])
  let t = Math.max(u - a2, v - b2)
  for (;;) {
    const shareX = u === 0 ? 0 : u / (t + a2)
    const shareY = v === 0 ? 0 : v / (t + b2)
    const slope = (shareX === 0 ? 0 : shareX * shareX / (t + a2)) + (shareY === 0 ? 0 : shareY * shareY / (t + b2))
    const next = t + 0.5 * (shareX * shareX + shareY * shareY - 1) / slope
    if (!(next > t)) break
    t = next
  }
  if (point[0] !== 0) out[0] = point[0] * a2 / (t + a2)
  if (point[1] !== 0) out[1] = point[1] * b2 / (t + b2)
}

function reach(size: Float64Array, so: number): number {
  return Math.max(size[so], size[so + 1])
}

export const ellipseShape: ShapeRecord = {
  code: ELLIPSE,
  name: 'ellipse',
  rounded: false,
  cornered: false,
  solid: true,
  check,
  bounds,
  thickness: (size, so) => 2 * Math.min(size[so], size[so + 1]),
  reach,
  coreReach: reach,
  halfLength: () => 0,
  coreVertices: () => 0,
  coreVertex: vertex,
  support,
  coreExtent: extent,
  faceCount: () => 0,
  faceNormal: () => {},
  mass,
  ray,
  closestPoint,
}
