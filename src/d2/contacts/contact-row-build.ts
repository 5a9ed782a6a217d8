/**
 * The matrices of a contact row: K̃ of the normals with its inverse (the effective mass) and that of friction; and the velocity changes
 * that its impulses make.
 *
 * With the lever arms a, b = r × n of both bodies, Γnn = mass + a² I_A⁻¹ + b² I_B⁻¹, Γnw = a I_A⁻¹ + b I_B⁻¹ and Γww = I_A⁻¹ + I_B⁻¹,
 * points at the distances x along the tangent have K_ij = Γnn + (x_i + x_j) Γnw + x_i x_j Γww.
 */

import { BLOCK_COMPLIANCE } from '../../common/tuning.ts'
import { addNormalSpeeds } from './moving-surfaces.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { ALONG_N, ALONG_T, SPIN, wrenchIn } from './contact-row-products.ts'
import {
  BIAS, COLD_STRIDE, FRICTION_IMPULSE, GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, K_BLOCK, K_INVERSE, LOCKED, NORMAL, POINT, SLIDE_A, SLIDE_B, SLOP,
  TANGENT_INVERSE, TURN_A, TURN_B,
} from './contact-row.ts'

/** Inverse masses along n and t when axes are locked. */
const lockedMassOut = new Float64Array(2)

/**
 * Matrices from the arms, the points' distances and the bodies' masses. A point that does not exist gets a diagonal of its own; a single
 * point needs no compliance.
 */
export function buildBlocks(state: WorldState, row: number): void {
  const { hot, cold, bodyA, bodyB, count, flags } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const k = row * COLD_STRIDE + K_BLOCK
  const a = bodyA[row] * VELOCITY_STRIDE + 3
  const b = bodyB[row] * VELOCITY_STRIDE + 3
  const turnA = hot[o + TURN_A]
  const turnB = hot[o + TURN_B]
  const slideA = hot[o + SLIDE_A]
  const slideB = hot[o + SLIDE_B]
  const iA = velocity[a + 1]
  const iB = velocity[b + 1]
  let normal = velocity[a] + velocity[b]
  let tangent = normal
  if ((flags[row] & LOCKED) !== 0) {
    measureLocked(state, row)
    normal = lockedMassOut[0]
    tangent = lockedMassOut[1]
  }
  const nn = normal + turnA * turnA * iA + turnB * turnB * iB
  const nw = turnA * iA + turnB * iB
  const ww = iA + iB
  const x0 = hot[o + POINT]
  const alone = nn + x0 * (2 * nw + x0 * ww)
  if (count[row] === 1) {
    cold[k] = alone
    cold[k + 1] = 0
    cold[k + 2] = 1
    hot[o + K_INVERSE] = alone > 0 ? 1 / alone : 0
    hot[o + K_INVERSE + 1] = 0
    hot[o + K_INVERSE + 2] = 0
  } else {
    const x1 = hot[o + POINT + 1]
    const k00 = alone * (1 + BLOCK_COMPLIANCE)
    const k10 = nn + (x0 + x1) * nw + x0 * x1 * ww
    const k11 = (nn + x1 * (2 * nw + x1 * ww)) * (1 + BLOCK_COMPLIANCE)
    const determinant = k00 * k11 - k10 * k10
    const inverse = determinant > 0 ? 1 / determinant : 0
    cold[k] = k00
    cold[k + 1] = k10
    cold[k + 2] = k11
    hot[o + K_INVERSE] = k11 * inverse
    hot[o + K_INVERSE + 1] = -k10 * inverse
    hot[o + K_INVERSE + 2] = k00 * inverse
  }
  const tt = tangent + slideA * slideA * iA + slideB * slideB * iB
  hot[o + TANGENT_INVERSE] = tt > 0 ? 1 / tt : 0
}

