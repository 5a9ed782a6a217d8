/**
 * Types of bodies by name.
 */

import { PhysicsError } from '../errors.ts'

/** `static` never moves, `kinematic` moves as told and no contact stops it, `dynamic` obeys forces and contacts. */
export type BodyType = 'static' | 'kinematic' | 'dynamic'

/** By code: STATIC, KINEMATIC, DYNAMIC. */
export const TYPE_NAMES: readonly BodyType[] = ['static', 'kinematic', 'dynamic']

export function requireType(value: unknown, field: string): number {
  const index = TYPE_NAMES.indexOf(value as BodyType)
  if (index < 0) throw new PhysicsError('wrong-type', field, value, "must be 'static', 'kinematic' or 'dynamic'.")
  return index
}
