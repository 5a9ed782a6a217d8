/** Mutants of tuning numbers: the values that `npm run mutants` tries instead of those that are written. */

import type { TuningNumber } from './tuning-numbers.ts'

/** Ten times larger, then ten times smaller, unless the table below says otherwise. */
const FACTORS = [10, 0.1]

/** Values this near to 1 or -1 are cosines, ratios and decays: their distance from it is what is made larger and smaller. */
const NEAR_ONE = 0.1

/** Numbers for which a tenfold means nothing. */
const OWN_MUTANTS: Readonly<Record<string, readonly number[]>> = {
  // A count that is also divided by: there are no 0.4 substeps.
  DEFAULT_SUBSTEPS: [40, 1],
  // Shares of an error taken back at once: more than all of it diverges.
  PUSH_OUT_SHARE: [0.9, 0.03],
  // A place between two directions: the middle, and nearly at one of them.
  TOWARDS_OUT: [0.5, 0.95],
}

/** As FULCRUM_TUNING takes them. */
export function mutantsOf({ name, value }: TuningNumber): string[] {
  const own = OWN_MUTANTS[name]
  if (own !== undefined) return own.map(String)
  if (typeof value === 'number') return FACTORS.map((factor) => scaled(value, factor))
  return FACTORS.map((factor) => `[${value.map((entry) => shortest(entry * factor)).join(',')}]`)
}

function scaled(value: number, factor: number): string {
  const one = Math.sign(value)
  const isNearOne = value !== one && Math.abs(value - one) <= NEAR_ONE
  return shortest(isNearOne ? one + (value - one) * factor : value * factor)
}

/** Without the digits that rounding adds. */
function shortest(value: number): string {
  return String(Number(value.toPrecision(15)))
}
