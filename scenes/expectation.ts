/**
 * What a scene's figures must be after its steps: bounds that an analytic truth or a quality gate gives, each with its reason.
 *
 * Says nothing about dimensions or engines, and imports none.
 */

/** Bounds of one figure. Every form can fail: there is no expectation without a bound. */
export type Expectation = {
  /** Where the bound comes from, in one short phrase. */
  readonly why: string
} & (
  | { readonly min: number; readonly max?: number }
  | { readonly max: number; readonly min?: number }
  /** Both ends belong to the range. */
  | { readonly near: number; readonly tolerance: number }
)

/** Name of a figure → its bounds. */
export type Expectations = Readonly<Record<string, Expectation>>

export type Figures = Readonly<Record<string, number>>

/** An expectation that a run did not meet. */
export interface Miss {
  readonly figure: string
  /** NaN where the scene has no such figure. */
  readonly value: number
  readonly expectation: Expectation
}

export function atMost(max: number, why: string): Expectation {
  return { max, why }
}

export function atLeast(min: number, why: string): Expectation {
  return { min, why }
}

export function between(min: number, max: number, why: string): Expectation {
  return { min, max, why }
}

export function near(value: number, tolerance: number, why: string): Expectation {
  return { near: value, tolerance, why }
}

/** For counts, and for numbers that rounding cannot touch. */
export function exactly(value: number, why: string): Expectation {
  return { near: value, tolerance: 0, why }
}

/** The same bounds for several figures. */
export function forAll(figures: readonly string[], expectation: Expectation): Expectations {
  return Object.fromEntries(figures.map(figure => [figure, expectation]))
}

/** Smallest and largest value allowed. */
export function rangeOf(expectation: Expectation): { min: number; max: number } {
  if ('near' in expectation) return { min: expectation.near - expectation.tolerance, max: expectation.near + expectation.tolerance }
  return { min: expectation.min ?? -Infinity, max: expectation.max ?? Infinity }
}

/** The bounds in words: `0.5 ± 0.001`, `at most 3`. */
export function boundsText(expectation: Expectation): string {
  if ('near' in expectation) {
    const { near: value, tolerance } = expectation
    return tolerance === 0 ? String(value) : `${value} ± ${tolerance}`
  }
  const { min, max } = rangeOf(expectation)
  if (min === -Infinity) return `at most ${max}`
  return max === Infinity ? `at least ${min}` : `${min} to ${max}`
}

/** Expectations that the figures do not meet, in the order of the scene. A figure that is missing or not a number meets none. */
export function findMisses(figures: Figures, expectations: Expectations): Miss[] {
  const misses: Miss[] = []
  for (const [figure, expectation] of Object.entries(expectations)) {
    const value = figures[figure] ?? Number.NaN
    const { min, max } = rangeOf(expectation)
    if (!(value >= min && value <= max)) misses.push({ figure, value, expectation })
  }
  return misses
}
