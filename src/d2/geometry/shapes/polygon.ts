/**
 * The convex polygon, boxes (`box.ts`) included. Size: rounding radius, and of a box its half extents x, y (0, 0 for all others). Its
 * vertices are its core and stand in a `Polygon` object, counter-clockwise; face i goes from vertex i to the next.
 */

import { atan2 } from '../../../common/math/deterministic-math.ts'
import { readPoints } from '../../../common/points.ts'
import { requireObject } from '../../../common/errors.ts'
import { CORNER_STRIDE, CORNERS } from '../polygon/packed-polygons.ts'
import { buildPolygon } from '../polygon/polygon-builder.ts'
import type { Polygon } from '../polygon/polygon.ts'
import { boxBounds, boxExtent, isBox } from './box.ts'
import { hitFace, hitInside, hitRound } from './ray-circle.ts'
import { readRounding } from './shape-input.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const POLYGON: number = 3

function check(options: unknown): ShapeGeometry {
  const { points, radius } = requireObject(options, 'polygon') as { points: unknown; radius?: unknown }
  const rounding = readRounding(radius, 'polygon.radius')
  return { size: [rounding, 0, 0, 0], polygon: buildPolygon(readPoints(points, 2, 'polygon.points'), 'polygon.points') }
}

export function polygonBounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
  packed: Float64Array, p: number,
): void {
  if (isBox(size, so)) {
    boxBounds(out, center, co, rot, ro, size, so)
    return
  }
  const first = p + CORNERS
  const end = first + CORNER_STRIDE * packed[p]
  const c = rot[ro]
  const s = rot[ro + 1]
  const radius = size[so]
  let x0 = Infinity
  let y0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  for (let i = first; i < end; i += CORNER_STRIDE) {
    const x = c * packed[i] - s * packed[i + 1]
    const y = s * packed[i] + c * packed[i + 1]
    if (x < x0) x0 = x
    if (x > x1) x1 = x
    if (y < y0) y0 = y
    if (y > y1) y1 = y
  }
  out[0] = center[co] + (x0 - radius)
  out[1] = center[co + 1] + (y0 - radius)
  out[2] = center[co] + (x1 + radius)
  out[3] = center[co + 1] + (y1 + radius)
}

export function polygonVertex(
  _size: Float64Array, _so: number, polygon: Polygon | null, index: number, out: Float64Array, oo: number,
): void {
  const { vertices } = polygon!
  out[oo] = vertices[2 * index]
  out[oo + 1] = vertices[2 * index + 1]
}

function coreVertices(out: Float64Array, _size: Float64Array, _so: number, polygon: Polygon | null): number {
  const { vertices, vertexCount } = polygon!
  for (let i = 0; i < 2 * vertexCount; i++) out[i] = vertices[i]
  return vertexCount
}

export function polygonSupport(
  rot: Float64Array, ro: number, _size: Float64Array, _so: number, polygon: Polygon | null, dir: Float64Array, di: number, sign: number,
): number {
  const x = sign * (rot[ro] * dir[di] + rot[ro + 1] * dir[di + 1])
  const y = sign * (rot[ro] * dir[di + 1] - rot[ro + 1] * dir[di])
  const { vertices } = polygon!
  const end = 2 * polygon!.vertexCount
  let best = 0
  let bestValue = vertices[0] * x + vertices[1] * y
  for (let vo = 2; vo < end; vo += 2) {
    const value = vertices[vo] * x + vertices[vo + 1] * y
    if (value > bestValue) {
      bestValue = value
      best = vo >> 1
    }
  }
  return best
}

export function polygonExtent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, packed: Float64Array, p: number,
  dir: Float64Array, di: number, sign: number,
): void {
  if (isBox(size, so)) {
    boxExtent(out, oo, rot, ro, size, so, dir, di)
    return
  }
  const x = sign * (rot[ro] * dir[di] + rot[ro + 1] * dir[di + 1])
  const y = sign * (rot[ro] * dir[di + 1] - rot[ro + 1] * dir[di])
  const end = p + CORNERS + CORNER_STRIDE * (packed[p] | 0)
  let most = -Infinity
  for (let v = p + CORNERS; v < end; v += CORNER_STRIDE) {
    const along = x * packed[v] + y * packed[v + 1]
    if (along > most) most = along
  }
  out[oo] = most
}

function faceNormal(polygon: Polygon | null, face: number, out: Float64Array): void {
  const { normals } = polygon!
  out[0] = normals[2 * face]
  out[1] = normals[2 * face + 1]
}

/**
 * The polygon in triangles from its centre, and if it is rounded a strip along every edge and a sector at every corner. A sector between the unit
 * normals m and n, θ apart, has the area ½ r² θ, the first moment ⅓ r³ (n_y − m_y, m_x − n_x) and the inertia ¼ r⁴ θ about its corner.
 */
