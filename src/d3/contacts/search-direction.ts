/**
 * Nonlinear conjugate gradients over sweeps (Silcowitz, Niebe, Erleben 2010): impulses and velocities go on along a search direction,
 * x += β p, p = β p + last change, with β = energy of the last change / of the one before, per island. `solve` does it with islands of many
 * joints, after every sweep but the last; `refine-islands` with contacts, after pairs of sweeps back and forth.
 */

import { changeOut } from '../../common/islands/refine-islands.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { IMPULSE_STRIDE } from './contact-row.ts'

/** Velocities of solver bodies before a sweep: the difference is its change. */
export function noteVelocities(state: WorldState, first: number, last: number): void {
  const { velocity, before } = state.solverBodies.columns
  for (let i = first; i < last; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 6
    before[e] = velocity[o]
    before[e + 1] = velocity[o + 1]
    before[e + 2] = velocity[o + 2]
    before[e + 3] = velocity[o + 3]
    before[e + 4] = velocity[o + 4]
    before[e + 5] = velocity[o + 5]
  }
}

/** The same for impulses of contact rows. */
export function noteImpulses(state: WorldState, from: number, to: number): void {
  const { impulse, before } = state.contactRows.columns
  for (let k = from * IMPULSE_STRIDE; k < to * IMPULSE_STRIDE; k++) before[k] = impulse[k]
}

/** Of solver bodies since they were noted: the largest square change of a velocity, turning as motion of the same energy; and twice the energy. */
export function measureChange(state: WorldState, first: number, last: number): void {
  const { velocity, before } = state.solverBodies.columns
  let most = 0
  let energy = 0
  for (let i = first; i < last; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 6
    const x = velocity[o] - before[e]
    const y = velocity[o + 1] - before[e + 1]
    const z = velocity[o + 2] - before[e + 2]
    const ux = velocity[o + 3] - before[e + 3]
    const uy = velocity[o + 4] - before[e + 4]
    const uz = velocity[o + 5] - before[e + 5]
    const turning = ux * ux + uy * uy + uz * uz
    const square = x * x + y * y + z * z + turning * velocity[o + 6]
    if (square > most) most = square
    energy += (x * x + y * y + z * z) * velocity[o + 7] + turning
  }
  changeOut[0] = most
  changeOut[1] = energy
}

/** Goes on with solver bodies, with the β of their islands. */
export function extrapolateBodies(state: WorldState, first: number, last: number): void {
  const { velocity, before, direction, island } = state.solverBodies.columns
  const { beta } = state.batches
  for (let i = first; i < last; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 6
    const b = beta[island[i]]
    for (let c = 0; c < 6; c++) {
      const p = b > 0 ? b * direction[e + c] : 0
      direction[e + c] = p + velocity[o + c] - before[e + c]
      velocity[o + c] += p
    }
  }
}

/** Goes on with contact rows. */
export function extrapolateRows(state: WorldState, from: number, to: number): void {
  const { beta } = state.batches
  const { impulse, before, direction, island } = state.contactRows.columns
  for (let r = from; r < to; r++) {
    const step = beta[island[r]]
    for (let k = r * IMPULSE_STRIDE; k < (r + 1) * IMPULSE_STRIDE; k++) {
      const p = step > 0 ? step * direction[k] : 0
      direction[k] = p + impulse[k] - before[k]
      impulse[k] += p
    }
  }
}

/** Impulses of a batch's rolling rows before a sweep. */
export function noteRolling(state: WorldState, batch: number): void {
  const { rollingStart } = state.batches
  const { impulse, before } = state.rolling.columns
  for (let k = rollingStart[batch] * 2; k < rollingStart[batch + 1] * 2; k++) before[k] = impulse[k]
}

/** Goes on with the rolling rows of a batch. */
export function extrapolateRolling(state: WorldState, batch: number): void {
  const { beta, rollingStart } = state.batches
  const { row, impulse, before, direction } = state.rolling.columns
  const { island } = state.contactRows.columns
  for (let k = rollingStart[batch] * 2; k < rollingStart[batch + 1] * 2; k++) {
    const step = beta[island[row[k >> 1]]]
    const p = step > 0 ? step * direction[k] : 0
    direction[k] = p + impulse[k] - before[k]
    impulse[k] += p
  }
}
