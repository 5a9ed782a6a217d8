/**
 * Following rows: contact rows whose normal changes as the bodies move. Between two round shapes, and between a round shape and a corner, the
 * normal is the line between the nearest points of the cores. Between two movable bodies it may also be that of a face, which turns with its
 * body. A normal of the step's start would strike past the centres, at a moment when they are no longer on it.
 *
 * The surface of an ellipse is for the test of what has hardly turned the circle of its curvature, whose centre is the core point.
 *
 * Such rows are single points of round shapes. Their manifold is made again after every drift (`contact-place.ts`): normal, arms, separation,
 * matrices; the warm start follows. Rows that will touch within the next substep get the normal of the moment of touch: the tangent plane there
 * is what the bodies meet.
 */

import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { POSE_TOLERANCE } from '../../common/tuning.ts'
import { CORES_POINTS } from '../geometry/manifold.ts'
import { MOVED_STRIDE, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  findTouch, lastBlow, PLACE_ARM_A, PLACE_ARM_B, PLACE_GAP, PLACE_NORMAL, PLACE_SPEED, PLACE_TIME, placeOut, readApproach, readPlaceAhead,
  readPresentPlace,
} from './contact-place.ts'
import { addWarmStart, buildBlocks, setTargets, setWrenchBack } from './contact-row-build.ts'
import { applyWrench, NARROW } from './contact-row-products.ts'
import {
  BIAS, BIAS_TANGENT, CONVEYS, FOLLOWED, GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, MODIFIED, NORMAL, SEPARATION, SLIDE_A, SLIDE_B, TURN_A, TURN_B,
} from './contact-row.ts'
import { CORE_A, CORE_B, CORE_REACH, DISTANCE, REFERENCE_GAP, REFERENCE_STRIDE, REFERENCE_TURNS, START_STRIDE } from './following-table.ts'
import { addSurfaceVelocity } from './moving-surfaces.ts'

/** From A's centre of mass to B's, now. */
const between = new Float64Array(2)
const shift = new Float64Array(2)

/**
 * After a drift: following rows of a batch at the present pose. Rows whose normal has hardly turned since it was made keep it, and their gap
 * goes along it. So do rows that neither touch nor press: the gap along a plane between convex shapes is never too large, and `aimRows` looks
 * at those that come near.
 */
export function followRows(state: WorldState, batch: number, h: number): void {
  const { followingStart } = state.batches
  const { row, behind, reference } = state.following.columns
  const { hot, gap, impulse, flags } = state.contactRows.columns
  const { warm } = state.solverBodies.columns
  const end = followingStart[batch + 1]
  for (let i = followingStart[batch]; i < end; i++) {
    const r = row[i]
    const followed = (flags[r] & FOLLOWED) !== 0
    if (!followed && behind[i] === 0 && impulse[r * IMPULSE_STRIDE] !== 0 && isNearStart(state, i)) {
      state.guards.normalsKept++
      continue
    }
    const o = r * HOT_STRIDE + NORMAL
    const e = i * REFERENCE_STRIDE
    let now = gap[r * GAP_STRIDE + SEPARATION]
    readShift(state, i)
    if (followed) {
      shift[0] -= reference[e]
      shift[1] -= reference[e + 1]
      now = reference[e + REFERENCE_GAP]
    }
    now = now + shift[0] * hot[o] + shift[1] * hot[o + 1]
    const free = impulse[r * IMPULSE_STRIDE] === 0 && now > 0
    if (free || (behind[i] === 0 && isStill(state, i))) {
      if (followed) {
        gap[r * GAP_STRIDE] = now
        setTargets(state, r, r + 1, h)
      }
      if (free) behind[i] = 1
      else state.guards.normalsKept++
      continue
    }
    readPresentPlace(state, r)
    const presses = setWrenchBack(state, r)
    if (presses) applyWrench(state, r, warm, NARROW)
    rebuildRow(state, r)
    setReference(state, i)
    if (presses) addWarmStart(state, r, r + 1)
    setTargets(state, r, r + 1, h)
  }
}

/**
 * Have both bodies gone and turned so little since the start of the step that a plane made there has hardly turned, whatever their directions?
 * A bound on what `isStill` measures: in a pile at rest it answers for nearly all rows.
 */
function isNearStart(state: WorldState, i: number): boolean {
  const { row, cores, start } = state.following.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { travel } = state.solverBodies.columns
  const a = bodyA[row[i]] * 2
  const b = bodyB[row[i]] * 2
  const s = i * START_STRIDE
  const turn = travel[a + 1] + travel[b + 1]
  if (!(travel[a] + travel[b] + turn * start[s + CORE_REACH] <= POSE_TOLERANCE * start[s + DISTANCE])) return false
  return cores[i] === CORES_POINTS || turn <= POSE_TOLERANCE
}

