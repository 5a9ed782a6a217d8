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
import { buildBlocks, setTargets, setWrenchBack } from '../contacts/contact-row-build.ts'
import { ALONG_N, ALONG_T, applyWrench, NARROW, readTwist, SPIN, twistOut, WIDE, wrenchIn } from '../contacts/contact-row-products.ts'
import {
  APPROACH, BIAS, BIAS_TANGENT, BOUNCY, COLD_STRIDE, FOLLOWS, FRICTION, GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, K_BLOCK, LOCKED, NEVER, NORMAL,
  POINT, PUSH_SPEED, RESTITUTION, SLIDE_A, SLIDE_B, TANGENT_INVERSE, TURN_A, TURN_B,
} from '../contacts/contact-row.ts'
import {
  aimRows, findTouch, mayTouch, PLACE_GAP, PLACE_LEFT, PLACE_SPEED, PLACE_TIME, placeOut, readApproach, readPresentPlace, rebuildRow, setOutdated,
  setReference, spanIn,
} from '../contacts/following-rows.ts'
import { HAS_MASS, MOVED_STRIDE, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import { applyResponse, clearResponse, isJointed, respond } from '../joints/solver/impact-response.ts'
import type { WorldState } from '../store/world-state.ts'

/** Rebound velocity, NEVER for a point without impact. */
const rebound = new Float64Array(2)
const applied = new Float64Array(2)
/** Approaches below this are contacts at rest, m/s. An array, because a number handed on would be allocated. */
const restSpeed = new Float64Array(1)
/** Round of the impact pass, from 1, and the last one with a blow that joints have carried on to other bodies. */
const rounds = new Int32Array(2)
/** Velocities of both bodies before a blow. */
const before = new Float64Array(6)
/** K of a row whose bodies have joints. */
const block = new Float64Array(3)

export function impact(state: WorldState, batch: number, h: number, substep: number): void {
  const { batches } = state
  const lag = substep === 0 ? 0 : 0.5 * h
  batches.struck = 0
  if (batches.bouncy[batch] > 0 || batches.followingStart[batch] < batches.followingStart[batch + 1]) strikeRows(state, batch, h, lag)
  aimRows(state, batch, h, lag)
}

function strikeRows(state: WorldState, batch: number, h: number, lag: number): void {
  spanIn[0] = h
  const { gravity } = state.globals.columns
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1])
  restSpeed[0] = REST_SPEED_SUBSTEPS * g * h
  const { batches } = state
  const { flags } = state.contactRows.columns
  const { followingStart } = batches
  const from = batches.rowStart(batch)
  const to = batches.rowEnd(batch)
  const { row, far } = state.following.columns
  state.solverBodies.columns.hit.fill(0, batches.bodyStart[batch], batches.bodyStart[batch + 1])
  rounds[1] = 0
  for (let round = 1; round <= IMPACT_ROUNDS; round++) {
    rounds[0] = round
    let struck = false
    for (let r = from; r < to; r++) {
      if ((flags[r] & (BOUNCY | FOLLOWS)) === BOUNCY && hasChanged(state, r) && applyRestitution(state, r, h, lag)) struck = true
    }
    for (let i = followingStart[batch]; i < followingStart[batch + 1]; i++) {
      if (hasChanged(state, row[i]) && strikeAtTouch(state, i, h, lag)) struck = true
    }
    if (!struck) break
  }
  if (rounds[1] > 0) far.fill(0, followingStart[batch], followingStart[batch + 1])
}

/** Can the outcome differ from that of the round before? In the first round, and where a body was struck since. */
function hasChanged(state: WorldState, r: number): boolean {
  const { bodyA, bodyB } = state.contactRows.columns
  const { hit } = state.solverBodies.columns
  const before = rounds[0] - 1
  return hit[bodyA[r]] >= before || hit[bodyB[r]] >= before || rounds[1] >= before
}

/**
 * The blow of a following row, at the place where it will touch and with the velocities of that moment. It is applied now, and both bodies
 * jump by what they would have gone with their old velocities until then and will go with the new ones, −τ Δv: the drift takes them where
 * they would be if they had been struck at their moment. Momentum, angular momentum and energy are then those of the exact collision.
 */
