/**
 * Stage `refresh-joints`: joint rows at the pose of the substep, their groups factored, their impulses added to the bodies' warm starts.
 *
 * Reads: joints, solver bodies. Writes: joint rows, scalar rows, wheel rows, group factors and Schur complements, warm.
 * Why here: after the drift, with the inertia of the new pose. Joints follow the pose in every substep; `prepare-joints` does the same once
 * at the start of the step. In islands at rest rows of bodies that have hardly turned are only measured.
 */

import { unwrap } from '../../common/math/unwrap.ts'
import { ROUTE_SCHUR } from '../../common/solver/joint-groups.ts'
import { MAX_COORDINATES, MAX_RIGID, ROW } from '../joints/joint-kind.ts'
import { addImpulse, buildJoint, countTurns, invertMass, measureErrorsNow } from '../joints/solver/build-joint.ts'
import { complianceOf } from '../joints/solver/joint-targets.ts'
import { factorGroups, factorRenewedGroups } from '../joints/solver/solve-groups.ts'
import { FEATURE_STRIDE, LOWER, ROLE_LIMIT, UPPER } from '../store/joint-table.ts'
import type { WorldState } from '../store/world-state.ts'
import { refreshWheels } from '../vehicles/wheel-stages.ts'

export function refreshJoints(state: WorldState, batch: number, h: number): void {
  const { jointStart, bodyStart } = state.batches
  const { groupOf, renewed } = state.jointGroups
  renewed.fill(0, 0, state.jointGroups.plan.count)
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
    if (!remeasureRow(state, r)) {
      rebuildRow(state, r, h)
      if (groupOf[r] >= 0) renewed[groupOf[r]] = 1
    }
    startRow(state, r)
  }
  factorGroups(state, batch)
  state.solverBodies.columns.renewed.fill(0, bodyStart[batch], bodyStart[batch + 1])
  refreshWheels(state, batch, h)
}

/** The same at the start of the step, where rows have been built: only those of bodies whose inertia is another since, `renewed`, are again. */
export function completeJoints(state: WorldState, batch: number, h: number): void {
  const { jointStart } = state.batches
  const { joint, bodyA, bodyB, route } = state.jointRows.columns
  const { renewed } = state.solverBodies.columns
  const { softness } = state.joints.columns
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
    if ((renewed[bodyA[r]] | renewed[bodyB[r]]) !== 0) rebuildRow(state, r, h)
    else if (route[r] !== ROUTE_SCHUR) invertMass(state, r, complianceOf(softness, joint[r] * 3, h))
    startRow(state, r)
  }
  factorRenewedGroups(state, batch)
}

/** A row whose bodies have hardly turned since it was built gets its errors and coordinates alone. False if it has to be built. */
function remeasureRow(state: WorldState, r: number): boolean {
  const { bodyA, bodyB } = state.jointRows.columns
  const { renewed } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  if ((renewed[bodyA[r]] | renewed[bodyB[r]]) !== 0 || isCarried(bodyA[r], movable) || isCarried(bodyB[r], movable)) return false
  if (!measureErrorsNow(state, r)) return false
  countTurns(state, r)
  return true
}

/** Is a solver body kinematic? */
function isCarried(body: number, movable: number): boolean {
  return body > 0 && body < movable
}

/** Rows at the present pose, coordinates with their turns. */
function rebuildRow(state: WorldState, r: number, h: number): void {
  const { joint, route } = state.jointRows.columns
  buildJoint(state, r, complianceOf(state.joints.columns.softness, joint[r] * 3, h), route[r] !== ROUTE_SCHUR)
  countTurns(state, r)
}

/** Coordinates of scalar rows with their turns, the sides of limits, and the warm start. */
function startRow(state: WorldState, r: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const j = rows.joint[r]
  const { kind, turns } = state.joints.columns
  const units = state.jointKinds[kind[j]].coordinates
  const { warm } = state.solverBodies.columns
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    const c = scalars.coordinate[s]
    if (units[c] === 'turn') scalars.value[s] = unwrap(scalars.value[s], turns[j * MAX_COORDINATES + c])
    if (scalars.role[s] === ROLE_LIMIT) chooseSide(state, s, (j * MAX_COORDINATES + c) * FEATURE_STRIDE)
    if (rows.isolated[r] === 0 && scalars.impulse[s] !== 0) addImpulse(state, r, scalars.jacobian, s * ROW, scalars.impulse, s, warm, 6)
  }
  if (rows.isolated[r] === 1) return
  for (let i = 0; i < rows.rigid[r]; i++) {
    const at = r * MAX_RIGID + i
    if (rows.impulse[at] !== 0) addImpulse(state, r, rows.jacobian, at * ROW, rows.impulse, at, warm, 6)
  }
}

/** The nearer limit is active. The impulse of the other one is reset. */
function chooseSide(state: WorldState, s: number, f: number): void {
  const { features } = state.joints.columns
  const { side, value, impulse, rebound } = state.scalarRows.columns
  const lower = features[f + LOWER]
  const upper = features[f + UPPER]
  let nearer = 0
  if (lower < upper) nearer = upper === Infinity || (lower !== -Infinity && value[s] - lower <= upper - value[s]) ? 1 : -1
  if ((nearer > 0 && impulse[s] < 0) || (nearer < 0 && impulse[s] > 0)) impulse[s] = 0
  // An impact lasts one substep: its impulse is no warm start.
  if (rebound[s] !== 0) impulse[s] = 0
  rebound[s] = 0
  side[s] = nearer
}
