/**
 * Fast spin: tops and gyroscopes, bodies that spin about an axis of their own while a joint beside their centre holds them. A push across the axis
 * turns with |Iω| / I about it: where that is more than about a radian in a substep, the impulse that closes the joint at the end of the substep
 * is not found from its start, and the top throws itself over. Their islands get more substeps. Wheels, which are held in the middle, are spared.
 */

import { moves } from '../../../common/islands/islands.ts'
import { MAX_TURN, MIN_SWING_ARM } from '../../../common/tuning.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE } from '../../store/joint-table.ts'
import type { WorldState } from '../../store/world-state.ts'

/** Does one of its bodies spin that fast, held beside its centre by joint j? */
export function spinsFast(state: WorldState, j: number): boolean {
  const { bodyA, bodyB } = state.joints.columns
  return bodySpinsFast(state, bodyA[j], j * DATA_SIZE + ANCHOR_A) || bodySpinsFast(state, bodyB[j], j * DATA_SIZE + ANCHOR_B)
}

function bodySpinsFast(state: WorldState, body: number, anchor: number): boolean {
  if (!moves(state, body)) return false
  const { w, localCenter, size, principal } = state.bodies.columns
  const o = body * 3
  const spin = Math.sqrt(w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2])
  const least = Math.min(principal[o], principal[o + 1], principal[o + 2])
  const most = Math.max(principal[o], principal[o + 1], principal[o + 2])
  const across = principal[o] + principal[o + 1] + principal[o + 2] - least - most
  const turn = (spin * state.dt) / state.globals.columns.substeps[0]
  if (!(turn * Math.max(1, most / across) > MAX_TURN)) return false
  const { data } = state.joints.columns
  const x = data[anchor] - localCenter[o]
  const y = data[anchor + 1] - localCenter[o + 1]
  const z = data[anchor + 2] - localCenter[o + 2]
  const far = MIN_SWING_ARM * size[body]
  return x * x + y * y + z * z > far * far
}
