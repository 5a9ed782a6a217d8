/**
 * Arguments of functions that take a world of space, or what another function made. They are told by what they have: the class itself would take the
 * whole engine into programs that only read files.
 */

import { refuse } from './json.ts'

type Members = Readonly<Record<string, unknown>>

/** Has it a member that only the right thing has? */
function has(value: unknown, member: string, type: 'function' | 'object'): boolean {
  return typeof value === 'object' && value !== null && typeof (value as Members)[member] === type
}

export function requireSpace(world: unknown, field: string): void {
  if (!has(world, 'createBallJoint', 'function')) refuse(field, world, 'must be a world of fulcrum-physics/3d.')
}

/** `lists`: what its maker always puts into it. */
export function requireMade(value: unknown, lists: readonly string[], field: string, makers: string): void {
  if (!lists.every(list => has(value, list, 'object'))) refuse(field, value, `must be what ${makers} returned.`)
}
