/** The inverse inertia of a body with geometric stiffness: renewed when its joints' tension adds inertia, or no longer does. */

import { stiffnessShare } from '../joints/solver/geometric-stiffness.ts'
import { LOCK_ROTATION } from '../store/bodies.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

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
