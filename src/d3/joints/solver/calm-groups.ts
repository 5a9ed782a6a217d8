/**
 * Calm groups: those in contact whose bodies turn so little in a substep that the end pose is linear in the velocities, to within BEND_TOLERANCE.
 * They need no prediction: the velocities are not projected first, the joints are not measured ahead. And targets stand half way through the
 * sweeps where what has changed since would bend the path by less than that. What is left of the error is corrected by the push-out.
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

/** Of a substep of length h at the present velocities, which are remembered. */
export function findCalmGroups(state: WorldState, batch: number, h: number): void {
  const { batchStart, order, pivoted, calm, bodies, bodyStart } = state.jointGroups
  const { aimed } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    calm[g] = pivoted[g]
    if (pivoted[g] === 0) continue
    for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
      const s = bodies[i]
      setTurn(state, s, h)
      for (let c = 0; c < 3; c++) aimed[s * 3 + c] = turn[c]
      if (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] > BEND_TOLERANCE) calm[g] = 0
    }
  }
}

/** Remembers the velocities that a group which is not calm is aimed at. */
export function rememberAim(state: WorldState, batch: number, h: number): void {
  const { batchStart, order, pivoted, calm, bodies, bodyStart } = state.jointGroups
  const { aimed } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (pivoted[g] === 0 || calm[g] === 1) continue
    for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
      const s = bodies[i]
      setTurn(state, s, h)
      for (let c = 0; c < 3; c++) aimed[s * 3 + c] = turn[c]
    }
  }
}

/** Half way: the groups whose targets stand, as calm ones. */
export function findStandingTargets(state: WorldState, batch: number, h: number): void {
  const { batchStart, order, pivoted, calm, bodies, bodyStart } = state.jointGroups
  const { aimed } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (pivoted[g] === 0) continue
    let stands = 1
    for (let i = bodyStart[g]; i < bodyStart[g + 1] && stands === 1; i++) {
      const s = bodies[i]
      setTurn(state, s, h)
      const square = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]
      const x = turn[0] - aimed[s * 3]
      const y = turn[1] - aimed[s * 3 + 1]
      const z = turn[2] - aimed[s * 3 + 2]
      const bent = calm[g] === 1 ? square : x * x + y * y + z * z
      if (square * bent > BEND_TOLERANCE * BEND_TOLERANCE) stands = 0
    }
    calm[g] = stands
  }
}

const turn = new Float64Array(3)

/** The rotation vector of a body in this substep. */
function setTurn(state: WorldState, s: number, h: number): void {
  const { velocity, factor } = state.solverBodies.columns
  fromWeighted(factor, s * 6, velocity, s * VELOCITY_STRIDE + 3, turn, 0)
  for (let c = 0; c < 3; c++) turn[c] *= h
}
