/**
 * Following rows: contact rows whose normal changes as the bodies move. Between two round shapes, and between a round shape and a corner, the
 * normal is the line between two points of the cores, which are material points. Between two movable bodies it may also be that of a face,
 * which turns with its body. A normal of the step's start would strike past the centres, at a moment when they are no longer on it.
 *
 * The surface of an ellipse is for a step the circle of its curvature, whose centre is the core point.
 *
 * Such rows keep both core points and are built anew after every drift: normal, arms, separation, matrices; the warm start follows. Rows
 * that will touch within the next substep get the normal of the moment of touch: the tangent plane there is what the bodies meet.
 *
 * A corner ends where its faces begin: beyond their normals the face's own is taken. A face ends at its corners: beyond them the corner is.
 */

import { FOLLOW_TOLERANCE, NO_DIRECTION, TOUCH_PASSES, TOUCH_ROUNDING } from '../../common/tuning.ts'
import { CORES_FACE_A, CORES_FACE_B, CORES_POINTS } from '../geometry/manifold.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import { setTurnAt } from '../math/rotation.ts'
import { HAS_MASS, MOVED_STRIDE, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import { coveredReachOut, setCoveredReach } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { addWarmStart, buildBlocks, setTargets, setWrenchBack } from './contact-row-build.ts'
import { applyWrench, NARROW } from './contact-row-products.ts'
import {
  BIAS, BIAS_TANGENT, CONVEYS, FOLLOWED, GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, MODIFIED, NORMAL, SLIDE_A, SLIDE_B, TURN_A, TURN_B,
} from './contact-row.ts'
import {
  BETWEEN, CORE_A, CORE_B, RADIUS_A, RADIUS_B, REFERENCE_GAP, REFERENCE_STRIDE, REFERENCE_TURNS, START_NORMAL, START_STRIDE,
} from './following-table.ts'
import { addSurfaceVelocity } from './moving-surfaces.ts'

/** The place of a row at some moment: normal, separation along it, arms from both centres of mass to the contact point. */
export const placeOut: Float64Array = new Float64Array(10)
export const PLACE_NORMAL = 0
export const PLACE_GAP = 2
export const PLACE_ARM_A = 3
export const PLACE_ARM_B = 5
/** Seconds of acceleration ahead that `readApproach` is to look, and the normal velocity it finds: as arguments they would be allocated. */
export const PLACE_TIME = 7
export const PLACE_SPEED = 8
/** Gap that `findTouch` saw left at the end of the substep, by the velocity of its beginning. */
export const PLACE_LEFT = 9

/** Of both bodies: displacement since the start of the step, cosine − 1 and sine of the turn. */
const pose = new Float64Array(8)
/** From A's centre of mass to B's, now. */
const between = new Float64Array(2)
const shift = new Float64Array(2)

/**
 * Does the normal of this row follow the bodies? Faces of the immovable do not move. Bodies that go further than margins cover are stopped at
 * their impact (`continuous`): where they would be until then is nowhere near.
 */
export function follows(state: WorldState, row: number, a: number, b: number, cores: number): boolean {
  const { body } = state.shapes.columns
  if (!isCovered(state, body[a]) || !isCovered(state, body[b])) return false
  if (cores === CORES_POINTS) return true
  if (cores !== CORES_FACE_A && cores !== CORES_FACE_B) return false
  // An ellipse's own part of the contact turns with it.
  if (state.shapes.columns.kind[b] === ELLIPSE) return true
  const { bodyA, bodyB } = state.contactRows.columns
  const { kind } = state.solverBodies.columns
  return (kind[bodyA[row]] & kind[bodyB[row]] & HAS_MASS) !== 0
}

/** Do the margins of its contacts cover the motion of a body in this step? */
function isCovered(state: WorldState, body: number): boolean {
  setCoveredReach(state.bodies.columns, body)
  return state.bodies.columns.covered[body] < coveredReachOut[0]
}

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
  for (let i = followingStart[batch]; i < followingStart[batch + 1]; i++) {
    const r = row[i]
    const o = r * HOT_STRIDE + NORMAL
    const e = i * REFERENCE_STRIDE
    readShift(state, i)
    shift[0] -= reference[e]
    shift[1] -= reference[e + 1]
    const now = reference[e + REFERENCE_GAP] + shift[0] * hot[o] + shift[1] * hot[o + 1]
    const free = impulse[r * IMPULSE_STRIDE] === 0 && now > 0
    if (free || (behind[i] === 0 && isStill(state, i))) {
      if ((flags[r] & FOLLOWED) !== 0) {
        gap[r * GAP_STRIDE] = now
        setTargets(state, r, r + 1, h)
      }
      if (free) behind[i] = 1
      continue
    }
    readPresentPlace(state, i)
    const presses = setWrenchBack(state, r)
    if (presses) applyWrench(state, r, warm, NARROW)
    rebuildRow(state, r)
    setReference(state, i)
    if (presses) addWarmStart(state, r, r + 1)
    setTargets(state, r, r + 1, h)
  }
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
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const s = i * START_STRIDE
  const o = r * HOT_STRIDE + NORMAL
  const distance = start[s + BETWEEN] * start[s + START_NORMAL] + start[s + BETWEEN + 1] * start[s + START_NORMAL + 1]
  if (!(Math.abs(shift[0] * hot[o + 1] - shift[1] * hot[o]) <= FOLLOW_TOLERANCE * distance)) return false
  if (cores[i] === CORES_POINTS) return true
  const e = i * REFERENCE_STRIDE + REFERENCE_TURNS
  const turnA = moved[bodyA[r] * MOVED_STRIDE + 4] - reference[e]
  const turnB = moved[bodyB[r] * MOVED_STRIDE + 4] - reference[e + 1]
  return Math.abs(turnA) + Math.abs(turnB) <= FOLLOW_TOLERANCE
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

/** Could a row touch within `spanIn`? By the speeds of both bodies, twice over, whatever their direction; bodies that were struck may. */
export function mayTouch(state: WorldState, i: number): boolean {
  const h = spanIn[0]
  const { row, start } = state.following.columns
  const r = row[i]
  const { gap, bodyA, bodyB } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  const a = bodyA[r]
  const b = bodyB[r]
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
  const speed =
    Math.sqrt(vx * vx + vy * vy) + Math.sqrt(wx * wx + wy * wy) +
    turnA * (Math.abs(start[s + CORE_A]) + Math.abs(start[s + CORE_A + 1])) + turnB * (Math.abs(start[s + CORE_B]) + Math.abs(start[s + CORE_B + 1]))
  return gap[r * GAP_STRIDE] <= 2 * speed * h
}

/** Fills `placeOut` with the place of this moment. */
export function readPresentPlace(state: WorldState, i: number): void {
  setPresentPose(state, state.following.columns.row[i])
  readPlace(state, i)
}

/** Where both bodies are now, since the start of the step. */
function setPresentPose(state: WorldState, r: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const a = bodyA[r] * MOVED_STRIDE
  const b = bodyB[r] * MOVED_STRIDE
  pose[0] = moved[a]
  pose[1] = moved[a + 1]
  pose[2] = moved[a + 3]
  pose[3] = moved[a + 4]
  pose[4] = moved[b]
  pose[5] = moved[b + 1]
  pose[6] = moved[b + 3]
  pose[7] = moved[b + 4]
}

/** Where both bodies will be after `t` seconds with their present velocities, `lag` seconds of acceleration behind, and jumps. */
function setPoseAhead(state: WorldState, r: number, t: number, lag: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved, velocity, external, jump } = state.solverBodies.columns
  const push = t * (lag + 0.5 * t)
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    const m = body * MOVED_STRIDE
    const v = body * VELOCITY_STRIDE
    const e = body * 3
    const p = side * 4
    pose[p] = moved[m] + jump[e] + velocity[v] * t + external[e] * push
    pose[p + 1] = moved[m + 1] + jump[e + 1] + velocity[v + 1] * t + external[e + 1] * push
    pose[p + 2] = moved[m + 2] + jump[e + 2] + velocity[v + 2] * t + external[e + 2] * push
    setTurnAt(pose, p + 2, pose, p + 2)
  }
}

