/**
 * Fast swing: bodies that turn about a joint faster than substeps can follow. Their islands get more substeps. (The end of a chain does so
 * when it cracks like a whip.)
 */

import { moves } from '../../../common/islands/islands.ts'
import { MAX_TURN, MIN_SWING_ARM } from '../../../common/tuning.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE } from '../../store/joint-table.ts'
import type { WorldState } from '../../store/world-state.ts'

/** Does one of its bodies swing that fast about joint j? */
export function swingsFast(state: WorldState, j: number): boolean {
  const { bodyA, bodyB } = state.joints.columns
  return bodySwingsFast(state, bodyA[j], j * DATA_SIZE + ANCHOR_A) || bodySwingsFast(state, bodyB[j], j * DATA_SIZE + ANCHOR_B)
}

function bodySwingsFast(state: WorldState, body: number, anchor: number): boolean {
  const { w, localCenter, size } = state.bodies.columns
  if (!moves(state, body) || !(Math.abs(w[body]) * state.dt > MAX_TURN)) return false
  const { data } = state.joints.columns
  const x = data[anchor] - localCenter[body * 2]
  const y = data[anchor + 1] - localCenter[body * 2 + 1]
  const far = MIN_SWING_ARM * size[body]
  return x * x + y * y > far * far
}
