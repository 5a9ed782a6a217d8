/**
 * Stage `impact`: restitution, as impact impulses before the kick, so that a bounce reaches the right height.
 *
 * Reads: contact rows that may bounce. Writes: velocity, warm, impulse (reset at an impact), total.
 * Why here: a contact with e > 0 that will touch within this substep gets its impact now, at the pose where its speed is known. With gap s
 * and approach acceleration α the speed at touch is v² = p² + 2αs, and the rebound, at this pose, √(e²v² − 2αs): heights are exact. Between
 * substeps velocities are half a kick behind their pose (leapfrog); the missing half is added to the speeds that are compared. Impacts run
 * through touching bodies round by round (Newton's cradle), each with its friction. Bodies with joints answer as the constrained system
 * they are part of (`impact-response.ts`).
 */

import { BLOCK_COMPLIANCE, IMPACT_REFINEMENTS, IMPACT_ROUNDS, REST_SPEED_SUBSTEPS, ROUNDING_SPEED } from '../../common/tuning.ts'
import { blockQ, blockX, solveBlock } from '../contacts/block-normals.ts'
import { setWrenchBack } from '../contacts/contact-row-build.ts'
import { ALONG_N, ALONG_T, applyWrench, NARROW, readTwist, SPIN, twistOut, WIDE, wrenchIn } from '../contacts/contact-row-products.ts'
import {
  APPROACH, BIAS_TANGENT, BOUNCY, COLD_STRIDE, FRICTION, GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, K_BLOCK, NEVER, POINT, PUSH_SPEED, RESTITUTION,
  TANGENT_INVERSE,
} from '../contacts/contact-row.ts'
import { applyResponse, clearResponse, isJointed, respond } from '../joints/solver/impact-response.ts'
import type { WorldState } from '../store/world-state.ts'

/** Rebound velocity, NEVER for a point without impact. */
const rebound = new Float64Array(2)
const applied = new Float64Array(2)
/** K of a row whose bodies have joints. */
const block = new Float64Array(3)

export function impact(state: WorldState, batch: number, h: number, substep: number): void {
  const { batches } = state
  if (batches.bouncy[batch] === 0) return
  const { gravity } = state.globals.columns
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1])
  const restSpeed = REST_SPEED_SUBSTEPS * g * h
  const lag = substep === 0 ? 0 : 0.5 * h
  const { flags } = state.contactRows.columns
  const from = batches.rowStart(batch)
  const to = batches.rowEnd(batch)
  for (let round = 0; round < IMPACT_ROUNDS; round++) {
    let struck = false
    for (let r = from; r < to; r++) {
      if ((flags[r] & BOUNCY) !== 0 && applyRestitution(state, r, h, lag, restSpeed)) struck = true
    }
    if (!struck) return
  }
}

function applyRestitution(state: WorldState, r: number, h: number, lag: number, restSpeed: number): boolean {
  const { hot, cold, gap, total } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const c = r * COLD_STRIDE
  const o = r * HOT_STRIDE + POINT
  const acceleration = cold[c + APPROACH]
  const slow = restSpeed + ROUNDING_SPEED * gap[r * GAP_STRIDE + PUSH_SPEED]
  const e = cold[c + RESTITUTION]
  let any = false
  readTwist(state, r, velocity)
  for (let i = 0; i < 2; i++) {
    const speed = twistOut[ALONG_N] + hot[o + i] * twistOut[SPIN] + acceleration * lag
    const s = Math.max(0, gap[r * GAP_STRIDE + i])
    rebound[i] = NEVER
    if (speed > -slow || s + speed * h + 0.5 * acceleration * h * h > 0) continue
    const climb = -2 * acceleration * s
    const out = e * e * (speed * speed + climb) - climb
    if (out <= 0) continue
    rebound[i] = Math.sqrt(out) - acceleration * lag
    any = true
  }
  if (!any) return false
  resetStoredImpulses(state, r)
  const jointed = isJointed(state, r)
  if (jointed) measureBlock(state, r)
  const K = jointed ? block : cold
  const k = jointed ? 0 : c + K_BLOCK
  applied.fill(0)
  for (let pass = 0; pass < IMPACT_REFINEMENTS; pass++) {
    readTwist(state, r, velocity)
    for (let i = 0; i < 2; i++) {
      const q = twistOut[ALONG_N] + hot[o + i] * twistOut[SPIN] - rebound[i] - K[k + i] * applied[0] - K[k + 1 + i] * applied[1]
      blockQ[i] = rebound[i] === NEVER ? NEVER : q
    }
    solveBlock(K, k)
    const d0 = blockX[0] - applied[0]
    const d1 = blockX[1] - applied[1]
    applied[0] = blockX[0]
    applied[1] = blockX[1]
    total[r * 2] += d0
    total[r * 2 + 1] += d1
    wrenchIn[ALONG_N] = d0 + d1
    wrenchIn[ALONG_T] = 0
    wrenchIn[SPIN] = d0 * hot[o] + d1 * hot[o + 1]
    strike(state, r, jointed, h)
  }
  if (!(applied[0] + applied[1] > 0)) return false
  applyImpactFriction(state, r, jointed, h)
  return true
}

