/**
 * Stage `impact`: restitution, as blows before the kick, so that a bounce ends at the height it should.
 *
 * Reads: contact rows that may bounce. Writes: velocity, warm, impulse (zeroed where a blow falls), total.
 * Why here: a contact with e > 0 that will touch within this substep is struck now, at the pose where its speed is known. With gap s and
 * approach acceleration α the speed at touch is v² = p² + 2αs, and the rebound, told at this pose, √(e²v² − 2αs): heights are exact.
 * Between substeps velocities are half a kick behind their pose (leapfrog); the missing half is added to what is judged. Blows run
 * through touching bodies round by round, and each carries its friction.
 */

import { IMPACT_ROUNDS, REST_SPEED_SUBSTEPS } from '../../common/constants.ts'
import { blockQ, blockX, solveBlock } from '../contacts/block-normals.ts'
import {
  APPROACH,
  BIAS_TANGENT,
  BOUNCY,
  COLD_STRIDE,
  FIXED_NORMAL,
  FRICTION,
  GAP,
  HOT_STRIDE,
  J_NORMAL,
  J_TANGENT,
  J_TWIST,
  K_BLOCK,
  K_TANGENT,
  MASS_A,
  MASS_B,
  NORMAL,
  PUSH_SPEED,
  RESTITUTION,
  TANGENT1,
  TANGENT2,
  TANGENT_STEP,
} from '../contacts/contact-rows.ts'
import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'

/** Approach below this share of the size per second is rounding, not a blow. */
const ROUNDING_SPEED = 1e-7

/** Repeats that remove what the block's small compliance leaves of the rebound speed. */
const REFINEMENTS = 3

const rebound = new Float64Array(4)
const given = new Float64Array(4)

export function impact(state: WorldState, batch: number, h: number, substep: number): void {
  const { batches } = state
  if (batches.bouncy[batch] === 0) return
  const { gravity } = state.globals.columns
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2])
  const rest = REST_SPEED_SUBSTEPS * g * h
  const lag = substep === 0 ? 0 : 0.5 * h
  const { flags } = state.contactRows.columns
  const from = batches.rowStart(batch)
  const to = batches.rowEnd(batch)
  for (let round = 0; round < IMPACT_ROUNDS; round++) {
    let struck = false
    for (let r = from; r < to; r++) {
      if ((flags[r] & BOUNCY) !== 0 && strike(state, r, h, lag, rest)) struck = true
    }
    if (!struck) return
  }
}

function strike(state: WorldState, r: number, h: number, lag: number, rest: number): boolean {
  const { hot, cold, count, total: sums } = state.contactRows.columns
  const c = r * COLD_STRIDE
  const n = count[r]
  const acceleration = cold[c + APPROACH]
  const slow = rest + ROUNDING_SPEED * cold[c + PUSH_SPEED]
  const e = cold[c + RESTITUTION]
  let open = (1 << n) - 1
  for (let i = 0; i < n; i++) {
    const speed = normalSpeed(state, r, i) + acceleration * lag
    const gap = Math.max(0, cold[c + GAP + i])
    if (speed > -slow || gap + speed * h + 0.5 * acceleration * h * h > 0) continue
    const climb = -2 * acceleration * gap
    const out = e * e * (speed * speed + climb) - climb
    if (out <= 0) continue
    rebound[i] = Math.sqrt(out) - acceleration * lag
    open &= ~(1 << i)
  }
  if (open === (1 << n) - 1) return false
  dropCache(state, r)
  const k = c + K_BLOCK
  given.fill(0)
  let total = 0
  for (let pass = 0; pass < REFINEMENTS; pass++) {
    for (let i = 0; i < n; i++) {
      let q = normalSpeed(state, r, i) - ((open & (1 << i)) === 0 ? rebound[i] : 0)
      for (let j = 0; j < n; j++) q -= cold[k + (i >= j ? ((i * (i + 1)) >> 1) + j : ((j * (j + 1)) >> 1) + i)] * given[j]
      blockQ[i] = q
    }
    solveBlock(cold, k, n, ~open, open)
    for (let i = 0; i < n; i++) {
      const d = blockX[i] - given[i]
      given[i] = blockX[i]
      total += d
      sums[r * 4 + i] += d
      if (d !== 0) apply(state, r, NORMAL, J_NORMAL + i * 6, d)
    }
  }
  if (!(total > 0)) return false
  rub(state, r, hot[r * HOT_STRIDE + FRICTION] * total)
  return true
}

