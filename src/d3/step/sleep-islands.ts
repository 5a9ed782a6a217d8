/**
 * Stage `sleep-islands`: islands that have been slow for long enough fall asleep.
 *
 * Reads: slowTime, islands of this step. Writes: awake, rings of sleepers, awake pairs.
 * Why here: last, because it changes the set of awake bodies. An island sleeps when every body in it may and has been slow; not while it
 * touches or is joined to a kinematic body that moves, nor while a motor turns it however slowly, nor while it floats free under gravity,
 * nor while position correction still closes its joints.
 */

import { sleepSlowIslands } from '../../common/islands/sleep-islands.ts'
import type { WorldState } from '../store/world-state.ts'
import { keepDrivenAwake } from '../vehicles/wake-vehicles.ts'

export function sleepIslands(state: WorldState): void {
  if (state.globals.columns.sleeping[0] === 0 || state.batches.islandCount === 0) return
  keepDrivenAwake(state)
  sleepSlowIslands(state, 3)
}
