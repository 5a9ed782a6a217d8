/**
 * Following rows: contact rows whose normal changes as the bodies move. Between two round shapes, and between a round shape and a corner or an
 * edge, the normal is the line between the nearest points of the cores. Between two movable bodies it may also be that of a face, which turns
 * with its body. A normal of the step's start would strike past the centres, at a moment when they are no longer on it.
 * An ellipsoid follows on faces of the immovable too: its point of contact and the height of its centre change as it turns.
 *
 * Such rows are single points of round shapes, or lines: capsules and cylinders that lie along an edge of the immovable. Their manifold is made
 * again after every drift (`contact-place.ts`): normal, arms, separation, matrices; the warm start follows. Rows that will touch within the next
 * substep get the normal of the moment of touch: the tangent plane there is what the bodies meet.
 */

import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { POSE_TOLERANCE } from '../../common/tuning.ts'
import { fromWeighted } from '../math/weighted.ts'
import { NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  findTouch, lastBlow, LINE_GAP, LINE_STRIDE, lineOut, PLACE_ARM_A, PLACE_ARM_B, PLACE_GAP, PLACE_NORMAL, PLACE_SPEED, PLACE_TIME, placeOut,
  readApproach, readLine, readPlaceAhead, readPresentPlace,
} from './contact-place.ts'
import { addWarmStart, buildRow, deferRow, setTangents, setWrench } from './contact-row-build.ts'
import { applyWrench, NARROW } from './contact-row-products.ts'
import {
  ARM_A, ARM_B, arms, COLD_STRIDE, FOLLOWED, GAP, HOT_STRIDE, NORMAL, SEPARATION, TANGENT1, TANGENT2,
} from './contact-row.ts'
import { BALL_A, BALL_B, CORE_REACH, CORES_STRIDE, DISTANCE, REFERENCE_GAP, REFERENCE_STRIDE, REFERENCE_TURNS } from './following-table.ts'

/** From A's centre of mass to B's, now. */
const between = new Float64Array(3)
/** How core points have moved apart; of that along the normal. */
const shift = new Float64Array(4)
const spin = new Float64Array(3)

/**
 * After a drift: following rows of a batch at the present pose. Rows whose normal has hardly turned since it was made keep it, and their gap
 * goes along it. So do rows that neither touch nor press: the gap along a plane between convex shapes is never too large, and `aimRows` looks
 * at those that come near.
 */
export function followRows(state: WorldState, batch: number): void {
  const { followingStart } = state.batches
  const { row, behind, reference } = state.following.columns
  const { hot, cold, impulse, flags, bodyA, bodyB, count } = state.contactRows.columns
  const { renewed } = state.solverBodies.columns
  const end = followingStart[batch + 1]
  for (let i = followingStart[batch]; i < end; i++) {
    const r = row[i]
    const followed = (flags[r] & FOLLOWED) !== 0
    const pressing = presses(impulse, r)
    if (!followed && behind[i] === 0 && pressing && isNearStart(state, i)) {
      state.guards.normalsKept++
      continue
    }
    if (count[r] === 2) {
      if (!followed && !pressing && cold[r * COLD_STRIDE + GAP] > 0 && cold[r * COLD_STRIDE + GAP + 1] > 0) behind[i] = 1
      else {
        readPresentPlace(state, r)
        rebuildRow(state, r)
        setReference(state, i)
      }
      continue
    }
    const o = r * HOT_STRIDE + NORMAL
    const e = i * REFERENCE_STRIDE
    if (!followed || (renewed[bodyA[r]] | renewed[bodyB[r]]) === 0) {
      readShift(state, i)
      let gap = cold[r * COLD_STRIDE + SEPARATION]
      if (followed) {
        shift[0] -= reference[e]
        shift[1] -= reference[e + 1]
        shift[2] -= reference[e + 2]
        gap = reference[e + REFERENCE_GAP]
      }
      shift[3] = shift[0] * hot[o] + shift[1] * hot[o + 1] + shift[2] * hot[o + 2]
      gap += shift[3]
      const free = impulse[r * 8] === 0 && gap > 0
      if (free || (behind[i] === 0 && isStill(state, i))) {
        if (followed) cold[r * COLD_STRIDE + GAP] = gap
        if (free) behind[i] = 1
        else state.guards.normalsKept++
        continue
      }
    }
    readPresentPlace(state, r)
    rebuildRow(state, r)
    setReference(state, i)
  }
}

/** Does a row press, at one of two points? Those that it does not have are 0. */
export function presses(impulse: Float64Array, r: number): boolean {
  return impulse[r * 8] !== 0 || impulse[r * 8 + 1] !== 0
}

