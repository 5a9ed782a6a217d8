/**
 * Islands that fall asleep: the work of the stage `sleep-islands`. Rings of sleepers and waking are in `sleep.ts`.
 */

import { FEATURE_STRIDE, MOTOR_MAX, MOTOR_SPEED, ROLE_MOTOR, ROLES } from '../joints/joint-codes.ts'
import { coordinatesOf, type JointWorld } from '../joints/joint-world.ts'
import type { ScratchTable } from '../memory/scratch-table.ts'
import type { Table } from '../memory/world-memory.ts'
import { CAN_SLEEP } from '../store/column-codes.ts'
import { sleepPairsOfSleepers } from '../store/pair-rows.ts'
import type { SolverBodyIndex } from '../store/world-tables.ts'
import { CORRECTION_PACE, SLEEP_SECONDS, SLOP_PER_SIZE } from '../tuning.ts'
import { type CreepingWorld, keepCreepingAwake } from './creeping-springs.ts'
import type { IslandWorld } from './islands.ts'
import { keepClosingAwake, type OpenWorld } from './open-joints.ts'
import { putToSleep } from './sleep.ts'

interface SleepyWorld extends IslandWorld {
  readonly solverBodies: ScratchTable<SolverBodyIndex & { external: Float64Array; pushed: Float64Array }>
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
 * Puts to sleep the islands that have been slow for long enough, are not driven and whose joints neither close nor creep. `axes`: numbers of
 * the linear part of `external`.
 */
export function sleepSlowIslands(state: SleepyWorld & DrivenWorld & OpenWorld & CreepingWorld, axes: number): void {
  keepClosingAwake(state)
  keepCreepingAwake(state)
  if (!findReady(state, axes)) return
  excludeCorrected(state)
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
 * Takes islands whose positions are still being corrected out of `islands.ready`: errors go back through push-out velocities, which no
 * velocity shows, and what falls asleep meanwhile keeps them for ever. A contact deeper than twice the slop counts while the push-out moves
 * one of its bodies. One that gets nowhere, as between two walls that are too close, does not.
 */
function excludeCorrected(state: SleepyWorld): void {
  const { ready } = state.islands
  const { contact, island, bodyA, bodyB } = state.contactRows.columns
  const { pair, count, last } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { thickness } = state.shapes.columns
  const { width } = state.contacts.schema.last
  for (let r = 0; r < state.contactRows.count; r++) {
    if (ready[island[r]] === 0) continue
    const c = contact[r]
    const slop = SLOP_PER_SIZE * Math.min(thickness[shapeA[pair[c]]], thickness[shapeB[pair[c]]])
    let deepest = 0
    for (let i = 0; i < count[c]; i++) deepest = Math.min(deepest, last[r * width + i])
    if (deepest >= -2 * slop) continue
    const pace = (CORRECTION_PACE * slop * state.dt) / SLEEP_SECONDS
    if (isMoved(state, bodyA[r], pace) || isMoved(state, bodyB[r], pace)) ready[island[r]] = 0
  }
}

/** Has the push-out moved a solver body by more than this in the step? */
function isMoved(state: SleepyWorld, s: number, far: number): boolean {
  const { pushed } = state.solverBodies.columns
  const { width } = state.solverBodies.schema.pushed
  let square = 0
  for (let c = s * width; c < (s + 1) * width; c++) square += pushed[c] * pushed[c]
  return square > far * far
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
  if (slept) sleepPairsOfSleepers(state, true)
}
