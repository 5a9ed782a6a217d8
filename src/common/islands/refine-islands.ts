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

/** The largest change squared, out of `change`, and the limit that it is compared with. Arrays, because numbers handed on would be allocated. */
export const changeOut: Float64Array = new Float64Array(1)
export const limitIn: Float64Array = new Float64Array(1)

export interface RefinedWorld {
  readonly contactRows: Table<{ island: Int32Array }>
  readonly islands: IslandData
  readonly guards: Guards
}

/**
 * Rows `from` to `to` are those of one batch, island by island, after `done` sweeps. `change`: the largest change of a velocity since the
 * solver bodies of an island were last noted, squared, into `changeOut`; it notes them anew. `sweep`: a backward sweep and a forward one.
 */
export function refineIslands<S extends RefinedWorld>(
  state: S, from: number, to: number, done: number,
  change: (state: S, first: number, last: number) => void, sweep: (state: S, start: number, end: number) => void,
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
    change(state, first, last)
    const limit = limitIn[0]
    // A light body under a heavy one comes right by their mass ratio per sweep: so much more than the last change is left. Without weight
    // there is no fall to measure by, only the first change.
    const least = limit > 0 ? limit / (massRatio[i] * massRatio[i]) : changeOut[0] * TRACE_OF_FIRST
    for (let sweeps = done; sweeps + 2 <= most && changeOut[0] > least; sweeps += 2) {
      sweep(state, start, end)
      state.guards.sweepsAdded += 2
      change(state, first, last)
    }
    start = end
  }
}