/** Inverse masses along the directions of the row when axes are locked: only the free parts count. */
function measureLocked(state: WorldState, row: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { lockedAxes, velocity } = state.solverBodies.columns
  const nx = hot[row * HOT_STRIDE + NORMAL]
  const ny = hot[row * HOT_STRIDE + NORMAL + 1]
  let mx = 0
  let my = 0
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[row] : bodyB[row]
    if ((lockedAxes[body] & 1) === 0) mx += velocity[body * VELOCITY_STRIDE + 3]
    if ((lockedAxes[body] & 2) === 0) my += velocity[body * VELOCITY_STRIDE + 3]
  }
  lockedMassOut[0] = mx * nx * nx + my * ny * ny
  lockedMassOut[1] = mx * ny * ny + my * nx * nx
}

/**
 * Velocity targets of the rows for a substep (speculative bias): the gap may close but not become penetration. A point with an impulse that
 * has come off by no more than the slop still touches: to close such gaps at once would turn every trace of a rebound round, and keep a
 * pile trembling.
 */
export function setTargets(state: WorldState, from: number, to: number, h: number): void {
  const { hot, gap, impulse } = state.contactRows.columns
  const inverse = 1 / h
  for (let r = from; r < to; r++) {
    const o = r * HOT_STRIDE + BIAS
    const g = r * GAP_STRIDE
    const l = r * IMPULSE_STRIDE
    hot[o] = gap[g] > (impulse[l] > 0 ? gap[g + SLOP] : 0) ? gap[g] * inverse : 0
    hot[o + 1] = gap[g + 1] > (impulse[l + 1] > 0 ? gap[g + SLOP] : 0) ? gap[g + 1] * inverse : 0
  }
  if (state.hooks.onContact !== null) addNormalSpeeds(state, from, to)
}

/** Warm starting: warm += the velocity changes by the impulses of a range of rows in one substep. */
export function addWarmStart(state: WorldState, from: number, to: number): void {
  const { hot, impulse, bodyA, bodyB } = state.contactRows.columns
  const { warm, velocity } = state.solverBodies.columns
  for (let r = from; r < to; r++) {
    const l = r * IMPULSE_STRIDE
    const l0 = impulse[l]
    const l1 = impulse[l + 1]
    const frictionImpulse = impulse[l + FRICTION_IMPULSE]
    if (l0 === 0 && l1 === 0 && frictionImpulse === 0) continue
    const o = r * HOT_STRIDE
    const a = bodyA[r]
    const b = bodyB[r]
    const mA = a * VELOCITY_STRIDE + 3
    const mB = b * VELOCITY_STRIDE + 3
    const normalImpulse = l0 + l1
    const torque = hot[o + POINT] * l0 + hot[o + POINT + 1] * l1
    const x = hot[o + NORMAL] * normalImpulse + hot[o + NORMAL + 1] * frictionImpulse
    const y = hot[o + NORMAL + 1] * normalImpulse - hot[o + NORMAL] * frictionImpulse
    warm[a * 3] -= x * velocity[mA]
    warm[a * 3 + 1] -= y * velocity[mA]
    warm[a * 3 + 2] -= (hot[o + TURN_A] * normalImpulse + hot[o + SLIDE_A] * frictionImpulse + torque) * velocity[mA + 1]
    warm[b * 3] += x * velocity[mB]
    warm[b * 3 + 1] += y * velocity[mB]
    warm[b * 3 + 2] += (hot[o + TURN_B] * normalImpulse + hot[o + SLIDE_B] * frictionImpulse + torque) * velocity[mB + 1]
  }
}

/** `wrenchIn` of the opposite of a row's impulses. False if there are none. */
export function setWrenchBack(state: WorldState, row: number): boolean {
  const { hot, impulse } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const l = row * IMPULSE_STRIDE
  wrenchIn[ALONG_N] = -impulse[l] - impulse[l + 1]
  wrenchIn[ALONG_T] = -impulse[l + FRICTION_IMPULSE]
  wrenchIn[SPIN] = -hot[o + POINT] * impulse[l] - hot[o + POINT + 1] * impulse[l + 1]
  return impulse[l] !== 0 || impulse[l + 1] !== 0 || impulse[l + FRICTION_IMPULSE] !== 0
}
