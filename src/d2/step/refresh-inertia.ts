/**
 * Stage `refresh-inertia`: inertia of bodies with geometric stiffness, and the contact rows of round shapes, at the pose of the substep.
 *
 * Reads: joint impulses, arms, moved. Writes: inverse inertia, external, stiff; following contact rows, warm.
 * Why here: poses have moved, and joint rows, which come next, need the new inertia.
 */

import { dropRunaway } from '../../common/solver/energy-budget.ts'
import { TRACE } from '../../common/math/rounding.ts'
import { followRows } from '../contacts/following-rows.ts'
import { MAX_RIGID } from '../joints/joint-kind.ts'
import { sumGeometricStiffness, stiffnessShare } from '../joints/solver/geometric-stiffness.ts'
import { measureGroups } from '../joints/solver/solve-groups.ts'
import { MOVED_STRIDE, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { LOCK_ROTATION } from '../store/bodies.ts'

export function refreshInertia(state: WorldState, batch: number, h: number): void {
  dropRunaway(state, batch, MAX_RIGID)
  if (needsRefresh(state, batch)) updateGeometricStiffness(state, batch, h, false)
  followRows(state, batch, h)
}

/** Whether the batch has joint rows that the drift has made stale. */
export function needsRefresh(state: WorldState, batch: number): boolean {
  const { jointStart } = state.batches
  return jointStart[batch] < jointStart[batch + 1] && !(state.jointNets.still[batch] === 1 && hardlyMoved(state, batch))
}

/** Geometric stiffness of the batch as inertia. `first`: at the start of the step. True if the inertia of any body has changed. */
export function updateGeometricStiffness(state: WorldState, batch: number, h: number, first: boolean): boolean {
  const { bodyStart } = state.batches
  const { inTouch, measured } = state.jointGroups
  const { island } = state.solverBodies.columns
  if (sumGeometricStiffness(state, batch, h, first) && measured[batch] === 0) {
    // No body is stiffened yet, so the factors are those of the bodies' own inertia.
    measureGroups(state, batch)
    measured[batch] = 1
  }
  let any = false
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    if ((first || inTouch[island[i]] === 0) && renewFactor(state, i)) any = true
  }
  return any
}

/** Whether the rows of nets at rest are still valid. */
function hardlyMoved(state: WorldState, batch: number): boolean {
  const { bodyStart } = state.batches
  const { moved, body } = state.solverBodies.columns
  const { size } = state.bodies.columns
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    const m = s * MOVED_STRIDE
    const far = TRACE * size[body[s]]
    if (moved[m] * moved[m] + moved[m + 1] * moved[m + 1] > far * far || Math.abs(moved[m + 2]) > TRACE) return false
  }
  return true
}

/** True if it has changed. The angular velocity and the torque stay the same. */
export function renewFactor(state: WorldState, i: number): boolean {
  const { velocity, external, body, lockedAxes, stiff, stiffened } = state.solverBodies.columns
  const share = stiffnessShare(state, i)
  if (share === 0 && stiffened[i] === 0) return false
  const { inertia, torque } = state.bodies.columns
  const bodyInertia = inertia[body[i]]
  if (!(bodyInertia > 0) || (lockedAxes[i] & LOCK_ROTATION) !== 0) return false
  const o = i * VELOCITY_STRIDE + 4
  stiffened[i] = share > 0 ? 1 : 0
  if (share > 0) state.guards.inertiaAdded++
  velocity[o] = 1 / (bodyInertia + share * stiff[i])
  external[i * 3 + 2] = torque[body[i]] * velocity[o]
  return true
}
