/**
 * Fast swing: bodies that turn about a joint faster than substeps can follow. Their islands get more substeps. (The end of a chain does so
 * when it cracks like a whip.)
 */

import { moves } from '../../../common/islands/islands.ts'
import { MAX_TURN, MIN_SWING_ARM } from '../../../common/tuning.ts'
import { quatRotateInverseAt } from '../../math/quaternion.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE } from '../../store/joint-table.ts'
import type { WorldState } from '../../store/world-state.ts'

/** ω in the body's frame. */
const spin = new Float64Array(3)

/** Does one of its bodies swing that fast about joint j? */
export function swingsFast(state: WorldState, j: number): boolean {
  const { bodyA, bodyB } = state.joints.columns
  return bodySwingsFast(state, bodyA[j], j * DATA_SIZE + ANCHOR_A) || bodySwingsFast(state, bodyB[j], j * DATA_SIZE + ANCHOR_B)
}

/** Only the part of the arm across the axis of turning swings. What is in contact may turn twice as far: it cracks no whips. */
function bodySwingsFast(state: WorldState, body: number, anchor: number): boolean {
  if (!moves(state, body)) return false
  const { w, q, localCenter, size, island } = state.bodies.columns
  const o = body * 3
  const square = w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2]
  const most = state.islands.touching[island[body]] > 0 ? 2 * MAX_TURN : MAX_TURN
  if (!(square * state.dt * state.dt > most * most)) return false
  const { data } = state.joints.columns
  const x = data[anchor] - localCenter[o]
  const y = data[anchor + 1] - localCenter[o + 1]
  const z = data[anchor + 2] - localCenter[o + 2]
  quatRotateInverseAt(q, body * 4, w, o, spin, 0)
  const sx = spin[1] * z - spin[2] * y
  const sy = spin[2] * x - spin[0] * z
  const sz = spin[0] * y - spin[1] * x
  const far = MIN_SWING_ARM * size[body]
  return sx * sx + sy * sy + sz * sz > far * far * square
}
