/**
 * Angular-momentum correction of free groups: joints that are neither anchored nor in contact. Inertia that is added for the solve alone
 * (`geometric-stiffness.ts`) absorbs part of every impulse; and bodies that the push-out moves carry their momentum to another place.
 * Either way the group's angular momentum would change a little each time. It is restored as a rigid spin of the composite body, which no
 * joint notices.
 */

import { FREE } from '../../../common/solver/joint-groups.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { addAngularMomentum, addRigidSpin, measureComposite, offsetOut, setOffset } from './composite-body.ts'

const lostOut = new Float64Array(3)

export function restoreGroupMomentum(state: WorldState, batch: number): void {
  const { batchStart, order, touched, hold } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (touched[g] === 1 || hold[g] !== FREE || !isStiffened(state, g) || !measureComposite(state, g)) continue
    sumImpulses(state, g)
    addRigidSpin(state, lostOut, 1)
    state.jointGroups.spun[g] = 1
    state.guards.momentumRestored++
  }
}

/** The same for the change that the push-out velocities of a group will make in a drift of length h. */
export function restoreCorrectionMomentum(state: WorldState, g: number, h: number): void {
  const { touched, hold } = state.jointGroups
  if (touched[g] === 1 || hold[g] !== FREE || !measureComposite(state, g)) return
  sumShifts(state, g, h)
  addRigidSpin(state, lostOut, 1)
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
function sumImpulses(state: WorldState, g: number): void {
  const { bodies, bodyStart } = state.jointGroups
  const { velocity, kicked, body } = state.solverBodies.columns
  const { mass } = state.bodies.columns
  lostOut.fill(0)
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const s = bodies[i]
    const o = s * VELOCITY_STRIDE
    const e = s * 6
    const m = mass[body[s]]
    setOffset(state, s)
    const vx = kicked[e] - velocity[o]
    const vy = kicked[e + 1] - velocity[o + 1]
    const vz = kicked[e + 2] - velocity[o + 2]
    lostOut[0] += m * (offsetOut[1] * vz - offsetOut[2] * vy)
    lostOut[1] += m * (offsetOut[2] * vx - offsetOut[0] * vz)
    lostOut[2] += m * (offsetOut[0] * vy - offsetOut[1] * vx)
    addAngularMomentum(state, s, kicked, e + 3, 1, lostOut)
    addAngularMomentum(state, s, velocity, o + 3, -1, lostOut)
  }
}

/** Angular momentum that shifts by the push-out will take: v × p h is minus the change by a shift p h. */
function sumShifts(state: WorldState, g: number, h: number): void {
  const { bodies, bodyStart } = state.jointGroups
  const { velocity, pseudo, body } = state.solverBodies.columns
  const { mass } = state.bodies.columns
  lostOut.fill(0)
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const o = bodies[i] * VELOCITY_STRIDE
    const m = mass[body[bodies[i]]] * h
    lostOut[0] += m * (velocity[o + 1] * pseudo[o + 2] - velocity[o + 2] * pseudo[o + 1])
    lostOut[1] += m * (velocity[o + 2] * pseudo[o] - velocity[o] * pseudo[o + 2])
    lostOut[2] += m * (velocity[o] * pseudo[o + 1] - velocity[o + 1] * pseudo[o])
  }
}