/**
 * Have both bodies gone and turned so little since the start of the step that a plane made there has hardly turned, whatever their directions?
 * A bound on what `isStill` measures: in a pile at rest it answers for nearly all rows.
 */
function isNearStart(state: WorldState, i: number): boolean {
  const { row, cores, balls } = state.following.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { travel } = state.solverBodies.columns
  const a = bodyA[row[i]] * 2
  const b = bodyB[row[i]] * 2
  const c = i * CORES_STRIDE
  const turnA = (balls[i] & BALL_A) === 0 ? travel[a + 1] : 0
  const turnB = (balls[i] & BALL_B) === 0 ? travel[b + 1] : 0
  return (
    travel[a] + travel[b] + (turnA + turnB) * cores[c + CORE_REACH] <= POSE_TOLERANCE * cores[c + DISTANCE] &&
    turnA * turnA + turnB * turnB <= POSE_TOLERANCE * POSE_TOLERANCE
  )
}

/** How the core points have moved apart since the start of the step, into `shift`: displacement, and the turn of the arms to them. */
function readShift(state: WorldState, i: number): void {
  const { row, cores, balls } = state.following.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const a = bodyA[row[i]] * 12
  const b = bodyB[row[i]] * 12
  shift[0] = moved[b] - moved[a]
  shift[1] = moved[b + 1] - moved[a + 1]
  shift[2] = moved[b + 2] - moved[a + 2]
  if (balls[i] === (BALL_A | BALL_B)) return
  const c = i * CORES_STRIDE
  const ax = cores[c]
  const ay = cores[c + 1]
  const az = cores[c + 2]
  const bx = cores[c + 3]
  const by = cores[c + 4]
  const bz = cores[c + 5]
  shift[0] += moved[b + 3] * bx + moved[b + 4] * by + moved[b + 5] * bz
  shift[1] += moved[b + 6] * bx + moved[b + 7] * by + moved[b + 8] * bz
  shift[2] += moved[b + 9] * bx + moved[b + 10] * by + moved[b + 11] * bz
  shift[0] -= moved[a + 3] * ax + moved[a + 4] * ay + moved[a + 5] * az
  shift[1] -= moved[a + 6] * ax + moved[a + 7] * ay + moved[a + 8] * az
  shift[2] -= moved[a + 9] * ax + moved[a + 10] * ay + moved[a + 11] * az
}

/** Has the normal of a row hardly turned since it was made? `shift`: how the core points have moved apart since. */
function isStill(state: WorldState, i: number): boolean {
  const { row, cores, balls, reference } = state.following.columns
  const reach = POSE_TOLERANCE * cores[i * CORES_STRIDE + DISTANCE]
  if (shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2] - shift[3] * shift[3] > reach * reach) return false
  if (balls[i] === (BALL_A | BALL_B)) return true
  const { bodyA, bodyB, flags } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const followed = (flags[row[i]] & FOLLOWED) !== 0
  let turned = 0
  for (let side = 0; side < 2; side++) {
    if ((balls[i] & (1 << side)) !== 0) continue
    const m = (side === 0 ? bodyA[row[i]] : bodyB[row[i]]) * 12 + 3
    const e = i * REFERENCE_STRIDE + REFERENCE_TURNS + side * 9
    for (let k = 0; k < 9; k++) {
      const turn = followed ? moved[m + k] - reference[e + k] : moved[m + k]
      turned += turn * turn
    }
  }
  return turned <= POSE_TOLERANCE * POSE_TOLERANCE
}

/** The plane of a row is that of this moment. */
export function setReference(state: WorldState, i: number): void {
  const { row, behind, reference } = state.following.columns
  const r = row[i]
  const e = i * REFERENCE_STRIDE
  readShift(state, i)
  reference[e] = shift[0]
  reference[e + 1] = shift[1]
  reference[e + 2] = shift[2]
  reference[e + REFERENCE_GAP] = state.contactRows.columns.cold[r * COLD_STRIDE + GAP]
  behind[i] = 0
  const { bodyA, bodyB } = state.contactRows.columns
  const { balls } = state.following.columns
  // Those of balls are not read.
  if ((balls[i] & BALL_A) === 0) setTurns(state, bodyA[r], e + REFERENCE_TURNS)
  if ((balls[i] & BALL_B) === 0) setTurns(state, bodyB[r], e + REFERENCE_TURNS + 9)
}

/** R R₀ᵀ − 1 of a body into `reference`. */
function setTurns(state: WorldState, body: number, to: number): void {
  const { moved } = state.solverBodies.columns
  const { reference } = state.following.columns
  for (let k = 0; k < 9; k++) reference[to + k] = moved[body * 12 + 3 + k]
}

