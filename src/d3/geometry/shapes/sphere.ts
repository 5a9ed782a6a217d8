/**
 * The sphere. Size: radius. Its core is a point, its centre.
 */

import { requireObject } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { hitBall, hitInside } from './ray-ball.ts'
import { pointFeature } from './point-feature.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const SPHERE: number = 0

function check(options: unknown): ShapeGeometry {
  const { radius } = requireObject(options, 'sphere') as { radius: unknown }
  return { size: [requireLength(radius, 'sphere.radius'), 0, 0], hull: null }
}

export function sphereBounds(
  out: Float64Array, center: Float64Array, co: number, _rot: Float64Array, _ro: number, size: Float64Array, so: number,
): void {
  const r = size[so]
  const x = center[co]
  const y = center[co + 1]
  const z = center[co + 2]
  out[0] = x - r
  out[1] = y - r
  out[2] = z - r
  out[3] = x + r
  out[4] = y + r
  out[5] = z + r
}

export function sphereVertex(_size: Float64Array, _so: number, _hull: unknown, _index: number, out: Float64Array, oo: number): void {
  out[oo] = 0
  out[oo + 1] = 0
  out[oo + 2] = 0
}

function coreVertices(out: Float64Array): number {
  out[0] = 0
  out[1] = 0
  out[2] = 0
  return 1
}

/** I = 2/5 m r². */
function mass(size: Float64Array, so: number, _hull: unknown, density: number, out: Float64Array): void {
  const r = size[so]
  const m = density * (4 / 3) * Math.PI * r * r * r
  const inertia = 0.4 * m * r * r
  writeSymmetricMass(out, m, inertia, inertia, inertia)
}

function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number): boolean {
  const r = size[so]
  if (line[0] * line[0] + line[1] * line[1] + line[2] * line[2] <= r * r) return hitInside(hit, line)
  return hitBall(hit, line, r, 0)
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const x = point[0]
  const y = point[1]
  const z = point[2]
  const distance = Math.sqrt(x * x + y * y + z * z)
  const scale = distance > size[so] ? size[so] / distance : 1
  out[0] = x * scale
  out[1] = y * scale
  out[2] = z * scale
}

export const sphereShape: ShapeRecord = {
  code: SPHERE,
  name: 'sphere',
  rounded: true,
  smooth: false,
  usesHull: false,
  hasHalfExtents: false,
  check,
  bounds: sphereBounds,
  thickness: (size, so) => 2 * size[so],
  innerRadius: (out, oo, size, so) => { out[oo] = size[so] },
  reach: (size, so) => size[so],
  coreReach: () => 0,
  halfLength: () => 0,
  measures: () => null,
  coreVertices,
  coreVertex: sphereVertex,
  support: () => 0,
  coreExtent: (out, oo) => { out[oo] = 0 },
  feature: pointFeature,
  curvature: (out, oo, size, so) => { out[oo] = size[so] },
  faceCount: () => 0,
  faceNormal: () => {},
  mass,
  ray,
  closestPoint,
}
