/**
 * Stage `prepare-joints`: solver rows of all joints with an awake body, ordered by batch.
 *
 * Reads: joints, solver bodies. Writes: joint rows, scalar rows, solver bodies' warm.
 * Why here: bodies have their solver rows. `refresh-joints` builds the rows again after every drift.
 */

import { BATCH_COUNT, STILL } from '../../common/islands/batches.ts'
import { recordOpenings, sizeOfJoint } from '../../common/islands/open-joints.ts'
import { isGrouped, planGroups } from '../../common/solver/joint-groups.ts'
import { MIN_NET_JOINTS } from '../../common/tuning.ts'
import { startFrames } from '../joints/frames.ts'
import { MAX_COORDINATES, MAX_RIGID, POSE_SIZE } from '../joints/joint-kind.ts'
import { buildJoints } from '../joints/solver/build-joint.ts'
import { dropFirstLoads, guessFirstLoads } from '../joints/solver/first-tension.ts'
import { freeCompliance } from '../joints/solver/geometric-stiffness.ts'
import { HOT_STRIDE, ROW_BIAS, SCALAR_STRIDE } from '../joints/solver/joint-rows.ts'
import { markMeshes, planNets } from '../joints/solver/net-reference.ts'
import { factorGroups } from '../joints/solver/solve-groups.ts'
import { layStillRows } from '../joints/solver/still-rows.ts'
import {
  ACTIVE, BOUNDS, FEATURE_STRIDE, FORCE_STRIDE, HAS_FRICTION, HAS_LIMIT, HAS_MOTOR, HAS_SPRING, ROLE_FRICTION, ROLE_LIMIT, ROLE_MOTOR,
  ROLE_SPRING, ROLES,
} from '../store/joint-table.ts'
import type { WorldState } from '../store/world-state.ts'
import { updateGeometricStiffness } from './refresh-inertia.ts'
import { clearWarm, rebuildJoints } from './refresh-joints.ts'

let batchesOf = new Uint8Array(64)

export function prepareJoints(state: WorldState): void {
  const { batches, activeJointCount } = state
  const { jointStart } = batches
  state.jointRows.count = activeJointCount
  jointStart.fill(0)
  if (activeJointCount === 0) return
  state.jointRows.reserve(activeJointCount)
  placeRows(state)
  const scalars = placeScalars(state)
  state.scalarRows.reserve(scalars)
  state.scalarRows.count = scalars
  const base = state.globals.columns.substeps[0]
  for (let batch = 0; batch < BATCH_COUNT; batch++) layRows(state, batch, state.dt / batches.substeps(batch, base))
  markMeshes(state)
  // Joints with a greatest force are in no group, and lattices are nets.
  planGroups(state, MAX_RIGID, state.joints.columns.bounds, BOUNDS)
  planNets(state)
  recordOpenings(state)
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    if (jointStart[batch] < jointStart[batch + 1]) startBatch(state, batch, state.dt / batches.substeps(batch, base))
  }
}

/** Gives the active joints their rows, batch by batch. */
function placeRows(state: WorldState): void {
  const { batches, activeJoints, activeJointCount } = state
  const { bodyA, bodyB, row } = state.joints.columns
  const { solver, awake, island } = state.bodies.columns
  const { jointStart } = batches
  const rows = state.jointRows.columns
  const movable = batches.bodyStart[0]
  if (batchesOf.length < activeJointCount) batchesOf = new Uint8Array(activeJointCount * 2)
  for (let k = 0; k < activeJointCount; k++) {
    batchesOf[k] = batchOf(state, activeJoints[k])
    jointStart[batchesOf[k] + 1]++
  }
  for (let b = 0; b < BATCH_COUNT; b++) jointStart[b + 1] += jointStart[b]
  for (let k = 0; k < activeJointCount; k++) {
    const j = activeJoints[k]
    const r = jointStart[batchesOf[k]]++
    const a = bodyA[j]
    const b = bodyB[j]
    row[j] = r
    rows.joint[r] = j
    rows.bodyA[r] = a >= 0 && awake[a] === 1 ? solver[a] : 0
    rows.bodyB[r] = b >= 0 && awake[b] === 1 ? solver[b] : 0
    const i = island[rows.bodyB[r] >= movable ? b : a]
    rows.isolated[r] = 0
    rows.island[r] = i
  }
  for (let b = BATCH_COUNT; b > 0; b--) jointStart[b] = jointStart[b - 1]
  jointStart[0] = 0
}

/** Fills and builds the rows of a batch where the bodies stand. */
function layRows(state: WorldState, batch: number, h: number): void {
  const from = state.batches.jointStart[batch]
  const to = state.batches.jointStart[batch + 1]
  if (from === to) return
  const { joint, frame, scalarStart, scalarEnd } = state.jointRows.columns
  for (let r = from; r < to; r++) initializeJointRow(state, r, h)
  if (batch === STILL && scalarStart[from] === scalarEnd[to - 1]) {
    layStillRows(state, from, to)
    return
  }
  for (let r = from; r < to; r++) startFrames(state, joint[r], frame, r * POSE_SIZE)
  buildJoints(state, from, to, h, true)
}

