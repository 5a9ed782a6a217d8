/**
 * Stored forces of contacts, and the time they were measured over. Warm starting takes the force of the step before times the length of
 * this one. That is right for a load that lasts; but the impulse of a blow, or a trace of rounding, divided by a step of a microsecond is a
 * force that would throw a pile apart in the next long step. So a step tells of the force as much as it is long: short steps are averaged
 * over the length of the long one before, until they have taken as much time together. And a step that is much longer than that time starts
 * from the weights (`warm-start-guess.ts`) instead.
 */

import type { Table } from '../memory/world-memory.ts'
import { MAX_STEP_GROWTH } from '../tuning.ts'
import type { GlobalIndex } from './world-tables.ts'

interface SteppedWorld {
  readonly globals: Table<GlobalIndex>
  readonly dt: number
}

/** Share of this step's forces in those that are stored: 1 unless the step is shorter than the time they stand for. */
export function forceShare(state: SteppedWorld): number {
  const time = state.globals.columns.forceTime[0]
  return state.dt < time ? state.dt / time : 1
}

/** Is this step too long for the stored forces? */
export function areForcesStale(state: SteppedWorld): boolean {
  return state.dt > MAX_STEP_GROWTH * state.globals.columns.forceTime[0]
}

/** At the end of a step: the time that the stored forces stand for now. */
export function recordForceTime(state: SteppedWorld): void {
  const { forceTime } = state.globals.columns
  forceTime[0] = Math.max(state.dt, forceTime[0] - state.dt)
}
