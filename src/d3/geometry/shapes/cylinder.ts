/**
 * The cylinder, along local y, the origin at half its height; with unequal ends a truncated cone, and a cone where one end has no radius. Its
 * edges may be rounded. Size: rounding, and of the core half the height, radius at +y, radius at −y.
 *
 * The core is the cylinder without its rounding. It has no corners but two circles; vertices are numbered as points of these
 * (`common/math/circle-index.ts`), the circle in the last bit: 0 is the one at +y.
 */

import { PhysicsError, requireFinite, requireObject } from '../../../common/errors.ts'
import { atan2 } from '../../../common/math/deterministic-math.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { CAP_COSINE, STEADY_TILT } from '../tolerances.ts'
import type { Feature } from '../feature.ts'
import { circleIndex, circlePoint } from '../../../common/math/circle-index.ts'
import { addArc, addLine, rayByDistance, startProfile, writeProfileMass } from './revolution.ts'
import type { ShapeGeometry, ShapeMeasures, ShapeRecord } from './shape-record.ts'

export const CYLINDER: number = 4

/** Corners that stand for the circle of a flat end where it touches with its face. */
const RIM = 16
/** x and z of the corners of a circle of radius 1. */
const RIM_X = new Float64Array(RIM)
const RIM_Z = new Float64Array(RIM)
{
  const half = Math.sqrt(0.5)
  const c = Math.sqrt(0.5 + 0.5 * half)
  const s = Math.sqrt(0.5 - 0.5 * half)
  const quarter = [[1, 0], [c, s], [half, half], [s, c]]
  for (let i = 0; i < RIM; i++) {
    const [x, z] = quarter[i & 3]
    const turns = i >> 2
    RIM_X[i] = turns === 0 ? x : turns === 1 ? -z : turns === 2 ? -x : z
    RIM_Z[i] = turns === 0 ? z : turns === 1 ? x : turns === 2 ? -z : -x
  }
}

interface Given {
  radius?: unknown
  radiusTop?: unknown
  radiusBottom?: unknown
  halfHeight?: unknown
  rounding?: unknown
}

function check(options: unknown): ShapeGeometry {
  const given = requireObject(options, 'cylinder') as Given
  const { radius, radiusTop, radiusBottom } = given
  const both = radiusTop !== undefined && radiusBottom !== undefined
  if (both && radius !== undefined) {
    throw new PhysicsError('out-of-range', 'cylinder.radius', radius, 'is one too many beside radiusTop and radiusBottom. Leave it out.')
  }
  const common = both ? 0 : requireLength(radius, 'cylinder.radius')
  const top = radiusTop === undefined ? common : requireEnd(radiusTop, 'cylinder.radiusTop')
  const bottom = radiusBottom === undefined ? common : requireEnd(radiusBottom, 'cylinder.radiusBottom')
  return frustum(top, bottom, requireLength(given.halfHeight, 'cylinder.halfHeight'), given.rounding)
}

function checkCone(options: unknown): ShapeGeometry {
  const { radius, halfHeight } = requireObject(options, 'cone') as Given
  return { size: [0, requireLength(halfHeight, 'cone.halfHeight'), 0, requireLength(radius, 'cone.radius')], hull: null }
}

/** Radius of an end: 0 is a tip. */
function requireEnd(value: unknown, field: string): number {
  return requireFinite(value, field) === 0 ? 0 : requireLength(value, field)
}

/**
 * Sizes of the core from those of the whole. The rounding lies inside of the given size: the ends keep their height, the side its slope and
 * place. So the core's side is the given one moved inwards by the rounding.
 */
function frustum(top: number, bottom: number, half: number, rounding: unknown): ShapeGeometry {
  if (top === 0 && bottom === 0) {
    throw new PhysicsError('degenerate', 'cylinder.radiusTop', top, 'and radiusBottom are both 0. One end needs a radius.')
  }
  const r = rounding === undefined ? 0 : requireFinite(rounding, 'cylinder.rounding')
  if (r < 0) throw new PhysicsError('out-of-range', 'cylinder.rounding', r, 'must not be below 0, m.')
  if (r === 0) return { size: [0, half, top, bottom], hull: null }
  requireLength(r, 'cylinder.rounding')
  // Across the axis a side moved inwards by r loses r √(1 + slope²); and at its core's ends, r below those of the whole, it has grown by its slope.
  const slope = (bottom - top) / (2 * half)
  const inwards = r * Math.sqrt(1 + slope * slope)
  const coreTop = top - inwards + r * slope
  const coreBottom = bottom - inwards - r * slope
  if (!(r < half && coreTop >= 0 && coreBottom >= 0)) {
    throw new PhysicsError('out-of-range', 'cylinder.rounding', r, 'is more than fits: it must leave something of both ends and of the height. ' +
      'Give less rounding, or use capsule() for ends that are all round.')
  }
  return { size: [r, half - r, coreTop, coreBottom], hull: null }
}

function bounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  const r = size[so]
  const half = size[so + 1]
  const top = size[so + 2]
  const bottom = size[so + 3]
  for (let k = 0; k < 3; k++) {
    const along = rot[ro + 3 * k + 1]
    const x = rot[ro + 3 * k]
    const z = rot[ro + 3 * k + 2]
    const across = Math.sqrt(x * x + z * z)
    out[3 + k] = center[co + k] + r + Math.max(top * across + half * along, bottom * across - half * along)
    out[k] = center[co + k] - r - Math.max(top * across - half * along, bottom * across + half * along)
  }
}

function vertex(size: Float64Array, so: number, _hull: unknown, index: number, out: Float64Array, oo: number): void {
  const top = (index & 1) === 0
  out[oo] = top ? size[so + 2] : size[so + 3]
  out[oo + 1] = top ? size[so + 1] : -size[so + 1]
  circlePoint(index >> 1, out, oo, oo + 2)
}

function support(
  rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array, di: number, sign: number,
): number {
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const z = dir[di + 2] * sign
  const lx = rot[ro] * x + rot[ro + 3] * y + rot[ro + 6] * z
  const ly = rot[ro + 1] * x + rot[ro + 4] * y + rot[ro + 7] * z
  const lz = rot[ro + 2] * x + rot[ro + 5] * y + rot[ro + 8] * z
  const across = Math.sqrt(lx * lx + lz * lz)
  const lower = size[so + 3] * across - size[so + 1] * ly > size[so + 2] * across + size[so + 1] * ly ? 1 : 0
  // A tip is one vertex, and so is a flat end seen straight on.
  if (!(across > 0) || size[so + 2 + lower] === 0) return lower
  return (circleIndex(lx, lz) << 1) | lower
}

function extent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array,
  di: number, sign: number,
): void {
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const z = dir[di + 2] * sign
  const lx = rot[ro] * x + rot[ro + 3] * y + rot[ro + 6] * z
  const ly = rot[ro + 1] * x + rot[ro + 4] * y + rot[ro + 7] * z
  const lz = rot[ro + 2] * x + rot[ro + 5] * y + rot[ro + 8] * z
  const across = Math.sqrt(lx * lx + lz * lz)
  out[oo] = Math.max(size[so + 2] * across + size[so + 1] * ly, size[so + 3] * across - size[so + 1] * ly)
}

/** A flat end, or the line of the side that faces the direction. */
function feature(out: Feature, size: Float64Array, so: number, _hull: unknown, dir: Float64Array): void {
  const half = size[so + 1]
  const top = size[so + 2]
  const bottom = size[so + 3]
  const [x, y, z] = [dir[0], dir[1], dir[2]]
  const across = Math.sqrt(x * x + z * z)
  const isTop = top * across + half * y >= bottom * across - half * y
  const end = isTop ? 0 : 1
  const radius = isTop ? top : bottom
  const height = isTop ? half : -half
  const rise = isTop ? y : -y
  const { points, ids } = out
  if (rise > CAP_COSINE && radius > 0) {
    // Counter-clockwise from above is against the sense in which x turns to z.
    for (let i = 0; i < RIM; i++) {
      const corner = isTop ? RIM - 1 - i : i
      points[3 * i] = radius * RIM_X[corner]
      points[3 * i + 1] = height
      points[3 * i + 2] = radius * RIM_Z[corner]
      ids[i] = 32 * end + corner
    }
    out.count = RIM
    if (across > STEADY_TILT) leanOn(out, radius / across, x, z)
    return
  }
  out.count = 2
  for (let i = 0; i < 2; i++) {
    const r = across > 0 ? (i === 0 ? top : bottom) / across : 0
    points[3 * i] = r * x
    points[3 * i + 1] = i === 0 ? half : -half
    points[3 * i + 2] = r * z
    ids[i] = i
  }
}

/** A tilted end touches where it is lowest: the corner next to that place goes there. */
function leanOn(out: Feature, scale: number, x: number, z: number): void {
  const { points } = out
  let at = 0
  let most = -Infinity
  for (let i = 0; i < RIM; i++) {
    const along = points[3 * i] * x + points[3 * i + 2] * z
    if (along > most) {
      most = along
      at = i
    }
  }
  points[3 * at] = scale * x
  points[3 * at + 2] = scale * z
}

function faceNormal(_hull: unknown, face: number, out: Float64Array): void {
  out[0] = 0
  out[1] = face === 0 ? 1 : -1
  out[2] = 0
}

