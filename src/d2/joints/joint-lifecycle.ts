/**
 * Joints come and go: whom they wake, and whose collisions they switch off.
 */

import { DYNAMIC } from '../bodies.ts'
import { wakeRing } from '../sleeping.ts'
import type { WorldState } from '../world-state.ts'
import { COLLIDE_CONNECTED, JOINT_ENABLED } from './joint-table.ts'

/** After a restore: which bodies may not collide follows from the joints. */
export function rebuildJoined(state: WorldState): void {
  const { alive, flags, bodyA, bodyB } = state.joints.columns
  const { jointed } = state.bodies.columns
  state.joinedBodies.clear()
  jointed.fill(0)
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0 || (flags[j] & JOINT_ENABLED) === 0) continue
    if (bodyA[j] >= 0) jointed[bodyA[j]] = 1
    if (bodyB[j] >= 0) jointed[bodyB[j]] = 1
    if (bodyA[j] < 0 || bodyB[j] < 0 || (flags[j] & COLLIDE_CONNECTED) !== 0) continue
    state.joinedBodies.set(bodyA[j], bodyB[j], 0)
  }
}

/** What hangs on something awake is awake. */
export function wakeByJoints(state: WorldState): void {
  const { alive, flags, bodyA, bodyB } = state.joints.columns
  const { awake, type } = state.bodies.columns
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0 || (flags[j] & JOINT_ENABLED) === 0) continue
    const a = bodyA[j]
    const b = bodyB[j]
    if (a < 0 || b < 0 || awake[a] === awake[b]) continue
    const sleeper = awake[a] === 1 ? b : a
    if (type[sleeper] === DYNAMIC) wakeRing(state, sleeper)
  }
}

