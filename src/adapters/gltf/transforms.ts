/**
 * Transforms of nodes: 4 × 4 matrices in the order of columns, as glTF and three have them, and what physics needs of one: a place, a rotation, and
 * what is left, the scale.
 */

import type { Quat, Vec3 } from '../../d3/index.ts'
import { numbersOf, refuse, type Fields } from '../shared/json.ts'

/** Lists: the engine of the language keeps typed arrays of this size outside of its heap, at ten times the cost. */
export type Matrix = number[]

/** Largest sine between two columns that still count as at right angles. */
const SKEW = 1e-5

/** A scale that differs from 1 by less than this is 1. */
const ROUNDING = 1e-12

export function identity(): Matrix {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
}

/** a b: first b, then a. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>): Matrix {
  const out = identity()
  for (let c = 0; c < 4; c++) {
    for (let r = 0; r < 4; r++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += a[k * 4 + r] * b[c * 4 + k]
      out[c * 4 + r] = sum
    }
  }
  return out
}

/** The inverse of an affine matrix; null if it has none. */
export function inverse(m: ArrayLike<number>): Matrix | null {
  const det = determinant(m)
  if (!(Math.abs(det) > 1e-300)) return null
  const out = identity()
  for (let r = 0; r < 3; r++) {
    const [i, j] = [(r + 1) % 3, (r + 2) % 3]
    for (let c = 0; c < 3; c++) {
      const [k, l] = [(c + 1) % 3, (c + 2) % 3]
      // Cofactor of entry (c, r), so that the transpose is written.
      out[c * 4 + r] = (m[i * 4 + k] * m[j * 4 + l] - m[i * 4 + l] * m[j * 4 + k]) / det
    }
  }
  for (let r = 0; r < 3; r++) out[12 + r] = -(out[r] * m[12] + out[4 + r] * m[13] + out[8 + r] * m[14])
  return out
}

export function determinant(m: ArrayLike<number>): number {
  return (
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5])
  )
}

export function compose(position: Vec3, rotation: Quat, scale: Vec3 = { x: 1, y: 1, z: 1 }): Matrix {
  const { x, y, z, w } = rotation
  return [
    (1 - 2 * (y * y + z * z)) * scale.x, 2 * (x * y + z * w) * scale.x, 2 * (x * z - y * w) * scale.x, 0,
    2 * (x * y - z * w) * scale.y, (1 - 2 * (x * x + z * z)) * scale.y, 2 * (y * z + x * w) * scale.y, 0,
    2 * (x * z + y * w) * scale.z, 2 * (y * z - x * w) * scale.z, (1 - 2 * (x * x + y * y)) * scale.z, 0,
    position.x, position.y, position.z, 1,
  ]
}

export function quatProduct(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  }
}

export function unit(q: Quat): Quat {
  const s = 1 / Math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)
  return { x: q.x * s, y: q.y * s, z: q.z * s, w: q.w * s }
}

/** A point of the node's frame in that of the matrix. */
export function transformPoint(m: ArrayLike<number>, x: number, y: number, z: number): Vec3 {
  return {
    x: m[0] * x + m[4] * y + m[8] * z + m[12],
    y: m[1] * x + m[5] * y + m[9] * z + m[13],
    z: m[2] * x + m[6] * y + m[10] * z + m[14],
  }
}

/** A rotation as a quaternion, from three unit columns at right angles. */
export function rotationOf(m: ArrayLike<number>): Quat {
  const trace = m[0] + m[5] + m[10]
  if (trace > 0) return unit({ x: m[6] - m[9], y: m[8] - m[2], z: m[1] - m[4], w: 1 + trace })
  if (m[0] >= m[5] && m[0] >= m[10]) return unit({ x: 1 + m[0] - m[5] - m[10], y: m[1] + m[4], z: m[2] + m[8], w: m[6] - m[9] })
  if (m[5] >= m[10]) return unit({ x: m[1] + m[4], y: 1 - m[0] + m[5] - m[10], z: m[6] + m[9], w: m[8] - m[2] })
  return unit({ x: m[2] + m[8], y: m[6] + m[9], z: 1 - m[0] - m[5] + m[10], w: m[1] - m[4] })
}

/** A linear map as rotation times scale. */
export interface Stretch {
  readonly rotation: Quat
  /** By axis; x is negative if the map mirrors. */
  readonly scale: Vec3
  /** Are the axes still at right angles? If not, rotation and scale are the nearest of the first two axes. */
  readonly straight: boolean
}

export function stretchOf(m: ArrayLike<number>): Stretch {
  const lengths = [0, 4, 8].map(c => {
    const length = Math.sqrt(m[c] * m[c] + m[c + 1] * m[c + 1] + m[c + 2] * m[c + 2])
    return Math.abs(length - 1) < ROUNDING ? 1 : length
  })
  const columns = identity()
  const mirror = determinant(m) < 0 ? -1 : 1
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) columns[c * 4 + r] = lengths[c] > 0 ? (m[c * 4 + r] / lengths[c]) * (c === 0 ? mirror : 1) : c === r ? 1 : 0
  }
  const dot = (a: number, b: number): number => columns[a] * columns[b] + columns[a + 1] * columns[b + 1] + columns[a + 2] * columns[b + 2]
  const straight = Math.abs(dot(0, 4)) < SKEW && Math.abs(dot(0, 8)) < SKEW && Math.abs(dot(4, 8)) < SKEW
  straighten(columns)
  return { rotation: rotationOf(columns), scale: { x: mirror * lengths[0], y: lengths[1], z: lengths[2] }, straight }
}

/** Columns at right angles and of length 1: y as it is, x across it, z after them. */
function straighten(m: Matrix): void {
  const along = m[0] * m[4] + m[1] * m[5] + m[2] * m[6]
  for (let r = 0; r < 3; r++) m[r] -= along * m[4 + r]
  const length = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2])
  if (length > 0) for (let r = 0; r < 3; r++) m[r] /= length
  else [m[0], m[1], m[2]] = [m[5], -m[4], 0]
  m[8] = m[1] * m[6] - m[2] * m[5]
  m[9] = m[2] * m[4] - m[0] * m[6]
  m[10] = m[0] * m[5] - m[1] * m[4]
}

/** A node's own transform. */
export interface Local {
  readonly matrix: Matrix
  readonly rotation: Quat
}

export function localOf(node: Fields, path: string): Local {
  const given = numbersOf(node, 'matrix', 16, path)
  if (given !== null) {
    const matrix = [...given]
    if (Math.abs(matrix[3]) + Math.abs(matrix[7]) + Math.abs(matrix[11]) > 0 || matrix[15] !== 1) {
      refuse(`${path}.matrix`, given, 'has a last row other than 0 0 0 1.')
    }
    return { matrix, rotation: stretchOf(matrix).rotation }
  }
  const [tx, ty, tz] = numbersOf(node, 'translation', 3, path) ?? [0, 0, 0]
  const [x, y, z, w] = numbersOf(node, 'rotation', 4, path) ?? [0, 0, 0, 1]
  const [sx, sy, sz] = numbersOf(node, 'scale', 3, path) ?? [1, 1, 1]
  const square = x * x + y * y + z * z + w * w
  if (!(square > 1e-12) || !(square < 1e12)) refuse(`${path}.rotation`, [x, y, z, w], 'is no rotation: its length must be 1.', 'degenerate')
  const rotation = unit({ x, y, z, w })
  return { matrix: compose({ x: tx, y: ty, z: tz }, rotation, { x: sx, y: sy, z: sz }), rotation }
}
