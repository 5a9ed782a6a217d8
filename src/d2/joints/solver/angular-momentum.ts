/**
 * Angular-momentum correction of free groups: joints that are neither anchored nor in contact. Inertia that is added for the solve alone
 * (`geometric-stiffness.ts`) absorbs part of every impulse; and bodies that the push-out moves carry their momentum to another place.
 * Either way the group's angular momentum would change a little each time. It is restored as a rigid spin of the composite body, which no
 * joint notices.
 */

import { FREE } from '../../../common/solver/joint-groups.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { addRigidSpin, measureComposite, offsetOut, setOffset } from './composite-body.ts'

export function restoreGroupMomentum(state: WorldState, batch: number): void {
  const { batchStart, order, touched, hold } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (touched[g] === 1 || hold[g] !== FREE || !isStiffened(state, g) || !measureComposite(state, g)) continue
    addRigidSpin(state, sumImpulses(state, g))
    state.jointGroups.spun[g] = 1
    state.guards.momentumRestored++
  }
}

/** The same for the change that the push-out velocities of a group will make in a drift of length h. */
export function restoreCorrectionMomentum(state: WorldState, g: number, h: number): void {
  const { touched, hold } = state.jointGroups
  if (touched[g] === 1 || hold[g] !== FREE || !measureComposite(state, g)) return
  addRigidSpin(state, sumShifts(state, g, h))
  state.jointGroups.spun[g] = 1
  state.guards.momentumRestored++
}

export function isStiffened(state: WorldState, g: number): boolean {
  const { bodies, bodyStart } = state.jointGroups
  const { stiffened } = state.solverBodies.columns
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) if (stiffened[bodies[i]] === 1) return true
  return false
}

/** Angular momentum lost by the impulses since the kick. */
function sumImpulses(state: WorldState, g: number): number {
  const { bodies, bodyStart } = state.jointGroups
  const { velocity, kicked, body } = state.solverBodies.columns
  const { mass, inertia } = state.bodies.columns
  let lost = 0
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const s = bodies[i]
    const o = s * VELOCITY_STRIDE
    setOffset(state, s)
    lost += mass[body[s]] * (offsetOut[0] * (kicked[s * 3 + 1] - velocity[o + 1]) - offsetOut[1] * (kicked[s * 3] - velocity[o]))
    lost += inertia[body[s]] * (kicked[s * 3 + 2] - velocity[o + 2])
  }
  return lost
}

/** Angular momentum that shifts by the push-out will take: v × p h is minus the change by a shift p h. */
function sumShifts(state: WorldState, g: number, h: number): number {
  const { bodies, bodyStart } = state.jointGroups
  const { velocity, pseudo, body } = state.solverBodies.columns
  const { mass } = state.bodies.columns
  let lost = 0
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const o = bodies[i] * VELOCITY_STRIDE
    lost += mass[body[bodies[i]]] * h * (velocity[o] * pseudo[o + 1] - velocity[o + 1] * pseudo[o])
  }
  return lost
}