/** How the core points have moved apart since the start of the step, into `shift`: displacement, and the turn of the arms to them. */
function readShift(state: WorldState, i: number): void {
  const { row, start } = state.following.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const a = bodyA[row[i]] * MOVED_STRIDE
  const b = bodyB[row[i]] * MOVED_STRIDE
  const s = i * START_STRIDE
  const ax = start[s + CORE_A]
  const ay = start[s + CORE_A + 1]
  const bx = start[s + CORE_B]
  const by = start[s + CORE_B + 1]
  shift[0] = moved[b] - moved[a] + moved[b + 3] * bx - moved[b + 4] * by - moved[a + 3] * ax + moved[a + 4] * ay
  shift[1] = moved[b + 1] - moved[a + 1] + moved[b + 4] * bx + moved[b + 3] * by - moved[a + 4] * ax - moved[a + 3] * ay
}

/** Has the normal of a row hardly turned since it was made? `shift`: how the core points have moved apart since. */
function isStill(state: WorldState, i: number): boolean {
  const { row, cores, start, reference } = state.following.columns
  const r = row[i]
  const { hot, bodyA, bodyB, flags } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const s = i * START_STRIDE
  const o = r * HOT_STRIDE + NORMAL
  if (!(Math.abs(shift[0] * hot[o + 1] - shift[1] * hot[o]) <= POSE_TOLERANCE * start[s + DISTANCE])) return false
  if (cores[i] === CORES_POINTS) return true
  const e = i * REFERENCE_STRIDE + REFERENCE_TURNS
  let turnA = moved[bodyA[r] * MOVED_STRIDE + 4]
  let turnB = moved[bodyB[r] * MOVED_STRIDE + 4]
  if ((flags[r] & FOLLOWED) !== 0) {
    turnA -= reference[e]
    turnB -= reference[e + 1]
  }
  return Math.abs(turnA) + Math.abs(turnB) <= POSE_TOLERANCE
}

