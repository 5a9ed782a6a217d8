/**
 * Stage `refresh-joints`: joint rows at the pose of the substep, their groups factored, their impulses added to the bodies' warm starts.
 *
 * Reads: joints, solver bodies. Writes: joint rows, scalar rows, group factors and Schur complements, warm.
 * Why here: after the drift, with the inertia of the new pose. Joints follow the pose in every substep; `prepare-joints` does the same once
 * at the start of the step.
 */

import { buildJoints } from '../joints/solver/build-joint.ts'
import { factorGroups } from '../joints/solver/solve-groups.ts'
import { rotateNets } from '../joints/solver/solve-nets.ts'
import type { WorldState } from '../store/world-state.ts'
import { needsRefresh } from './refresh-inertia.ts'

export function refreshJoints(state: WorldState, batch: number, h: number): void {
  if (needsRefresh(state, batch)) rebuildJoints(state, batch, h)
}

export function rebuildJoints(state: WorldState, batch: number, h: number): void {
  const { jointStart } = state.batches
  clearWarm(state, batch)
  buildJoints(state, jointStart[batch], jointStart[batch + 1], h, false)
  rotateNets(state, batch)
  factorGroups(state, batch)
}

/** Clears the warm starts of bodies on which only joints act. */
export function clearWarm(state: WorldState, batch: number): void {
  const { bodyStart } = state.batches
  const { inTouch } = state.jointGroups
  const { warm, island } = state.solverBodies.columns
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    if (inTouch[island[s]] === 1) continue
    warm[s * 3] = 0
    warm[s * 3 + 1] = 0
    warm[s * 3 + 2] = 0
  }
}
