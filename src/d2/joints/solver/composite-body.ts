/**
 * Composite rigid body of bodies that hang together: their centre, their inertia about it, and rigid spins, which no joint and no contact
 * notices.
 */

import { MOVED_STRIDE, VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'

const center = new Float64Array(2)
const inertia = new Float64Array(1)

/** Offset of a body's centre from the composite's. */
export const offsetOut: Float64Array = new Float64Array(2)

/** The bodies at hand: list[from] … list[to − 1], solver rows. */
let list: Int32Array = new Int32Array(0)
let from = 0
let to = 0

/**
 * Measures centre and inertia of a group of joints. False if it does not move as a rigid body: where axes are locked, or its inertia is
 * zero.
 */
export function measureComposite(state: WorldState, g: number): boolean {
  const { bodies, bodyStart } = state.jointGroups
  return measureCompositeOf(state, bodies, bodyStart[g], bodyStart[g + 1])
}

/** The same of bodies[first] … bodies[end − 1]. */
export function measureCompositeOf(state: WorldState, bodies: Int32Array, first: number, end: number): boolean {
  list = bodies
  from = first
  to = end
  const { moved, body, kind, lockedAxes } = state.solverBodies.columns
  const { x, mass, inertia: ownInertia } = state.bodies.columns
  let total = 0
  center.fill(0)
  for (let i = from; i < to; i++) {
    const s = list[i]
    if (lockedAxes[s] !== 0 || kind[s] === 0) return false
    const m = mass[body[s]]
    total += m
    for (let c = 0; c < 2; c++) center[c] += m * (x[body[s] * 2 + c] + moved[s * MOVED_STRIDE + c])
  }
  for (let c = 0; c < 2; c++) center[c] /= total
  inertia[0] = 0
  for (let i = from; i < to; i++) {
    setOffset(state, list[i])
    inertia[0] += mass[body[list[i]]] * (offsetOut[0] * offsetOut[0] + offsetOut[1] * offsetOut[1]) + ownInertia[body[list[i]]]
  }
  return inertia[0] > 0
}

/** Fills `offsetOut`. */
export function setOffset(state: WorldState, s: number): void {
  const { moved, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  for (let c = 0; c < 2; c++) offsetOut[c] = x[body[s] * 2 + c] + moved[s * MOVED_STRIDE + c] - center[c]
}

/** Twice the kinetic energy of a rigid spin with that angular momentum. */
export function rotationalEnergy(momentum: number): number {
  return (momentum * momentum) / inertia[0]
}

/** Adds the rigid spin with angular momentum `momentum` to the composite measured last. */
export function addRigidSpin(state: WorldState, momentum: number): void {
  const { velocity } = state.solverBodies.columns
  const spin = momentum / inertia[0]
  for (let i = from; i < to; i++) {
    const o = list[i] * VELOCITY_STRIDE
    setOffset(state, list[i])
    velocity[o] -= spin * offsetOut[1]
    velocity[o + 1] += spin * offsetOut[0]
    velocity[o + 2] += spin
  }
}
