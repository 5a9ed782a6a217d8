/**
 * Numbers with a sign and a largest size. Whatever a user sets has one, so that products in the step stay finite.
 */

import { PhysicsError, requireFinite } from './errors.ts'
import { MAX_NUMBER, MAX_RATIO, MIN_INERTIA, MIN_MASS } from './limits.ts'

/** A number above zero and of at most `most`, or an error. */
export function requirePositive(value: unknown, field: string, most: number = MAX_NUMBER): number {
  const number = requireFinite(value, field)
  if (number <= 0) throw new PhysicsError('out-of-range', field, number, 'must be above 0.')
  return requireAtMost(number, field, most)
}

/** A number of at least zero and at most `most`, or an error. */
export function requireNonNegative(value: unknown, field: string, most: number = MAX_NUMBER): number {
  const number = requireFinite(value, field)
  if (number < 0) throw new PhysicsError('out-of-range', field, number, 'must not be negative.')
  return requireAtMost(number, field, most)
}

/** A finite number of at most `most` in size, or an error. */
export function requireSized(value: unknown, field: string, most: number = MAX_NUMBER): number {
  return requireAtMost(requireFinite(value, field), field, most)
}

function requireAtMost(number: number, field: string, most: number): number {
  if (Math.abs(number) > most) throw new PhysicsError('out-of-range', field, number, `must be at most ${most} in size. Check the unit.`)
  return number
}

/** A ratio, of either sign: neither too large nor too close to 0. */
export function requireRatio(value: unknown, field: string): number {
  const number = requireSized(value, field, MAX_RATIO)
  if (Math.abs(number) * MAX_RATIO < 1) throw new PhysicsError('out-of-range', field, number, `must be at least ${1 / MAX_RATIO} in size.`)
  return number
}

/** A mass, kg, or an error. */
export function requireMass(value: unknown, field: string): number {
  const number = requirePositive(value, field)
  if (number < MIN_MASS) throw new PhysicsError('out-of-range', field, number, `must be at least ${MIN_MASS} kg. Check the unit.`)
  return number
}

/** A moment of inertia, kg m², or an error. */
export function requireInertia(value: unknown, field: string): number {
  const number = requirePositive(value, field)
  if (number < MIN_INERTIA) throw new PhysicsError('out-of-range', field, number, `must be at least ${MIN_INERTIA} kg m². Check the unit.`)
  return number
}

/** Refuses a shape whose mass no body could have. */
export function requireWeight(mass: number, density: number, field: string): void {
  if (mass >= MIN_MASS && mass <= MAX_NUMBER) return
  const advice = `gives a mass of ${mass} kg; it must lie between ${MIN_MASS} and ${MAX_NUMBER} kg. Check the units.`
  throw new PhysicsError('out-of-range', field, density, advice)
}