/** Fills `placeOut` from `pose`. */
function readPlace(state: WorldState, i: number): void {
  const { start, bounds, cores } = state.following.columns
  const s = i * START_STRIDE
  const ax = start[s + CORE_A]
  const ay = start[s + CORE_A + 1]
  const bx = start[s + CORE_B]
  const by = start[s + CORE_B + 1]
  const turnAx = pose[2] * ax - pose[3] * ay
  const turnAy = pose[3] * ax + pose[2] * ay
  const turnBx = pose[6] * bx - pose[7] * by
  const turnBy = pose[7] * bx + pose[6] * by
  const dx = start[s + BETWEEN] + pose[4] - pose[0] + turnBx - turnAx
  const dy = start[s + BETWEEN + 1] + pose[5] - pose[1] + turnBy - turnAy
  const radii = start[s + RADIUS_A] + start[s + RADIUS_B]
  let reach = 0
  let onFaceA = cores[i] === CORES_FACE_A
  if (cores[i] === CORES_POINTS) {
    const distance = Math.sqrt(dx * dx + dy * dy)
    const lost = !(distance > NO_DIRECTION * radii)
    placeOut[PLACE_NORMAL] = lost ? start[s + START_NORMAL] : dx / distance
    placeOut[PLACE_NORMAL + 1] = lost ? start[s + START_NORMAL + 1] : dy / distance
    onFaceA = clampToCone(bounds, i * 8, 1, 2)
    clampToCone(bounds, i * 8 + 4, -1, 6)
  } else {
    const p = onFaceA ? 2 : 6
    const x = start[s + START_NORMAL]
    const y = start[s + START_NORMAL + 1]
    const fx = x + pose[p] * x - pose[p + 1] * y
    const fy = y + pose[p + 1] * x + pose[p] * y
    // Beyond an end of the face its corner is nearest.
    const sign = onFaceA ? 1 : -1
    const place = sign * (dx * fy - dy * fx)
    const over = sign * (place < bounds[i * 8] ? place - bounds[i * 8] : place > bounds[i * 8 + 1] ? place - bounds[i * 8 + 1] : 0)
    const height = dx * fx + dy * fy
    const distance = over === 0 || height <= 0 ? 0 : Math.sqrt(over * over + height * height)
    placeOut[PLACE_NORMAL] = distance === 0 ? fx : (height * fx + over * fy) / distance
    placeOut[PLACE_NORMAL + 1] = distance === 0 ? fy : (height * fy - over * fx) / distance
    if (distance > 0) reach = distance
  }
  const nx = placeOut[PLACE_NORMAL]
  const ny = placeOut[PLACE_NORMAL + 1]
  const gap = (reach > 0 ? reach : dx * nx + dy * ny) - radii
  // The contact point stands off the core point of the one that has no face there.
  const way = onFaceA ? -start[s + RADIUS_B] - 0.5 * gap : start[s + RADIUS_A] + 0.5 * gap
  const px = nx * way
  const py = ny * way
  placeOut[PLACE_GAP] = gap
  placeOut[PLACE_ARM_A] = ax + turnAx + px + (onFaceA ? dx : 0)
  placeOut[PLACE_ARM_A + 1] = ay + turnAy + py + (onFaceA ? dy : 0)
  placeOut[PLACE_ARM_B] = bx + turnBx + px - (onFaceA ? 0 : dx)
  placeOut[PLACE_ARM_B + 1] = by + turnBy + py - (onFaceA ? 0 : dy)
}

