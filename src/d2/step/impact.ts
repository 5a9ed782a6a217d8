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

import { BlowOrder } from '../../common/solver/blow-order.ts'
import { LOST_DIGITS, TRACE } from '../../common/math/rounding.ts'
import { BLOCK_COMPLIANCE, IMPACT_REFINEMENTS, IMPACT_ROUNDS } from '../../common/tuning.ts'
import { blockQ, blockX, solveBlock } from '../contacts/block-normals.ts'
import { beginBlow, block, endBlow, readBlowTwist, strike, tangentInverse } from '../contacts/blow-response.ts'
import { buildBlocks, setTargets, setWrenchBack } from '../contacts/contact-row-build.ts'
import { ALONG_N, ALONG_T, applyWrench, NARROW, readTwist, SPIN, twistOut, WIDE, wrenchIn } from '../contacts/contact-row-products.ts'
import {
  APPROACH, BIAS_TANGENT, BOUNCY, COLD_STRIDE, FOLLOWS, FRICTION, GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, K_BLOCK, LOCKED, NEVER, NORMAL,
  POINT, PUSH_SPEED, RESTITUTION, SLIDE_A, SLIDE_B, SLOP, TURN_A, TURN_B,
} from '../contacts/contact-row.ts'
import {
  findTouch, lastBlow, PLACE_COUNT, PLACE_GAP, PLACE_LEFT, PLACE_NEAREST, PLACE_SECOND, PLACE_SECOND_GAP, PLACE_SPEED, PLACE_TIME, placeOut,
  readApproach, readPlaceAhead, readPresentPlace,
} from '../contacts/contact-place.ts'
import { aimRows, mayTouch, rebuildRow, setOutdated, setPlace, setReference, spanIn, speedBoundOut } from '../contacts/following-rows.ts'
import { clearOverlap, mayMeet, meets } from '../contacts/meeting-rows.ts'
import { restSpeed } from '../contacts/speculation.ts'
import { restoreArms, turnArms } from '../contacts/turned-arms.ts'
import { MOVED_STRIDE, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import { isJointed } from '../joints/solver/impact-response.ts'
import type { WorldState } from '../store/world-state.ts'

/** Rebound velocity, NEVER for a point without impact. */
const rebound = new Float64Array(2)
const applied = new Float64Array(2)
/** Separations of a frozen row with the jumps of its bodies. */
const room = new Float64Array(2)
/** Approaches below this are contacts at rest, m/s. An array, because a number handed on would be allocated. */
const slowSpeed = new Float64Array(1)
/** Velocities of both bodies before a blow. */
const before = new Float64Array(6)
const order = new BlowOrder()
/** Instead of a following row: the row is frozen; or it is, but its blow is that of the shapes as they meet. */
const FROZEN = -1
const MEETS = -2
/** Numbers of a row that is another for the time of a blow. */
const savedHot = new Float64Array(HOT_STRIDE)
const savedCold = new Float64Array(COLD_STRIDE)

export function impact(state: WorldState, batch: number, h: number, substep: number): void {
  const { batches } = state
  const lag = substep === 0 ? 0 : 0.5 * h
  batches.struck = 0
  batches.loose = 0
  const joined = batches.jointStart[batch] < batches.jointStart[batch + 1]
  if (batches.bouncy[batch] > 0 || joined || batches.followingStart[batch] < batches.followingStart[batch + 1]) {
    strikeRows(state, batch, h, lag)
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
      const known = i >= 0 && !jumps(state, r) && !order.wasStruck(bodyA[r]) && !order.wasStruck(bodyB[r])
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
  const { row, far, loose } = state.following.columns
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
    if (impulse[r * IMPULSE_STRIDE] !== 0 && !joined && (flags[r] & BOUNCY) === 0) continue
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
  if (i === FROZEN) {
    const turned = turnArms(state, r, 0)
    const touch = findFrozenTouch(state, r, h, lag)
    if (turned) restoreArms(state, r)
    return touch
  }
  if (i === MEETS) {
    if (lastBlow(state, r) === NOT_STRUCK) clearOverlap(state, r)
    return mayMeet(state, r) ? findMeeting(state, r, h, lag) : Infinity
  }
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
  const { gap, impulse, total, island } = state.contactRows.columns
  if (state.islands.joints[island[r]] > 0) return isJointed(state, r)
  return gap[r * GAP_STRIDE] > 0 && impulse[r * IMPULSE_STRIDE] === 0 && total[r * 2] === 0
}

/** The moment of touch of a following row, its place and speed in `placeOut`; Infinity if it does not touch, or at rest. */
function findBlow(state: WorldState, i: number, h: number, lag: number): number {
  const r = state.following.columns.row[i]
  const touch = findTouch(state, r, h, lag)
  if (touch === Infinity) {
    if (placeOut[PLACE_LEFT] > 0) passBy(state, i, h)
    return Infinity
  }
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
  return (flags[r] & FOLLOWS) !== 0 || velocity[bodyA[r] * VELOCITY_STRIDE + 3] === 0 || velocity[bodyB[r] * VELOCITY_STRIDE + 3] === 0
}

/** The slowest approach that is a blow: faster than at rest, and, without rebound, than the impulses that press would stop in a substep. */
function slowest(state: WorldState, r: number): number {
  const { gap, cold, impulse, flags } = state.contactRows.columns
  const least = slowSpeed[0] + TRACE * gap[r * GAP_STRIDE + PUSH_SPEED]
  const pressing = impulse[r * IMPULSE_STRIDE] + impulse[r * IMPULSE_STRIDE + 1]
  return (flags[r] & BOUNCY) !== 0 || pressing === 0 ? least : least + cold[r * COLD_STRIDE + K_BLOCK] * pressing
}

/**
 * The blow of a following row at its moment `touch`, at the place in `placeOut` and with the velocities of that moment. It is applied now, and
 * both bodies jump by what they would have gone with their old velocities until then and will go with the new ones, −τ Δv: the drift takes them
 * where they would be if they had been struck at their moment. Momentum, angular momentum and energy are then those of the exact collision.
 */
function strikeAtTouch(state: WorldState, i: number, touch: number, h: number, lag: number): boolean {
  const r = state.following.columns.row[i]
  const { cold, gap, total } = state.contactRows.columns
  if (touch === Infinity) return false
  const e = cold[r * COLD_STRIDE + RESTITUTION]
  const jumping = jumps(state, r)
  const stops = e === 0 && !jumping
  // Without jump and rebound it goes on until they are within the slop.
  const speed = placeOut[PLACE_SPEED] + (stops ? wayLeft(placeOut[PLACE_GAP], gap[r * GAP_STRIDE + SLOP]) / h : 0)
  resetStoredImpulses(state, r)
  if (!stops) placeOut[PLACE_GAP] = Math.min(0, placeOut[PLACE_GAP])
  rebuildRow(state, r)
  setTargets(state, r, r + 1, h)
  setOutdated(state, i, false)
  const jointed = isJointed(state, r)
  beginBlow(state, r, jointed)
  const k = jointed ? block[0] / (1 + BLOCK_COMPLIANCE) : cold[r * COLD_STRIDE + K_BLOCK]
  const push = k > 0 ? (-(1 + e) * speed) / k : 0
  if (!(push > 0)) return false
  total[r * 2] += push
  recordVelocities(state, r)
  wrenchIn[ALONG_N] = push
  wrenchIn[ALONG_T] = 0
  wrenchIn[SPIN] = 0
  strike(state, r)
  applied[0] = push
  applied[1] = 0
  applyImpactFriction(state, r)
  endBlow(state, r, h)
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
  for (let c = 0; c < 3; c++) {
    before[c] = velocity[bodyA[r] * VELOCITY_STRIDE + c]
    before[3 + c] = velocity[bodyB[r] * VELOCITY_STRIDE + c]
  }
}

/** Both bodies jump by −τ Δv. */
function jump(state: WorldState, r: number, touch: number, lag: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { velocity, warm, jump: way, struckAt, support } = state.solverBodies.columns
  state.batches.struck = 1
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    if (velocity[body * VELOCITY_STRIDE + 3] === 0) continue
    struckAt[body] = touch
    for (let c = 0; c < 3; c++) {
      const e = body * 3 + c
      way[e] -= touch * (velocity[body * VELOCITY_STRIDE + c] - before[side * 3 + c])
      support[e] = warm[e] * (lag === 0 ? 0.5 : 1)
    }
  }
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

/** Separations of a frozen row's points with the jumps of its bodies, into `room`. */
function readRoom(state: WorldState, r: number): void {
  const { hot, gap } = state.contactRows.columns
  readTwist(state, r, state.solverBodies.columns.jump, NARROW)
  for (let i = 0; i < 2; i++) room[i] = gap[r * GAP_STRIDE + i] + twistOut[ALONG_N] + hot[r * HOT_STRIDE + POINT + i] * twistOut[SPIN]
}

/**
 * When a point of a frozen row strikes first, in seconds from now; Infinity if none does within h. Sets `rebound` of all that do, as if they
 * struck then.
 */
function findFrozenTouch(state: WorldState, r: number, h: number, lag: number): number {
  const { hot, cold, gap } = state.contactRows.columns
  const c = r * COLD_STRIDE
  const o = r * HOT_STRIDE + POINT
  const acceleration = cold[c + APPROACH]
  const slow = slowest(state, r)
  const e = cold[c + RESTITUTION]
  const blow = lastBlow(state, r)
  const start = blow === NOT_STRUCK ? 0 : blow
  let first = Infinity
  readRoom(state, r)
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  for (let i = 0; i < 2; i++) {
    rebound[i] = NEVER
    const speed = twistOut[ALONG_N] + hot[o + i] * twistOut[SPIN] + acceleration * (lag + start)
    if (speed > -slow) continue
    room[i] = Math.max(0, room[i] + (speed - 0.5 * acceleration * start) * start)
    const square = speed * speed - 2 * acceleration * room[i]
    if (!(square >= 0)) continue
    const touch = start + (2 * room[i]) / (Math.sqrt(square) - speed)
    if (touch > h) continue
    rebound[i] = square
    first = Math.min(first, touch)
  }
  if (first === Infinity) return Infinity
  const jumping = jumps(state, r)
  for (let i = 0; i < 2; i++) {
    if (rebound[i] === NEVER) continue
    const speed = twistOut[ALONG_N] + hot[o + i] * twistOut[SPIN] + acceleration * (lag + first)
    if (jumping) rebound[i] = -e * speed - acceleration * (lag + first)
    else if (e === 0) rebound[i] = -wayLeft(room[i], gap[r * GAP_STRIDE + SLOP]) / h - acceleration * (lag + 0.5 * h)
    else {
      // Without a jump: from the present pose, as fast as to climb back to the touch and rebound there; or, without rebound, to come near.
      const out = e * e * rebound[i] + 2 * acceleration * room[i]
      rebound[i] = out > 0 ? Math.sqrt(out) - acceleration * lag : NEVER
    }
  }
  return rebound[0] === NEVER && rebound[1] === NEVER ? Infinity : first
}

/**
 * The blow of a frozen row, with the normal of the step's start; its bodies jump as those of following rows do. Next to the immovable its arms are
 * those of the moment of touch for the time of the blow.
 */
function strikeFrozen(state: WorldState, r: number, h: number, lag: number): boolean {
  const turned = turnArms(state, r, 0)
  const struck = strikeTurned(state, r, h, lag, turned)
  if (turned) {
    restoreArms(state, r)
    buildBlocks(state, r)
  }
  return struck
}

function strikeTurned(state: WorldState, r: number, h: number, lag: number, turned: boolean): boolean {
  const { cold, total } = state.contactRows.columns
  const jumping = jumps(state, r)
  let touch = findFrozenTouch(state, r, h, lag)
  if (touch === Infinity) return false
  if (turned) {
    // Once more with the arms half way there: those of a body that turns are no constants until the touch.
    restoreArms(state, r)
    turnArms(state, r, 0.5 * touch)
    const later = findFrozenTouch(state, r, h, lag)
    if (later !== Infinity) touch = later
    restoreArms(state, r)
  }
  resetStoredImpulses(state, r)
  if (turned) {
    turnArms(state, r, jumping ? touch : 0)
    buildBlocks(state, r)
    if (jumping) reboundAgain(state, r, lag + touch)
  } else if (joinArms(state, r, jumping ? touch : 0) && findFrozenTouch(state, r, h, lag) === Infinity) return false
  const jointed = isJointed(state, r)
  beginBlow(state, r, jointed)
  const K = jointed ? block : cold
  const k = jointed ? 0 : r * COLD_STRIDE + K_BLOCK
  recordVelocities(state, r)
  if (!strikePoints(state, r, K, k, h)) return false
  total[r * 2] += applied[0]
  total[r * 2 + 1] += applied[1]
  if (jumping) jump(state, r, touch, lag)
  return true
}

/** Gives the points of a row their `rebound`, with friction; the impulses into `applied`. False if there are none. */
function strikePoints(state: WorldState, r: number, K: Float64Array, k: number, h: number): boolean {
  const { hot } = state.contactRows.columns
  const o = r * HOT_STRIDE + POINT
  applied.fill(0)
  for (let pass = 0; pass < IMPACT_REFINEMENTS; pass++) {
    readBlowTwist(state, r)
    for (let i = 0; i < 2; i++) {
      const q = twistOut[ALONG_N] + hot[o + i] * twistOut[SPIN] - rebound[i] - K[k + i] * applied[0] - K[k + 1 + i] * applied[1]
      blockQ[i] = rebound[i] === NEVER ? NEVER : q
    }
    solveBlock(K, k)
    const d0 = blockX[0] - applied[0]
    const d1 = blockX[1] - applied[1]
    applied[0] = blockX[0]
    applied[1] = blockX[1]
    wrenchIn[ALONG_N] = d0 + d1
    wrenchIn[ALONG_T] = 0
    wrenchIn[SPIN] = d0 * hot[o] + d1 * hot[o + 1]
    strike(state, r)
  }
  if (!(applied[0] + applied[1] > 0)) return false
  applyImpactFriction(state, r)
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
 * The blow of two movable bodies whose row is frozen, where and when their shapes meet: at a corner, or at both ends of two faces. The row is
 * that of the meeting for the time of the blow. Its bodies jump as those of following rows do.
 */
function strikeMeeting(state: WorldState, r: number, h: number, lag: number): boolean {
  const { hot, cold, gap, count, total } = state.contactRows.columns
  const touch = findMeeting(state, r, h, lag)
  if (touch === Infinity) return false
  resetStoredImpulses(state, r)
  const points = count[r]
  for (let k = 0; k < HOT_STRIDE; k++) savedHot[k] = hot[r * HOT_STRIDE + k]
  for (let k = 0; k < COLD_STRIDE; k++) savedCold[k] = cold[r * COLD_STRIDE + k]
  const both = placeOut[PLACE_COUNT] > 1 && placeOut[PLACE_SECOND_GAP] - placeOut[PLACE_GAP] <= gap[r * GAP_STRIDE + SLOP]
  count[r] = both ? 2 : 1
  hot[r * HOT_STRIDE + POINT] = 0
  hot[r * HOT_STRIDE + POINT + 1] = both ? placeOut[PLACE_SECOND] : 0
  setPlace(state, r)
  setRebound(state, r, lag + touch)
  recordVelocities(state, r)
  beginBlow(state, r, false)
  const struck = strikePoints(state, r, cold, r * COLD_STRIDE + K_BLOCK, h)
  count[r] = points
  for (let k = 0; k < HOT_STRIDE; k++) hot[r * HOT_STRIDE + k] = savedHot[k]
  for (let k = 0; k < COLD_STRIDE; k++) cold[r * COLD_STRIDE + k] = savedCold[k]
  if (!struck) return false
  const first = points > 1 ? placeOut[PLACE_NEAREST] : 0
  total[r * 2 + first] += applied[0]
  total[r * 2 + (points > 1 ? 1 - first : 0)] += applied[1]
  jump(state, r, touch, lag)
  return true
}

/** Newton's law for the points of a row, `ahead` seconds of acceleration from now, into `rebound`. */
function setRebound(state: WorldState, r: number, ahead: number): void {
  const { hot, cold, count } = state.contactRows.columns
  const e = cold[r * COLD_STRIDE + RESTITUTION]
  const slow = slowest(state, r)
  readTwist(state, r, state.solverBodies.columns.external, NARROW)
  for (let i = 0; i < 2; i++) room[i] = ahead * (twistOut[ALONG_N] + hot[r * HOT_STRIDE + POINT + i] * twistOut[SPIN])
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  for (let i = 0; i < 2; i++) {
    const speed = room[i] + twistOut[ALONG_N] + hot[r * HOT_STRIDE + POINT + i] * twistOut[SPIN]
    rebound[i] = i < count[r] && speed < -slow ? -e * speed - room[i] : NEVER
  }
}

/** Separations of frozen rows whose bodies were struck: what is left at that moment, for the time that is left. */
function aimFrozenRows(state: WorldState, batch: number, h: number, lag: number): void {
  const { hot, gap, flags } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const to = state.batches.rowEnd(batch)
  for (let r = state.batches.rowStart(batch); r < to; r++) {
    if ((flags[r] & FOLLOWS) !== 0 || lastBlow(state, r) === NOT_STRUCK) continue
    const start = Math.max(0, lastBlow(state, r))
    const rest = Math.max(h - start, LOST_DIGITS * h)
    readRoom(state, r)
    readTwist(state, r, velocity, WIDE)
    for (let i = 0; i < 2; i++) room[i] += start * (twistOut[ALONG_N] + hot[r * HOT_STRIDE + POINT + i] * twistOut[SPIN])
    let least = -Infinity
    if (Math.min(room[0], room[1]) < 0 && meets(state, r)) {
      readPlaceAhead(state, r, start, lag)
      least = placeOut[PLACE_GAP]
    }
    for (let i = 0; i < 2; i++) {
      const left = Math.max(room[i], least)
      gap[r * GAP_STRIDE + i] = left > 0 ? left * (h / rest) : left
    }
    setTargets(state, r, r + 1, h)
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
  const v = a * VELOCITY_STRIDE
  const w = b * VELOCITY_STRIDE
  if (velocity[v + 3] === 0 || velocity[w + 3] === 0) return false
  const from = body[a] * 2
  const to = body[b] * 2
  const dx = x[to] - x[from] + moved[b * MOVED_STRIDE] + way[b * 3] - moved[a * MOVED_STRIDE] - way[a * 3] + t * (velocity[w] - velocity[v])
  const dy =
    x[to + 1] - x[from + 1] + moved[b * MOVED_STRIDE + 1] + way[b * 3 + 1] - moved[a * MOVED_STRIDE + 1] - way[a * 3 + 1] +
    t * (velocity[w + 1] - velocity[v + 1])
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

/** Newton's law for the points that strike, with the arms of the touch. */
function reboundAgain(state: WorldState, r: number, ahead: number): void {
  const { hot, cold } = state.contactRows.columns
  const o = r * HOT_STRIDE + POINT
  const acceleration = cold[r * COLD_STRIDE + APPROACH] * ahead
  const e = cold[r * COLD_STRIDE + RESTITUTION]
  const slow = slowest(state, r)
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  for (let i = 0; i < 2; i++) {
    if (rebound[i] === NEVER) continue
    const speed = twistOut[ALONG_N] + hot[o + i] * twistOut[SPIN] + acceleration
    rebound[i] = speed < -slow ? -e * speed - acceleration : NEVER
  }
}

/** Friction of the impact: stop the slip if the limit allows, otherwise oppose it. */
function applyImpactFriction(state: WorldState, r: number): void {
  const { hot } = state.contactRows.columns
  const o = r * HOT_STRIDE
  const limit = hot[o + FRICTION] * (applied[0] + applied[1])
  if (!(limit > 0)) return
  readBlowTwist(state, r)
  const stop = -tangentInverse(state, r) * (hot[o + BIAS_TANGENT] + twistOut[ALONG_T])
  wrenchIn[ALONG_N] = 0
  wrenchIn[ALONG_T] = stop > limit ? limit : stop < -limit ? -limit : stop
  wrenchIn[SPIN] = 0
  strike(state, r)
}

/** After an impact the stored impulses mean nothing: they are reset in the row and taken out of the bodies' warm start. */
function resetStoredImpulses(state: WorldState, r: number): void {
  if (setWrenchBack(state, r)) applyWrench(state, r, state.solverBodies.columns.warm, NARROW)
  state.contactRows.columns.impulse.fill(0, r * IMPULSE_STRIDE, r * IMPULSE_STRIDE + IMPULSE_STRIDE)
}
