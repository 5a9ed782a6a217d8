/**
 * Reads the vertices and triangles of a mesh as users have them, checks them, and welds vertices that stand at one place. Builds nothing.
 *
 * Welding is by exact position unless a tolerance is given: files write the same vertex once per face, with the same digits. A vertex takes
 * the place of the first one that it meets, so the order of the input decides and nothing else.
 */

import { isArray, PhysicsError } from '../../../common/errors.ts'
import { MAX_COORDINATE } from '../../../common/limits.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'

/** Triangles per mesh: their first index in a leaf has 29 bits, and nobody bakes more in a page. */
export const MAX_MESH_TRIANGLES: number = 1 << 24

/** Numbers in any array-like form. */
export type NumberArray = readonly number[] | Float32Array | Float64Array | Uint32Array | Uint16Array | Int32Array | Uint8Array

const AXIS_NAMES = ['x', 'y', 'z']

export function isNumberArray(value: unknown): value is NumberArray {
  return isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
}

/** Flat coordinates, 3 per vertex, from a flat array or an array of { x, y, z }. */
export function readPositions(value: unknown, field: string): Float64Array {
  if (!isNumberArray(value)) {
    throw new PhysicsError('wrong-type', field, value, 'must hold x y z of every vertex in a flat array, or an array of { x, y, z }.')
  }
  if (value.length === 0) throw new PhysicsError('degenerate', `${field}.length`, 0, 'is no vertex. Give x, y and z of at least three.')
  const most = 3 * MAX_MESH_TRIANGLES
  if (value.length > 3 * most) throw new PhysicsError('limit-exceeded', `${field}.length`, value.length, `is more than ${3 * most}. Split the mesh.`)
  if (isArray(value) && typeof value[0] === 'object') {
    const flat = new Float64Array(value.length * 3)
    for (let i = 0; i < value.length; i++) readVec3((value as readonly Vec3[])[i], `${field}[${i}]`, flat, i * 3)
    return flat
  }
  if (value.length % 3 !== 0) {
    throw new PhysicsError('wrong-size', `${field}.length`, value.length, 'is not a multiple of 3. Give x, y and z for every vertex.')
  }
  const flat = new Float64Array(value.length)
  for (let i = 0; i < flat.length; i++) {
    const number: unknown = value[i]
    if (typeof number === 'number') {
      // Zeros have one sign: welding compares bits.
      flat[i] = number === 0 ? 0 : number
    }
    if (typeof number !== 'number' || !(Math.abs(number) <= MAX_COORDINATE)) {
      throw new PhysicsError(Number.isFinite(number) ? 'out-of-range' : 'not-finite', `${field}[${Math.floor(i / 3)}].${AXIS_NAMES[i % 3]}`,
        number, `must be a number between −${MAX_COORDINATE} and ${MAX_COORDINATE}. Repair the vertex, or leave its triangles out.`)
    }
  }
  return flat
}

/** Vertex indices, 3 per triangle; without any, vertices come three by three. */
export function readIndices(value: unknown, vertexCount: number, field: string): Uint32Array {
  if (value === undefined || value === null) {
    if (vertexCount % 3 !== 0) {
      throw new PhysicsError('wrong-size', field, value, `is missing, and ${vertexCount} vertices are no whole number of triangles. Give indices.`)
    }
    return Uint32Array.from({ length: vertexCount }, (_, i) => i)
  }
  if (!isNumberArray(value)) throw new PhysicsError('wrong-type', field, value, 'must hold three vertex indices per triangle in a flat array.')
  if (value.length % 3 !== 0) {
    throw new PhysicsError('wrong-size', `${field}.length`, value.length, 'is not a multiple of 3. Give three vertex indices per triangle.')
  }
  if (value.length > 3 * MAX_MESH_TRIANGLES) {
    throw new PhysicsError('limit-exceeded', `${field}.length`, value.length, `is more than ${3 * MAX_MESH_TRIANGLES}. Split the mesh.`)
  }
  const indices = new Uint32Array(value.length)
  for (let i = 0; i < indices.length; i++) {
    const index = value[i] as number
    if (!(Number.isInteger(index) && index >= 0 && index < vertexCount)) {
      throw new PhysicsError('out-of-range', `${field}[${i}]`, index,
        `of triangle ${Math.floor(i / 3)} must be a whole number from 0 to ${vertexCount - 1}: there are ${vertexCount} vertices.`)
    }
    indices[i] = index
  }
  return indices
}

