/**
 * Combine rules: how two surfaces' values become one contact's; names and codes. The larger code wins when the two differ.
 */

import { PhysicsError } from '../errors.ts'

export const COMBINE_GEOMETRIC = 0
export const COMBINE_AVERAGE = 1
export const COMBINE_MIN = 2
export const COMBINE_MULTIPLY = 3
export const COMBINE_MAX = 4

/** How two surfaces' values become the contact's. If the two differ, the later of this list wins. */
export type CombineRule = 'geometric' | 'average' | 'min' | 'multiply' | 'max'

/** By code. */
export const COMBINE_RULES: readonly CombineRule[] = ['geometric', 'average', 'min', 'multiply', 'max']

export function requireRule(value: unknown, field: string): number {
  const code = COMBINE_RULES.indexOf(value as CombineRule)
  if (code < 0) throw new PhysicsError('wrong-type', field, value, "must be 'geometric', 'average', 'min', 'multiply' or 'max'.")
  return code
}

export function ruleName(code: number): CombineRule {
  return COMBINE_RULES[code] ?? 'geometric'
}
