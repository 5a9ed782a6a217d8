/**
 * The convex hull of points. All it is stands in a `Hull` object, whose vertices are its core; the size column has its scale (`instances.ts`).
 */

import { requireObject } from '../../../common/errors.ts'
import { OPPOSED_BIAS } from '../../../common/tolerances.ts'
import { readPoints } from '../../../common/points.ts'
import { buildHull } from '../hull/hull-builder.ts'
import { HULL_INTEGRAL_SIZE, hullIntegrals } from '../hull/hull-integrals.ts'
import { awayFromHull, exactlyHighestFace, findHighestFace, findNearestOnHull, highest, probe } from '../hull/hull-nearest.ts'
import { readScale } from '../instances.ts'
import type { Feature } from '../feature.ts'
import type { Hull } from '../hull/hull.ts'
import { hitInside } from './ray-ball.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const HULL: number = 3

const integrals = new Float64Array(HULL_INTEGRAL_SIZE)

function check(options: unknown): ShapeGeometry {
  const { points, hull, scale } = requireObject(options, 'hull') as { points: unknown; hull: Hull | undefined; scale: unknown }
  return { size: [0, ...readScale(scale, 'hull.scale')], hull: hull ?? buildHull(readPoints(points, 3, 'hull.points'), 'hull.points') }
}

export function hullBounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, _size: Float64Array, _so: number, hull: Hull | null,
): void {
  const { vertices, vertexCount } = hull!
  let x0 = Infinity
  let y0 = Infinity
  let z0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  let z1 = -Infinity
  for (let i = 0; i < vertexCount; i++) {
    const a = vertices[i * 3]
    const b = vertices[i * 3 + 1]
    const c = vertices[i * 3 + 2]
    const x = rot[ro] * a + rot[ro + 1] * b + rot[ro + 2] * c
    const y = rot[ro + 3] * a + rot[ro + 4] * b + rot[ro + 5] * c
    const z = rot[ro + 6] * a + rot[ro + 7] * b + rot[ro + 8] * c
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
    if (z < z0) z0 = z
    if (z > z1) z1 = z
  }
  out[0] = center[co] + x0
  out[1] = center[co + 1] + y0
  out[2] = center[co + 2] + z0
  out[3] = center[co] + x1
  out[4] = center[co + 1] + y1
  out[5] = center[co + 2] + z1
}

export function hullVertex(_size: Float64Array, _so: number, hull: Hull | null, index: number, out: Float64Array, oo: number): void {
  const { vertices } = hull!
  out[oo] = vertices[index * 3]
  out[oo + 1] = vertices[index * 3 + 1]
  out[oo + 2] = vertices[index * 3 + 2]
}

function coreVertices(out: Float64Array, _size: Float64Array, _so: number, hull: Hull | null): number {
  const { vertices, vertexCount } = hull!
  for (let i = 0; i < 3 * vertexCount; i++) out[i] = vertices[i]
  return vertexCount
}

/** Vertices are scanned: with at most 254 of them, flat and branch-poor, a walk over neighbours would not pay. */
export function hullSupport(
  rot: Float64Array, ro: number, _size: Float64Array, _so: number, hull: Hull | null, dir: Float64Array, di: number, sign: number,
): number {
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const z = dir[di + 2] * sign
  const lx = rot[ro] * x + rot[ro + 3] * y + rot[ro + 6] * z
  const ly = rot[ro + 1] * x + rot[ro + 4] * y + rot[ro + 7] * z
  const lz = rot[ro + 2] * x + rot[ro + 5] * y + rot[ro + 8] * z
  const { vertices, vertexCount } = hull!
  let best = 0
  let bestValue = vertices[0] * lx + vertices[1] * ly + vertices[2] * lz
  for (let i = 1, vo = 3; i < vertexCount; i++, vo += 3) {
    const value = vertices[vo] * lx + vertices[vo + 1] * ly + vertices[vo + 2] * lz
    if (value > bestValue) {
      bestValue = value
      best = i
    }
  }
  return best
}

export function hullExtent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, _size: Float64Array, _so: number, hull: Hull | null,
  dir: Float64Array, di: number, sign: number,
): void {
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const z = dir[di + 2] * sign
  const lx = rot[ro] * x + rot[ro + 3] * y + rot[ro + 6] * z
  const ly = rot[ro + 1] * x + rot[ro + 4] * y + rot[ro + 7] * z
  const lz = rot[ro + 2] * x + rot[ro + 5] * y + rot[ro + 8] * z
  const { vertices } = hull!
  const end = 3 * hull!.vertexCount
  let most = -Infinity
  for (let v = 0; v < end; v += 3) {
    const along = lx * vertices[v] + ly * vertices[v + 1] + lz * vertices[v + 2]
    if (along > most) most = along
  }
  out[oo] = most
}