function mass(size: Float64Array, so: number, polygon: Polygon | null, density: number, out: Float64Array): void {
  const r = size[so]
  const { vertices, normals, center } = polygon!
  const end = vertices.length
  let area = 0
  let inertia = 0
  let mx = 0
  let my = 0
  for (let o = 0; o < end; o += 2) {
    const next = o + 2 < end ? o + 2 : 0
    const before = o > 0 ? o - 2 : end - 2
    const ax = vertices[o] - center[0]
    const ay = vertices[o + 1] - center[1]
    const bx = vertices[next] - center[0]
    const by = vertices[next + 1] - center[1]
    const twice = ax * by - ay * bx
    area += 0.5 * twice
    inertia += twice * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by) / 12
    if (r === 0) continue
    const nx = normals[o]
    const ny = normals[o + 1]
    const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    const strip = length * r
    const sx = 0.5 * (ax + bx + r * nx)
    const sy = 0.5 * (ay + by + r * ny)
    area += strip
    mx += strip * sx
    my += strip * sy
    inertia += strip * (sx * sx + sy * sy + (length * length + r * r) / 12)
    const px = normals[before]
    const py = normals[before + 1]
    const angle = atan2(px * ny - py * nx, px * nx + py * ny)
    const sector = 0.5 * r * r * angle
    const cube = r * r * r / 3
    const fx = cube * (ny - py)
    const fy = cube * (px - nx)
    area += sector
    mx += sector * ax + fx
    my += sector * ay + fy
    inertia += 0.5 * sector * r * r + 2 * (ax * fx + ay * fy) + sector * (ax * ax + ay * ay)
  }
  const cx = mx / area
  const cy = my / area
  out[0] = density * area
  out[1] = center[0] + cx
  out[2] = center[1] + cy
  out[3] = density * (inertia - area * (cx * cx + cy * cy))
}

/** Faces moved out by the radius, with round corners where the ray comes in beyond the end of a face. */
function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number, polygon: Polygon | null): boolean {
  const r = size[so]
  const { vertices, normals, vertexCount } = polygon!
  let enter = -Infinity
  let leave = Infinity
  let face = -1
  let highest = -Infinity
  let nearest = 0
  for (let i = 0; i < vertexCount; i++) {
    const x = normals[2 * i]
    const y = normals[2 * i + 1]
    const above = x * (line[0] - vertices[2 * i]) + y * (line[1] - vertices[2 * i + 1]) - r
    const rise = x * line[2] + y * line[3]
    if (above > highest) {
      highest = above
      nearest = i
    }
    if (rise < 0) {
      const t = -above / rise
      if (t > enter) {
        enter = t
        face = i
      }
    } else if (rise > 0) leave = Math.min(leave, -above / rise)
    else if (above > 0) return false
  }
  if (highest <= 0) {
    // Behind all faces. A rounded polygon's corner may still be in between: the highest face ends at the nearest corner.
    const corner = r > 0 && highest > -r ? cornerBeyond(polygon!, nearest, line[0], line[1]) : -1
    if (corner < 0) return hitInside(hit, line)
    const x = vertices[2 * corner]
    const y = vertices[2 * corner + 1]
    const isInside = (line[0] - x) * (line[0] - x) + (line[1] - y) * (line[1] - y) <= r * r
    return isInside ? hitInside(hit, line) : hitRound(hit, line, r, x, y)
  }
  if (!(enter <= leave && enter >= 0 && enter < Infinity)) return false
  const corner = r > 0 ? cornerBeyond(polygon!, face, line[0] + enter * line[2], line[1] + enter * line[3]) : -1
  if (corner >= 0) return hitRound(hit, line, r, vertices[2 * corner], vertices[2 * corner + 1])
  return hitFace(hit, enter, normals[2 * face], normals[2 * face + 1])
}

/** The end of a face beyond which (x, y) lies; −1 if it lies beside the face. */
function cornerBeyond(polygon: Polygon, face: number, x: number, y: number): number {
  const { vertices, normals, vertexCount } = polygon
  const next = face + 1 < vertexCount ? face + 1 : 0
  // Counter-clockwise, so the face runs along its normal turned left.
  const ex = -normals[2 * face + 1]
  const ey = normals[2 * face]
  if ((x - vertices[2 * face]) * ex + (y - vertices[2 * face + 1]) * ey < 0) return face
  return (x - vertices[2 * next]) * ex + (y - vertices[2 * next + 1]) * ey > 0 ? next : -1
}

/** The point of the core first: on the highest face, or at the end of it that is nearest. Then out by the radius. */
function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number, polygon: Polygon | null): void {
  const r = size[so]
  const { vertices, normals, vertexCount } = polygon!
  const x = point[0]
  const y = point[1]
  let height = -Infinity
  let face = 0
  for (let i = 0; i < vertexCount; i++) {
    const above = normals[2 * i] * (x - vertices[2 * i]) + normals[2 * i + 1] * (y - vertices[2 * i + 1])
    if (above > height) {
      height = above
      face = i
    }
  }
  out[0] = x
  out[1] = y
  if (height <= 0) return
  const corner = cornerBeyond(polygon!, face, x, y)
  const coreX = corner < 0 ? x - height * normals[2 * face] : vertices[2 * corner]
  const coreY = corner < 0 ? y - height * normals[2 * face + 1] : vertices[2 * corner + 1]
  const distance = Math.sqrt((x - coreX) * (x - coreX) + (y - coreY) * (y - coreY))
  if (distance <= r) return
  out[0] = coreX + (x - coreX) * (r / distance)
  out[1] = coreY + (y - coreY) * (r / distance)
}

export const polygonShape: ShapeRecord = {
  code: POLYGON,
  name: 'polygon',
  rounded: true,
  cornered: true,
  solid: true,
  check,
  bounds: polygonBounds,
  thickness: (size, so, polygon) => 2 * (polygon!.innerRadius + size[so]),
  reach: (size, so, polygon) => polygon!.radius + size[so],
  coreReach: (_size, _so, polygon) => polygon!.radius,
  halfLength: () => 0,
  coreVertices,
  coreVertex: polygonVertex,
  support: polygonSupport,
  coreExtent: polygonExtent,
  faceCount: (polygon) => polygon!.vertexCount,
  faceNormal,
  mass,
  ray,
  closestPoint,
}