/** The plane of a row is that of another moment, or of a blow: it is made again after the next drift, unless the bodies are `apart` along it. */
export function setOutdated(state: WorldState, i: number, apart: boolean): void {
  setReference(state, i)
  state.following.columns.behind[i] = 1
  if (!apart) state.following.columns.reference[i * REFERENCE_STRIDE + REFERENCE_GAP] = -Infinity
}

/** Angular velocity of a solver body into `spin`. */
function readSpinNow(state: WorldState, body: number): void {
  const { velocity, factor, body: rows } = state.solverBodies.columns
  if (body > 0 && body < state.batches.bodyStart[0]) {
    const { w } = state.bodies.columns
    for (let k = 0; k < 3; k++) spin[k] = w[rows[body] * 3 + k]
  } else fromWeighted(factor, body * 6, velocity, body * VELOCITY_STRIDE + 3, spin, 0)
}

/** For `mayTouch`: the length of the substep. */
export const spanIn: Float64Array = new Float64Array(1)

/**
 * Could a row touch within `spanIn`? By the speeds of both bodies, twice over, whatever their direction; bodies that were struck may. The sum of
 * their speeds stays in `speedBoundOut`.
 */
export function mayTouch(state: WorldState, i: number): boolean {
  const h = spanIn[0]
  const { row, balls } = state.following.columns
  const r = row[i]
  const { cold, bodyA, bodyB } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  const d = r * COLD_STRIDE
  const a = bodyA[r]
  const b = bodyB[r]
  speedBoundOut[0] = Infinity
  if (lastBlow(state, r) !== NOT_STRUCK) return true
  const va = a * VELOCITY_STRIDE
  const vb = b * VELOCITY_STRIDE
  const ea = a * 6
  const eb = b * 6
  const vx = velocity[vb] - velocity[va]
  const vy = velocity[vb + 1] - velocity[va + 1]
  const vz = velocity[vb + 2] - velocity[va + 2]
  const wx = vx + (external[eb] - external[ea]) * 2 * h
  const wy = vy + (external[eb + 1] - external[ea + 1]) * 2 * h
  const wz = vz + (external[eb + 2] - external[ea + 2]) * 2 * h
  speedBoundOut[0] = Math.sqrt(Math.max(vx * vx, wx * wx) + Math.max(vy * vy, wy * wy) + Math.max(vz * vz, wz * wz))
  // The spin of a ball does not bring its surface nearer.
  if ((balls[i] & BALL_A) === 0) addRimSpeed(state, a, d + ARM_A)
  if ((balls[i] & BALL_B) === 0) addRimSpeed(state, b, d + ARM_B)
  return cold[d + GAP] <= 2 * speedBoundOut[0] * h
}

/** No approach of a row's bodies, at their present speeds, is faster (`mayTouch`). */
export const speedBoundOut: Float64Array = new Float64Array(1)

/** Adds the speed that the spin of a body gives to the end of the arm at cold[at]. */
function addRimSpeed(state: WorldState, body: number, at: number): void {
  const { cold } = state.contactRows.columns
  readSpinNow(state, body)
  const arm = cold[at] * cold[at] + cold[at + 1] * cold[at + 1] + cold[at + 2] * cold[at + 2]
  speedBoundOut[0] += Math.sqrt(arm * (spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]))
}

/**
 * Before a substep's kick: rows that come near, of those that `impact` has listed, get the tangent plane of the moment of touch, or of the
 * substep's end, if that comes first.
 * The plane of this moment would stop what passes by, and strike past the centres.
 */
