/**
 * The relative motion of a row's two bodies as a twist at its reference point, and impulses as a wrench there, for everything but the hot
 * sweep: impacts and warm starts. `solve-contacts.ts` and `push-out.ts` have the same arithmetic written out.
 */

import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { HOT_STRIDE, NORMAL, SLIDE_A, SLIDE_B, TURN_A, TURN_B } from './contact-row.ts'

/** Velocities along n and t, and the spin, of B against A. */
export const twistOut: Float64Array = new Float64Array(3)
/** Forces along n and t, and the torque, on B; A gets the opposite. */
export const wrenchIn: Float64Array = new Float64Array(3)

export const ALONG_N = 0
export const ALONG_T = 1
export const SPIN = 2

/** Fills `twistOut` from velocities, or displacements, of the given stride. */
export function readTwist(state: WorldState, row: number, velocity: Float64Array, stride: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const a = bodyA[row] * stride
  const b = bodyB[row] * stride
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  const x = velocity[b] - velocity[a]
  const y = velocity[b + 1] - velocity[a + 1]
  twistOut[ALONG_N] = nx * x + ny * y + hot[o + TURN_B] * velocity[b + 2] - hot[o + TURN_A] * velocity[a + 2]
  twistOut[ALONG_T] = ny * x - nx * y + hot[o + SLIDE_B] * velocity[b + 2] - hot[o + SLIDE_A] * velocity[a + 2]
  twistOut[SPIN] = velocity[b + 2] - velocity[a + 2]
}

/** Applies `wrenchIn` to velocities of the given stride. */
export function applyWrench(state: WorldState, row: number, out: Float64Array, stride: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const normalImpulse = wrenchIn[ALONG_N]
  const frictionImpulse = wrenchIn[ALONG_T]
  const x = hot[o + NORMAL] * normalImpulse + hot[o + NORMAL + 1] * frictionImpulse
  const y = hot[o + NORMAL + 1] * normalImpulse - hot[o + NORMAL] * frictionImpulse
  const a = bodyA[row] * stride
  const b = bodyB[row] * stride
  const mA = bodyA[row] * VELOCITY_STRIDE + 3
  const mB = bodyB[row] * VELOCITY_STRIDE + 3
  out[a] -= x * velocity[mA]
  out[a + 1] -= y * velocity[mA]
  out[a + 2] -= (hot[o + TURN_A] * normalImpulse + hot[o + SLIDE_A] * frictionImpulse + wrenchIn[SPIN]) * velocity[mA + 1]
  out[b] += x * velocity[mB]
  out[b + 1] += y * velocity[mB]
  out[b + 2] += (hot[o + TURN_B] * normalImpulse + hot[o + SLIDE_B] * frictionImpulse + wrenchIn[SPIN]) * velocity[mB + 1]
}

/** The stride of `velocity` and `pseudo`; `warm` and `jump` have 3. */
export const WIDE: number = VELOCITY_STRIDE
export const NARROW = 3