/**
 * Beyond the normals of a corner's faces the normal is the face's: sets it in `placeOut` and returns true. `sign`: 1 for A, −1 for B, whose
 * normals point against the row's; `p`: its turn in `pose`.
 */
function clampToCone(cone: Float64Array, at: number, sign: number, p: number): boolean {
  if (cone[at] === 0 && cone[at + 1] === 0) return false
  const x = sign * placeOut[PLACE_NORMAL]
  const y = sign * placeOut[PLACE_NORMAL + 1]
  for (let k = 0; k < 4; k += 2) {
    const u = cone[at + k]
    const v = cone[at + k + 1]
    const fx = u + pose[p] * u - pose[p + 1] * v
    const fy = v + pose[p + 1] * u + pose[p] * v
    const beyond = k === 0 ? x * fy - y * fx : y * fx - x * fy
    // On that face's side only: on the other side the corner's other face is the nearer one.
    if (beyond <= 0 || x * fx + y * fy <= 0) continue
    placeOut[PLACE_NORMAL] = sign * fx
    placeOut[PLACE_NORMAL + 1] = sign * fy
    return true
  }
  return false
}

/** Normal velocity of a row's bodies at the place in `placeOut` and its time, into its speed. */
export function readApproach(state: WorldState, r: number): void {
  const t = placeOut[PLACE_TIME]
  const { bodyA, bodyB } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  let x = 0
  let y = 0
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    const v = body * VELOCITY_STRIDE
    const e = body * 3
    const at = side === 0 ? PLACE_ARM_A : PLACE_ARM_B
    const sign = side === 0 ? -1 : 1
    const w = velocity[v + 2] + external[e + 2] * t
    x += sign * (velocity[v] + external[e] * t - w * placeOut[at + 1])
    y += sign * (velocity[v + 1] + external[e + 1] * t + w * placeOut[at])
  }
  placeOut[PLACE_SPEED] = x * placeOut[PLACE_NORMAL] + y * placeOut[PLACE_NORMAL + 1]
}