export function aimRows(state: WorldState, h: number, lag: number): void {
  spanIn[0] = h
  const { row, far, behind, loose } = state.following.columns
  const { cold, impulse, bodyA, bodyB } = state.contactRows.columns
  const { hit } = state.solverBodies.columns
  for (let k = 0; k < state.batches.loose; k++) {
    const i = loose[k]
    const r = row[i]
    if (presses(impulse, r) || (far[i] !== 0 && hit[bodyA[r]] === 0 && hit[bodyB[r]] === 0)) continue
    const struck = lastBlow(state, r) !== NOT_STRUCK
    if (!struck && (!(cold[r * COLD_STRIDE + GAP] > 0) || !mayTouch(state, i))) continue
    // Bodies that were struck are no longer on the way that the row was built for; the one they are on begins there.
    const start = Math.max(0, lastBlow(state, r))
    const rest = Math.max(h - start, LOST_DIGITS * h)
    readPlaceAhead(state, r, start, lag)
    placeOut[PLACE_TIME] = lag + start
    readApproach(state, r)
    if (placeOut[PLACE_SPEED] * rest + placeOut[PLACE_GAP] >= 0) {
      if (!struck && behind[i] === 0) continue
      if (struck && placeOut[PLACE_GAP] > 0) placeOut[PLACE_GAP] *= h / rest
      rebuildRow(state, r)
      if (struck) setOutdated(state, i, false)
      else setReference(state, i)
      continue
    }
    for (let k = 0; k < 3; k++) between[k] = placeOut[PLACE_ARM_A + k] - placeOut[PLACE_ARM_B + k]
    let t = findTouch(state, r, h, lag)
    if (t === Infinity) {
      t = h
      readPlaceAhead(state, r, h, lag)
    }
    // The impulse acts at the present pose: arms that do not meet would be a torque from nowhere.
    for (let k = 0; k < 3; k++) {
      const apart = 0.5 * (between[k] - placeOut[PLACE_ARM_A + k] + placeOut[PLACE_ARM_B + k])
      placeOut[PLACE_ARM_A + k] += apart
      placeOut[PLACE_ARM_B + k] -= apart
    }
    placeOut[PLACE_TIME] = lag + t
    readApproach(state, r)
    placeOut[PLACE_GAP] -= placeOut[PLACE_SPEED] * (t - start)
    if (placeOut[PLACE_GAP] > 0) placeOut[PLACE_GAP] *= h / rest
    rebuildRow(state, r)
    setOutdated(state, i, !struck)
  }
}

/** Writes the place in `placeOut` into a contact row: normal, tangents, arms, separation, matrices; its impulses and warm start follow. */
export function rebuildRow(state: WorldState, r: number): void {
  const { hot, cold, impulse, flags, count } = state.contactRows.columns
  flags[r] |= FOLLOWED
  const { warm } = state.solverBodies.columns
  const o = r * HOT_STRIDE
  const d = r * COLD_STRIDE
  const l = r * 8
  const pressing = setWrench(state, r, impulse, l, -1)
  if (pressing) applyWrench(state, r, warm, NARROW)
  // Friction as a vector, while its axes turn.
  const fx = impulse[l + 4] * hot[o + TANGENT1] + impulse[l + 5] * hot[o + TANGENT2]
  const fy = impulse[l + 4] * hot[o + TANGENT1 + 1] + impulse[l + 5] * hot[o + TANGENT2 + 1]
  const fz = impulse[l + 4] * hot[o + TANGENT1 + 2] + impulse[l + 5] * hot[o + TANGENT2 + 2]
  hot[o + NORMAL] = placeOut[PLACE_NORMAL]
  hot[o + NORMAL + 1] = placeOut[PLACE_NORMAL + 1]
  hot[o + NORMAL + 2] = placeOut[PLACE_NORMAL + 2]
  if (count[r] === 2) setLine(state, r)
  else setPoint(cold, d)
  setTangents(hot, o)
  if (!pressing) {
    deferRow(state, r)
    return
  }
  impulse[l + 4] = fx * hot[o + TANGENT1] + fy * hot[o + TANGENT1 + 1] + fz * hot[o + TANGENT1 + 2]
  impulse[l + 5] = fx * hot[o + TANGENT2] + fy * hot[o + TANGENT2 + 1] + fz * hot[o + TANGENT2 + 2]
  buildRow(state, r)
  addWarmStart(state, r)
}

/** Arms and gap of the only point. */
function setPoint(cold: Float64Array, d: number): void {
  cold[d + ARM_A] = arms[0] = placeOut[PLACE_ARM_A]
  cold[d + ARM_A + 1] = arms[1] = placeOut[PLACE_ARM_A + 1]
  cold[d + ARM_A + 2] = arms[2] = placeOut[PLACE_ARM_A + 2]
  cold[d + ARM_B] = arms[3] = placeOut[PLACE_ARM_B]
  cold[d + ARM_B + 1] = arms[4] = placeOut[PLACE_ARM_B + 1]
  cold[d + ARM_B + 2] = arms[5] = placeOut[PLACE_ARM_B + 2]
  cold[d + GAP] = placeOut[PLACE_GAP]
}

/** Arms and gaps of both points of a line. */
function setLine(state: WorldState, r: number): void {
  const { cold } = state.contactRows.columns
  const d = r * COLD_STRIDE
  readLine(state, r)
  for (let i = 0; i < 2; i++) {
    const from = i * LINE_STRIDE
    for (let k = 0; k < 3; k++) {
      cold[d + ARM_A + i * 3 + k] = arms[i * 6 + k] = lineOut[from + k]
      cold[d + ARM_B + i * 3 + k] = arms[i * 6 + 3 + k] = lineOut[from + 3 + k]
    }
    cold[d + GAP + i] = lineOut[from + LINE_GAP]
  }
}
