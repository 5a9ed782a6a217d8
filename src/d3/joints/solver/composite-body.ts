/**
 * Composite rigid body of bodies that hang together: their centre, their inertia about it, and rigid spins, which no joint and no contact
 * notices.
 */

import { quatMultiply, quatRotate, quatRotateInverse } from '../../math/quaternion.ts'
import { symmetricInverse } from '../../math/symmetric3.ts'
import { fromWeighted, toWeighted } from '../../math/weighted.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'

const center = new Float64Array(3)
const rigidSpin = new Float64Array(3)
const spin = new Float64Array(3)
const axes = new Float64Array(4)
/** xx yy zz xy xz yz. */
const inertia = new Float64Array(6)
const inverse = new Float64Array(6)

/** Offset of a body's centre from the composite's. */
export const offsetOut: Float64Array = new Float64Array(3)

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
  const { x, mass } = state.bodies.columns
  let total = 0
  center.fill(0)
  for (let i = from; i < to; i++) {
    const s = list[i]
    if (lockedAxes[s] !== 0 || kind[s] === 0) return false
    const m = mass[body[s]]
    total += m
    for (let c = 0; c < 3; c++) center[c] += m * (x[body[s] * 3 + c] + moved[s * 12 + c])
  }
  for (let c = 0; c < 3; c++) center[c] /= total
  inertia.fill(0)
  for (let i = from; i < to; i++) addInertia(state, list[i])
  return symmetricInverse(inertia, 0, inverse, 0)
}

/** Fills `offsetOut`. */
export function setOffset(state: WorldState, s: number): void {
  const { moved, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  for (let c = 0; c < 3; c++) offsetOut[c] = x[body[s] * 3 + c] + moved[s * 12 + c] - center[c]
}

function addInertia(state: WorldState, s: number): void {
  const { body, q } = state.solverBodies.columns
  const { mass, principal, principalAxes } = state.bodies.columns
  const row = body[s]
  const m = mass[row]
  setOffset(state, s)
  inertia[0] += m * (offsetOut[1] * offsetOut[1] + offsetOut[2] * offsetOut[2])
  inertia[1] += m * (offsetOut[0] * offsetOut[0] + offsetOut[2] * offsetOut[2])
  inertia[2] += m * (offsetOut[0] * offsetOut[0] + offsetOut[1] * offsetOut[1])
  inertia[3] -= m * offsetOut[0] * offsetOut[1]
  inertia[4] -= m * offsetOut[0] * offsetOut[2]
  inertia[5] -= m * offsetOut[1] * offsetOut[2]
  quatMultiply(q, s * 4, principalAxes, row * 4, axes, 0)
  for (let c = 0; c < 3; c++) {
    spin.fill(0)
    spin[c] = 1
    quatRotate(axes, 0, spin[0], spin[1], spin[2], spin, 0)
    const p = principal[row * 3 + c]
    inertia[0] += p * spin[0] * spin[0]
    inertia[1] += p * spin[1] * spin[1]
    inertia[2] += p * spin[2] * spin[2]
    inertia[3] += p * spin[0] * spin[1]
    inertia[4] += p * spin[0] * spin[2]
    inertia[5] += p * spin[1] * spin[2]
  }
}

/** Adds I ω of a body, `share` times, to `out`; its weighted spin stands at u[o …]. Returns ω·I ω. */
export function addAngularMomentum(state: WorldState, s: number, u: Float64Array, o: number, share: number, out: Float64Array): number {
  const { body, q, factor } = state.solverBodies.columns
  const { principal, principalAxes } = state.bodies.columns
  const row = body[s]
  quatMultiply(q, s * 4, principalAxes, row * 4, axes, 0)
  fromWeighted(factor, s * 6, u, o, spin, 0)
  quatRotateInverse(axes, 0, spin[0], spin[1], spin[2], spin, 0)
  let energy = 0
  for (let c = 0; c < 3; c++) {
    energy += principal[row * 3 + c] * spin[c] * spin[c]
    spin[c] *= principal[row * 3 + c]
  }
  quatRotate(axes, 0, spin[0], spin[1], spin[2], spin, 0)
  for (let c = 0; c < 3; c++) out[c] += share * spin[c]
  return energy
}

function setRigidSpin(momentum: Float64Array): void {
  rigidSpin[0] = inverse[0] * momentum[0] + inverse[3] * momentum[1] + inverse[4] * momentum[2]
  rigidSpin[1] = inverse[3] * momentum[0] + inverse[1] * momentum[1] + inverse[5] * momentum[2]
  rigidSpin[2] = inverse[4] * momentum[0] + inverse[5] * momentum[1] + inverse[2] * momentum[2]
}

/** Twice the kinetic energy of a rigid spin with that angular momentum. */
export function rotationalEnergy(momentum: Float64Array): number {
  setRigidSpin(momentum)
  return rigidSpin[0] * momentum[0] + rigidSpin[1] * momentum[1] + rigidSpin[2] * momentum[2]
}

/** Adds (or, sign −1, subtracts) the rigid spin with angular momentum `momentum` to the composite measured last. */
export function addRigidSpin(state: WorldState, momentum: Float64Array, sign: number): void {
  setRigidSpin(momentum)
  for (let c = 0; c < 3; c++) rigidSpin[c] *= sign
  const { velocity, factor } = state.solverBodies.columns
  for (let i = from; i < to; i++) {
    const s = list[i]
    const o = s * VELOCITY_STRIDE
    setOffset(state, s)
    velocity[o] += rigidSpin[1] * offsetOut[2] - rigidSpin[2] * offsetOut[1]
    velocity[o + 1] += rigidSpin[2] * offsetOut[0] - rigidSpin[0] * offsetOut[2]
    velocity[o + 2] += rigidSpin[0] * offsetOut[1] - rigidSpin[1] * offsetOut[0]
    fromWeighted(factor, s * 6, velocity, o + 3, spin, 0)
    for (let c = 0; c < 3; c++) spin[c] += rigidSpin[c]
    toWeighted(factor, s * 6, spin, 0, velocity, o + 3)
  }
}
