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
import { buildBlocks, buildDeferredRow, setWrench } from '../contacts/contact-row-build.ts'
import {
  ABOUT_T1, ABOUT_T2, ALONG_N, ALONG_T1, ALONG_T2, applyWrench, NARROW, readTwist, twistOut, WIDE, wrenchIn,
} from '../contacts/contact-row-products.ts'
import {
  APPROACH, BIAS_TANGENT, BOUNCY, CENTER_A, CENTER_B, COLD_STRIDE, FIXED_NORMAL, FOLLOWS, FRICTION, GAP, HOT_STRIDE, K_BLOCK, K_TANGENT, LOCKED,
  MASS_A, MASS_B, POINT_X, POINT_Y, PUSH_SPEED, RESTITUTION, TANGENT_STEP,
} from '../contacts/contact-row.ts'
import {
  aimRows, findTouch, mayTouch, PLACE_GAP, PLACE_LEFT, PLACE_SPEED, PLACE_TIME, placeOut, readApproach, readPresentPlace, rebuildRow, setOutdated,
  setReference, spanIn,
} from '../contacts/following-rows.ts'
import { HAS_MASS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import { applyResponse, clearResponse, isJointed, respond } from '../joints/solver/impact-response.ts'
import type { WorldState } from '../store/world-state.ts'

const rebound = new Float64Array(4)
const applied = new Float64Array(4)
/** Approaches below this are contacts at rest, m/s. An array, because a number handed on would be allocated. */
const restSpeed = new Float64Array(1)
/** Round of the impact pass, from 1, and the last one with a blow that joints have carried on to other bodies. */
const rounds = new Int32Array(2)
/** Velocities of both bodies before a blow. */
const before = new Float64Array(12)
/** K of a row whose bodies have joints; the inverse of K along the tangents, and a gradient step. */
const block = new Float64Array(10)
const tangents = new Float64Array(4)

export function impact(state: WorldState, batch: number, h: number, substep: number): void {
  const { batches } = state
  const lag = substep === 0 ? 0 : 0.5 * h
  batches.struck = 0
  if (batches.bouncy[batch] > 0 || batches.followingStart[batch] < batches.followingStart[batch + 1]) strikeRows(state, batch, h, lag)
  aimRows(state, batch, h, lag)
}

function strikeRows(state: WorldState, batch: number, h: number, lag: number): void {
  spanIn[0] = h
  const { batches } = state
  const { followingStart } = batches
  const { gravity } = state.globals.columns
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2])
  restSpeed[0] = REST_SPEED_SUBSTEPS * g * h
  const { flags } = state.contactRows.columns
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
  const { hot, cold, impulse, total, bodyA, bodyB, flags, island } = state.contactRows.columns
  const { velocity, warm, jump, struckAt, support } = state.solverBodies.columns
  far[i] = 0
  const c = r * COLD_STRIDE
  const joined = state.islands.joints[island[r]] > 0
  // An inelastic blow is that of the first touch: later ones, and what joints have to do with it, are left to the sweeps.
  if ((flags[r] & BOUNCY) === 0 && (joined || !(cold[c + GAP] > 0) || impulse[r * 8] !== 0 || total[r * 4] !== 0)) return false
  if (!mayTouch(state, i)) {
    far[i] = 1
    return false
  }
  const touch = findTouch(state, i, h, lag)
  if (touch === Infinity) {
    if (placeOut[PLACE_LEFT] > 0) passBy(state, i)
    return false
  }
  // A jump would pull at joints; without one the blow is that of the present pose.
  const jumps = !joined && (flags[r] & LOCKED) === 0
  if (!jumps) readPresentPlace(state, i)
  placeOut[PLACE_TIME] = lag + touch
  readApproach(state, i)
  const speed = placeOut[PLACE_SPEED]
  if (speed > -(restSpeed[0] + ROUNDING_SPEED * cold[c + PUSH_SPEED])) return false
  resetStoredImpulses(state, r)
  placeOut[PLACE_GAP] = Math.min(0, placeOut[PLACE_GAP])
  rebuildRow(state, r)
  setOutdated(state, i, false)
  buildDeferredRow(state, r)
  const jointed = isJointed(state, r)
  if (jointed) measureBlock(state, r, 1)
  const k = (jointed ? block[0] : cold[c + K_BLOCK]) / (1 + BLOCK_COMPLIANCE)
  const push = k > 0 ? (-(1 + cold[c + RESTITUTION]) * speed) / k : 0
  if (!(push > 0)) return false
  total[r * 4] += push
  for (let i = 0; i < 6; i++) {
    before[i] = velocity[bodyA[r] * VELOCITY_STRIDE + i]
    before[6 + i] = velocity[bodyB[r] * VELOCITY_STRIDE + i]
  }
  wrenchIn.fill(0)
  wrenchIn[ALONG_N] = push
  strike(state, r, jointed, h)
  applyImpactFriction(state, r, hot[r * HOT_STRIDE + FRICTION] * push, jointed, h)
  if (!jumps) return true
  state.batches.struck = 1
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    if (velocity[body * VELOCITY_STRIDE + 6] === 0) continue
    struckAt[body] = touch
    for (let i = 0; i < 6; i++) {
      const e = body * 6 + i
      jump[e] -= touch * (velocity[body * VELOCITY_STRIDE + i] - before[side * 6 + i])
      support[e] = warm[e] * (lag === 0 ? 0.5 : 1)
    }
  }
  return true
}

