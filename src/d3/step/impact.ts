/**
 * Stage `impact`: restitution, as impact impulses before the kick, so that a bounce reaches the right height.
 *
 * Reads: contact rows that may bounce. Writes: velocity, warm, jump, struckAt, impulse (reset at an impact), total.
 * Why here: a contact with e > 0 that will touch within this substep gets its impact now, with the velocities of its moment of touch. Blows are
 * struck in the order of these moments, and each changes those of its bodies' other contacts (`blow-order.ts`): energy is that of the exact
 * collisions, also when three bodies meet in one substep, and a blow runs through touching bodies (Newton's cradle). Each has its friction.
 * Between substeps velocities are half a kick behind their pose (leapfrog); the missing half is added to the speeds that are compared. Bodies
 * with joints answer as the constrained system they are part of (`impact-response.ts`).
 */

import { clear } from '../../common/memory/clear.ts'
import { BlowOrder } from '../../common/solver/blow-order.ts'
import { LOST_DIGITS, TRACE } from '../../common/math/rounding.ts'
import { IMPACT_REFINEMENTS, IMPACT_ROUNDS } from '../../common/tuning.ts'
import { blockQ, blockX, solveBlock } from '../contacts/block-normals.ts'
import { beginBlow, block, endBlow, measureTangents, readBlowTwist, strike, tangents } from '../contacts/blow-response.ts'
import { buildBlocks, buildDeferredRow, buildMatrices, buildRow, setTangents, setWrench } from '../contacts/contact-row-build.ts'
import {
  ABOUT_T1, ABOUT_T2, ALONG_N, ALONG_T1, ALONG_T2, applyWrench, NARROW, readTwist, twistOut, WIDE, wrenchIn,
} from '../contacts/contact-row-products.ts'
import {
  APPROACH, BIAS_TANGENT, BOUNCY, CENTER_A, CENTER_B, COLD_STRIDE, FIXED_NORMAL, FOLLOWS, FRICTION, GAP, HOT_STRIDE, K_BLOCK, LOCKED,
  MASS_A, MASS_B, NORMAL, POINT_X, POINT_Y, PUSH_SPEED, RESTITUTION, SLOP,
} from '../contacts/contact-row.ts'
import {
  findTouch, lastBlow, loadMeetingArms, meetingPoints, PLACE_GAP, PLACE_LEFT, PLACE_NORMAL, PLACE_SPEED, PLACE_TIME, placeOut, readApproach,
  readPlaceAhead, readPresentPlace,
} from '../contacts/contact-place.ts'
import { aimRows, mayTouch, presses, rebuildRow, setOutdated, setReference, spanIn, speedBoundOut } from '../contacts/following-rows.ts'
import { clearOverlap, mayMeet, meets } from '../contacts/meeting-rows.ts'
import { restSpeed } from '../contacts/speculation.ts'
import { findStop, isStop } from '../contacts/stopping-rows.ts'
import { renewMatrices, turnBack, turnToTouch } from '../contacts/struck-rotation.ts'
import { followSeparationsOf } from './drift.ts'
import { jumpParts, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import { isJointed } from '../joints/solver/impact-response.ts'
import type { WorldState } from '../store/world-state.ts'

/** Rebound velocities of the points that strike. */
const rebound = new Float64Array(4)
const applied = new Float64Array(4)
/** Separations of a frozen row with the jumps of its bodies. */
const room = new Float64Array(4)
/** Normal speeds of its points. */
const approach = new Float64Array(4)
/** Approaches below this are contacts at rest, m/s. An array, because a number handed on would be allocated. */
const slowSpeed = new Float64Array(1)
/** Velocities of both bodies before a blow. */
const before = new Float64Array(12)
const order = new BlowOrder()
/** Instead of a following row: the row is frozen; or it is, but its blow is that of the shapes as they meet. */
const FROZEN = -1
const MEETS = -2
/** Numbers of a row that is another for the time of a blow. */
const savedHot = new Float64Array(HOT_STRIDE)
const savedCold = new Float64Array(COLD_STRIDE)
/** Points of a frozen row that do not strike, as found last. */
let open = 0

export function impact(state: WorldState, batch: number, h: number, substep: number): void {
  const { batches } = state
  const lag = substep === 0 ? 0 : 0.5 * h
  batches.struck = 0
  batches.loose = 0
  const joined = batches.jointStart[batch] < batches.jointStart[batch + 1]
  if (batches.bouncy[batch] > 0 || joined || batches.followingStart[batch] < batches.followingStart[batch + 1]) {
    strikeRows(state, batch, h, lag)
    renewMatrices(state, batch)
    if (batches.struck !== 0) aimFrozenRows(state, batch, h, lag)
  }
  aimRows(state, h, lag)
}

function strikeRows(state: WorldState, batch: number, h: number, lag: number): void {
  spanIn[0] = h
  slowSpeed[0] = restSpeed(state, h)
  const { batches } = state
  const { bodyA, bodyB, island } = state.contactRows.columns
  const { joints } = state.islands
  const { jointGroups } = state
  listRows(state, batch)
  state.solverBodies.columns.hit.fill(0, batches.bodyStart[batch], batches.bodyStart[batch + 1])
  let any = false
  for (let k = 0; k < order.count; k++) {
    order.time[k] = timeOfBlow(state, k, h, lag)
    if (order.time[k] !== Infinity) any = true
  }
  for (let round = 0; any && round < IMPACT_ROUNDS; round++) {
    order.findFirst(bodyA, bodyB, batches.bodyStart[0], state.solverBodies.count)
    for (let k = 0; k < order.count; k++) {
      const r = order.row[k]
      if (!order.isFirst(k, bodyA[r], bodyB[r])) continue
      const i = order.following[k]
      // Its moment stands, unless a blow of this round has reached its bodies through joints.
      const known = i >= 0 && !jumps(state, r) && !isStop(state, i) && !order.wasStruck(bodyA[r]) && !order.wasStruck(bodyB[r])
      if (known) readKnownBlow(state, r, order.time[k], lag)
      const touch = known ? order.time[k] : i >= 0 ? findBlow(state, i, h, lag) : 0
      order.time[k] = Infinity
      const struck =
        i === FROZEN ? strikeFrozen(state, r, h, lag) : i === MEETS ? strikeMeeting(state, r, h, lag) : strikeAtTouch(state, i, touch, h, lag)
      const joined = joints[island[r]] > 0
      // A blow on joints that has come to nothing is looked at again, too: other blows of the round may have reached its bodies.
      if (!struck && !joined) continue
      order.markStruck(bodyA[r], joined, jointGroups)
      order.markStruck(bodyB[r], joined, jointGroups)
    }
    any = false
    for (let k = 0; k < order.count; k++) {
      const r = order.row[k]
      if (order.wasStruck(bodyA[r]) || order.wasStruck(bodyB[r])) order.time[k] = timeOfBlow(state, k, h, lag)
      if (order.time[k] !== Infinity) any = true
    }
  }
}

/**
 * Lists the rows of a batch that may be struck, and following rows that may have to be aimed. Most of those of a pile press and are neither: one
 * look at their impulse shows it.
 */
function listRows(state: WorldState, batch: number): void {
  const { batches } = state
  const { flags, impulse } = state.contactRows.columns
  const { row, far, loose, placed } = state.following.columns
  const { followingStart } = batches
  const joined = batches.jointStart[batch] < batches.jointStart[batch + 1]
  order.count = 0
  if (batches.bouncy[batch] > 0 || joined) {
    const to = batches.rowEnd(batch)
    for (let r = batches.rowStart(batch); r < to; r++) {
      if ((flags[r] & FOLLOWS) !== 0) continue
      if ((flags[r] & BOUNCY) !== 0 || (joined && isJointed(state, r))) order.add(r, meets(state, r) ? MEETS : FROZEN)
    }
  }
  const end = followingStart[batch + 1]
  for (let i = followingStart[batch]; i < end; i++) {
    const r = row[i]
    far[i] = 0
    placed[i] = 0
    if (presses(impulse, r) && !joined && (flags[r] & BOUNCY) === 0) continue
    loose[batches.loose++] = i
    if ((flags[r] & BOUNCY) !== 0 || mayStop(state, r)) order.add(r, i)
  }
}

/** When a listed row is struck, in seconds from now; Infinity if it is not. */
function timeOfBlow(state: WorldState, k: number, h: number, lag: number): number {
  const r = order.row[k]
  const i = order.following[k]
  if (i >= 0) state.following.columns.far[i] = 0
  if ((state.contactRows.columns.flags[r] & BOUNCY) === 0 && !mayStop(state, r)) return Infinity
  if (i === FROZEN) return findFrozenTouch(state, r, h, lag)
  if (i === MEETS) {
    if (lastBlow(state, r) === NOT_STRUCK) clearOverlap(state, r)
    return mayMeet(state, r) ? findMeeting(state, r, h, lag) : Infinity
  }
  if (state.following.columns.placed[i] === 1) return findBlow(state, i, h, lag)
  if (!mayTouch(state, i)) {
    state.following.columns.far[i] = 1
    return Infinity
  }
  // Twice over: its place of touch may be another.
  return 2 * speedBoundOut[0] < slowest(state, r) ? Infinity : findBlow(state, i, h, lag)
}

/**
 * May the inelastic blow of a row be struck here? Without joints that of the first touch of following rows; later ones are left to the sweeps.
 * With joints all: the sweeps do not see the mass behind them.
 */
function mayStop(state: WorldState, r: number): boolean {
  const { cold, impulse, total, island } = state.contactRows.columns
  if (state.islands.joints[island[r]] > 0) return isJointed(state, r)
  return cold[r * COLD_STRIDE + GAP] > 0 && !presses(impulse, r) && total[r * 4] === 0 && total[r * 4 + 1] === 0
}

/** The moment of touch of a following row, its place and speed in `placeOut`; Infinity if it does not touch, or at rest. */
function findBlow(state: WorldState, i: number, h: number, lag: number): number {
  const r = state.following.columns.row[i]
  const stops = isStop(state, i)
  const touch = stops ? findStop(state, i, h, lag) : findTouch(state, r, h, lag)
  if (touch === Infinity) {
    if (placeOut[PLACE_LEFT] > 0) passBy(state, i)
    return Infinity
  }
  if (stops) return placeOut[PLACE_SPEED] > -slowest(state, r) ? Infinity : touch
  if (jumps(state, r)) {
    placeOut[PLACE_TIME] = lag + touch
    readApproach(state, r)
  } else readKnownBlow(state, r, touch, lag)
  return placeOut[PLACE_SPEED] > -slowest(state, r) ? Infinity : touch
}

/** What `findBlow` leaves in `placeOut` for a row without jump, its moment being known. */
function readKnownBlow(state: WorldState, r: number, touch: number, lag: number): void {
  readPresentPlace(state, r)
  placeOut[PLACE_TIME] = lag + touch
  readApproach(state, r)
}

/**
 * Do the bodies of a row jump with its blow? A jump would pull at joints; without one the blow is that of the present pose. The frozen normal of
 * two movable bodies is not that of their touch: they would jump into each other.
 */
function jumps(state: WorldState, r: number): boolean {
  const { flags, island, bodyA, bodyB } = state.contactRows.columns
  if (state.islands.joints[island[r]] > 0 || (flags[r] & LOCKED) !== 0) return false
  const { velocity } = state.solverBodies.columns
  return (flags[r] & FOLLOWS) !== 0 || velocity[bodyA[r] * VELOCITY_STRIDE + 6] === 0 || velocity[bodyB[r] * VELOCITY_STRIDE + 6] === 0
}

/** The slowest approach that is a blow: faster than at rest, and, without rebound, than the impulses that press would stop in a substep. */
function slowest(state: WorldState, r: number): number {
  const { cold, impulse, flags, count } = state.contactRows.columns
  const least = slowSpeed[0] + TRACE * cold[r * COLD_STRIDE + PUSH_SPEED]
  let pressing = 0
  for (let i = 0; i < count[r]; i++) pressing += impulse[r * 8 + i]
  return (flags[r] & BOUNCY) !== 0 || pressing === 0 ? least : least + cold[r * COLD_STRIDE + K_BLOCK] * pressing
}

/**
 * The blow of a following row at its moment `touch`, at the place in `placeOut` and with the velocities of that moment. It is applied now, and
 * both bodies jump by what they would have gone with their old velocities until then and will go with the new ones, −τ Δv: the drift takes them
 * where they would be if they had been struck at their moment. Momentum, angular momentum and energy are then those of the exact collision.
 */
function strikeAtTouch(state: WorldState, i: number, touch: number, h: number, lag: number): boolean {
  const r = state.following.columns.row[i]
  const { hot, cold, total, count } = state.contactRows.columns
  if (touch === Infinity) return false
  const e = cold[r * COLD_STRIDE + RESTITUTION]
  const jumping = jumps(state, r)
  const stops = e === 0 && !jumping
  // Without jump and rebound it goes on until they are within the slop.
  const speed = placeOut[PLACE_SPEED] + (stops ? wayLeft(placeOut[PLACE_GAP], cold[r * COLD_STRIDE + SLOP]) / h : 0)
  turnToTouch(state, r, jumping ? touch : 0)
  resetStoredImpulses(state, r)
  if (!stops) placeOut[PLACE_GAP] = Math.min(0, placeOut[PLACE_GAP])
  rebuildRow(state, r)
  setOutdated(state, i, false)
  buildDeferredRow(state, r)
  const jointed = isJointed(state, r)
  if (count[r] === 2) return strikeLine(state, r, touch, h, lag, jointed, stops)
  beginBlow(state, r, 1, jointed)
  const k = jointed ? block[0] : cold[r * COLD_STRIDE + K_BLOCK]
  const push = k > 0 ? (-(1 + e) * speed) / k : 0
  if (!(push > 0)) {
    turnBack(state, r, jumping ? touch : 0)
    return false
  }
  total[r * 4] += push
  recordVelocities(state, r)
  clear(wrenchIn, 0, 6)
  wrenchIn[ALONG_N] = push
  strike(state, r)
  applyImpactFriction(state, r, hot[r * HOT_STRIDE + FRICTION] * push)
  endBlow(state, r, h)
  turnBack(state, r, jumping ? touch : 0)
  if (jumping) jump(state, r, touch, lag)
  return true
}

/** The blow of a row that lies along an edge, at both of its points. Its bodies are turned to the touch already. */
function strikeLine(state: WorldState, r: number, touch: number, h: number, lag: number, jointed: boolean, stops: boolean): boolean {
  const { cold, total } = state.contactRows.columns
  const jumping = jumps(state, r)
  const c = r * COLD_STRIDE
  open = 0
  setRebound(state, r, jumping ? lag + touch : lag)
  if (stops) for (let i = 0; i < 2; i++) rebound[i] = -wayLeft(cold[c + GAP + i], cold[c + SLOP]) / h - room[i]
  beginBlow(state, r, 2, jointed)
  recordVelocities(state, r)
  const struck = strikePoints(state, r, jointed ? block : cold, jointed ? 0 : c + K_BLOCK, h)
  turnBack(state, r, jumping ? touch : 0)
  if (!struck) return false
  for (let i = 0; i < 2; i++) total[r * 4 + i] += applied[i]
  if (jumping) jump(state, r, touch, lag)
  return true
}

/** How far bodies go on before a stop: until they are well within the slop, so that the next substep finds them there. */
function wayLeft(gap: number, slop: number): number {
  return gap > slop ? gap - 0.5 * slop : 0
}

/** Velocities of both bodies before a blow, into `before`. */
function recordVelocities(state: WorldState, r: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  for (let i = 0; i < 6; i++) {
    before[i] = velocity[bodyA[r] * VELOCITY_STRIDE + i]
    before[6 + i] = velocity[bodyB[r] * VELOCITY_STRIDE + i]
  }
}

/** Both bodies jump by −τ Δv. */
function jump(state: WorldState, r: number, touch: number, lag: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { velocity, warm, jump: way, struckAt, support, kind } = state.solverBodies.columns
  state.batches.struck = 1
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    if (velocity[body * VELOCITY_STRIDE + 6] === 0) continue
    struckAt[body] = touch
    const parts = jumpParts(kind[body])
    for (let i = 0; i < 6; i++) {
      const e = body * 6 + i
      if (i < parts) way[e] -= touch * (velocity[body * VELOCITY_STRIDE + i] - before[side * 6 + i])
      support[e] = warm[e] * (lag === 0 ? 0.5 : 1)
    }
  }
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

/** Separations of a frozen row's points with the jumps of its bodies, into `room`. */
function readRoom(state: WorldState, r: number): void {
  const { hot, cold, count } = state.contactRows.columns
  // A blow has turned its bodies back.
  if (lastBlow(state, r) !== NOT_STRUCK) followSeparationsOf(state, r, r + 1)
  readTwist(state, r, state.solverBodies.columns.jump, NARROW)
  for (let i = 0; i < count[r]; i++) room[i] = cold[r * COLD_STRIDE + GAP + i] + pointSpeed(hot, r, i)
}

/**
 * When a point of a frozen row strikes first, in seconds from now; Infinity if none does within h. Sets `rebound` of all that do, as if they
 * struck then, and `open`, the mask of those that do not.
 */
function findFrozenTouch(state: WorldState, r: number, h: number, lag: number): number {
  const { hot, cold, count } = state.contactRows.columns
  const c = r * COLD_STRIDE
  const n = count[r]
  const acceleration = cold[c + APPROACH]
  const slow = slowest(state, r)
  const e = cold[c + RESTITUTION]
  const blow = lastBlow(state, r)
  const start = blow === NOT_STRUCK ? 0 : blow
  let first = Infinity
  open = (1 << n) - 1
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  let fastest = 0
  for (let i = 0; i < n; i++) {
    approach[i] = normalSpeed(hot, cold, r, i) + acceleration * (lag + start)
    fastest = Math.min(fastest, approach[i])
  }
  if (fastest > -slow) return Infinity
  readRoom(state, r)
  for (let i = 0; i < n; i++) {
    const speed = approach[i]
    if (speed > -slow) continue
    room[i] = Math.max(0, room[i] + (speed - 0.5 * acceleration * start) * start)
    const square = speed * speed - 2 * acceleration * room[i]
    if (!(square >= 0)) continue
    const touch = start + (2 * room[i]) / (Math.sqrt(square) - speed)
    if (touch > h) continue
    rebound[i] = square
    open &= ~(1 << i)
    first = Math.min(first, touch)
  }
  if (first === Infinity) return Infinity
  if (jumps(state, r)) return first
  for (let i = 0; i < n; i++) {
    if ((open & (1 << i)) !== 0) continue
    // Without a jump: from the present pose, as fast as to climb back to the touch and rebound there; or, without rebound, to come near.
    const out = e * e * rebound[i] + 2 * acceleration * room[i]
    if (e === 0) rebound[i] = -wayLeft(room[i], cold[r * COLD_STRIDE + SLOP]) / h - acceleration * (lag + 0.5 * h)
    else if (out > 0) rebound[i] = Math.sqrt(out) - acceleration * lag
    else open |= 1 << i
  }
  return open === (1 << n) - 1 ? Infinity : first
}

/** The blow of a frozen row, with the normal of the step's start; its bodies jump as those of following rows do. */
function strikeFrozen(state: WorldState, r: number, h: number, lag: number): boolean {
  const { cold, count, total, deferred } = state.contactRows.columns
  const n = count[r]
  const jumping = jumps(state, r)
  const touch = findFrozenTouch(state, r, h, lag)
  if (touch === Infinity) return false
  turnToTouch(state, r, jumping ? touch : 0)
  resetStoredImpulses(state, r)
  if (deferred[r] === 1) buildDeferredRow(state, r)
  else buildMatrices(state, r)
  if (joinArms(state, r, jumping ? touch : 0) && findFrozenTouch(state, r, h, lag) === Infinity) {
    turnBack(state, r, jumping ? touch : 0)
    return false
  }
  if (jumping) setRebound(state, r, lag + touch)
  const jointed = isJointed(state, r)
  beginBlow(state, r, n, jointed)
  const K = jointed ? block : cold
  const k = jointed ? 0 : r * COLD_STRIDE + K_BLOCK
  recordVelocities(state, r)
  const struck = strikePoints(state, r, K, k, h)
  turnBack(state, r, jumping ? touch : 0)
  if (!struck) return false
  for (let i = 0; i < n; i++) total[r * 4 + i] += applied[i]
  if (jumping) jump(state, r, touch, lag)
  return true
}

/** Gives the points of a row that are not `open` their `rebound`, with friction; the impulses into `applied`. False if there are none. */
function strikePoints(state: WorldState, r: number, K: Float64Array, k: number, h: number): boolean {
  const { hot, cold, count } = state.contactRows.columns
  const n = count[r]
  applied.fill(0)
  let total = 0
  for (let pass = 0; pass < IMPACT_REFINEMENTS; pass++) {
    readBlowTwist(state, r)
    for (let i = 0; i < n; i++) {
      let q = normalSpeed(hot, cold, r, i) - ((open & (1 << i)) === 0 ? rebound[i] : 0)
      for (let j = 0; j < n; j++) q -= K[k + (i >= j ? ((i * (i + 1)) >> 1) + j : ((j * (j + 1)) >> 1) + i)] * applied[j]
      blockQ[i] = q
    }
    solveBlock(K, k, n, ~open, open)
    clear(wrenchIn, 0, 6)
    for (let i = 0; i < n; i++) {
      const d = blockX[i] - applied[i]
      applied[i] = blockX[i]
      total += d
      wrenchIn[ALONG_N] += d
      wrenchIn[ABOUT_T1] += d * hot[r * HOT_STRIDE + POINT_Y + i]
      wrenchIn[ABOUT_T2] -= d * hot[r * HOT_STRIDE + POINT_X + i]
    }
    strike(state, r)
  }
  if (!(total > 0)) return false
  applyImpactFriction(state, r, hot[r * HOT_STRIDE + FRICTION] * total)
  endBlow(state, r, h)
  return true
}

/** The moment at which two shapes meet, its place and speed in `placeOut`; Infinity if they do not, or at rest. */
function findMeeting(state: WorldState, r: number, h: number, lag: number): number {
  const touch = findTouch(state, r, h, lag)
  if (touch === Infinity) return Infinity
  placeOut[PLACE_TIME] = lag + touch
  readApproach(state, r)
  return placeOut[PLACE_SPEED] > -slowest(state, r) ? Infinity : touch
}

/**
 * The blow of two movable bodies whose row is frozen, where and when their shapes meet: at a corner, at two edges, or all over two faces. The row
 * is that of the meeting for the time of the blow. Its bodies jump as those of following rows do.
 */
function strikeMeeting(state: WorldState, r: number, h: number, lag: number): boolean {
  const { hot, cold, count, total, deferred } = state.contactRows.columns
  const touch = findMeeting(state, r, h, lag)
  if (touch === Infinity) return false
  turnToTouch(state, r, touch)
  resetStoredImpulses(state, r)
  const points = count[r]
  const wasDeferred = deferred[r]
  for (let k = 0; k < HOT_STRIDE; k++) savedHot[k] = hot[r * HOT_STRIDE + k]
  for (let k = 0; k < COLD_STRIDE; k++) savedCold[k] = cold[r * COLD_STRIDE + k]
  count[r] = loadMeetingArms(cold[r * COLD_STRIDE + SLOP])
  const met = count[r]
  for (let k = 0; k < 3; k++) hot[r * HOT_STRIDE + NORMAL + k] = placeOut[PLACE_NORMAL + k]
  setTangents(hot, r * HOT_STRIDE)
  // Its points meet at once.
  clear(cold, r * COLD_STRIDE + GAP, r * COLD_STRIDE + GAP + met)
  buildRow(state, r)
  open = 0
  setRebound(state, r, lag + touch)
  recordVelocities(state, r)
  beginBlow(state, r, met, false)
  const struck = strikePoints(state, r, cold, r * COLD_STRIDE + K_BLOCK, h)
  turnBack(state, r, touch)
  count[r] = points
  deferred[r] = wasDeferred
  for (let k = 0; k < HOT_STRIDE; k++) hot[r * HOT_STRIDE + k] = savedHot[k]
  for (let k = 0; k < COLD_STRIDE; k++) cold[r * COLD_STRIDE + k] = savedCold[k]
  if (!struck) return false
  for (let i = 0; i < met; i++) total[r * 4 + Math.min(meetingPoints[i], points - 1)] += applied[i]
  jump(state, r, touch, lag)
  return true
}

/** Newton's law for the points of a row, `ahead` seconds of acceleration from now, into `rebound`; those that do not strike are `open`. */
function setRebound(state: WorldState, r: number, ahead: number): void {
  const { hot, cold, count } = state.contactRows.columns
  const e = cold[r * COLD_STRIDE + RESTITUTION]
  const slow = slowest(state, r)
  readTwist(state, r, state.solverBodies.columns.external, NARROW)
  for (let i = 0; i < count[r]; i++) room[i] = ahead * pointSpeed(hot, r, i)
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  for (let i = 0; i < count[r]; i++) {
    const speed = room[i] + normalSpeed(hot, cold, r, i)
    rebound[i] = -e * speed - room[i]
    if (!(speed < -slow)) open |= 1 << i
  }
}

/** Separations of frozen rows whose bodies were struck: what is left at that moment, for the time that is left. */
function aimFrozenRows(state: WorldState, batch: number, h: number, lag: number): void {
  const { hot, cold, flags, count } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const to = state.batches.rowEnd(batch)
  for (let r = state.batches.rowStart(batch); r < to; r++) {
    if ((flags[r] & FOLLOWS) !== 0 || lastBlow(state, r) === NOT_STRUCK) continue
    const start = Math.max(0, lastBlow(state, r))
    const rest = Math.max(h - start, LOST_DIGITS * h)
    readRoom(state, r)
    readTwist(state, r, velocity, WIDE)
    let deepest = 0
    for (let i = 0; i < count[r]; i++) {
      room[i] += start * normalSpeed(hot, cold, r, i)
      deepest = Math.min(deepest, room[i])
    }
    let least = -Infinity
    if (deepest < 0 && meets(state, r)) {
      readPlaceAhead(state, r, start, lag)
      least = placeOut[PLACE_GAP]
    }
    for (let i = 0; i < count[r]; i++) {
      const left = Math.max(room[i], least)
      cold[r * COLD_STRIDE + GAP + i] = left > 0 ? left * (h / rest) : left
    }
  }
}

/**
 * Arms of a frozen row at the pose after `t` seconds: both to one point, half way between where the bodies take theirs. A blow at two points
 * that are not the same would be a torque from nowhere. False if there is nothing to do, next to the immovable.
 */
function joinArms(state: WorldState, r: number, t: number): boolean {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { moved, jump: way, velocity, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  const a = bodyA[r]
  const b = bodyB[r]
  const o = r * HOT_STRIDE
  if (hot[o + MASS_A] === 0 || hot[o + MASS_B] === 0) return false
  for (let i = 0; i < 3; i++) {
    const between =
      x[body[b] * 3 + i] - x[body[a] * 3 + i] + moved[b * 12 + i] + way[b * 6 + i] - moved[a * 12 + i] - way[a * 6 + i] +
      t * (velocity[b * VELOCITY_STRIDE + i] - velocity[a * VELOCITY_STRIDE + i])
    const shift = 0.5 * (between - hot[o + CENTER_A + i] + hot[o + CENTER_B + i])
    hot[o + CENTER_A + i] += shift
    hot[o + CENTER_B + i] -= shift
  }
  buildBlocks(state, r)
  return true
}

/** Normal velocity of a point, from the twist read last. */
function normalSpeed(hot: Float64Array, cold: Float64Array, r: number, i: number): number {
  return cold[r * COLD_STRIDE + FIXED_NORMAL + i] + pointSpeed(hot, r, i)
}

/** The same without what kinematic rotation adds. */
function pointSpeed(hot: Float64Array, r: number, i: number): number {
  const o = r * HOT_STRIDE
  return twistOut[ALONG_N] + hot[o + POINT_Y + i] * twistOut[ABOUT_T1] - hot[o + POINT_X + i] * twistOut[ABOUT_T2]
}

/** Friction of the impact: stop the slip if the limit allows, otherwise oppose it. */
function applyImpactFriction(state: WorldState, r: number, limit: number): void {
  if (limit <= 0) return
  const { hot } = state.contactRows.columns
  const o = r * HOT_STRIDE
  measureTangents(state, r)
  readBlowTwist(state, r)
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
  clear(wrenchIn, 0, 6)
  wrenchIn[ALONG_T1] = f1
  wrenchIn[ALONG_T2] = f2
  strike(state, r)
}

/** After an impact the stored impulses mean nothing: they are reset in the row and taken out of the bodies' warm start. */
function resetStoredImpulses(state: WorldState, r: number): void {
  const { impulse } = state.contactRows.columns
  if (setWrench(state, r, impulse, r * 8, -1)) applyWrench(state, r, state.solverBodies.columns.warm, NARROW)
  clear(impulse, r * 8, r * 8 + 8)
}