/** The plane of a row is that of this moment. */
export function setReference(state: WorldState, i: number): void {
  const { row, behind, reference } = state.following.columns
  const { gap, bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const r = row[i]
  const e = i * REFERENCE_STRIDE
  readShift(state, i)
  reference[e] = shift[0]
  reference[e + 1] = shift[1]
  reference[e + REFERENCE_GAP] = gap[r * GAP_STRIDE]
  reference[e + REFERENCE_TURNS] = moved[bodyA[r] * MOVED_STRIDE + 4]
  reference[e + REFERENCE_TURNS + 1] = moved[bodyB[r] * MOVED_STRIDE + 4]
  behind[i] = 0
}

/** The plane of a row is that of another moment, or of a blow: it is made again after the next drift, unless the bodies are `apart` along it. */
export function setOutdated(state: WorldState, i: number, apart: boolean): void {
  setReference(state, i)
  state.following.columns.behind[i] = 1
  if (!apart) state.following.columns.reference[i * REFERENCE_STRIDE + REFERENCE_GAP] = -Infinity
}

/** For `mayTouch`: the length of the substep. */
export const spanIn: Float64Array = new Float64Array(1)

/** No approach of a row's bodies, at their present speeds, is faster (`mayTouch`). */
export const speedBoundOut: Float64Array = new Float64Array(1)

/**
 * Could a row touch within `spanIn`? By the speeds of both bodies, twice over, whatever their direction; bodies that were struck may. The sum of
 * their speeds stays in `speedBoundOut`.
 */
export function mayTouch(state: WorldState, i: number): boolean {
  const h = spanIn[0]
  const { row, start } = state.following.columns
  const r = row[i]
  const { gap, bodyA, bodyB } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  const a = bodyA[r]
  const b = bodyB[r]
  speedBoundOut[0] = Infinity
  if (lastBlow(state, r) !== NOT_STRUCK) return true
  const va = a * VELOCITY_STRIDE
  const vb = b * VELOCITY_STRIDE
  const s = i * START_STRIDE
  const vx = velocity[vb] - velocity[va]
  const vy = velocity[vb + 1] - velocity[va + 1]
  const wx = (external[b * 3] - external[a * 3]) * 2 * h
  const wy = (external[b * 3 + 1] - external[a * 3 + 1]) * 2 * h
  const turnA = Math.abs(velocity[va + 2]) + Math.abs(external[a * 3 + 2]) * 2 * h
  const turnB = Math.abs(velocity[vb + 2]) + Math.abs(external[b * 3 + 2]) * 2 * h
  speedBoundOut[0] =
    Math.sqrt(vx * vx + vy * vy) + Math.sqrt(wx * wx + wy * wy) +
    turnA * (Math.abs(start[s + CORE_A]) + Math.abs(start[s + CORE_A + 1])) + turnB * (Math.abs(start[s + CORE_B]) + Math.abs(start[s + CORE_B + 1]))
  return gap[r * GAP_STRIDE] <= 2 * speedBoundOut[0] * h
}

/**
 * Before a substep's kick: rows that come near, of those that `impact` has listed, get the tangent plane of the moment of touch, or of the
 * substep's end, if that comes first.
 * The plane of this moment would stop what passes by, and strike past the centres.
 */
export function aimRows(state: WorldState, h: number, lag: number): void {
  spanIn[0] = h
  const { row, far, behind, loose } = state.following.columns
  const { gap, impulse, bodyA, bodyB } = state.contactRows.columns
  const { hit } = state.solverBodies.columns
  for (let k = 0; k < state.batches.loose; k++) {
    const i = loose[k]
    const r = row[i]
    if (impulse[r * IMPULSE_STRIDE] !== 0 || (far[i] !== 0 && hit[bodyA[r]] === 0 && hit[bodyB[r]] === 0)) continue
    const struck = lastBlow(state, r) !== NOT_STRUCK
    if (!struck && (!(gap[r * GAP_STRIDE] > 0) || !mayTouch(state, i))) continue
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
      setTargets(state, r, r + 1, h)
      if (struck) setOutdated(state, i, false)
      else setReference(state, i)
      continue
    }
    for (let k = 0; k < 2; k++) between[k] = placeOut[PLACE_ARM_A + k] - placeOut[PLACE_ARM_B + k]
    let t = findTouch(state, r, h, lag)
    if (t === Infinity) {
      t = h
      readPlaceAhead(state, r, h, lag)
    }
    // The impulse acts at the present pose: arms that do not meet would be a torque from nowhere.
    for (let k = 0; k < 2; k++) {
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
    setTargets(state, r, r + 1, h)
  }
}

/**
 * Before the sweeps: pressing rows of ellipses hold at the middle of the substep, not at its start. Their arms change along the body as it rolls;
 * a velocity that fits the arms of the start would leave the surface by the curvature of the path, and the next projection would take that
 * part of it away, at every substep. `last`: the projection at the step's end, which is at the pose it has.
 */
export function bendRows(state: WorldState, batch: number, h: number, last: boolean): void {
  const { followingStart } = state.batches
  const { row, curved } = state.following.columns
  const { hot, impulse, flags, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  for (let i = followingStart[batch]; i < followingStart[batch + 1]; i++) {
    if (curved[i] === 0) continue
    const r = row[i]
    const o = r * HOT_STRIDE
    const given = (flags[r] & (CONVEYS | MODIFIED)) !== 0
    if (last && !given) hot[o + BIAS_TANGENT] = 0
    if (last || given || !(impulse[r * IMPULSE_STRIDE] > 0)) continue
    readPlaceAhead(state, r, 0.5 * h, -0.25 * h)
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const wA = velocity[a + 2]
    const wB = velocity[b + 2]
    const x = velocity[b] - velocity[a]
    const y = velocity[b + 1] - velocity[a + 1]
    const nx = placeOut[PLACE_NORMAL]
    const ny = placeOut[PLACE_NORMAL + 1]
    const ax = placeOut[PLACE_ARM_A]
    const ay = placeOut[PLACE_ARM_A + 1]
    const bx = placeOut[PLACE_ARM_B]
    const by = placeOut[PLACE_ARM_B + 1]
    const mx = hot[o + NORMAL]
    const my = hot[o + NORMAL + 1]
    hot[o + BIAS] += (nx - mx) * x + (ny - my) * y + (bx * ny - by * nx - hot[o + TURN_B]) * wB - (ax * ny - ay * nx - hot[o + TURN_A]) * wA
    hot[o + BIAS_TANGENT] =
      (ny - my) * x - (nx - mx) * y - (bx * nx + by * ny + hot[o + SLIDE_B]) * wB + (ax * nx + ay * ny + hot[o + SLIDE_A]) * wA
  }
}

/** Writes the place in `placeOut` into a contact row: normal, arms, separation, matrices. */
export function rebuildRow(state: WorldState, r: number): void {
  const { gap, flags } = state.contactRows.columns
  flags[r] |= FOLLOWED
  gap[r * GAP_STRIDE] = placeOut[PLACE_GAP]
  setPlace(state, r)
}

/** The same but for its separations and its points' distances. */
export function setPlace(state: WorldState, r: number): void {
  const { hot, flags } = state.contactRows.columns
  const o = r * HOT_STRIDE
  const nx = placeOut[PLACE_NORMAL]
  const ny = placeOut[PLACE_NORMAL + 1]
  const ax = placeOut[PLACE_ARM_A]
  const ay = placeOut[PLACE_ARM_A + 1]
  const bx = placeOut[PLACE_ARM_B]
  const by = placeOut[PLACE_ARM_B + 1]
  hot[o + NORMAL] = nx
  hot[o + NORMAL + 1] = ny
  hot[o + TURN_A] = ax * ny - ay * nx
  hot[o + TURN_B] = bx * ny - by * nx
  hot[o + SLIDE_A] = -ax * nx - ay * ny
  hot[o + SLIDE_B] = -bx * nx - by * ny
  if ((flags[r] & CONVEYS) !== 0) {
    hot[o + BIAS_TANGENT] = 0
    addSurfaceVelocity(state, r)
  }
  buildBlocks(state, r)
}