/** A row whose bodies do not meet in this substep, and whose present place is in `placeOut`: `aimRows` need not look. */
function passBy(state: WorldState, i: number): void {
  const { row, far, behind } = state.following.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { hit } = state.solverBodies.columns
  const r = row[i]
  if (hit[bodyA[r]] !== 0 || hit[bodyB[r]] !== 0) return
  far[i] = 1
  if (behind[i] === 0) return
  rebuildRow(state, r)
  setReference(state, i)
}

/** Sets `rebound` of the points that strike within h; returns the mask of those that do not. */
function findRebounds(state: WorldState, r: number, h: number, lag: number): number {
  const { hot, cold, count } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const c = r * COLD_STRIDE
  const n = count[r]
  const acceleration = cold[c + APPROACH]
  const slow = restSpeed[0] + ROUNDING_SPEED * cold[c + PUSH_SPEED]
  const e = cold[c + RESTITUTION]
  let open = (1 << n) - 1
  readTwist(state, r, velocity, WIDE)
  for (let i = 0; i < n; i++) {
    const speed = normalSpeed(hot, cold, r, i) + acceleration * lag
    const gap = Math.max(0, cold[c + GAP + i])
    if (speed > -slow || gap + speed * h + 0.5 * acceleration * h * h > 0) continue
    const climb = -2 * acceleration * gap
    const out = e * e * (speed * speed + climb) - climb
    if (out <= 0) continue
    rebound[i] = Math.sqrt(out) - acceleration * lag
    open &= ~(1 << i)
  }
  return open
}

function applyRestitution(state: WorldState, r: number, h: number, lag: number): boolean {
  const { hot, cold, count, total: sums } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const n = count[r]
  let open = findRebounds(state, r, h, lag)
  if (open === (1 << n) - 1) return false
  resetStoredImpulses(state, r)
  if (joinArms(state, r)) open = findRebounds(state, r, h, lag)
  if (open === (1 << n) - 1) return false
  const jointed = isJointed(state, r)
  if (jointed) measureBlock(state, r, n)
  const K = jointed ? block : cold
  const k = jointed ? 0 : r * COLD_STRIDE + K_BLOCK
  applied.fill(0)
  let total = 0
  for (let pass = 0; pass < IMPACT_REFINEMENTS; pass++) {
    readTwist(state, r, velocity, WIDE)
    for (let i = 0; i < n; i++) {
      let q = normalSpeed(hot, cold, r, i) - ((open & (1 << i)) === 0 ? rebound[i] : 0)
      for (let j = 0; j < n; j++) q -= K[k + (i >= j ? ((i * (i + 1)) >> 1) + j : ((j * (j + 1)) >> 1) + i)] * applied[j]
      blockQ[i] = q
    }
    solveBlock(K, k, n, ~open, open)
    wrenchIn.fill(0)
    for (let i = 0; i < n; i++) {
      const d = blockX[i] - applied[i]
      applied[i] = blockX[i]
      total += d
      sums[r * 4 + i] += d
      wrenchIn[ALONG_N] += d
      wrenchIn[ABOUT_T1] += d * hot[r * HOT_STRIDE + POINT_Y + i]
      wrenchIn[ABOUT_T2] -= d * hot[r * HOT_STRIDE + POINT_X + i]
    }
    strike(state, r, jointed, h)
  }
  if (!(total > 0)) return false
  applyImpactFriction(state, r, hot[r * HOT_STRIDE + FRICTION] * total, jointed, h)
  return true
}

/**
 * Arms of a frozen row at the present pose: both to one point, half way between where the bodies have taken theirs. A blow at two points that
 * are not the same would be a torque from nowhere. False if there is nothing to do, next to the immovable.
 */
