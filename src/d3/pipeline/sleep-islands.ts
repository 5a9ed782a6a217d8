/**
 * Stage `sleep-islands`: islands that have been slow for long enough fall asleep.
 *
 * Reads: slowTime, islands of this step. Writes: awake, rings of sleepers, awake pairs.
 * Why here: last, because it changes who is awake. An island sleeps when every body in it may and has been slow; not while it touches
 * or is joined to something kinematic that moves, nor while a motor turns it however slowly, nor while it floats free under gravity.
 */

import { findReady, sleepReady } from '../../common/graph/sleepers.ts'
import { MAX_COORDINATES, MAX_RIGID } from '../joints/joint-kind.ts'
import { FEATURE_STRIDE, FORCE_STRIDE, MOTOR_MAX, MOTOR_SPEED, ROLE_MOTOR, ROLES } from '../joints/joint-table.ts'
import type { WorldState } from '../world-state.ts'

export function sleepIslands(state: WorldState): void {
  if (state.globals.columns.sleeping[0] === 0 || state.batches.islandCount === 0) return
  if (!findReady(state, 3)) return
  keepDriven(state, state.batches.bodyStart[0])
  sleepReady(state)
}

/** Islands that a kinematic body moves by a joint, or a motor that is strong enough for its speed. */
function keepDriven(state: WorldState, movable: number): void {
  const { ready } = state.islands
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
