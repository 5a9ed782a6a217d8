/**
 * The capsule with unequal ends, along local y: the convex hull of two balls. Size: radius of the smaller ball, half the distance of the centres, and
 * how much larger the ball at +y is, and the one at −y; one of the two is 0.
 *
 * Its core is the hull of a ball and a point, widened by the smaller radius; curved in both directions (`point-ring.ts`).
 */

import { PhysicsError, requireObject } from '../../../common/errors.ts'
import { atan2 } from '../../../common/math/deterministic-math.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import type { Feature } from '../feature.ts'
import { capsuleShape } from './capsule.ts'
import { LYING_CAPSULE } from '../tolerances.ts'
import { numberedPoint, numberPoint } from './point-ring.ts'
import { addArc, addLine, rayByDistance, startProfile, writeProfileMass } from './revolution.ts'
import type { ShapeGeometry, ShapeMeasures, ShapeRecord } from './shape-record.ts'

export const TAPERED_CAPSULE: number = 6

const local = new Float64Array(3)

interface Given {
  radius?: unknown
  radiusTop?: unknown
  radiusBottom?: unknown
  halfLength?: unknown
}

/** Radii of the ends and half the length, checked. */
function readEnds(options: unknown): { top: number; bottom: number; half: number } {
  const { radius, radiusTop, radiusBottom, halfLength } = requireObject(options, 'capsule') as Given
  const both = radiusTop !== undefined && radiusBottom !== undefined
  if (both && radius !== undefined) {
    throw new PhysicsError('out-of-range', 'capsule.radius', radius, 'is one too many beside radiusTop and radiusBottom. Leave it out.')
  }
  const common = both ? 0 : requireLength(radius, 'capsule.radius')
  const top = radiusTop === undefined ? common : requireLength(radiusTop, 'capsule.radiusTop')
  const bottom = radiusBottom === undefined ? common : requireLength(radiusBottom, 'capsule.radiusBottom')
  return { top, bottom, half: requireLength(halfLength, 'capsule.halfLength') }
}

function check(options: unknown): ShapeGeometry {
  const { top, bottom, half } = readEnds(options)
  if (!(Math.abs(top - bottom) < 2 * half)) {
    throw new PhysicsError('degenerate', 'capsule.halfLength', half, 'is so short that one end lies inside the other: use sphere(), or a longer one.')
  }
  const less = Math.min(top, bottom)
  return { size: [less, half, top - less, bottom - less], hull: null }
}

function bounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  const r = size[so]
  const top = size[so + 2]
  const bottom = size[so + 3]
  for (let k = 0; k < 3; k++) {
    const along = rot[ro + 3 * k + 1] * size[so + 1]
    out[k] = center[co + k] - r - Math.max(top - along, bottom + along)
    out[3 + k] = center[co + k] + r + Math.max(top + along, bottom - along)
  }
}

/** Sets `local` to the direction in the shape's frame; returns its length. */
function setLocal(rot: Float64Array, ro: number, dir: Float64Array, di: number, sign: number): void {
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const z = dir[di + 2] * sign
  for (let k = 0; k < 3; k++) local[k] = rot[ro + k] * x + rot[ro + 3 + k] * y + rot[ro + 6 + k] * z
}

function support(
  rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array, di: number, sign: number,
): number {
  setLocal(rot, ro, dir, di, sign)
  const half = size[so + 1]
  const length = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2])
  const isTop = size[so + 2] * length + half * local[1] >= size[so + 3] * length - half * local[1]
  const scale = length > 0 ? (isTop ? size[so + 2] : size[so + 3]) / length : 0
  for (let k = 0; k < 3; k++) local[k] *= scale
  local[1] += isTop ? half : -half
  return numberPoint(local)
}

function extent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array,
  di: number, sign: number,
): void {
  setLocal(rot, ro, dir, di, sign)
  const length = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2])
  const along = size[so + 1] * local[1]
  out[oo] = Math.max(size[so + 2] * length + along, size[so + 3] * length - along)
}

