/**
 * Islands that fall asleep: the work of the stage `sleep-islands`. Rings of sleepers and waking are in `sleep.ts`.
 */

import { FEATURE_STRIDE, MOTOR_MAX, MOTOR_SPEED, ROLE_MOTOR, ROLES } from '../joints/joint-codes.ts'
import { coordinatesOf, type JointWorld } from '../joints/joint-world.ts'
import type { ScratchTable } from '../memory/scratch-table.ts'
import type { Table } from '../memory/world-memory.ts'
import { CAN_SLEEP } from '../store/column-codes.ts'
import { sleepPair } from '../store/pair-rows.ts'
import type { SolverBodyIndex } from '../store/world-tables.ts'
import { SLEEP_SECONDS } from '../tuning.ts'
import type { IslandWorld } from './islands.ts'
import { keepClosingAwake, type OpenWorld } from './open-joints.ts'
import { putToSleep } from './sleep.ts'

interface SleepyWorld extends IslandWorld {
  readonly solverBodies: ScratchTable<SolverBodyIndex & { external: Float64Array }>
}

interface DrivenWorld extends JointWorld, Pick<IslandWorld, 'islands' | 'batches'> {
  readonly jointRows: Table<{
    joint: Int32Array
    bodyA: Int32Array
    bodyB: Int32Array
    island: Int32Array
    scalarStart: Int32Array
    scalarEnd: Int32Array
  }>
  readonly scalarRows: Table<{ role: Uint8Array; coordinate: Uint8Array }>
}

/**
 * Puts to sleep the islands that have been slow for long enough, are not driven and whose joints do not close. `axes`: numbers of the linear
 * part of `external`.
 */
export function sleepSlowIslands(state: SleepyWorld & DrivenWorld & OpenWorld, axes: number): void {
  keepClosingAwake(state)
  if (!findReady(state, axes)) return
  excludeDriven(state)
  sleepReady(state)
}

/**
 * Marks in `islands.ready` the islands of bodies that may sleep and have been slow; false if there are none. Not while one touches a
 * kinematic body that moves, nor while it floats free under a force.
 */
function findReady(state: SleepyWorld, axes: number): boolean {
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

/**
 * Takes driven islands out of `islands.ready`: moved by a kinematic body through a joint, or by a motor that is strong enough for its
 * speed.
 */
function excludeDriven(state: DrivenWorld): void {
  const { ready } = state.islands
  const movable = state.batches.bodyStart[0]
  const rows = state.jointRows.columns
  const { role, coordinate } = state.scalarRows.columns
  const { features, force } = state.joints.columns
  const { width } = state.joints.schema.force
  const coordinates = coordinatesOf(state)
  for (let r = 0; r < state.jointRows.count; r++) {
    const a = rows.bodyA[r]
    const b = rows.bodyB[r]
    if ((a > 0 && a < movable) || (b > 0 && b < movable)) ready[rows.island[r]] = 0
    for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
      if (role[s] !== ROLE_MOTOR) continue
      const j = rows.joint[r]
      const f = (j * coordinates + coordinate[s]) * FEATURE_STRIDE
      const given = force[(j + 1) * width - (coordinates - coordinate[s]) * ROLES + ROLE_MOTOR]
      if (features[f + MOTOR_SPEED] !== 0 && Math.abs(given) < features[f + MOTOR_MAX] * (1 - 1e-9)) ready[rows.island[r]] = 0
    }
  }
}

/** Puts the islands in `ready` to sleep, each as a ring, and the pairs without an awake body. */
function sleepReady(state: SleepyWorld): void {
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
