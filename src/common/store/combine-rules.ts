/**
 * Combine rules: how two surfaces' values become one contact's; names and codes. Where two surfaces differ, a rule that was asked for wins over the
 * default, and of two that were asked for the later of the list. So defaults, `DEFAULT_FRICTION_RULE` and `DEFAULT_RESTITUTION_RULE`, come last.
 */

import { PhysicsError } from '../errors.ts'

export const COMBINE_GEOMETRIC = 0
export const COMBINE_AVERAGE = 1
export const COMBINE_MIN = 2
export const COMBINE_MULTIPLY = 3
export const COMBINE_MAX = 4

/**
 * How two surfaces' values become the contact's. If the two differ, the default ('geometric' for friction, 'max' for restitution) gives way to the
 * other, and otherwise the later of this list wins.
 */
export type CombineRule = 'geometric' | 'average' | 'min' | 'multiply' | 'max'

/** By code. */
export const COMBINE_RULES: readonly CombineRule[] = ['geometric', 'average', 'min', 'multiply', 'max']

/** What surfaces have that ask for no rule. */
export const DEFAULT_FRICTION_RULE: CombineRule = 'geometric'
export const DEFAULT_RESTITUTION_RULE: CombineRule = 'max'

export function requireRule(value: unknown, field: string): number {
  const code = COMBINE_RULES.indexOf(value as CombineRule)
  if (code < 0) throw new PhysicsError('wrong-type', field, value, "must be 'geometric', 'average', 'min', 'multiply' or 'max'.")
  return code
}

export function ruleName(code: number): CombineRule {
  return COMBINE_RULES[code] ?? 'geometric'
}
