/**
 * The box. Size: half extents x, y, z. Its core is the box itself: in the number of a vertex bit 0, 1, 2 set means −x, −y, −z. Faces 0 to 2
 * look along +x, +y, +z, faces 3 to 5 the other way.
 */

import { requireObject, requireVector } from '../../../common/errors.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { writeSymmetricMass } from '../mass-properties.ts'
import { hitInside } from './ray-ball.ts'
import type { Feature } from '../feature.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const BOX: number = 2

function check(options: unknown): ShapeGeometry {
  const { halfExtents } = requireObject(options, 'box') as { halfExtents: unknown }
  const half = requireVector(halfExtents, 'box.halfExtents', '{ x: 1, y: 1, z: 1 }') as { x: unknown; y: unknown; z: unknown }
  const x = requireLength(half.x, 'box.halfExtents.x')
  const y = requireLength(half.y, 'box.halfExtents.y')
  const z = requireLength(half.z, 'box.halfExtents.z')
  return { size: [x, y, z], hull: null }
}

export function boxBounds(
  out: Float64Array, center: Float64Array, co: number, rot: Float64Array, ro: number, size: Float64Array, so: number,
): void {
  const hx = size[so]
  const hy = size[so + 1]
  const hz = size[so + 2]
  const x = Math.abs(rot[ro]) * hx + Math.abs(rot[ro + 1]) * hy + Math.abs(rot[ro + 2]) * hz
  const y = Math.abs(rot[ro + 3]) * hx + Math.abs(rot[ro + 4]) * hy + Math.abs(rot[ro + 5]) * hz
  const z = Math.abs(rot[ro + 6]) * hx + Math.abs(rot[ro + 7]) * hy + Math.abs(rot[ro + 8]) * hz
  out[0] = center[co] - x
  out[1] = center[co + 1] - y
  out[2] = center[co + 2] - z
  out[3] = center[co] + x
  out[4] = center[co + 1] + y
  out[5] = center[co + 2] + z
}

function reach(size: Float64Array, so: number): number {
  return Math.sqrt(size[so] * size[so] + size[so + 1] * size[so + 1] + size[so + 2] * size[so + 2])
}

export function boxVertex(size: Float64Array, so: number, _hull: unknown, index: number, out: Float64Array, oo: number): void {
  out[oo] = (index & 1) === 0 ? size[so] : -size[so]
  out[oo + 1] = (index & 2) === 0 ? size[so + 1] : -size[so + 1]
  out[oo + 2] = (index & 4) === 0 ? size[so + 2] : -size[so + 2]
}

function coreVertices(out: Float64Array, size: Float64Array, so: number): number {
  for (let i = 0; i < 8; i++) boxVertex(size, so, null, i, out, 3 * i)
  return 8
}

export function boxSupport(
  rot: Float64Array, ro: number, _size: Float64Array, _so: number, _hull: unknown, dir: Float64Array, di: number, sign: number,
): number {
  const x = dir[di] * sign
  const y = dir[di + 1] * sign
  const z = dir[di + 2] * sign
  const lx = rot[ro] * x + rot[ro + 3] * y + rot[ro + 6] * z
  const ly = rot[ro + 1] * x + rot[ro + 4] * y + rot[ro + 7] * z
  const lz = rot[ro + 2] * x + rot[ro + 5] * y + rot[ro + 8] * z
  return (lx >= 0 ? 0 : 1) | (ly >= 0 ? 0 : 2) | (lz >= 0 ? 0 : 4)
}

export function boxExtent(
  out: Float64Array, oo: number, rot: Float64Array, ro: number, size: Float64Array, so: number, _hull: unknown, dir: Float64Array,
  di: number,
): void {
  const x = dir[di]
  const y = dir[di + 1]
  const z = dir[di + 2]
  const lx = rot[ro] * x + rot[ro + 3] * y + rot[ro + 6] * z
  const ly = rot[ro + 1] * x + rot[ro + 4] * y + rot[ro + 7] * z
  const lz = rot[ro + 2] * x + rot[ro + 5] * y + rot[ro + 8] * z
  out[oo] = size[so] * Math.abs(lx) + size[so + 1] * Math.abs(ly) + size[so + 2] * Math.abs(lz)
}

