/**
 * Calm groups: those in contact whose bodies turn so little in a substep that the end pose is linear in the velocities, to within BEND_TOLERANCE.
 * They need no prediction: the velocities are not projected first, the joints are not measured ahead. What is left of
 * the error is corrected by the push-out.
 *
 * Joints without contacts are always aimed: their energy hangs on it.
 */

import { CARRIED } from '../../../common/solver/joint-groups.ts'
import { POSE_TOLERANCE } from '../../../common/tuning.ts'
import { BOUNCY } from '../../contacts/contact-row.ts'
import { fromWeighted } from '../../math/weighted.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'

/** Square of a turn, rad², whose effect on the end pose is left to the push-out: a tenth of the error that a pose may have. */
export const BEND_TOLERANCE: number = 0.1 * POSE_TOLERANCE

/**
 * Once per step: quiet islands, in contact and without bounces, whose blows are to be exact; and in them the groups that can be calm. Rows of all
 * their joints must change with the turning of movable bodies alone.
 */
export function findPivotedGroups(state: WorldState, batch: number): void {
  findQuietIslands(state, batch)
  const { batchStart, order, pivoted, early, hold, plan, bodies, bodyStart, quiet } = state.jointGroups
  const { kind } = state.joints.columns
  const { island } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    early[g] = 1 - quiet[island[bodies[bodyStart[g]]]]
    pivoted[g] = early[g] === 0 && hold[g] !== CARRIED ? 1 : 0
    for (let m = plan.memberStart[g]; m < plan.memberStart[g + 1]; m++) {
      if (state.jointKinds[kind[plan.member[m]]].measureErrors === undefined) pivoted[g] = 0
    }
  }
}

function findQuietIslands(state: WorldState, batch: number): void {
  const { batches } = state
  const { quiet } = state.jointGroups
  const { touching } = state.islands
  const { island } = state.solverBodies.columns
  const { flags, island: islandOf } = state.contactRows.columns
  for (let s = batches.bodyStart[batch]; s < batches.bodyStart[batch + 1]; s++) quiet[island[s]] = touching[island[s]] > 0 ? 1 : 0
  for (let r = batches.rowStart(batch); r < batches.rowEnd(batch); r++) if ((flags[r] & BOUNCY) !== 0) quiet[islandOf[r]] = 0
}

/** Of a substep of length h at the present velocities: before the sweeps, and again where the others are aimed. */
export function findCalmGroups(state: WorldState, batch: number, h: number): void {
  const { batchStart, order, pivoted, calm, bodies, bodyStart } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    calm[g] = pivoted[g]
    for (let i = bodyStart[g]; i < bodyStart[g + 1] && calm[g] === 1; i++) {
      setTurn(state, bodies[i], h)
      if (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] > BEND_TOLERANCE) calm[g] = 0
    }
  }
}

const turn = new Float64Array(3)

/** The rotation vector of a body in this substep. */
function setTurn(state: WorldState, s: number, h: number): void {
  const { velocity, factor } = state.solverBodies.columns
  fromWeighted(factor, s * 6, velocity, s * VELOCITY_STRIDE + 3, turn, 0)
  for (let c = 0; c < 3; c++) turn[c] *= h
}
