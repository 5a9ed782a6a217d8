/**
 * The capsule: a bar with round ends along local y. Size: radius, half length (half of the segment between the centres of the caps). Its
 * core is that segment; vertex 0 is the end at −y, 1 the end at +y.
 */

import { PhysicsError, requireFinite, requireObject } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { hitFace, hitInside, hitRound } from './ray-circle.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const CAPSULE: number = 1

function check(options: unknown): ShapeGeometry {
  const { radius, halfLength } = requireObject(options, 'capsule') as { radius: unknown; halfLength: unknown }
  const r = requireLength(radius, 'capsule.radius')
  const half = requireFinite(halfLength, 'capsule.halfLength')
  if (half <= 0) {
    throw new PhysicsError('out-of-range', 'capsule.halfLength', half, 'must be above 0. A capsule of length 0 is a circle: use circle().')
  }
  return { size: [r, requireLength(half, 'capsule.halfLength'), 0, 0], polygon: null }
}

export function capsuleBounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  const x = size[so] + Math.abs(rot[ro + 1]) * size[so + 1]
  const y = size[so] + Math.abs(rot[ro]) * size[so + 1]
  out[0] = center[co] - x
  out[1] = center[co + 1] - y
  out[2] = center[co] + x
  out[3] = center[co + 1] + y
}

export function capsuleVertex(size: Float64Array, so: number, _polygon: unknown, index: number, out: Float64Array, oo: number): void {
  out[oo] = 0
  out[oo + 1] = index === 0 ? -size[so + 1] : size[so + 1]
}

function coreVertices(out: Float64Array, size: Float64Array, so: number): number {
  for (let i = 0; i < 2; i++) capsuleVertex(size, so, null, i, out, 2 * i)
  return 2
}

export function capsuleSupport(
  rot: Float64Array, ro: number, _size: Float64Array, _so: number, _polygon: unknown, dir: Float64Array, di: number, sign: number,
): number {
  return sign * (rot[ro] * dir[di + 1] - rot[ro + 1] * dir[di]) > 0 ? 1 : 0
}

export function capsuleExtent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, _packed: Float64Array, _p: number,
  dir: Float64Array, di: number,
): void {
  out[oo] = size[so + 1] * Math.abs(rot[ro] * dir[di + 1] - rot[ro + 1] * dir[di])
}

/**
 * Rectangle of length 2 h plus two half discs. A half disc has its centre 4/3π r beyond its flat side; moved there and summed, the pair gives
 * m (½ r² + h² + 8/3π h r).
 */
function mass(size: Float64Array, so: number, _polygon: unknown, density: number, out: Float64Array): void {
  const r = size[so]
  const h = size[so + 1]
  const middle = density * 4 * h * r
  const disc = density * Math.PI * r * r
  writeSymmetricMass(out, middle + disc, middle * (h * h + r * r) / 3 + disc * (0.5 * r * r + h * h + h * r * (8 / 3 / Math.PI)))
}

function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number): boolean {
  const r = size[so]
  const half = size[so + 1]
  const ox = line[0]
  const oy = line[1]
  const dx = line[2]
  const beyond = oy > half ? oy - half : oy < -half ? oy + half : 0
  if (ox * ox + beyond * beyond <= r * r) return hitInside(hit, line)
  // Within the endless strip but not inside the capsule: only the nearer cap can be met first.
  if (ox <= r && ox >= -r) return hitRound(hit, line, r, 0, oy > 0 ? half : -half)
  if (!(ox * dx < 0)) return false
  const side = ox > 0 ? 1 : -1
  const t = (side * r - ox) / dx
  const y = oy + t * line[3]
  if (y > half) return hitRound(hit, line, r, 0, half)
  if (y < -half) return hitRound(hit, line, r, 0, -half)
  return hitFace(hit, t, side, 0)
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const r = size[so]
  const half = size[so + 1]
  const x = point[0]
  const onAxis = point[1] > half ? half : point[1] < -half ? -half : point[1]
  const y = point[1] - onAxis
  const distance = Math.sqrt(x * x + y * y)
  const isOutside = distance > r
  out[0] = isOutside ? x * (r / distance) : x
  out[1] = isOutside ? onAxis + y * (r / distance) : point[1]
}

export const capsuleShape: ShapeRecord = {
  code: CAPSULE,
  name: 'capsule',
  rounded: true,
  cornered: false,
  solid: true,
  check,
  bounds: capsuleBounds,
  thickness: (size, so) => 2 * size[so],
  reach: (size, so) => size[so] + size[so + 1],
  coreReach: (size, so) => size[so + 1],
  halfLength: (size, so) => size[so + 1],
  coreVertices,
  coreVertex: capsuleVertex,
  support: capsuleSupport,
  coreExtent: capsuleExtent,
  faceCount: () => 0,
  faceNormal: () => {},
  mass,
  ray,
  closestPoint,
}