function faceNormal(hull: Hull | null, face: number, out: Float64Array): void {
  const { planes } = hull!
  out[0] = planes[4 * face]
  out[1] = planes[4 * face + 1]
  out[2] = planes[4 * face + 2]
}

function mass(_size: Float64Array, _so: number, hull: Hull | null, density: number, out: Float64Array): void {
  hullIntegrals(hull!, integrals)
  writeHullMass(integrals, density, out)
}

/** Volume integrals as a mass record. */
export function writeHullMass(integrals: Float64Array, density: number, out: Float64Array): void {
  out[0] = density * integrals[0]
  out[1] = integrals[1]
  out[2] = integrals[2]
  out[3] = integrals[3]
  out[4] = density * (integrals[5] + integrals[6])
  out[5] = density * (integrals[4] + integrals[6])
  out[6] = density * (integrals[4] + integrals[5])
  out[7] = -density * integrals[7]
  out[8] = -density * integrals[8]
  out[9] = -density * integrals[9]
}

/** Behind all face planes at once. */
function ray(hit: Float64Array, line: Float64Array, _size: Float64Array, _so: number, hull: Hull | null): boolean {
  const { planes, faceCount } = hull!
  const end = faceCount * 4
  let enter = -Infinity
  let leave = Infinity
  let face = -1
  let outside = false
  for (let i = 0; i < end; i += 4) {
    const x = planes[i]
    const y = planes[i + 1]
    const z = planes[i + 2]
    const above = x * line[0] + y * line[1] + z * line[2] - planes[i + 3]
    const rise = x * line[3] + y * line[4] + z * line[5]
    if (above > 0) outside = true
    if (rise < 0) {
      const t = -above / rise
      if (t > enter) {
        enter = t
        face = i
      }
    } else if (rise > 0) leave = Math.min(leave, -above / rise)
    else if (above > 0) return false
  }
  if (!outside) return hitInside(hit, line)
  if (!(enter <= leave && enter >= 0 && enter < Infinity)) return false
  hit[0] = enter
  hit[1] = planes[face]
  hit[2] = planes[face + 1]
  hit[3] = planes[face + 2]
  return true
}

function closestPoint(out: Float64Array, point: Float64Array, _size: Float64Array, _so: number, hull: Hull | null): void {
  for (let i = 0; i < 3; i++) probe[i] = point[i]
  highest[1] = Infinity
  findHighestFace(hull!)
  const face = exactlyHighestFace(hull!)
  const isOutside = highest[0] > 0
  if (isOutside) findNearestOnHull(hull!, face)
  for (let i = 0; i < 3; i++) out[i] = isOutside ? point[i] - awayFromHull[i] : point[i]
}

/** Of the faces at the vertex in front, the one that looks most along the direction. */
export function hullFeature(out: Feature, _size: Float64Array, _so: number, hull: Hull | null, dir: Float64Array): void {
  const { vertices, vertexCount, planes, edges, edgeCount, faceStart, faceVertices } = hull!
  let front = 0
  let most = -Infinity
  for (let i = 0; i < vertexCount; i++) {
    const along = vertices[3 * i] * dir[0] + vertices[3 * i + 1] * dir[1] + vertices[3 * i + 2] * dir[2]
    if (along > most) {
      most = along
      front = i
    }
  }
  let face = -1
  most = -Infinity
  for (let e = 0; e < 4 * edgeCount; e += 4) {
    if (edges[e] !== front && edges[e + 1] !== front) continue
    for (let side = 2; side < 4; side++) {
      const f = edges[e + side]
      const along = planes[4 * f] * dir[0] + planes[4 * f + 1] * dir[1] + planes[4 * f + 2] * dir[2]
      if (along > most + OPPOSED_BIAS || (f < face && along > most - OPPOSED_BIAS)) {
        most = along
        face = f
      }
    }
  }
  const start = faceStart[face]
  out.count = faceStart[face + 1] - start
  for (let i = 0; i < out.count; i++) {
    const v = faceVertices[start + i]
    for (let k = 0; k < 3; k++) out.points[3 * i + k] = vertices[3 * v + k]
    out.ids[i] = v
  }
}

export const hullShape: ShapeRecord = {
  code: HULL,
  name: 'hull',
  rounded: false,
  smooth: false,
  usesHull: true,
  hasHalfExtents: false,
  check,
  bounds: hullBounds,
  thickness: (_size, _so, hull) => 2 * hull!.innerRadius,
  innerRadius: (out, oo, _size, _so, hull) => { out[oo] = hull!.innerRadius },
  reach: (_size, _so, hull) => hull!.radius,
  coreReach: (_size, _so, hull) => hull!.radius,
  halfLength: () => 0,
  measures: () => null,
  coreVertices,
  coreVertex: hullVertex,
  support: hullSupport,
  coreExtent: hullExtent,
  feature: hullFeature,
  curvature: (out, oo) => { out[oo] = 0 },
  faceCount: (hull) => hull!.faceCount,
  faceNormal,
  mass,
  ray,
  closestPoint,
}
