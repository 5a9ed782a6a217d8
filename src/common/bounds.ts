/**
 * Numbers with a sign and a largest size. Whatever a user sets has one, so that products in the step stay finite.
 */

import { PhysicsError, requireFinite } from './errors.ts'
import { MAX_NUMBER } from './tuning.ts'

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