function faceNormal(_hull: unknown, face: number, out: Float64Array): void {
  out[0] = 0
  out[1] = 0
  out[2] = 0
  out[face % 3] = face < 3 ? 1 : -1
}

/** The face that looks most along the direction; vertices are numbered by the signs of their coordinates, − is a bit. */
export function boxFeature(out: Feature, size: Float64Array, so: number, _hull: unknown, dir: Float64Array): void {
  const x = Math.abs(dir[0])
  const y = Math.abs(dir[1])
  const z = Math.abs(dir[2])
  const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2
  const face = dir[axis] >= 0 ? 0 : 1 << axis
  const first = 1 << (axis + 1) % 3
  const second = 1 << (axis + 2) % 3
  out.count = 4
  for (let i = 0; i < 4; i++) {
    // Counter-clockwise for the face at +, the other way round for the one at −.
    const turn = face === 0 ? i : 3 - i
    const corner = face | (turn === 1 || turn === 2 ? first : 0) | (turn >= 2 ? second : 0)
    boxVertex(size, so, null, corner, out.points, 3 * i)
    out.ids[i] = corner
  }
}

function mass(size: Float64Array, so: number, _hull: unknown, density: number, out: Float64Array): void {
  const hx = size[so]
  const hy = size[so + 1]
  const hz = size[so + 2]
  const m = density * 8 * hx * hy * hz
  const third = m / 3
  writeSymmetricMass(out, m, third * (hy * hy + hz * hz), third * (hx * hx + hz * hz), third * (hx * hx + hy * hy))
}

/** Between the three pairs of parallel planes at once. */
function ray(hit: Float64Array, line: Float64Array, size: Float64Array, so: number): boolean {
  let enter = -Infinity
  let leave = Infinity
  let side = -1
  let outside = false
  for (let i = 0; i < 3; i++) {
    const h = size[so + i]
    const o = line[i]
    const d = line[3 + i]
    if (o > h || o < -h) outside = true
    if (d === 0) {
      if (o > h || o < -h) return false
      continue
    }
    const near = ((d > 0 ? -h : h) - o) / d
    const far = ((d > 0 ? h : -h) - o) / d
    if (near > enter) {
      enter = near
      side = i
    }
    if (far < leave) leave = far
  }
  if (!outside) return hitInside(hit, line)
  if (!(enter <= leave && enter >= 0 && enter < Infinity)) return false
  hit[0] = enter
  hit[1] = 0
  hit[2] = 0
  hit[3] = 0
  hit[1 + side] = line[3 + side] > 0 ? -1 : 1
  return true
}

function closestPoint(out: Float64Array, point: Float64Array, size: Float64Array, so: number): void {
  for (let i = 0; i < 3; i++) {
    const h = size[so + i]
    out[i] = point[i] > h ? h : point[i] < -h ? -h : point[i]
  }
}

export const boxShape: ShapeRecord = {
  code: BOX,
  name: 'box',
  rounded: false,
  smooth: false,
  usesHull: false,
  hasHalfExtents: true,
  check,
  bounds: boxBounds,
  thickness: (size, so) => 2 * Math.min(size[so], size[so + 1], size[so + 2]),
  innerRadius: (out, oo, size, so) => { out[oo] = Math.min(size[so], size[so + 1], size[so + 2]) },
  reach,
  coreReach: reach,
  halfLength: () => 0,
  measures: () => null,
  coreVertices,
  coreVertex: boxVertex,
  support: boxSupport,
  coreExtent: boxExtent,
  feature: boxFeature,
  curvature: (out, oo) => { out[oo] = 0 },
  faceCount: () => 6,
  faceNormal,
  mass,
  ray,
  closestPoint,
}
