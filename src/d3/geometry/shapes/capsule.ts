/**
 * The capsule: a cylinder with round ends along local y. Size: radius, half length (half of the segment between the centres of the caps).
 * Its core is that segment; vertex 0 is the end at +y, 1 the end at −y.
 */

import { PhysicsError, requireFinite, requireObject } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { hitBall, hitInside } from './ray-ball.ts'
import type { Feature } from '../feature.ts'
import { LYING_CAPSULE } from '../tolerances.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const CAPSULE: number = 1

function check(options: unknown): ShapeGeometry {
  const { radius, halfLength } = requireObject(options, 'capsule') as { radius: unknown; halfLength: unknown }
  const r = requireLength(radius, 'capsule.radius')
  const half = requireFinite(halfLength, 'capsule.halfLength')
  if (half <= 0) {
    throw new PhysicsError('out-of-range', 'capsule.halfLength', half, 'must be above 0. A capsule of length 0 is a sphere: use sphere().')
  }
  return { size: [r, requireLength(half, 'capsule.halfLength'), 0], hull: null }
}

export function capsuleBounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  const r = size[so]
  const half = size[so + 1]
  const x = r + Math.abs(rot[ro + 1]) * half
  const y = r + Math.abs(rot[ro + 4]) * half
  const z = r + Math.abs(rot[ro + 7]) * half
  out[0] = center[co] - x
  out[1] = center[co + 1] - y
  out[2] = center[co + 2] - z
  out[3] = center[co] + x
  out[4] = center[co + 1] + y
  out[5] = center[co + 2] + z
}

export function capsuleVertex(size: Float64Array, so: number, _hull: unknown, index: number, out: Float64Array, oo: number): void {
  out[oo] = 0
  out[oo + 1] = index === 0 ? size[so + 1] : -size[so + 1]
  out[oo + 2] = 0
}

function coreVertices(out: Float64Array, size: Float64Array, so: number): number {
  for (let i = 0; i < 2; i++) capsuleVertex(size, so, null, i, out, 3 * i)
  return 2
}

export function capsuleSupport(
  rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array, di: number, sign: number,
): number {
  const along = sign * (rot[ro + 1] * dir[di] + rot[ro + 4] * dir[di + 1] + rot[ro + 7] * dir[di + 2])
  return along >= 0 || size[so + 1] === 0 ? 0 : 1
}

export function capsuleExtent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array,
  di: number,
): void {
  const along = rot[ro + 1] * dir[di] + rot[ro + 4] * dir[di + 1] + rot[ro + 7] * dir[di + 2]
  out[oo] = size[so + 1] * Math.abs(along)
}

/** The whole axis when the capsule lies, else the end in front. */
function feature(out: Feature, size: Float64Array, so: number, _hull: unknown, dir: Float64Array): void {
  const lies = dir[1] < LYING_CAPSULE && dir[1] > -LYING_CAPSULE
  out.count = lies ? 2 : 1
  for (let i = 0; i < out.count; i++) {
    const end = lies ? i : dir[1] >= 0 ? 0 : 1
    capsuleVertex(size, so, null, end, out.points, 3 * i)
    out.ids[i] = end
  }
}

/**
 * Cylinder of length 2 h plus two half balls. A half ball has its centre 3/8 r beyond its flat side; moved there and summed, the pair gives
 * m (2/5 r² + h² + 3/4 h r) across the axis.
 */
function mass(size: Float64Array, so: number, _hull: unknown, density: number, out: Float64Array): void {
  const r = size[so]
  const h = size[so + 1]
  const cylinder = density * Math.PI * r * r * 2 * h
  const ball = density * (4 / 3) * Math.PI * r * r * r
  const along = cylinder * 0.5 * r * r + ball * 0.4 * r * r
  const across = cylinder * (0.25 * r * r + h * h / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r)
  writeSymmetricMass(out, cylinder + ball, across, along, across)
}

function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number): boolean {
  const r = size[so]
  const half = size[so + 1]
  const ox = line[0]
  const oy = line[1]
  const oz = line[2]
  const dx = line[3]
  const dy = line[4]
  const dz = line[5]
  const beyond = oy > half ? oy - half : oy < -half ? oy + half : 0
  const across = ox * ox + oz * oz
  if (across + beyond * beyond <= r * r) return hitInside(hit, line)
  // Within the endless cylinder but not inside the capsule: only the nearer cap can be met first.
  if (across <= r * r) return hitBall(hit, line, r, oy > 0 ? half : -half)
  const speed = dx * dx + dz * dz
  const approach = -(ox * dx + oz * dz)
  if (!(approach > 0 && speed > 0)) return false
  const middle = approach / speed
  const px = ox + middle * dx
  const pz = oz + middle * dz
  const miss = Math.sqrt(px * px + pz * pz)
  if (miss > r) return false
  const back = Math.sqrt((r - miss) * (r + miss) / speed)
  const t = middle - back
  const y = oy + t * dy
  if (y > half) return hitBall(hit, line, r, half)
  if (y < -half) return hitBall(hit, line, r, -half)
  const nx = px - back * dx
  const nz = pz - back * dz
  const scale = 1 / Math.sqrt(nx * nx + nz * nz)
  hit[0] = Math.max(0, t)
  hit[1] = nx * scale
  hit[2] = 0
  hit[3] = nz * scale
  return true
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const r = size[so]
  const half = size[so + 1]
  const x = point[0]
  const z = point[2]
  const onAxis = point[1] > half ? half : point[1] < -half ? -half : point[1]
  const y = point[1] - onAxis
  const distance = Math.sqrt(x * x + y * y + z * z)
  const scale = distance > r ? r / distance : 1
  out[0] = x * scale
  out[1] = distance > r ? onAxis + y * scale : point[1]
  out[2] = z * scale
}

export const capsuleShape: ShapeRecord = {
  code: CAPSULE,
  name: 'capsule',
  rounded: true,
  smooth: false,
  usesHull: false,
  hasHalfExtents: false,
  check,
  bounds: capsuleBounds,
  thickness: (size, so) => 2 * size[so],
  innerRadius: (out, oo, size, so) => { out[oo] = size[so] },
  reach: (size, so) => size[so] + size[so + 1],
  coreReach: (size, so) => size[so + 1],
  halfLength: (size, so) => size[so + 1],
  measures: () => null,
  coreVertices,
  coreVertex: capsuleVertex,
  support: capsuleSupport,
  coreExtent: capsuleExtent,
  feature,
  curvature: (out, oo, size, so) => { out[oo] = size[so] },
  faceCount: () => 0,
  faceNormal: () => {},
  mass,
  ray,
  closestPoint,
}
