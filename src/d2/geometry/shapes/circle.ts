/**
 * The circle, a disc. Size: radius. Its core is a point, its centre.
 */

import { requireObject } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { hitInside, hitRound } from './ray-circle.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const CIRCLE: number = 0

function check(options: unknown): ShapeGeometry {
  const { radius } = requireObject(options, 'circle') as { radius: unknown }
  return { size: [requireLength(radius, 'circle.radius'), 0, 0, 0], polygon: null }
}

export function circleBounds(
  out: Float64Array, center: Float64Array, co: number, _rot: Float64Array, _ro: number, size: Float64Array, so: number,
): void {
  const r = size[so]
  out[0] = center[co] - r
  out[1] = center[co + 1] - r
  out[2] = center[co] + r
  out[3] = center[co + 1] + r
}

export function circleVertex(_size: Float64Array, _so: number, _polygon: unknown, _index: number, out: Float64Array, oo: number): void {
  out[oo] = 0
  out[oo + 1] = 0
}

function coreVertices(out: Float64Array): number {
  out[0] = 0
  out[1] = 0
  return 1
}

/** I = ½ m r². */
function mass(size: Float64Array, so: number, _polygon: unknown, density: number, out: Float64Array): void {
  const r = size[so]
  const m = density * Math.PI * r * r
  writeSymmetricMass(out, m, 0.5 * m * r * r)
}

function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number): boolean {
  const r = size[so]
  if (line[0] * line[0] + line[1] * line[1] <= r * r) return hitInside(hit, line)
  return hitRound(hit, line, r, 0, 0)
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const x = point[0]
  const y = point[1]
  const distance = Math.sqrt(x * x + y * y)
  const scale = distance > size[so] ? size[so] / distance : 1
  out[0] = x * scale
  out[1] = y * scale
}

export const circleShape: ShapeRecord = {
  code: CIRCLE,
  name: 'circle',
  rounded: true,
  cornered: false,
  solid: true,
  check,
  bounds: circleBounds,
  thickness: (size, so) => 2 * size[so],
  reach: (size, so) => size[so],
  coreReach: () => 0,
  halfLength: () => 0,
  coreVertices,
  coreVertex: circleVertex,
  support: () => 0,
  coreExtent: (out, oo) => { out[oo] = 0 },
  faceCount: () => 0,
  faceNormal: () => {},
  mass,
  ray,
  closestPoint,
}
