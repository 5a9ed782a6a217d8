/**
 * Stage `sleep-islands`: islands that have been slow for long enough fall asleep.
 *
 * Reads: slowTime, islands of this step. Writes: awake, rings of sleepers, awake pairs.
 * Why here: last, because it changes who is awake. An island sleeps when every body in it may and has been slow; not while it touches
 * something kinematic that moves, nor while it floats free under gravity.
 */

import { SLEEP_SECONDS } from '../../common/constants.ts'
import { CAN_SLEEP } from '../bodies.ts'
import { putToSleep } from '../sleeping.ts'
import type { WorldState } from '../world-state.ts'
import { sleepPair } from './find-pairs.ts'

let ready = new Uint8Array(64)
let last = new Int32Array(64)
let first = new Int32Array(64)

export function sleepIslands(state: WorldState): void {
  if (state.globals.columns.sleeping[0] === 0) return
  const count = state.batches.islandCount
  if (count === 0) return
  if (ready.length < count) {
    ready = new Uint8Array(count * 2)
    last = new Int32Array(count * 2)
    first = new Int32Array(count * 2)
  }
  ready.fill(1, 0, count)
  const { body, island, external } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  const { slowTime, flags, sleepNext, awake } = state.bodies.columns
  let any = false
  for (let s = movable; s < state.solverBodies.count; s++) {
    const row = body[s]
    const i = island[s]
    if (slowTime[row] < SLEEP_SECONDS || (flags[row] & CAN_SLEEP) === 0 || awake[row] === 0) ready[i] = 0
    else if (state.islands.depth[i] === 0 && (external[s * 6] !== 0 || external[s * 6 + 1] !== 0 || external[s * 6 + 2] !== 0)) ready[i] = 0
    else any = true
  }
  if (!any) return
  const rows = state.contactRows.columns
  for (let r = 0; r < state.contactRows.count; r++) {
    const a = rows.bodyA[r]
    const b = rows.bodyB[r]
    if ((a > 0 && a < movable) || (b > 0 && b < movable)) ready[rows.island[r]] = 0
  }
  last.fill(-1, 0, count)
  let slept = false
  for (let k = 0; k < state.awakeCount; k++) {
    const row = state.awakeRows[k]
    const i = state.bodies.columns.island[row]
    if (i < 0 || ready[i] === 0 || state.bodies.columns.solver[row] < movable) continue
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
function sleepPairs(state: WorldState): void {
  const { body } = state.shapes.columns
  const { awake } = state.bodies.columns
  const { shapeA, shapeB } = state.pairs.columns
  for (let row = state.globals.columns.awakePairs[0] - 1; row >= 0; row--) {
    if (awake[body[shapeA[row]]] === 0 && awake[body[shapeB[row]]] === 0) sleepPair(state, row)
  }
}
