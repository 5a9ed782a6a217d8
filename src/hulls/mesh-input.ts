/**
 * The mesh to be cut, as users have it: checked, vertices at one place joined, outside out.
 */

import { PhysicsError } from '../common/errors.ts'
import { readPoints, type NumberList, type PointList } from '../common/points.ts'
import type { Vec3 } from '../d3/math/types.ts'
import { FIELD } from './field-names.ts'
import type { Surface } from './surface.ts'

/** Triangles of a mesh that is cut: more are no collision geometry. */
const MAX_TRIANGLES = 200_000

/** The mesh to be cut. */
export interface MeshInput {
  /** Vertices, m: objects, or x y z in a row. */
  readonly positions: PointList<Vec3>
  /** Three vertices per triangle, counter-clockwise seen from outside. Default: vertices come three by three. */
  readonly indices?: NumberList
}

export function readSurface({ positions: given, indices: listed }: MeshInput): Surface {
  const points = readPoints(given, 3, `${FIELD}.positions`)
  const { positions, mapped } = joinVertices(points)
  const indices = listed === undefined ? Uint32Array.from(mapped) : readTriangles(listed, mapped)
  if (indices.length % 3 !== 0) {
    throw new PhysicsError('wrong-size', `${FIELD}.${listed === undefined ? 'positions' : 'indices'}.length`, indices.length,
      'is no whole number of triangles. Give three vertices for each.')
  }
  if (indices.length === 0) throw new PhysicsError('degenerate', `${FIELD}.positions`, 0, 'holds no triangle. Give a solid.')
  if (indices.length > 3 * MAX_TRIANGLES) {
    throw new PhysicsError('limit-exceeded', `${FIELD}.indices`, indices.length / 3,
      `is the number of its triangles; the most is ${MAX_TRIANGLES}. Simplify it first.`)
  }
  if (volumeInside(positions, indices) < 0) for (let t = 0; t < indices.length; t += 3) [indices[t], indices[t + 1]] = [indices[t + 1], indices[t]]
  return { positions, indices, cuts: Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity) }
}

function readTriangles(given: unknown, mapped: Uint32Array): Uint32Array {
  const isList = Array.isArray(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView))
  if (!isList) throw new PhysicsError('wrong-type', `${FIELD}.indices`, given, 'must hold three vertex indices per triangle in a flat array.')
  const list = given as ArrayLike<unknown>
  if (list.length > 3 * MAX_TRIANGLES) {
    throw new PhysicsError('limit-exceeded', `${FIELD}.indices`, list.length / 3,
      `is the number of its triangles; the most is ${MAX_TRIANGLES}. Simplify it first.`)
  }
  const indices = new Uint32Array(list.length)
  for (let i = 0; i < list.length; i++) {
    const index = list[i] as number
    if (!(Number.isInteger(index) && index >= 0 && index < mapped.length)) {
      throw new PhysicsError('out-of-range', `${FIELD}.indices[${i}]`, index, `must be a whole number from 0 to ${mapped.length - 1}.`)
    }
    indices[i] = mapped[index]
  }
  return indices
}

/** Vertices at exactly the same place become one. */
function joinVertices(points: Float64Array): { positions: Float64Array; mapped: Uint32Array } {
  const known = new Map<string, number>()
  const kept: number[] = []
  const mapped = new Uint32Array(points.length / 3)
  for (let i = 0; i < mapped.length; i++) {
    const [x, y, z] = [points[3 * i] + 0, points[3 * i + 1] + 0, points[3 * i + 2] + 0]
    const name = `${x} ${y} ${z}`
    let vertex = known.get(name)
    if (vertex === undefined) {
      vertex = kept.length / 3
      kept.push(x, y, z)
      known.set(name, vertex)
    }
    mapped[i] = vertex
  }
  return { positions: Float64Array.from(kept), mapped }
}

/** Six times the signed volume, from the first vertex. */
function volumeInside(p: Float64Array, indices: Uint32Array): number {
  let volume = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]]
    const [ax, ay, az] = [p[a] - p[0], p[a + 1] - p[1], p[a + 2] - p[2]]
    const [bx, by, bz] = [p[b] - p[0], p[b + 1] - p[1], p[b + 2] - p[2]]
    const [cx, cy, cz] = [p[c] - p[0], p[c + 1] - p[1], p[c + 2] - p[2]]
    volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return volume
}