/** Numbers from 0 to 255, one per thing. */
export function readBytes(value: unknown, count: number, thing: string, field: string): Uint8Array {
  if (!isNumberArray(value)) throw new PhysicsError('wrong-type', field, value, `must be an array of numbers, one per ${thing}.`)
  if (value.length !== count) throw new PhysicsError('wrong-size', `${field}.length`, value.length, `must be ${count}: one number per ${thing}.`)
  const bytes = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const number = value[i] as number
    if (!(Number.isInteger(number) && number >= 0 && number <= 255)) {
      throw new PhysicsError('out-of-range', `${field}[${i}]`, number, 'must be a whole number from 0 to 255.')
    }
    bytes[i] = number
  }
  return bytes
}

export interface WeldedVertices {
  /** 3 per vertex that is left. */
  readonly positions: Float64Array
  /** For each vertex given, the one that stands for it. */
  readonly mapped: Uint32Array
}

const bits = /* @__PURE__ */ new Float64Array(3)
const words = /* @__PURE__ */ new Int32Array(bits.buffer)

function hashWords(): number {
  let h = 0x811c9dc5
  for (let k = 0; k < 6; k++) h = Math.imul(h ^ words[k], 0x01000193) ^ (h >>> 15)
  return h
}

/** A hash table of `count` vertices at most: entries are vertex + 1. */
function tableFor(count: number): Int32Array {
  let size = 16
  while (size < 2 * count) size *= 2
  return new Int32Array(size)
}

/** Vertices at exactly the same place become one. */
function weldExactly(positions: Float64Array): WeldedVertices {
  const count = positions.length / 3
  const table = tableFor(count)
  const last = table.length - 1
  const mapped = new Uint32Array(count)
  const kept = new Float64Array(positions.length)
  let found = 0
  for (let i = 0; i < count; i++) {
    const x = positions[3 * i]
    const y = positions[3 * i + 1]
    const z = positions[3 * i + 2]
    bits[0] = x
    bits[1] = y
    bits[2] = z
    let at = hashWords() & last
    for (;;) {
      const v = table[at] - 1
      if (v < 0) {
        table[at] = found + 1
        kept[3 * found] = x
        kept[3 * found + 1] = y
        kept[3 * found + 2] = z
        mapped[i] = found++
        break
      }
      if (kept[3 * v] === x && kept[3 * v + 1] === y && kept[3 * v + 2] === z) {
        mapped[i] = v
        break
      }
      at = (at + 1) & last
    }
  }
  return { positions: kept.slice(0, 3 * found), mapped }
}

/** Each vertex takes the place of the first kept one within the tolerance. Cells of the tolerance's size find it among 27. */
function weldWithin(positions: Float64Array, tolerance: number): WeldedVertices {
  const count = positions.length / 3
  const table = tableFor(count)
  const last = table.length - 1
  const next = new Int32Array(count)
  const mapped = new Uint32Array(count)
  const kept = new Float64Array(positions.length)
  let found = 0
  const slot = (x: number, y: number, z: number): number => {
    bits[0] = x
    bits[1] = y
    bits[2] = z
    return hashWords() & last
  }
  for (let i = 0; i < count; i++) {
    const x = positions[3 * i]
    const y = positions[3 * i + 1]
    const z = positions[3 * i + 2]
    const cx = Math.floor(x / tolerance) + 0
    const cy = Math.floor(y / tolerance) + 0
    const cz = Math.floor(z / tolerance) + 0
    let same = -1
    for (let cell = 0; cell < 27; cell++) {
      const at = slot(cx + (cell % 3) - 1, cy + (Math.floor(cell / 3) % 3) - 1, cz + Math.floor(cell / 9) - 1)
      for (let v = table[at] - 1; v >= 0; v = next[v] - 1) {
        const dx = kept[3 * v] - x
        const dy = kept[3 * v + 1] - y
        const dz = kept[3 * v + 2] - z
        if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance && (same < 0 || v < same)) same = v
      }
    }
    if (same < 0) {
      same = found++
      kept[3 * same] = x
      kept[3 * same + 1] = y
      kept[3 * same + 2] = z
      const at = slot(cx, cy, cz)
      next[same] = table[at]
      table[at] = same + 1
    }
    mapped[i] = same
  }
  return { positions: kept.slice(0, 3 * found), mapped }
}

/** Vertices at one place, or within the tolerance of the first one there, become one. */
export function weldVertices(positions: Float64Array, tolerance: number): WeldedVertices {
  return tolerance > 0 ? weldWithin(positions, tolerance) : weldExactly(positions)
}