function normalSpeed(state: WorldState, r: number, i: number): number {
  return state.contactRows.columns.cold[r * COLD_STRIDE + FIXED_NORMAL + i] + speedAlong(state, r, NORMAL, J_NORMAL + i * 6)
}

function speedAlong(state: WorldState, r: number, direction: number, jacobian: number): number {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  const d = r * HOT_STRIDE + direction
  const j = r * HOT_STRIDE + jacobian
  let speed = 0
  for (let k = 0; k < 3; k++) {
    speed += hot[d + k] * (velocity[b + k] - velocity[a + k]) + hot[j + 3 + k] * velocity[b + 3 + k] - hot[j + k] * velocity[a + 3 + k]
  }
  return speed
}

function apply(state: WorldState, r: number, direction: number, jacobian: number, amount: number): void {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  addImpulse(velocity, bodyA[r] * VELOCITY_STRIDE, bodyB[r] * VELOCITY_STRIDE, hot, r * HOT_STRIDE, direction, jacobian, amount)
}

function addImpulse(
  target: Float64Array,
  a: number,
  b: number,
  hot: Float64Array,
  o: number,
  direction: number,
  jacobian: number,
  amount: number,
): void {
  const mA = hot[o + MASS_A] * amount
  const mB = hot[o + MASS_B] * amount
  for (let k = 0; k < 3; k++) {
    const d = hot[o + direction + k]
    target[a + k] -= d * mA
    target[b + k] += d * mB
    target[a + 3 + k] -= hot[o + jacobian + k] * amount
    target[b + 3 + k] += hot[o + jacobian + 3 + k] * amount
  }
}

/** Friction of a blow: stop the slip if the limit allows, otherwise oppose it. */
function rub(state: WorldState, r: number, limit: number): void {
  if (limit <= 0) return
  const { hot } = state.contactRows.columns
  const o = r * HOT_STRIDE
  const w1 = hot[o + BIAS_TANGENT] + speedAlong(state, r, TANGENT1, J_TANGENT)
  const w2 = hot[o + BIAS_TANGENT + 1] + speedAlong(state, r, TANGENT2, J_TANGENT + 6)
  let f1 = -hot[o + K_TANGENT] * w1 - hot[o + K_TANGENT + 1] * w2
  let f2 = -hot[o + K_TANGENT + 1] * w1 - hot[o + K_TANGENT + 2] * w2
  if (f1 * f1 + f2 * f2 > limit * limit) {
    f1 = -hot[o + TANGENT_STEP] * w1
    f2 = -hot[o + TANGENT_STEP] * w2
    const length = Math.sqrt(f1 * f1 + f2 * f2)
    if (length > limit) {
      f1 *= limit / length
      f2 *= limit / length
    }
  }
  apply(state, r, TANGENT1, J_TANGENT, f1)
  apply(state, r, TANGENT2, J_TANGENT + 6, f2)
}

/** After a blow the old impulses mean nothing: take them out of the row and of the bodies' warm start. */
function dropCache(state: WorldState, r: number): void {
  const { hot, bodyA, bodyB, impulse, count } = state.contactRows.columns
  const { warm } = state.solverBodies.columns
  const l = r * 8
  const o = r * HOT_STRIDE
  const a = bodyA[r] * 6
  const b = bodyB[r] * 6
  for (let i = 0; i < count[r]; i++) if (impulse[l + i] !== 0) addImpulse(warm, a, b, hot, o, NORMAL, J_NORMAL + i * 6, -impulse[l + i])
  if (impulse[l + 4] !== 0) addImpulse(warm, a, b, hot, o, TANGENT1, J_TANGENT, -impulse[l + 4])
  if (impulse[l + 5] !== 0) addImpulse(warm, a, b, hot, o, TANGENT2, J_TANGENT + 6, -impulse[l + 5])
  const twist = impulse[l + 6]
  if (twist !== 0) {
    for (let k = 0; k < 3; k++) {
      warm[a + 3 + k] += hot[o + J_TWIST + k] * twist
      warm[b + 3 + k] -= hot[o + J_TWIST + 3 + k] * twist
    }
  }
  impulse.fill(0, l, l + 8)
}
