/**
 * Stage `sleep-islands`: islands that have been slow for long enough fall asleep.
 *
 * Reads: slowTime, islands of this step. Writes: awake, rings of sleepers, awake pairs.
 * Why here: last, because it changes who is awake. An island sleeps when every body in it may and has been slow; not while it touches
 * or is joined to something kinematic that moves, nor while a motor turns it however slowly, nor while it floats free under gravity.
 */

import { SLEEP_SECONDS } from '../../common/constants.ts'
import { CAN_SLEEP } from '../bodies.ts'
import { MAX_COORDINATES, MAX_RIGID } from '../joints/joint-kind.ts'
import { FEATURE_STRIDE, FORCE_STRIDE, MOTOR_MAX, MOTOR_SPEED, ROLE_MOTOR, ROLES } from '../joints/joint-table.ts'
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
  keepDriven(state, movable)
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

/** Islands that a kinematic body moves by a joint, or a motor that is strong enough for its speed. */
function keepDriven(state: WorldState, movable: number): void {
  const rows = state.jointRows.columns
  const { role, coordinate } = state.scalarRows.columns
  const { features, force } = state.joints.columns
  for (let r = 0; r < state.jointRows.count; r++) {
    const a = rows.bodyA[r]
    const b = rows.bodyB[r]
    if ((a > 0 && a < movable) || (b > 0 && b < movable)) ready[rows.island[r]] = 0
    for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
      if (role[s] !== ROLE_MOTOR) continue
      const j = rows.joint[r]
      const f = (j * MAX_COORDINATES + coordinate[s]) * FEATURE_STRIDE
      const given = force[j * FORCE_STRIDE + MAX_RIGID + coordinate[s] * ROLES + ROLE_MOTOR]
      if (features[f + MOTOR_SPEED] !== 0 && Math.abs(given) < features[f + MOTOR_MAX] * (1 - 1e-9)) ready[rows.island[r]] = 0
    }
  }
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