/** Radius of the largest ball in the core: it touches the wider end, and the side or the other end. */
function inner(size: Float64Array, so: number): number {
  const half = size[so + 1]
  const slope = Math.abs(size[so + 3] - size[so + 2]) / (2 * half)
  const cosine = 1 / Math.sqrt(1 + slope * slope)
  const height = (0.5 * cosine * (size[so + 2] + size[so + 3]) - half) / (1 + cosine * slope)
  return Math.min(half, height + half)
}

function coreReach(size: Float64Array, so: number): number {
  const r = Math.max(size[so + 2], size[so + 3])
  return Math.sqrt(r * r + size[so + 1] * size[so + 1])
}

function mass(size: Float64Array, so: number, _hull: unknown, density: number, out: Float64Array): void {
  const r = size[so]
  const half = size[so + 1]
  const top = size[so + 2]
  const bottom = size[so + 3]
  // The side leans by this angle; its rounding ends there.
  const lean = atan2(bottom - top, 2 * half)
  startProfile()
  addArc(bottom, -half, r, -0.5 * Math.PI, lean)
  const length = Math.sqrt(4 * half * half + (bottom - top) * (bottom - top))
  const out0 = r * 2 * half / length
  const up = r * (bottom - top) / length
  addLine(bottom + out0, -half + up, top + out0, half + up)
  addArc(top, half, r, lean, 0.5 * Math.PI)
  writeProfileMass(density, out)
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  const r = size[so]
  const half = size[so + 1]
  const top = size[so + 2]
  const bottom = size[so + 3]
  const x = point[0]
  const y = point[1]
  const z = point[2]
  const across = Math.sqrt(x * x + z * z)
  // In the half plane through the axis the core is a trapezium.
  let cx = across
  let cy = y > half ? half : y < -half ? -half : y
  const width = top + (bottom - top) * (half - cy) / (2 * half)
  if (cx > width) {
    const sx = bottom - top
    const sy = -2 * half
    let t = ((across - top) * sx + (y - half) * sy) / (sx * sx + sy * sy)
    t = t > 1 ? 1 : t > 0 ? t : 0
    cx = top + t * sx
    cy = half + t * sy
  }
  const dx = across - cx
  const dy = y - cy
  const distance = Math.sqrt(dx * dx + dy * dy)
  if (distance <= r) {
    for (let k = 0; k < 3; k++) out[k] = point[k]
    return
  }
  const share = r / distance
  const scale = across > 0 ? (cx + dx * share) / across : 0
  out[0] = x * scale
  out[1] = cy + dy * share
  out[2] = z * scale
}

/** Of the side: from its axis to its surface, along the normal. Flat ends have no centre to roll about. */
function curvature(out: Float64Array, oo: number, size: Float64Array, so: number, dir: Float64Array): void {
  const across = Math.sqrt(dir[0] * dir[0] + dir[2] * dir[2])
  const flat = Math.abs(dir[1]) > CAP_COSINE
  out[oo] = size[so] + (flat ? 0 : 0.5 * (size[so + 2] + size[so + 3]) / across)
}

function measures(size: Float64Array, so: number): ShapeMeasures {
  const rounding = size[so]
  const slope = (size[so + 3] - size[so + 2]) / (2 * size[so + 1])
  const outwards = rounding * Math.sqrt(1 + slope * slope)
  const radiusTop = size[so + 2] + outwards - rounding * slope
  const radiusBottom = size[so + 3] + outwards + rounding * slope
  return { radius: Math.max(radiusTop, radiusBottom), radiusTop, radiusBottom, halfHeight: size[so + 1] + rounding, rounding }
}

export const cylinderShape: ShapeRecord = {
  code: CYLINDER,
  name: 'cylinder',
  rounded: true,
  smooth: true,
  usesHull: false,
  hasHalfExtents: false,
  check,
  bounds,
  thickness: (size, so) => 2 * (inner(size, so) + size[so]),
  innerRadius: (out, oo, size, so) => { out[oo] = inner(size, so) + size[so] },
  reach: (size, so) => coreReach(size, so) + size[so],
  coreReach,
  halfLength: () => 0,
  measures,
  coreVertices: () => 0,
  coreVertex: vertex,
  support,
  coreExtent: extent,
  feature,
  curvature,
  faceCount: () => 2,
  faceNormal,
  mass,
  ray: (hit, ray, size, so) => rayByDistance(cylinderShape, hit, ray, size, so, null, coreReach(size, so) + size[so]),
  closestPoint,
}

/** What `cone()` is checked by; the shape it makes is a cylinder. */
export const coneShape: ShapeRecord = { ...cylinderShape, check: checkCone }
