/**
 * Checks of the arguments that queries share: how far they go, and the arrays of batches.
 */

import { isMadeBy, PhysicsError, requireFinite } from '../errors.ts'

/** A distance above 0, m. */
export function requireDistance(value: unknown, field: string): number {
  const number = requireFinite(value, field)
  if (!(number > 0)) throw new PhysicsError('out-of-range', field, number, 'must be above 0. At one place, ask overlapShape or overlapPoint.')
  return number
}

/** Requests of `stride` finite numbers each, and room for as many answers; returns how many there are. `what`: field of the requests. */
export function requireNumbers(
  requests: unknown, stride: number, out: unknown, answer: number, name: string, what: string, one: string,
): number {
  if (!isMadeBy(requests, Float64Array) || requests.length % stride !== 0) {
    throw new PhysicsError('wrong-size', `${name}.${what}`, requests, `must be a Float64Array of ${stride} numbers per ${one}.`)
  }
  const count = requests.length / stride
  if (!isMadeBy(out, Float64Array) || out.length < count * answer) {
    throw new PhysicsError('wrong-size', `${name}.out`, out, `must be a Float64Array of at least ${count * answer} numbers.`)
  }
  for (let i = 0; i < requests.length; i++) if (!Number.isFinite(requests[i])) requireFinite(requests[i], `${name}.${what}[${i}]`)
  return count
}
