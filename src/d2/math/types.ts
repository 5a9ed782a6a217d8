/**
 * The vector objects users pass in and get back, and their checks. Anything with the right number fields fits. Rotations are plain numbers,
 * radians, counter-clockwise. Inside the engine numbers live in columns.
 */

import { MAX_COORDINATE } from '../../common/limits.ts'
import { PhysicsError, refuseOut, requireFinite, requireVector } from '../../common/errors.ts'

/** A place, direction or velocity in the plane. Any object with these two numbers fits. */
export interface Vec2 {
  /** To the right, in the unit of what it says. */
  x: number
  /** Upwards, in the unit of what it says. */
  y: number
}

/** Checks a vector and writes it to out[o …]. */
export function readVec2(value: unknown, field: string, out: Float64Array, o: number): void {
  const v = requireVector(value, field, '{ x: 0, y: 0 }') as Vec2
  const x = requireBounded(v.x, `${field}.x`)
  const y = requireBounded(v.y, `${field}.y`)
  out[o] = x
  out[o + 1] = y
}

/** A finite number of at most 1e9 in size. */
export function requireBounded(value: unknown, field: string): number {
  const number = requireFinite(value, field)
  if (Math.abs(number) > MAX_COORDINATE) {
    throw new PhysicsError('out-of-range', field, number, `must be at most ${MAX_COORDINATE} in size. Check the unit.`)
  }
  return number
}

export function writeVec2(source: Float64Array, o: number, out: Vec2): Vec2 {
  out.x = source[o]
  out.y = source[o + 1]
  return out
}

/** The same into what a user gave. */
export function fillVec2(source: Float64Array, o: number, out: Vec2, field: string): Vec2 {
  if (typeof out !== 'object' || out === null) refuseOut(out, field)
  try {
    return writeVec2(source, o, out)
  } catch {
    return refuseOut(out, field)
  }
}
