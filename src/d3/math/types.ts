/**
 * The vector and quaternion objects users pass in and get back, and their checks. Anything with the right number fields fits, three's and
 * Babylon's included. Inside the engine numbers live in columns.
 */

import { MAX_COORDINATE } from '../../common/limits.ts'
import { PhysicsError, refuseOut, requireFinite, requireVector } from '../../common/errors.ts'

/** A place, direction or velocity in space. Any object with these three numbers fits, those of three and Babylon too. */
export interface Vec3 {
  /** Along x, in the unit of what it says. */
  x: number
  /** Along y, in the unit of what it says. */
  y: number
  /** Along z, in the unit of what it says. */
  z: number
}

/** Rotation as a quaternion x y z w; need not be of unit length when given, always is when returned. */
export interface Quat {
  /** x of the axis times the sine of half the angle; the quaternion has unit length. */
  x: number
  /** y of the axis times the sine of half the angle; the quaternion has unit length. */
  y: number
  /** z of the axis times the sine of half the angle; the quaternion has unit length. */
  z: number
  /** Cosine of half the angle; the quaternion has unit length. */
  w: number
}

/** Checks a vector and writes it to out[o …]. */
export function readVec3(value: unknown, field: string, out: Float64Array, o: number): void {
  const v = requireVector(value, field, '{ x: 0, y: 0, z: 0 }') as Vec3
  const x = requireBounded(v.x, `${field}.x`)
  const y = requireBounded(v.y, `${field}.y`)
  const z = requireBounded(v.z, `${field}.z`)
  out[o] = x
  out[o + 1] = y
  out[o + 2] = z
}

/** Checks a quaternion and writes it, normalised, to out[o …]. */
export function readQuat(value: unknown, field: string, out: Float64Array, o: number): void {
  const q = requireVector(value, field, '{ x: 0, y: 0, z: 0, w: 1 }') as Quat
  const x = requireFinite(q.x, `${field}.x`)
  const y = requireFinite(q.y, `${field}.y`)
  const z = requireFinite(q.z, `${field}.z`)
  const w = requireFinite(q.w, `${field}.w`)
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w))
  if (!(largest > 1e-150) || !(largest < 1e150)) {
    throw new PhysicsError('degenerate', field, value, 'is no rotation: its length must be above 0. The identity is { x: 0, y: 0, z: 0, w: 1 }.')
  }
  const square = x * x + y * y + z * z + w * w
  // A quaternion that is unit to rounding is taken as it is, so that reading and writing back changes no bit.
  const scale = Math.abs(square - 1) < 1e-15 ? 1 : 1 / Math.sqrt(square)
  out[o] = x * scale
  out[o + 1] = y * scale
  out[o + 2] = z * scale
  out[o + 3] = w * scale
}

/** A finite number of at most 1e9 in size. */
export function requireBounded(value: unknown, field: string): number {
  const number = requireFinite(value, field)
  if (Math.abs(number) > MAX_COORDINATE) {
    throw new PhysicsError('out-of-range', field, number, `must be at most ${MAX_COORDINATE} in size. Check the unit.`)
  }
  return number
}

export function writeVec3(source: Float64Array, o: number, out: Vec3): Vec3 {
  out.x = source[o]
  out.y = source[o + 1]
  out.z = source[o + 2]
  return out
}

export function writeQuat(source: Float64Array, o: number, out: Quat): Quat {
  out.x = source[o]
  out.y = source[o + 1]
  out.z = source[o + 2]
  out.w = source[o + 3]
  return out
}

/** The same into what a user gave. */
export function fillVec3(source: Float64Array, o: number, out: Vec3, field: string): Vec3 {
  if (typeof out !== 'object' || out === null) refuseOut(out, field)
  try {
    return writeVec3(source, o, out)
  } catch {
    return refuseOut(out, field)
  }
}

export function fillQuat(source: Float64Array, o: number, out: Quat, field: string): Quat {
  if (typeof out !== 'object' || out === null) refuseOut(out, field)
  try {
    return writeQuat(source, o, out)
  } catch {
    return refuseOut(out, field)
  }
}