/** Geometric stiffness from the loads of the step before; where it adds inertia, the rows are built once more, for good. */
function startBatch(state: WorldState, batch: number, h: number): void {
  const { bodyStart, jointStart } = state.batches
  const { route, crowded, island, hot, scalarStart, scalarEnd } = state.jointRows.columns
  const { guarded, inTouch } = state.jointGroups
  guarded[batch] = 0
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
    const { joints } = state.islands
    crowded[r] = !isGrouped(route[r]) && joints[island[r]] > MIN_NET_JOINTS ? 1 : 0
    // A single joint among contacts cannot gain energy from another.
    if (joints[island[r]] > 1 || inTouch[island[r]] === 0) guarded[batch] = 1
  }
  clearWarm(state, batch)
  factorGroups(state, batch)
  state.jointGroups.measured[batch] = 0
  freeCompliance(state, batch)
  guessFirstLoads(state, batch, h)
  const stiffer = updateGeometricStiffness(state, batch, h, true)
  dropFirstLoads(state, batch)
  if (!stiffer) return
  // Nothing but joints has added to the warm starts yet: they add once more.
  state.solverBodies.columns.warm.fill(0, bodyStart[batch] * 3, bodyStart[batch + 1] * 3)
  hot.fill(0, jointStart[batch] * HOT_STRIDE, jointStart[batch + 1] * HOT_STRIDE)
  state.scalarRows.columns.hot.fill(0, scalarStart[jointStart[batch]] * SCALAR_STRIDE, scalarEnd[jointStart[batch + 1] - 1] * SCALAR_STRIDE)
  rebuildJoints(state, batch, h)
}

function batchOf(state: WorldState, j: number): number {
  const { bodyA, bodyB } = state.joints.columns
  const { island, awake, type } = state.bodies.columns
  const b = bodyB[j]
  const movesB = b >= 0 && awake[b] === 1 && type[b] === 2
  return state.islands.classOf[island[movesB ? b : bodyA[j]]]
}

/** Gives the joint rows their ranges of scalar rows; returns how many there are. */
function placeScalars(state: WorldState): number {
  const { joint, scalarStart, scalarEnd } = state.jointRows.columns
  const { features, kind } = state.joints.columns
  let count = 0
  for (let r = 0; r < state.jointRows.count; r++) {
    const j = joint[r]
    const coordinates = state.jointKinds[kind[j]].coordinates.length
    scalarStart[r] = count
    for (let c = 0; c < coordinates; c++) {
      const active = features[(j * MAX_COORDINATES + c) * FEATURE_STRIDE + ACTIVE]
      if (active !== 0) for (let bit = 1; bit <= HAS_FRICTION; bit <<= 1) if ((active & bit) !== 0) count++
    }
    scalarEnd[r] = count
  }
  return count
}

/** Impulses from stored forces, scalar rows from the features. */
function initializeJointRow(state: WorldState, r: number, h: number): void {
  const rows = state.jointRows.columns
  const { force, kind, bodyA, bodyB } = state.joints.columns
  const j = rows.joint[r]
  rows.size[r] = sizeOfJoint(state, bodyA[j], bodyB[j])
  const { angularRows } = state.jointKinds[kind[j]]
  rows.angular[r] = 0
  if (angularRows !== undefined) for (let i = 0; i < angularRows.length; i++) if (angularRows[i] === true) rows.angular[r] |= 1 << i
  rows.peak[r * 2] = 0
  rows.peak[r * 2 + 1] = 0
  for (let i = 0; i < MAX_RIGID; i++) {
    rows.impulse[r * MAX_RIGID + i] = force[j * FORCE_STRIDE + i] * h
    rows.hot[r * HOT_STRIDE + ROW_BIAS + i] = 0
  }
  if (rows.scalarStart[r] < rows.scalarEnd[r]) fillScalars(state, r, h)
}

function fillScalars(state: WorldState, r: number, h: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const { features, force, kind } = state.joints.columns
  const j = rows.joint[r]
  const coordinates = state.jointKinds[kind[j]].coordinates.length
  let at = rows.scalarStart[r]
  for (let role = 0; role < ROLES; role++) {
    for (let c = 0; c < coordinates; c++) {
      const f = (j * MAX_COORDINATES + c) * FEATURE_STRIDE
      if ((features[f + ACTIVE] & BIT_OF_ROLE[role]) === 0) continue
      scalars.coordinate[at] = c
      scalars.role[at] = role
      scalars.side[at] = 2
      scalars.rebound[at] = 0
      scalars.hot.fill(0, at * SCALAR_STRIDE, (at + 1) * SCALAR_STRIDE)
      scalars.impulse[at++] = force[j * FORCE_STRIDE + MAX_RIGID + c * ROLES + role] * h
    }
  }
}

const BIT_OF_ROLE: readonly number[] = orderBits()

function orderBits(): number[] {
  const bits: number[] = []
  bits[ROLE_SPRING] = HAS_SPRING
  bits[ROLE_FRICTION] = HAS_FRICTION
  bits[ROLE_MOTOR] = HAS_MOTOR
  bits[ROLE_LIMIT] = HAS_LIMIT
  return bits
}
