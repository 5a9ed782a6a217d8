/**
 * Error control of the contact sweeps: more of them, back and forth, over the rows of bodies that the last two have still changed. It only adds:
 * small islands in trouble (blows, interlocked rings, arches that carry nothing yet) get what they need, large ones a bounded number of visits,
 * spent where they change most: a row whose bodies are both as they were before the last two sweeps has nothing left to give. Islands that no
 * velocities satisfy get nothing: sweeps only make their impulses grow.
 */

import { longer, roomFor } from '../memory/growing.ts'
import { LEAST_VISITS, MAX_SWEEPS, ROW_VISITS, SWEEP_TOLERANCE } from '../tuning.ts'
import { type CrushedWorld, isJammed } from './crushed-islands.ts'
import type { IslandData } from './islands.ts'

/** Of the first change squared: a trace of a trace of its speed. */
const TRACE_OF_FIRST = SWEEP_TOLERANCE * SWEEP_TOLERANCE * SWEEP_TOLERANCE * SWEEP_TOLERANCE

/** Squared changes by solver body, out of `change`, and the limit that they are compared with. Arrays: numbers handed on would be allocated. */
export const bodyChanges: { square: Float64Array } = { square: new Float64Array(64) }
export const limitIn: Float64Array = new Float64Array(1)

/** Ranges of rows to sweep again: starts and ends. */
let runs = new Int32Array(64)
/** Visits of a backward and a forward sweep over them. */
let visitsOut = 0

export interface RefinedWorld extends CrushedWorld {
  readonly islands: IslandData
}

/**
 * Rows `from` to `to` are those of one batch, island by island, after `done` sweeps. `change`: by how much the velocities of an island's solver
 * bodies have changed since they were last noted, squared, into `bodyChanges`; it notes them anew. `sweep`: one sweep over a range of rows.
 * `deep`: as in `crushed-islands.ts`.
 */
export function refineIslands<S extends RefinedWorld>(
  state: S, from: number, to: number, done: number,
  change: (state: S, first: number, last: number) => void, sweep: (state: S, start: number, end: number, back: boolean) => void,
  deep: (state: S, r: number) => boolean,
): void {
  const { island } = state.contactRows.columns
  const { firstSolver, members, massRatio } = state.islands
  for (let start = from; start < to;) {
    const i = island[start]
    let end = start + 1
    while (end < to && island[end] === i) end++
    const first = firstSolver[i]
    const last = first + members[i]
    const most = MAX_SWEEPS * massRatio[i]
    bodyChanges.square = roomFor(bodyChanges.square, last)
    change(state, first, last)
    // A light body under a heavy one comes right by their mass ratio per sweep: so much more than the last change is left. Without weight
    // there is no fall to measure by, only the first change.
    const least = limitIn[0] > 0 ? limitIn[0] / (massRatio[i] * massRatio[i]) : largest(first, last) * TRACE_OF_FIRST
    let visits = done * (end - start)
    const room = Math.max(ROW_VISITS, visits + LEAST_VISITS)
    for (let sweeps = done; sweeps + 2 <= most && visits < room; sweeps += 2) {
      let count = listRuns(state, start, end, first, least)
      // Asked for more than there is: the worst rows, by steps of four times the speed.
      const short = visits + visitsOut > room
      for (let bar = 16 * least; visits + visitsOut > room; bar *= 16) count = listRuns(state, start, end, first, bar)
      if (count === 0 || (sweeps === done && isJammed(state, start, end, deep))) break
      for (let k = count - 2; k >= 0; k -= 2) sweep(state, runs[k], runs[k + 1], true)
      for (let k = 0; k < count; k += 2) sweep(state, runs[k], runs[k + 1], false)
      visits += visitsOut
      state.guards.sweepsAdded += 2
      if (short) break
      change(state, first, last)
    }
    start = end
  }
}

function largest(first: number, last: number): number {
  const { square } = bodyChanges
  let most = 0
  for (let b = first; b < last; b++) if (square[b] > most) most = square[b]
  return most
}

/** Lists the ranges of an island's rows with a body that has changed by more than `least`; how many numbers they take. */
function listRuns(state: RefinedWorld, start: number, end: number, first: number, least: number): number {
  const { bodyA, bodyB } = state.contactRows.columns
  const { square } = bodyChanges
  let count = 0
  let open = false
  visitsOut = 0
  for (let r = start; r < end; r++) {
    // Bodies before the first are immovable.
    const moved = (bodyA[r] >= first && square[bodyA[r]] > least) || (bodyB[r] >= first && square[bodyB[r]] > least)
    if (moved) visitsOut += 2
    if (moved !== open) {
      runs = longer(runs, count + 2)
      runs[count++] = r
      open = moved
    }
  }
  if (open) runs[count++] = end
  return count
}
