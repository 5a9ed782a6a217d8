/**
 * Stage `prepare-joints`: solver rows of all joints with an awake body, ordered by batch.
 *
 * Reads: joints, solver bodies. Writes: joint rows, scalar rows, solver bodies' warm.
 * Why here: bodies have their solver rows. `refresh-joints` does the same work again after every drift.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { recordOpenings, sizeOfJoint } from '../../common/islands/open-joints.ts'
import { planGroups, ROUTE_SWEEP } from '../../common/solver/joint-groups.ts'
import { MARGIN_PER_SIZE } from '../../common/tuning.ts'
import { renewFactor } from './refresh-inertia.ts'
import { MAX_COORDINATES, MAX_RIGID } from '../joints/joint-kind.ts'
import { buildJoint, countTurns } from '../joints/solver/build-joint.ts'
import { dropFirstLoads, guessFirstLoads } from '../joints/solver/first-tension.ts'
import { freeCompliance, sumGeometricStiffness } from '../joints/solver/geometric-stiffness.ts'
import { complianceOf } from '../joints/solver/joint-targets.ts'
import { beginGroups, findStiffGroups } from '../joints/solver/solve-groups.ts'
import {
  ACTIVE, FEATURE_STRIDE, FORCE_STRIDE, HAS_FRICTION, HAS_LIMIT, HAS_MOTOR, HAS_SPRING, ROLE_FRICTION, ROLE_LIMIT, ROLE_MOTOR, ROLE_SPRING, ROLES,
} from '../store/joint-table.ts'
import { HAS_MASS } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { completeJoints } from './refresh-joints.ts'

export function prepareJoints(state: WorldState): void {
  const { batches, activeJoints, activeJointCount } = state
  state.jointRows.count = activeJointCount
  batches.jointStart.fill(0)
  if (activeJointCount === 0) return
  state.jointRows.reserve(activeJointCount)
  state.scalarRows.reserve(countScalars(state))
  const { bodyA, bodyB, row } = state.joints.columns
  const { solver, awake, island } = state.bodies.columns
  const { jointStart } = batches
  const rows = state.jointRows.columns
  const movable = batches.bodyStart[0]
  for (let k = 0; k < activeJointCount; k++) jointStart[batchOf(state, activeJoints[k]) + 1]++
  for (let b = 0; b < BATCH_COUNT; b++) jointStart[b + 1] += jointStart[b]
  for (let k = 0; k < activeJointCount; k++) {
    const j = activeJoints[k]
    const r = jointStart[batchOf(state, j)]++
    const a = bodyA[j]
    const b = bodyB[j]
    row[j] = r
    rows.joint[r] = j
    rows.route[r] = ROUTE_SWEEP
    rows.bodyA[r] = a >= 0 && awake[a] === 1 ? solver[a] : 0
    rows.bodyB[r] = b >= 0 && awake[b] === 1 ? solver[b] : 0
    rows.island[r] = island[rows.bodyB[r] >= movable ? b : a]
  }
  for (let b = BATCH_COUNT; b > 0; b--) jointStart[b] = jointStart[b - 1]
  jointStart[0] = 0
  const base = state.globals.columns.substeps[0]
  let at = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const h = state.dt / batches.substeps(batch, base)
    for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) at = initializeJointRow(state, r, at, h)
  }
  state.scalarRows.count = at
  recordOpenings(state)
  planGroups(state, MAX_RIGID, null, 0)
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    if (jointStart[batch] < jointStart[batch + 1]) startBatch(state, batch, state.dt / batches.substeps(batch, base))
  }
}

function batchOf(state: WorldState, j: number): number {
  const { bodyA, bodyB } = state.joints.columns
  const { island, awake, type } = state.bodies.columns
  const b = bodyB[j]
  const movesB = b >= 0 && awake[b] === 1 && type[b] === 2
  return state.islands.classOf[island[movesB ? b : bodyA[j]]]
}

function countScalars(state: WorldState): number {
  const { features } = state.joints.columns
  let count = 0
  for (let k = 0; k < state.activeJointCount; k++) {
    for (let c = 0; c < MAX_COORDINATES; c++) {
      const active = features[(state.activeJoints[k] * MAX_COORDINATES + c) * FEATURE_STRIDE + ACTIVE]
      for (let bit = 1; bit <= HAS_FRICTION; bit <<= 1) if ((active & bit) !== 0) count++
    }
  }
  return count
}

/** Impulses from stored forces, scalar rows from the features, then the rows at this pose. Returns the next free scalar row. */
function initializeJointRow(state: WorldState, r: number, start: number, h: number): number {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const { features, force, softness } = state.joints.columns
  const j = rows.joint[r]
  let at = start
  rows.scalarStart[r] = at
  setReach(state, r, j, h)
  rows.peak[r * 2] = 0
  rows.peak[r * 2 + 1] = 0
  for (let i = 0; i < MAX_RIGID; i++) {
    rows.impulse[r * MAX_RIGID + i] = force[j * FORCE_STRIDE + i] * h
    rows.change[r * MAX_RIGID + i] = 0
  }
  for (let role = 0; role < ROLES; role++) {
    const bit = BIT_OF_ROLE[role]
    for (let c = 0; c < MAX_COORDINATES; c++) {
      const f = (j * MAX_COORDINATES + c) * FEATURE_STRIDE
      if ((features[f + ACTIVE] & bit) === 0) continue
      scalars.coordinate[at] = c
      scalars.role[at] = role
      scalars.side[at] = 2
      scalars.rebound[at] = 0
      scalars.change[at] = 0
      scalars.impulse[at++] = force[j * FORCE_STRIDE + MAX_RIGID + c * ROLES + role] * h
    }
  }
  rows.scalarEnd[r] = at
  buildJoint(state, r, complianceOf(softness, j * 3, h), false)
  countTurns(state, r)
  return at
}

/** What a limit of the joint may be away and still be reached in a substep: seconds of its rate, twice over, and room for an impulse. */
function setReach(state: WorldState, r: number, j: number, h: number): void {
  const { bodyA, bodyB } = state.joints.columns
  const { reach } = state.jointRows.columns
  reach[r * 2] = 2 * h
  reach[r * 2 + 1] = MARGIN_PER_SIZE * sizeOfJoint(state, bodyA[j], bodyB[j])
}

/** Geometric stiffness from the loads of the step before; then the rows of bodies that have it are built once more. */
function startBatch(state: WorldState, batch: number, h: number): void {
  const { bodyStart } = state.batches
  const { kind, renewed } = state.solverBodies.columns
  guessFirstLoads(state, batch, h)
  freeCompliance(state, batch)
  beginGroups(state, batch)
  sumGeometricStiffness(state, batch, h)
  findStiffGroups(state, batch)
  state.solverBodies.columns.stiffened.fill(0, bodyStart[batch], bodyStart[batch + 1])
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) if ((kind[i] & HAS_MASS) !== 0) renewed[i] = addStiffness(state, i)
  dropFirstLoads(state, batch)
  completeJoints(state, batch, h)
  renewed.fill(0, bodyStart[batch], bodyStart[batch + 1])
}

const before = new Float64Array(6)

/** The factor of a body with its geometric stiffness. 1 if that has changed it. */
function addStiffness(state: WorldState, i: number): number {
  const { factor } = state.solverBodies.columns
  for (let k = 0; k < 6; k++) before[k] = factor[i * 6 + k]
  renewFactor(state, i, true)
  for (let k = 0; k < 6; k++) if (factor[i * 6 + k] !== before[k]) return 1
  return 0
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
