/**
 * Worlds of numbers at the ends of what is allowed: whatever a definition accepts, the step neither throws nor leaves a pose or velocity that is
 * no number. What is refused is refused with a PhysicsError.
 */

import type { Random } from '../../families/family.ts'

/** Sizes of numbers that have no natural one, and none at all. */
const NUMBERS = [0, 1e-30, 1e-9, 1, 1e9, 1e30, Infinity] as const

/** Any number of a definition, or the one that stands there. */
export function extreme(random: Random): number {
  const size = random.pick(NUMBERS)
  return random() < 0.3 ? -size : size
}

/** A definition in which some numbers are extreme, `share` of them. */
export function extremesOf(value: unknown, random: Random, share: number): unknown {
  if (typeof value === 'number') return random() < share ? extreme(random) : value
  if (Array.isArray(value)) return value.map((entry) => extremesOf(entry, random, share))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype || 'kindCode' in value) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, extremesOf(entry, random, share)]))
}

export interface ExtremeFigures {
  /** 1 = the step threw. */
  readonly throws: number
  /** Bodies with a pose or velocity that is no number. */
  readonly notFinite: number
  /** Refusals that are no PhysicsError. */
  readonly foreign: number
}

interface ExtremeWorld {
  step(dt: number): void
  readonly bodyCount: number
}

/** Tries to make each of these; steps; counts what went wrong. `numbersOf` gives all of a body's numbers. */
export function runExtremes(
  world: ExtremeWorld, makers: readonly (() => unknown)[], steps: readonly number[], PhysicsError: new (...made: never) => Error,
  numbersOf: () => readonly number[][],
): ExtremeFigures {
  let foreign = 0
  let throws = 0
  let notFinite = 0
  for (const make of makers) {
    try {
      make()
    } catch (error) {
      if (!(error instanceof PhysicsError)) foreign++
    }
  }
  const count = (): number => numbersOf().filter((numbers) => !numbers.every(Number.isFinite)).length
  notFinite = count()
  for (const dt of steps) {
    try {
      world.step(dt)
    } catch {
      throws = 1
    }
    notFinite = Math.max(notFinite, count())
  }
  return { throws, notFinite, foreign }
}
