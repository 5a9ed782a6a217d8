/**
 * The relative motion of a row's two bodies as a twist at its centre of pressure, and impulses as a wrench there, for everything but the
 * hot sweep: push-out, impacts and warm starts. `solve-contacts.ts` has the same arithmetic written out.
 */

import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { CENTER_A, CENTER_B, HOT_STRIDE, MASS_A, MASS_B, NORMAL, TANGENT1, TANGENT2 } from './contact-row.ts'

/** Velocities along n, t1, t2 and spins about n, t1, t2 of B against A at the centre. */
export const twistOut: Float64Array = new Float64Array(6)
/** Forces along n, t1, t2 and torques about n, t1, t2 on B at the centre; A gets the opposite. */
export const wrenchIn: Float64Array = new Float64Array(6)

export const ALONG_N = 0
export const ALONG_T1 = 1
export const ALONG_T2 = 2
export const ABOUT_N = 3
export const ABOUT_T1 = 4
export const ABOUT_T2 = 5

const V = new Float64Array(6)

/** Fills `twistOut` from velocities of the given stride (v at 0, u at 3). */
export function readTwist(state: WorldState, row: number, velocity: Float64Array, stride: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  V.fill(0)
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[row] : bodyB[row]
    const sign = side === 0 ? -1 : 1
    const s = body * stride
    const f = body * 6
    const r = o + (side === 0 ? CENTER_A : CENTER_B)
    const wx = factor[f] * velocity[s + 3]
    const wy = factor[f + 1] * velocity[s + 3] + factor[f + 2] * velocity[s + 4]
    const wz = factor[f + 3] * velocity[s + 3] + factor[f + 4] * velocity[s + 4] + factor[f + 5] * velocity[s + 5]
    V[0] += sign * (velocity[s] + wy * hot[r + 2] - wz * hot[r + 1])
    V[1] += sign * (velocity[s + 1] + wz * hot[r] - wx * hot[r + 2])
    V[2] += sign * (velocity[s + 2] + wx * hot[r + 1] - wy * hot[r])
    V[3] += sign * wx
    V[4] += sign * wy
    V[5] += sign * wz
  }
  for (let k = 0; k < 3; k++) {
    const d = o + (k === 0 ? NORMAL : k === 1 ? TANGENT1 : TANGENT2)
    twistOut[k] = hot[d] * V[0] + hot[d + 1] * V[1] + hot[d + 2] * V[2]
    twistOut[3 + k] = hot[d] * V[3] + hot[d + 1] * V[4] + hot[d + 2] * V[5]
  }
}

/** Applies `wrenchIn` to velocities of the given stride. */
export function applyWrench(state: WorldState, row: number, velocity: Float64Array, stride: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  for (let k = 0; k < 3; k++) {
    V[k] = hot[o + NORMAL + k] * wrenchIn[0] + hot[o + TANGENT1 + k] * wrenchIn[1] + hot[o + TANGENT2 + k] * wrenchIn[2]
    V[3 + k] = hot[o + NORMAL + k] * wrenchIn[3] + hot[o + TANGENT1 + k] * wrenchIn[4] + hot[o + TANGENT2 + k] * wrenchIn[5]
  }
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[row] : bodyB[row]
    const sign = side === 0 ? -1 : 1
    const mass = sign * hot[o + (side === 0 ? MASS_A : MASS_B)]
    const s = body * stride
    const f = body * 6
    const r = o + (side === 0 ? CENTER_A : CENTER_B)
    const x = sign * (V[3] + hot[r + 1] * V[2] - hot[r + 2] * V[1])
    const y = sign * (V[4] + hot[r + 2] * V[0] - hot[r] * V[2])
    const z = sign * (V[5] + hot[r] * V[1] - hot[r + 1] * V[0])
    velocity[s] += V[0] * mass
    velocity[s + 1] += V[1] * mass
    velocity[s + 2] += V[2] * mass
    velocity[s + 3] += factor[f] * x + factor[f + 1] * y + factor[f + 3] * z
    velocity[s + 4] += factor[f + 2] * y + factor[f + 4] * z
    velocity[s + 5] += factor[f + 5] * z
  }
}

/** The stride of `velocity` and `pseudo`; `warm` has 6. */
export const WIDE: number = VELOCITY_STRIDE
export const NARROW = 6