function strikeAtTouch(state: WorldState, i: number, h: number, lag: number): boolean {
  const { row, far } = state.following.columns
  const r = row[i]
  far[i] = 0
  const { hot, cold, gap, impulse, total, bodyA, bodyB, flags, island } = state.contactRows.columns
  const { velocity, warm, jump, struckAt, support } = state.solverBodies.columns
  const joined = state.islands.joints[island[r]] > 0
  // An inelastic blow is that of the first touch: later ones, and what joints have to do with it, are left to the sweeps.
  if ((flags[r] & BOUNCY) === 0 && (joined || !(gap[r * GAP_STRIDE] > 0) || impulse[r * IMPULSE_STRIDE] !== 0 || total[r * 2] !== 0)) return false
  if (!mayTouch(state, i)) {
    far[i] = 1
    return false
  }
  const touch = findTouch(state, i, h, lag)
  if (touch === Infinity) {
    if (placeOut[PLACE_LEFT] > 0) passBy(state, i, h)
    return false
  }
  // A jump would pull at joints; without one the blow is that of the present pose.
  const jumps = !joined && (flags[r] & LOCKED) === 0
  if (!jumps) readPresentPlace(state, i)
  placeOut[PLACE_TIME] = lag + touch
  readApproach(state, r)
  const speed = placeOut[PLACE_SPEED]
  if (speed > -(restSpeed[0] + ROUNDING_SPEED * gap[r * GAP_STRIDE + PUSH_SPEED])) return false
  resetStoredImpulses(state, r)
  placeOut[PLACE_GAP] = Math.min(0, placeOut[PLACE_GAP])
  rebuildRow(state, r)
  setOutdated(state, i, false)
  hot[r * HOT_STRIDE + BIAS] = 0
  const jointed = isJointed(state, r)
  if (jointed) measureBlock(state, r)
  const k = jointed ? block[0] / (1 + BLOCK_COMPLIANCE) : cold[r * COLD_STRIDE + K_BLOCK]
  const push = k > 0 ? (-(1 + cold[r * COLD_STRIDE + RESTITUTION]) * speed) / k : 0
  if (!(push > 0)) return false
  total[r * 2] += push
  before[0] = velocity[bodyA[r] * VELOCITY_STRIDE]
  before[1] = velocity[bodyA[r] * VELOCITY_STRIDE + 1]
  before[2] = velocity[bodyA[r] * VELOCITY_STRIDE + 2]
  before[3] = velocity[bodyB[r] * VELOCITY_STRIDE]
  before[4] = velocity[bodyB[r] * VELOCITY_STRIDE + 1]
  before[5] = velocity[bodyB[r] * VELOCITY_STRIDE + 2]
  wrenchIn[ALONG_N] = push
  wrenchIn[ALONG_T] = 0
  wrenchIn[SPIN] = 0
  strike(state, r, jointed, h)
  applied[0] = push
  applied[1] = 0
  applyImpactFriction(state, r, jointed, h)
  if (!jumps) return true
  state.batches.struck = 1
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    if (velocity[body * VELOCITY_STRIDE + 3] === 0) continue
    struckAt[body] = touch
    for (let c = 0; c < 3; c++) {
      const e = body * 3 + c
      jump[e] -= touch * (velocity[body * VELOCITY_STRIDE + c] - before[side * 3 + c])
      support[e] = warm[e] * (lag === 0 ? 0.5 : 1)
    }
  }
  return true
}

/** A row whose bodies do not meet in this substep, and whose present place is in `placeOut`: `aimRows` need not look. */
function passBy(state: WorldState, i: number, h: number): void {
  const { row, far, behind } = state.following.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { hit } = state.solverBodies.columns
  const r = row[i]
  if (hit[bodyA[r]] !== 0 || hit[bodyB[r]] !== 0) return
  far[i] = 1
  if (behind[i] === 0) return
  rebuildRow(state, r)
  setTargets(state, r, r + 1, h)
  setReference(state, i)
}

/** Sets `rebound` of the points that strike within h; false if there are none. */
function findRebounds(state: WorldState, r: number, h: number, lag: number): boolean {
  const { hot, cold, gap } = state.contactRows.columns
  const c = r * COLD_STRIDE
  const o = r * HOT_STRIDE + POINT
  const acceleration = cold[c + APPROACH]
  const slow = restSpeed[0] + ROUNDING_SPEED * gap[r * GAP_STRIDE + PUSH_SPEED]
  const e = cold[c + RESTITUTION]
  let any = false
  readTwist(state, r, state.solverBodies.columns.velocity)
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
  return any
}

function applyRestitution(state: WorldState, r: number, h: number, lag: number): boolean {
  if (!findRebounds(state, r, h, lag)) return false
  resetStoredImpulses(state, r)
  if (joinArms(state, r) && !findRebounds(state, r, h, lag)) return false
  const { hot, cold, total } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const o = r * HOT_STRIDE + POINT
  const jointed = isJointed(state, r)
  if (jointed) measureBlock(state, r)
  const K = jointed ? block : cold
  const k = jointed ? 0 : r * COLD_STRIDE + K_BLOCK
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

/**
 * Arms of a frozen row at the present pose: both to one point, half way between where the bodies have taken theirs. A blow at two points that
 * are not the same would be a torque from nowhere. False if there is nothing to do, next to the immovable.
 */
function joinArms(state: WorldState, r: number): boolean {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { moved, jump, velocity, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  const a = bodyA[r]
  const b = bodyB[r]
  if (velocity[a * VELOCITY_STRIDE + 3] === 0 || velocity[b * VELOCITY_STRIDE + 3] === 0) return false
  const from = body[a] * 2
  const to = body[b] * 2
  const dx = x[to] - x[from] + moved[b * MOVED_STRIDE] + jump[b * 3] - moved[a * MOVED_STRIDE] - jump[a * 3]
  const dy = x[to + 1] - x[from + 1] + moved[b * MOVED_STRIDE + 1] + jump[b * 3 + 1] - moved[a * MOVED_STRIDE + 1] - jump[a * 3 + 1]
  const o = r * HOT_STRIDE
  const across = 0.5 * (dx * hot[o + NORMAL + 1] - dy * hot[o + NORMAL] - hot[o + TURN_A] + hot[o + TURN_B])
  const along = 0.5 * (dx * hot[o + NORMAL] + dy * hot[o + NORMAL + 1] + hot[o + SLIDE_A] - hot[o + SLIDE_B])
  hot[o + TURN_A] += across
  hot[o + TURN_B] -= across
  hot[o + SLIDE_A] -= along
  hot[o + SLIDE_B] += along
  buildBlocks(state, r)
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
    const { bodyA, bodyB } = state.contactRows.columns
    const { velocity, hit, kind } = state.solverBodies.columns
    applyWrench(state, r, velocity, WIDE)
    if ((kind[bodyA[r]] & HAS_MASS) !== 0) hit[bodyA[r]] = rounds[0]
    if ((kind[bodyB[r]] & HAS_MASS) !== 0) hit[bodyB[r]] = rounds[0]
    return
  }
  rounds[1] = rounds[0]
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
