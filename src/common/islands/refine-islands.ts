/**
 * Error control of the contact sweeps: more of them, back and forth, over islands that the last two have still changed. It only adds: small
 * islands in trouble (blows, interlocked rings, arches that carry nothing yet) get what they need, large ones a bounded number of visits.
 */

import type { Table } from '../memory/world-memory.ts'
import { MAX_SWEEPS, ROW_VISITS, SWEEPS_FOR_ALL, SWEEP_TOLERANCE } from '../tuning.ts'
import type { Guards } from '../world/guards.ts'
import type { IslandData } from './islands.ts'

/** Of the first change squared: a trace of a trace of its speed. */
const TRACE_OF_FIRST = SWEEP_TOLERANCE * SWEEP_TOLERANCE * SWEEP_TOLERANCE * SWEEP_TOLERANCE

export interface RefinedWorld {
  readonly contactRows: Table<{ island: Int32Array }>
  readonly islands: IslandData
  readonly guards: Guards
}

/**
 * Rows `from` to `to` are those of one batch, island by island, after `done` sweeps. `change`: the largest change of a velocity since the
 * solver bodies of an island were last noted, squared; it notes them anew. `sweep`: a backward sweep and a forward one.
 */
export function refineIslands<S extends RefinedWorld>(
  state: S, from: number, to: number, done: number, limit: number,
  change: (state: S, first: number, last: number) => number, sweep: (state: S, start: number, end: number) => void,
): void {
  const { island } = state.contactRows.columns
  const { firstSolver, members, massRatio } = state.islands
  for (let start = from; start < to;) {
    const i = island[start]
    let end = start + 1
    while (end < to && island[end] === i) end++
    const first = firstSolver[i]
    const last = first + members[i]
    const most = Math.min(MAX_SWEEPS * massRatio[i], Math.max(SWEEPS_FOR_ALL, ROW_VISITS / (end - start)))
    let now = change(state, first, last)
    // A light body under a heavy one comes right by their mass ratio per sweep: so much more than the last change is left. Without weight
    // there is no fall to measure by, only the first change.
    const least = limit > 0 ? limit / (massRatio[i] * massRatio[i]) : now * TRACE_OF_FIRST
    for (let sweeps = done; sweeps + 2 <= most && now > least; sweeps += 2) {
      sweep(state, start, end)
      state.guards.sweepsAdded += 2
      now = change(state, first, last)
    }
    start = end
  }
}
