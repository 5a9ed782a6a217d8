/**
 * Which islands may fall asleep, and how they do. The stage `sleep-islands` calls `findReady`, takes out what joints drive, and calls `sleepReady`.
 */

import { CAN_SLEEP } from '../store/column-codes.ts'
import { SLEEP_SECONDS } from '../tuning.ts'
import type { ScratchTable } from '../memory/scratch-table.ts'
import { sleepPair } from '../store/pair-rows.ts'
import { putToSleep } from './sleep.ts'
import type { SolverBodyIndex } from '../store/world-tables.ts'
import type { IslandWorld } from './islands.ts'

export interface SleepyWorld extends IslandWorld {
  readonly solverBodies: ScratchTable<SolverBodyIndex & { external: Float64Array }>
}

/**
 * Marks in `islands.ready` the islands of bodies that may sleep and have been slow; false if there are none. Not while one touches something
 * kinematic that moves, nor while it floats free and something pulls at it. `axes`: numbers of the linear part of `external`.
 */
export function findReady(state: SleepyWorld, axes: number): boolean {
  const { ready, depth } = state.islands
  ready.fill(1, 0, state.batches.islandCount)
  const { body, island, external } = state.solverBodies.columns
  const stride = state.solverBodies.schema.external.width
  const movable = state.batches.bodyStart[0]
  const { slowTime, flags, awake } = state.bodies.columns
  let any = false
  for (let s = movable; s < state.solverBodies.count; s++) {
    const row = body[s]
    const i = island[s]
    if (slowTime[row] < SLEEP_SECONDS || (flags[row] & CAN_SLEEP) === 0 || awake[row] === 0) ready[i] = 0
    else if (depth[i] === 0 && isPulled(external, s * stride, axes)) ready[i] = 0
    else any = true
  }
  if (!any) return false
  const rows = state.contactRows.columns
  for (let r = 0; r < state.contactRows.count; r++) {
    const a = rows.bodyA[r]
    const b = rows.bodyB[r]
    if ((a > 0 && a < movable) || (b > 0 && b < movable)) ready[rows.island[r]] = 0
  }
  return true
}

function isPulled(external: Float64Array, o: number, axes: number): boolean {
  for (let k = 0; k < axes; k++) if (external[o + k] !== 0) return true
  return false
}

/** Puts the islands in `ready` to sleep, each as a ring, and the pairs that nobody awake is left in. */
export function sleepReady(state: SleepyWorld): void {
  const { ready, first, last } = state.islands
  const { sleepNext, island, solver } = state.bodies.columns
  const movable = state.batches.bodyStart[0]
  last.fill(-1, 0, state.batches.islandCount)
  let slept = false
  for (let k = 0; k < state.awakeCount; k++) {
    const row = state.awakeRows[k]
    const i = island[row]
    if (i < 0 || ready[i] === 0 || solver[row] < movable) continue
    slept = true
    putToSleep(state, row)
    if (last[i] < 0) first[i] = row
    else sleepNext[last[i]] = row
    last[i] = row
    sleepNext[row] = first[i]
  }
  if (slept) sleepPairs(state)
}

/** Pairs with no awake body go to sleep. */
function sleepPairs(state: SleepyWorld): void {
  const { body } = state.shapes.columns
  const { awake } = state.bodies.columns
  const { shapeA, shapeB } = state.pairs.columns
  for (let row = state.globals.columns.awakePairs[0] - 1; row >= 0; row--) {
    if (awake[body[shapeA[row]]] === 0 && awake[body[shapeB[row]]] === 0) sleepPair(state, row)
  }
}
