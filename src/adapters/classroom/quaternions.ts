/**
 * Quaternions as papers use them: products as matrices, L(q) p = q p and R(q) p = p q, on the components w, x, y, z (Hodges 15, Tamis A).
 */

import { PhysicsError } from '../../common/errors.ts'
import { cos, sin } from '../../common/math/deterministic-math.ts'
import { Matrix } from '../../linear/matrix.ts'
import { Vector } from '../../linear/vector.ts'

/** A quaternion, as everywhere in the package. */
export interface Quaternion {
  /** Component along i; a pure number. */
  x: number
  /** Component along j; a pure number. */
  y: number
  /** Component along k; a pure number. */
  z: number
  /** Real part; a pure number. */
  w: number
}

/** A vector of space. */
export interface Vector3 {
  /** Unit as you like. */
  x: number
  /** Unit as you like. */
  y: number
  /** Unit as you like. */
  z: number
}

/** The rotation by an angle, rad, about an axis of any length but 0. */
export function fromAxisAngle(axis: Vector3, angle: number): Quaternion {
  const length = Math.sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z)
  if (!(length > 0)) throw new PhysicsError('degenerate', 'fromAxisAngle.axis', axis, 'has no length. Give a direction.')
  const s = sin(angle / 2) / length
  return { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: cos(angle / 2) }
}

/** p q: first q, then p. */
export function multiplyQuaternions(p: Quaternion, q: Quaternion): Quaternion {
  return {
    x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
    y: p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z,
    z: p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x,
    w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
  }
}

/** q̄, for unit quaternions the inverse. */
export function conjugate(q: Quaternion): Quaternion {
  return { x: -q.x, y: -q.y, z: -q.z, w: q.w }
}

/** The vector turned: q v q̄. */
export function rotateVector(q: Quaternion, v: Vector3): Vector3 {
  const { x, y, z } = multiplyQuaternions(multiplyQuaternions(q, { ...v, w: 0 }), conjugate(q))
  return { x, y, z }
}

/** L(q): the 4 × 4 matrix with L(q) p = q p, on w, x, y, z. */
export function leftMatrix({ w, x, y, z }: Quaternion): Matrix {
  return Matrix.from([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]])
}

/** R(q): the 4 × 4 matrix with R(q) p = p q, on w, x, y, z. */
export function rightMatrix({ w, x, y, z }: Quaternion): Matrix {
  return Matrix.from([[w, -x, -y, -z], [x, w, z, -y], [y, -z, w, x], [z, y, -x, w]])
}

/** Its components w, x, y, z, as the matrices take them. */
export function toVector({ w, x, y, z }: Quaternion): Vector {
  return Vector.of(w, x, y, z)
}