/** When, in seconds from now, the bodies of a row were struck last in this substep: their way begins there. NOT_STRUCK if they were not. */
export function lastBlow(state: WorldState, r: number): number {
  const { bodyA, bodyB } = state.contactRows.columns
  const { struckAt } = state.solverBodies.columns
  return Math.max(struckAt[bodyA[r]], struckAt[bodyB[r]])
}

/**
 * When a following row will touch, in seconds from now, or has touched just before; not before its bodies were struck; Infinity if it does not
 * within h. Leaves the place of that moment in `placeOut`. Newton's method: a distance between points on straight paths is convex, so it
 * comes from the near side.
 */
export function findTouch(state: WorldState, i: number, h: number, lag: number): number {
  const r = state.following.columns.row[i]
  const blow = lastBlow(state, r)
  const start = blow === NOT_STRUCK ? 0 : blow
  // A body that was struck towards another may have come in during the last step, when they had no contact yet.
  const least = blow !== NOT_STRUCK ? start : lag === 0 ? -state.dt : -h
  let t = start
  for (let pass = 0; pass < TOUCH_PASSES; pass++) {
    setPoseAhead(state, r, t, lag)
    readPlace(state, i)
    const gap = placeOut[PLACE_GAP]
    placeOut[PLACE_TIME] = lag + t
    readApproach(state, r)
    const speed = placeOut[PLACE_SPEED]
    if (pass === 0) placeOut[PLACE_LEFT] = speed * h + gap
    if (speed >= 0) return Infinity
    const wait = -gap / speed
    t += wait
    if (t > h) return Infinity
    if (t < least) break
    if (wait < TOUCH_ROUNDING * h && wait > -TOUCH_ROUNDING * h) return t
  }
  if (t >= start) return t
  // Too deep to have come in just now.
  setPoseAhead(state, r, start, lag)
  readPlace(state, i)
  return start
}

/**
 * Before a substep's kick: rows that come near get the tangent plane of the moment of touch, or of the substep's end, if that comes first.
 * The plane of this moment would stop what passes by, and strike past the centres.
 */
export function aimRows(state: WorldState, batch: number, h: number, lag: number): void {
  spanIn[0] = h
  const { followingStart } = state.batches
  const { row, far, behind } = state.following.columns
  const { gap, impulse, bodyA, bodyB } = state.contactRows.columns
  const { hit } = state.solverBodies.columns
  for (let i = followingStart[batch]; i < followingStart[batch + 1]; i++) {
    const r = row[i]
    if (far[i] !== 0 && hit[bodyA[r]] === 0 && hit[bodyB[r]] === 0) continue
    const struck = lastBlow(state, r) !== NOT_STRUCK
    if (impulse[r * IMPULSE_STRIDE] !== 0 || (!struck && (!(gap[r * GAP_STRIDE] > 0) || !mayTouch(state, i)))) continue
    // Bodies that were struck are no longer on the way that the row was built for; the one they are on begins there.
    const start = Math.max(0, lastBlow(state, r))
    const rest = Math.max(h - start, TOUCH_ROUNDING * h)
    setPoseAhead(state, r, start, lag)
    readPlace(state, i)
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
    let t = findTouch(state, i, h, lag)
    if (t === Infinity) {
      t = h
      setPoseAhead(state, r, h, lag)
      readPlace(state, i)
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
    setPoseAhead(state, r, 0.5 * h, -0.25 * h)
    readPlace(state, i)
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
  const { hot, gap, flags } = state.contactRows.columns
  flags[r] |= FOLLOWED
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
  gap[r * GAP_STRIDE] = placeOut[PLACE_GAP]
  if ((flags[r] & CONVEYS) !== 0) {
    hot[o + BIAS_TANGENT] = 0
    addSurfaceVelocity(state, r)
  }
  buildBlocks(state, r)
}