function joinArms(state: WorldState, r: number): boolean {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { moved, jump, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  const a = bodyA[r]
  const b = bodyB[r]
  const o = r * HOT_STRIDE
  if (hot[o + MASS_A] === 0 || hot[o + MASS_B] === 0) return false
  for (let i = 0; i < 3; i++) {
    const between = x[body[b] * 3 + i] - x[body[a] * 3 + i] + moved[b * 12 + i] + jump[b * 6 + i] - moved[a * 12 + i] - jump[a * 6 + i]
    const shift = 0.5 * (between - hot[o + CENTER_A + i] + hot[o + CENTER_B + i])
    hot[o + CENTER_A + i] += shift
    hot[o + CENTER_B + i] -= shift
  }
  buildBlocks(state, r)
  return true
}

/** Normal velocity of a point, from the twist read last. */
function normalSpeed(hot: Float64Array, cold: Float64Array, r: number, i: number): number {
  const o = r * HOT_STRIDE
  const turning = hot[o + POINT_Y + i] * twistOut[ABOUT_T1] - hot[o + POINT_X + i] * twistOut[ABOUT_T2]
  return cold[r * COLD_STRIDE + FIXED_NORMAL + i] + twistOut[ALONG_N] + turning
}

/** Friction of the impact: stop the slip if the limit allows, otherwise oppose it. */
function applyImpactFriction(state: WorldState, r: number, limit: number, jointed: boolean, h: number): void {
  if (limit <= 0) return
  const { hot } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const o = r * HOT_STRIDE
  if (jointed) measureTangents(state, r)
  else for (let k = 0; k < 4; k++) tangents[k] = hot[o + (k < 3 ? K_TANGENT + k : TANGENT_STEP)]
  readTwist(state, r, velocity, WIDE)
  const w1 = hot[o + BIAS_TANGENT] + twistOut[ALONG_T1]
  const w2 = hot[o + BIAS_TANGENT + 1] + twistOut[ALONG_T2]
  let f1 = -tangents[0] * w1 - tangents[1] * w2
  let f2 = -tangents[1] * w1 - tangents[2] * w2
  if (f1 * f1 + f2 * f2 > limit * limit) {
    f1 = -tangents[3] * w1
    f2 = -tangents[3] * w2
    const length = Math.sqrt(f1 * f1 + f2 * f2)
    if (length > limit) {
      f1 *= limit / length
      f2 *= limit / length
    }
  }
  wrenchIn.fill(0)
  wrenchIn[ALONG_T1] = f1
  wrenchIn[ALONG_T2] = f2
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
function measureBlock(state: WorldState, r: number, n: number): void {
  const { hot } = state.contactRows.columns
  const o = r * HOT_STRIDE
  for (let i = 0; i < n; i++) {
    wrenchIn.fill(0)
    wrenchIn[ALONG_N] = 1
    wrenchIn[ABOUT_T1] = hot[o + POINT_Y + i]
    wrenchIn[ABOUT_T2] = -hot[o + POINT_X + i]
    readResponse(state, r)
    const at = (i * (i + 1)) >> 1
    for (let j = 0; j <= i; j++) {
      block[at + j] = twistOut[ALONG_N] + hot[o + POINT_Y + j] * twistOut[ABOUT_T1] - hot[o + POINT_X + j] * twistOut[ABOUT_T2]
    }
    block[at + i] *= 1 + BLOCK_COMPLIANCE
  }
}

/** Inverse of K along the tangents with the joints of both bodies, and the gradient step, into `tangents`. */
function measureTangents(state: WorldState, r: number): void {
  wrenchIn.fill(0)
  wrenchIn[ALONG_T1] = 1
  readResponse(state, r)
  const k11 = twistOut[ALONG_T1]
  const k12 = twistOut[ALONG_T2]
  wrenchIn.fill(0)
  wrenchIn[ALONG_T2] = 1
  readResponse(state, r)
  const k22 = twistOut[ALONG_T2]
  const determinant = k11 * k22 - k12 * k12
  const inverse = determinant > 0 ? 1 / determinant : 0
  tangents[0] = k22 * inverse
  tangents[1] = -k12 * inverse
  tangents[2] = k11 * inverse
  tangents[3] = k11 + k22 > 0 ? 1 / (k11 + k22) : 0
}

/** The twist that `wrenchIn` gives to the row's bodies, into `twistOut`. */
function readResponse(state: WorldState, r: number): void {
  respond(state, r)
  readTwist(state, r, state.solverBodies.columns.pseudo, WIDE)
  clearResponse(state, r)
}

/** After an impact the stored impulses mean nothing: they are reset in the row and taken out of the bodies' warm start. */
function resetStoredImpulses(state: WorldState, r: number): void {
  const { impulse } = state.contactRows.columns
  if (setWrench(state, r, impulse, r * 8, -1)) applyWrench(state, r, state.solverBodies.columns.warm, NARROW)
  impulse.fill(0, r * 8, r * 8 + 8)
}
