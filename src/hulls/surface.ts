/**
 * A piece of a mesh's surface, and what cutting needs to know of it: its extent, its hull, how far the hull stands off from it.
 */

import { PhysicsError } from '../common/errors.ts'
import { buildHull } from '../d3/geometry/hull/hull-builder.ts'
import { HULL_INTEGRAL_SIZE, hullIntegrals } from '../d3/geometry/hull/hull-integrals.ts'
import type { Hull } from '../d3/geometry/hull/hull.ts'

/** Triangles with shared vertices. */
export interface Surface {
  /** 3 per vertex. */
  readonly positions: Float64Array
  /** 3 per triangle, counter-clockwise seen from outside. */
  readonly indices: Uint32Array
  /** Planes that it was cut by: lower along x, y, z, then upper; infinite where it was not. */
  readonly cuts: Float64Array
}

/** A surface and its hull. */
export interface Piece {
  readonly surface: Surface
  readonly hull: Hull
  /** Volume of the hull. */
  readonly volume: number
  /** The most that the hull stands off from the surface, along the surface's normal. */
  readonly standOff: number
  /** How far it stands off, summed over the area of the surface. */
  readonly room: number
}

const integrals = new Float64Array(HULL_INTEGRAL_SIZE)

/** Low and high corner. */
export function extentOf(positions: Float64Array): Float64Array {
  const out = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3
    if (positions[i] < out[axis]) out[axis] = positions[i]
    if (positions[i] > out[3 + axis]) out[3 + axis] = positions[i]
  }
  return out
}

/** The hull of points; null if they are too flat to have one. */
export function hullOf(points: Float64Array, field: string): Hull | null {
  if (points.length < 12) return null
  try {
    return buildHull(points, field)
  } catch (error) {
    if (error instanceof PhysicsError && error.code === 'degenerate') return null
    throw error
  }
}

export function volumeOf(hull: Hull): number {
  hullIntegrals(hull, integrals)
  return integrals[0]
}

/** The piece that a surface makes; null if it is too flat for a hull. */
export function pieceOf(surface: Surface, field: string): Piece | null {
  const hull = hullOf(surface.positions, field)
  return hull === null ? null : { surface, hull, volume: volumeOf(hull), ...measureRoom(surface, hull) }
}

/** Where a way out of the hull is, and which way it goes on. */
const at = new Float64Array(3)
const way = new Float64Array(3)

/** From the middles and the corners of the triangles, along their normals: how far it is out of the hull. */
export function measureRoom(surface: Surface, hull: Hull): { standOff: number; room: number } {
  const { positions, indices } = surface
  let most = 0
  let room = 0
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t]
    const b = 3 * indices[t + 1]
    const c = 3 * indices[t + 2]
    const ux = positions[b] - positions[a]
    const uy = positions[b + 1] - positions[a + 1]
    const uz = positions[b + 2] - positions[a + 2]
    const vx = positions[c] - positions[a]
    const vy = positions[c + 1] - positions[a + 1]
    const vz = positions[c + 2] - positions[a + 2]
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (!(area > 0)) continue
    for (let sample = 0; sample < 4; sample++) {
      const wa = sample === 3 ? 1 / 3 : sample === 0 ? 0.9 : 0.05
      const wb = sample === 3 ? 1 / 3 : sample === 1 ? 0.9 : 0.05
      for (let k = 0; k < 3; k++) at[k] = wa * positions[a + k] + wb * positions[b + k] + (1 - wa - wb) * positions[c + k]
      way[0] = nx / area
      way[1] = ny / area
      way[2] = nz / area
      const length = wayOut(surface.cuts, hull)
      if (length > most) most = length
      room += (length * area) / 8
    }
  }
  return { standOff: most, room }
}

/**
 * Length of the way out of the hull from `at`. A plane that the surface was cut by is no way out, for the next piece goes on behind it: the way
 * turns aside there.
 */
function wayOut(cuts: Float64Array, { planes, faceCount }: Hull): number {
  let length = 0
  for (let turn = 0; turn < 3; turn++) {
    let step = Infinity
    let face = -1
    for (let f = 0; f < faceCount; f++) {
      const o = 4 * f
      const rate = planes[o] * way[0] + planes[o + 1] * way[1] + planes[o + 2] * way[2]
      if (!(rate > 1e-9)) continue
      const distance = Math.max(0, (planes[o + 3] - planes[o] * at[0] - planes[o + 1] * at[1] - planes[o + 2] * at[2]) / rate)
      if (distance < step) {
        step = distance
        face = f
      }
    }
    if (face < 0) return length
    length += step
    let aside = false
    for (let k = 0; k < 3; k++) {
      at[k] += step * way[k]
      const side = planes[4 * face + k]
      const cut = cuts[side > 0 ? 3 + k : k]
      if (Math.abs(side) > 0.999999 && Math.abs(planes[4 * face + 3] * side - cut) <= 1e-9 * Math.abs(cut) + 1e-12) {
        way[k] = 0
        aside = true
      }
    }
    const left = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2])
    if (!aside || left < 1e-3) return length
    for (let k = 0; k < 3; k++) way[k] /= left
  }
  return length
}
