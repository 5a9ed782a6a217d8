/**
 * The ellipsoid, its axes along the local ones. Size: the three radii. It is all core, curved in both directions (`point-ring.ts`).
 */

import { requireObject } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { readVec3 } from '../../math/types.ts'
import type { Feature } from '../feature.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { numberedPoint, numberPoint } from './point-ring.ts'
import { hitBall, hitInside } from './ray-ball.ts'
import type { ShapeGeometry, ShapeMeasures, ShapeRecord } from './shape-record.ts'

export const ELLIPSOID: number = 5

/** Rounds of Newton's method for the closest point; it comes from one side and ends by itself. */
const MAX_ROUNDS = 64

const given = new Float64Array(3)
const local = new Float64Array(3)
const scaledRay = new Float64Array(6)

function check(options: unknown): ShapeGeometry {
  const { radii } = requireObject(options, 'ellipsoid') as { radii: unknown }
  readVec3(radii as never, 'ellipsoid.radii', given, 0)
  for (let k = 0; k < 3; k++) requireLength(given[k], `ellipsoid.radii.${'xyz'[k]}`)
  return { size: [given[0], given[1], given[2]], hull: null }
}

function bounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  for (let k = 0; k < 3; k++) {
    const x = rot[ro + 3 * k] * size[so]
    const y = rot[ro + 3 * k + 1] * size[so + 1]
    const z = rot[ro + 3 * k + 2] * size[so + 2]
    const reach = Math.sqrt(x * x + y * y + z * z)
    out[k] = center[co + k] - reach
    out[3 + k] = center[co + k] + reach
  }
}

/** `local` = the direction scaled by the radii, in the shape's frame; its length is the support function. */
function setLocal(
  rot: Float64Array, ro: number, size: Float64Array, so: number, dir: Float64Array, di: number, sign: number,
): void {
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const z = dir[di + 2] * sign
  for (let k = 0; k < 3; k++) local[k] = size[so + k] * (rot[ro + k] * x + rot[ro + 3 + k] * y + rot[ro + 6 + k] * z)
}

function support(
  rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array, di: number, sign: number,
): number {
  setLocal(rot, ro, size, so, dir, di, sign)
  toSurface(size, so)
  return numberPoint(local)
}

/** The point of the surface that the scaled direction in `local` leads to. */
function toSurface(size: Float64Array, so: number): void {
  const length = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2])
  const scale = length > 0 ? 1 / length : 0
  for (let k = 0; k < 3; k++) local[k] *= size[so + k] * scale
}

function extent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array,
  di: number, sign: number,
): void {
  setLocal(rot, ro, size, so, dir, di, sign)
  out[oo] = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2])
}

function feature(out: Feature, size: Float64Array, so: number, _hull: unknown, dir: Float64Array): void {
  for (let k = 0; k < 3; k++) local[k] = size[so + k] * dir[k]
  toSurface(size, so)
  out.count = 1
  out.ids[0] = 0
  for (let k = 0; k < 3; k++) out.points[k] = local[k]
}

/** Geometric mean of both radii of curvature: a b c / h², with the distance h of the tangent plane from the centre. */
function curvature(out: Float64Array, oo: number, size: Float64Array, so: number, dir: Float64Array): void {
  let square = 0
  for (let k = 0; k < 3; k++) square += size[so + k] * dir[k] * size[so + k] * dir[k]
  out[oo] = size[so] * size[so + 1] * size[so + 2] / square
}

function least(size: Float64Array, so: number): number {
  return Math.min(size[so], size[so + 1], size[so + 2])
}

function reach(size: Float64Array, so: number): number {
  return Math.max(size[so], size[so + 1], size[so + 2])
}

/** I = m (b² + c²) / 5 about the axis of a. */
function mass(size: Float64Array, so: number, _hull: unknown, density: number, out: Float64Array): void {
  const a = size[so]
  const b = size[so + 1]
  const c = size[so + 2]
  const m = density * (4 / 3) * Math.PI * a * b * c
  writeSymmetricMass(out, m, 0.2 * m * (b * b + c * c), 0.2 * m * (a * a + c * c), 0.2 * m * (a * a + b * b))
}

/** In units of its radii it is a ball of radius 1. */
function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number): boolean {
  let square = 0
  let speed = 0
  for (let k = 0; k < 3; k++) {
    scaledRay[k] = line[k] / size[so + k]
    scaledRay[3 + k] = line[3 + k] / size[so + k]
    square += scaledRay[k] * scaledRay[k]
    speed += scaledRay[3 + k] * scaledRay[3 + k]
  }
  if (square <= 1) return hitInside(hit, line)
  if (!(speed > 0)) return false
  const length = Math.sqrt(speed)
  for (let k = 3; k < 6; k++) scaledRay[k] /= length
  if (!hitBall(hit, scaledRay, 1, 0)) return false
  hit[0] /= length
  let normal = 0
  for (let k = 0; k < 3; k++) {
    hit[1 + k] /= size[so + k]
    normal += hit[1 + k] * hit[1 + k]
  }
  const scale = 1 / Math.sqrt(normal)
  for (let k = 1; k < 4; k++) hit[k] *= scale
  return true
}

/**
 * The closest point is x_k = a_k² p_k / (t + a_k²) with the t for which it lies on the surface: Σ (a_k p_k / (t + a_k²))² = 1. The sum falls and is
 * convex in t above the least −a_k², so Newton's method from below comes up to the root (Eberly, *Distance from a point to an ellipsoid*).
 */
function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  let square = 0
  let t = -Infinity
  for (let k = 0; k < 3; k++) {
    const a = size[so + k]
    const share = point[k] / a
    square += share * share
    t = Math.max(t, a * Math.abs(point[k]) - a * a)
  }
  if (square <= 1) {
    for (let k = 0; k < 3; k++) out[k] = point[k]
    return
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let value = -1
    let slope = 0
    for (let k = 0; k < 3; k++) {
      const a = size[so + k]
      const below = t + a * a
      if (point[k] === 0) continue
      const share = a * point[k] / below
      value += share * share
      slope -= 2 * share * share / below
    }
    const next = t - value / slope
    if (!(next > t)) break
    t = next
  }
  for (let k = 0; k < 3; k++) {
    const a2 = size[so + k] * size[so + k]
    out[k] = point[k] === 0 ? 0 : point[k] * a2 / (t + a2)
  }
}

function measures(size: Float64Array, so: number): ShapeMeasures {
  return { radius: reach(size, so), radiusTop: 0, radiusBottom: 0, halfHeight: 0, rounding: 0 }
}

export const ellipsoidShape: ShapeRecord = {
  code: ELLIPSOID,
  name: 'ellipsoid',
  rounded: false,
  smooth: true,
  usesHull: false,
  hasHalfExtents: false,
  check,
  bounds,
  thickness: (size, so) => 2 * least(size, so),
  innerRadius: (out, oo, size, so) => { out[oo] = least(size, so) },
  reach,
  coreReach: reach,
  halfLength: () => 0,
  measures,
  coreVertices: () => 0,
  coreVertex: (_size, _so, _hull, index, out, oo) => numberedPoint(index, out, oo),
  support,
  coreExtent: extent,
  feature,
  curvature,
  faceCount: () => 0,
  faceNormal: () => {},
  mass,
  ray,
  closestPoint,
}
