/**
 * Error control of the contact sweeps: more of them, in pairs back and forth, over islands that the last two have still changed. It only adds:
 * small islands in trouble (blows, interlocked rings, arches that carry nothing yet) get what they need, large ones a bounded number of visits.
 *
 * A pair is its own mirror image, so conjugate gradients over pairs are what the textbook says they are, and converge with the root of the
 * condition: in proportion to the levels that a load goes through, not to their square. They begin after two plain pairs: what new contacts
 * start with is not smooth.
 */

import type { Table } from '../memory/world-memory.ts'
import { HEAVY_MASS_RATIO, PLAIN_PAIRS, ROW_VISITS, SWEEPS_PER_LEVEL, SWEEP_TOLERANCE } from '../tuning.ts'
import type { Guards } from '../world/guards.ts'
import type { Batches } from './batches.ts'
import type { IslandData } from './islands.ts'

/** Of the first change squared: a trace of a trace of its speed. */
const TRACE_OF_FIRST = SWEEP_TOLERANCE * SWEEP_TOLERANCE * SWEEP_TOLERANCE * SWEEP_TOLERANCE

/**
 * The largest change of a velocity squared, and the energy of all; and the limit that the first is compared with. Arrays, because numbers
 * handed on would be allocated.
 */
export const changeOut: Float64Array = new Float64Array(2)
export const limitIn: Float64Array = new Float64Array(1)

export interface RefinedWorld {
  readonly contactRows: Table<{ island: Int32Array }>
  readonly islands: IslandData
  readonly batches: Batches
  readonly guards: Guards
}

/** What a dimension does with the solver bodies `first` to `last` and the contact rows `start` to `end` of an island. */
export interface Refinement<S> {
  /** The change since velocities were last noted, into `changeOut`. */
  measure(state: S, first: number, last: number): void
  /** A backward sweep and a forward one, from velocities and impulses that it notes. */
  sweep(state: S, first: number, last: number, start: number, end: number): void
  /** A step along the search direction, with the β of the island. */
  extrapolate(state: S, first: number, last: number, start: number, end: number): void
}

/**
 * Sweeps that an island may have: so many per level as long as there are visits left for its rows. One level's in any case; and of the visits a
 * part, where there are few levels.
 */
export function sweepsAllowed(rows: number, depth: number): number {
  const visits = ROW_VISITS / rows
  return Math.max(SWEEPS_PER_LEVEL, visits / SWEEPS_PER_LEVEL, Math.min(visits, SWEEPS_PER_LEVEL * depth))
}

/** Rows `from` to `to` are those of one batch, island by island, after `done` sweeps, with velocities noted before the last two. */
export function refineIslands<S extends RefinedWorld>(state: S, from: number, to: number, done: number, refinement: Refinement<S>): void {
  const { island } = state.contactRows.columns
  const { firstSolver, members, depth, massRatio } = state.islands
  const { beta } = state.batches
  for (let start = from; start < to;) {
    const i = island[start]
    let end = start + 1
    while (end < to && island[end] === i) end++
    const first = firstSolver[i]
    const last = first + members[i]
    const rows = end - start
    const most = sweepsAllowed(rows, depth[i])
    refinement.measure(state, first, last)
    // A light body under a heavy one comes right by their mass ratio per sweep: so much more than the last change is left. Without weight there
    // is no fall to measure by, only the first change.
    const heavy = massRatio[i] > HEAVY_MASS_RATIO ? massRatio[i] : 1
    const least = limitIn[0] > 0 ? limitIn[0] / (heavy * heavy) : changeOut[0] * TRACE_OF_FIRST
    let energy = 0
    for (let sweeps = done; sweeps + 2 <= most && changeOut[0] > least; sweeps += 2) {
      if (sweeps > done + 2 * PLAIN_PAIRS) {
        const ratio = energy > 0 ? changeOut[1] / energy : 0
        beta[i] = ratio > 1 ? 0 : ratio
        energy = changeOut[1]
        refinement.extrapolate(state, first, last, start, end)
      }
      refinement.sweep(state, first, last, start, end)
      state.guards.sweepsAdded += 2
      refinement.measure(state, first, last)
    }
    start = end
  }
}