/** Friction of the impact: stop the slip if the limit allows, otherwise oppose it. */
function applyImpactFriction(state: WorldState, r: number, jointed: boolean, h: number): void {
  const { hot } = state.contactRows.columns
  const o = r * HOT_STRIDE
  const limit = hot[o + FRICTION] * (applied[0] + applied[1])
  if (!(limit > 0)) return
  const inverse = jointed ? 1 / tangentCompliance(state, r) : hot[o + TANGENT_INVERSE]
  readTwist(state, r, state.solverBodies.columns.velocity)
  const stop = -inverse * (hot[o + BIAS_TANGENT] + twistOut[ALONG_T])
  wrenchIn[ALONG_N] = 0
  wrenchIn[ALONG_T] = stop > limit ? limit : stop < -limit ? -limit : stop
  wrenchIn[SPIN] = 0
  strike(state, r, jointed, h)
}

/** Gives `wrenchIn` to the row's bodies, and to what is joined to them. */
function strike(state: WorldState, r: number, jointed: boolean, h: number): void {
  if (!jointed) {
    applyWrench(state, r, state.solverBodies.columns.velocity, WIDE)
    return
  }
  respond(state, r)
  applyResponse(state, r, h)
}

/** K of the row's points with the joints of both bodies, into `block`. */
function measureBlock(state: WorldState, r: number): void {
  const { hot } = state.contactRows.columns
  const o = r * HOT_STRIDE + POINT
  for (let i = 0; i < 2; i++) {
    wrenchIn[ALONG_N] = 1
    wrenchIn[ALONG_T] = 0
    wrenchIn[SPIN] = hot[o + i]
    respond(state, r)
    readTwist(state, r, state.solverBodies.columns.pseudo)
    clearResponse(state, r)
    for (let j = 0; j <= i; j++) block[i + j] = twistOut[ALONG_N] + hot[o + j] * twistOut[SPIN]
    block[2 * i] *= 1 + BLOCK_COMPLIANCE
  }
}

/** K along the tangent with the joints of both bodies. */
function tangentCompliance(state: WorldState, r: number): number {
  wrenchIn[ALONG_N] = 0
  wrenchIn[ALONG_T] = 1
  wrenchIn[SPIN] = 0
  respond(state, r)
  readTwist(state, r, state.solverBodies.columns.pseudo)
  clearResponse(state, r)
  return twistOut[ALONG_T]
}

/** After an impact the stored impulses mean nothing: they are reset in the row and taken out of the bodies' warm start. */
function resetStoredImpulses(state: WorldState, r: number): void {
  if (setWrenchBack(state, r)) applyWrench(state, r, state.solverBodies.columns.warm, NARROW)
  state.contactRows.columns.impulse.fill(0, r * IMPULSE_STRIDE, r * IMPULSE_STRIDE + IMPULSE_STRIDE)
}