/** Both ends when it lies, else the one in front. On its side the normal leans by the slope of the side. */
function feature(out: Feature, size: Float64Array, so: number, _hull: unknown, dir: Float64Array): void {
  const half = size[so + 1]
  const rise = dir[1] - (size[so + 3] - size[so + 2]) / (2 * half)
  const lies = rise < LYING_CAPSULE && rise > -LYING_CAPSULE
  out.count = lies ? 2 : 1
  for (let i = 0; i < out.count; i++) {
    const end = lies ? i : rise >= 0 ? 0 : 1
    for (let k = 0; k < 3; k++) out.points[3 * i + k] = size[so + 2 + end] * dir[k]
    out.points[3 * i + 1] += end === 0 ? half : -half
    out.ids[i] = end
  }
}

/** The ball that touches; of both, their mean. */
function curvature(out: Float64Array, oo: number, size: Float64Array, so: number, dir: Float64Array): void {
  const rise = dir[1] - (size[so + 3] - size[so + 2]) / (2 * size[so + 1])
  const lies = rise < LYING_CAPSULE && rise > -LYING_CAPSULE
  out[oo] = size[so] + (lies ? 0.5 * (size[so + 2] + size[so + 3]) : rise >= 0 ? size[so + 2] : size[so + 3])
}

function larger(size: Float64Array, so: number): number {
  return Math.max(size[so + 2], size[so + 3])
}

/** Two parts of balls and the cone between the circles where they touch it. */
function mass(size: Float64Array, so: number, _hull: unknown, density: number, out: Float64Array): void {
  const half = size[so + 1]
  const top = size[so] + size[so + 2]
  const bottom = size[so] + size[so + 3]
  const sine = (bottom - top) / (2 * half)
  const cosine = Math.sqrt(1 - sine * sine)
  const lean = atan2(sine, cosine)
  startProfile()
  addArc(0, -half, bottom, -0.5 * Math.PI, lean)
  addLine(bottom * cosine, -half + bottom * sine, top * cosine, half + top * sine)
  addArc(0, half, top, lean, 0.5 * Math.PI)
  writeProfileMass(density, out)
}

/** The nearer ball, or the side: the point's foot on the axis, moved along it by the slope of the side, tells where. */
function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const half = size[so + 1]
  const top = size[so] + size[so + 2]
  const bottom = size[so] + size[so + 3]
  const x = point[0]
  const y = point[1]
  const z = point[2]
  const across = Math.sqrt(x * x + z * z)
  const sine = (bottom - top) / (2 * half)
  const cosine = Math.sqrt(1 - sine * sine)
  let foot = y - across * sine / cosine
  foot = foot > half ? half : foot < -half ? -half : foot
  const r = top + (bottom - top) * (half - foot) / (2 * half)
  const dy = y - foot
  const distance = Math.sqrt(across * across + dy * dy)
  const scale = distance > r ? r / distance : 1
  out[0] = x * scale
  out[1] = distance > r ? foot + dy * scale : y
  out[2] = z * scale
}

function measures(size: Float64Array, so: number): ShapeMeasures {
  const [radiusTop, radiusBottom] = [size[so] + size[so + 2], size[so] + size[so + 3]]
  return { radius: Math.max(radiusTop, radiusBottom), radiusTop, radiusBottom, halfHeight: 0, rounding: 0 }
}

export const taperedCapsuleShape: ShapeRecord = {
  code: TAPERED_CAPSULE,
  name: 'tapered-capsule',
  rounded: true,
  smooth: true,
  usesHull: false,
  hasHalfExtents: false,
  check,
  bounds,
  thickness: (size, so) => 2 * (size[so] + larger(size, so)),
  innerRadius: (out, oo, size, so) => { out[oo] = size[so] + larger(size, so) },
  reach: (size, so) => size[so] + size[so + 1] + larger(size, so),
  coreReach: (size, so) => size[so + 1] + larger(size, so),
  halfLength: (size, so) => size[so + 1],
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
  ray: (hit, line, size, so) => rayByDistance(taperedCapsuleShape, hit, line, size, so, null, size[so] + size[so + 1] + larger(size, so)),
  closestPoint,
}

/** A capsule whose ends are given one by one and equal: of the plain kind. */
export const equalCapsuleShape: ShapeRecord = {
  ...capsuleShape,
  check(options) {
    const { top, half } = readEnds(options)
    return { size: [top, half, 0], hull: null }
  },
}
