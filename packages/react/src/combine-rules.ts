/**
 * How two surfaces' values become one contact's: by the words of the engine, or by the numbers that users of Rapier know.
 */

import type { CombineRule } from 'fulcrum-physics/3d'

/** Rules by the names and numbers of Rapier. */
export const CoefficientCombineRule = { Average: 0, Min: 1, Multiply: 2, Max: 3 } as const

/** A rule: a word of the engine, or a number of `CoefficientCombineRule`. */
export type Combine = CombineRule | (typeof CoefficientCombineRule)[keyof typeof CoefficientCombineRule]

const BY_NUMBER: readonly CombineRule[] = ['average', 'min', 'multiply', 'max']

export function ruleOf(rule: Combine): CombineRule {
  // A number that is none is refused by the engine, by its name.
  return typeof rule === 'number' ? BY_NUMBER[rule] ?? (rule as unknown as CombineRule) : rule
}
