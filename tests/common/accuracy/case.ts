/**
 * What an accuracy case is: a named function that simulates and returns rows of measured figures beside their gates.
 *
 * Gates are never loosened: a row that misses its gate is printed as not reached.
 */

export interface Row {
  readonly test: string
  /** What was measured, with its unit. */
  readonly metric: string
  /** Best figure of other engines, as published or measured; empty if none is known. */
  readonly peers: string
  /** The limit, or null when the figure is only reported. */
  readonly gate: number | null
  readonly gateText: string
  readonly value: number
  /** Null when there is no gate. */
  readonly pass: boolean | null
}

/** `full` is what `npm run accuracy` runs; `short` takes part in the ordinary tests and is a shorter run of the same thing. */
export type RunLength = 'full' | 'short'

export interface AccuracyCase {
  readonly name: string
  run(length: RunLength): Row[]
}

/** The figure must not exceed the gate; what is not a number fails. */
export function atMost(test: string, metric: string, peers: string, gate: number, value: number): Row {
  return { test, metric, peers, gate, gateText: `≤ ${gate}`, value, pass: value <= gate }
}

/** The figure must reach the gate; what is not a number fails. */
export function atLeast(test: string, metric: string, peers: string, gate: number, value: number): Row {
  return { test, metric, peers, gate, gateText: `≥ ${gate}`, value, pass: value >= gate }
}

/** A figure without a gate. */
export function reported(test: string, metric: string, peers: string, value: number): Row {
  return { test, metric, peers, gate: null, gateText: '–', value, pass: null }
}
