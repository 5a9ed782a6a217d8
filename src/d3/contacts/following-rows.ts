/**
 * Following rows: contact rows whose normal changes as the bodies move. Between two round shapes, and between a round shape and a corner or an
 * edge, the normal is the line between the nearest points of the cores. Between two movable bodies it may also be that of a face, which turns
 * with its body. A normal of the step's start would strike past the centres, at a moment when they are no longer on it.
 *
 * Such rows are single points of a sphere or capsule. Their manifold is made again after every drift: normal, arms, separation, matrices; the
 * warm start follows. Rows that will touch within the next substep get the normal of the moment of touch: the tangent plane there is what the
 * bodies meet. (In the plane the core points are kept instead: `d2/contacts/following-rows.ts`.)
 */

import { i32, type Schema } from '../../common/memory/schema.ts'
import { FLAT_COSINE, FOLLOW_TOLERANCE, TOUCH_PASSES, TOUCH_ROUNDING } from '../../common/tuning.ts'
import { collide } from '../geometry/collide.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { Manifold } from '../geometry/manifold.ts'
import { BOX } from '../geometry/shapes/box.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { SPHERE } from '../geometry/shapes/sphere.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { turn } from '../math/rotation.ts'
import { fromWeighted } from '../math/weighted.ts'
import { HAS_MASS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import { coveredReachOut, setCoveredReach } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { addWarmStart, buildRow, deferRow, setTangents, setWrench } from './contact-row-build.ts'
import { applyWrench, NARROW } from './contact-row-products.ts'
import {
  ARM_A, ARM_B, arms, COLD_STRIDE, FOLLOWED, GAP, HOT_STRIDE, NORMAL, SEPARATION, STAND_OFF_A, STAND_OFF_B, TANGENT1, TANGENT2,
} from './contact-row.ts'

export interface FollowingColumns {
  /** Contact row. */
  row: Int32Array
}

export const FOLLOWING_SCHEMA: Schema<FollowingColumns> = { row: i32('scratch') }

/** The place of a row at some moment: normal, separation along it, arms from both centres of mass to the contact point. */
export const placeOut: Float64Array = new Float64Array(12)
export const PLACE_NORMAL = 0
export const PLACE_GAP = 3
export const PLACE_ARM_A = 4
export const PLACE_ARM_B = 7
/** Seconds of acceleration ahead that `readApproach` is to look, and the normal velocity it finds: as arguments they would be allocated. */
export const PLACE_TIME = 10
export const PLACE_SPEED = 11

/** Of both bodies: displacement since the start of the step, then R R₀ᵀ − 1. */
const pose = new Float64Array(24)
/** From A's centre of mass to B's, now. */
const between = new Float64Array(3)
const manifold = new Manifold()
/** Rotations of both shapes, their centres from the centres of mass. */
const rotations = new Float64Array(18)
const offsets = new Float64Array(6)
const q = new Float64Array(4)
const spin = new Float64Array(3)
const jumpSpin = new Float64Array(3)
const push = new Float64Array(3)

/**
 * Does the normal of this row follow the bodies? Faces of the immovable do not move. Bodies that go further than margins cover are stopped at
 * their impact (`continuous`): where they would be until then is nowhere near.
 */
export function follows(state: WorldState, row: number, a: number, b: number): boolean {
  const { body } = state.shapes.columns
  if (!isCovered(state, body[a]) || !isCovered(state, body[b])) return false
  const { bodyA, bodyB, count } = state.contactRows.columns
  const { kind, size } = state.shapes.columns
  if (count[row] !== 1 || (coreRadius(kind[a], size, a * 4) === 0 && coreRadius(kind[b], size, b * 4) === 0)) return false
  const bodies = state.solverBodies.columns.kind
  if ((bodies[bodyA[row]] & bodies[bodyB[row]] & HAS_MASS) !== 0) return true
  const o = row * HOT_STRIDE + NORMAL
  return !isFace(state, a, o, 1) && !isFace(state, b, o, -1)
}

/** Is `sign` times the normal at hot[o] the outward normal of a face of the shape? */
function isFace(state: WorldState, shape: number, o: number, sign: number): boolean {
  const { hot } = state.contactRows.columns
  const x = sign * hot[o]
  const y = sign * hot[o + 1]
  const z = sign * hot[o + 2]
  const { kind, rotation, hull } = state.shapes.columns
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  const faces = SHAPES[kind[shape]].faceCount(geometry)
  if (faces === 0) return false
  const r = shape * 9
  const lx = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z
  const ly = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z
  const lz = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z
  if (kind[shape] === BOX) return Math.max(Math.abs(lx), Math.abs(ly), Math.abs(lz)) > FLAT_COSINE
  if (kind[shape] !== HULL) return isFaceOf(kind[shape], geometry, faces, lx, ly, lz)
  const { planes, faceCount } = state.hulls[hull[shape]]
  for (let f = 0; f < faceCount; f++) if (lx * planes[4 * f] + ly * planes[4 * f + 1] + lz * planes[4 * f + 2] > FLAT_COSINE) return true
  return false
}

const face = new Float64Array(3)

/** The same of any kind, direction in the shape's frame. */
function isFaceOf(kind: number, hull: Hull | null, faces: number, x: number, y: number, z: number): boolean {
  for (let f = 0; f < faces; f++) {
    SHAPES[kind].faceNormal(hull, f, face)
    if (x * face[0] + y * face[1] + z * face[2] > FLAT_COSINE) return true
  }
  return false
}

/** Do the margins of its contacts cover the motion of a body in this step? */
function isCovered(state: WorldState, body: number): boolean {
  setCoveredReach(state.bodies.columns, body)
  return state.bodies.columns.covered[body] < coveredReachOut[0]
}

/** Appends a following row. */
export function addFollowing(state: WorldState, contactRow: number): void {
  state.following.columns.row[state.following.count++] = contactRow
}

/** After a drift: following rows of a batch at the present pose. */
export function followRows(state: WorldState, batch: number): void {
  const { followingStart } = state.batches
  const { row } = state.following.columns
  for (let i = followingStart[batch]; i < followingStart[batch + 1]; i++) {
    if (isStill(state, row[i])) continue
    readPresentPlace(state, row[i])
    rebuildRow(state, row[i])
  }
}

/** Has the normal of a row hardly turned since the start of the step? Its separation then follows as that of all rows does. */
function isStill(state: WorldState, r: number): boolean {
  const { hot, cold, bodyA, bodyB, flags, contact } = state.contactRows.columns
  if ((flags[r] & FOLLOWED) !== 0) return false
  const { moved } = state.solverBodies.columns
  const o = r * HOT_STRIDE + NORMAL
  const d = r * COLD_STRIDE
  const a = bodyA[r] * 12
  const b = bodyB[r] * 12
  const half = 0.5 * cold[d + SEPARATION]
  const backA = cold[d + STAND_OFF_A] + half
  const backB = cold[d + STAND_OFF_B] + half
  let square = 0
  let along = 0
  let turned = 0
  for (let k = 0; k < 3; k++) {
    // How the core points have moved apart: displacement, and the turn of the arms to them.
    let shift = moved[b + k] - moved[a + k]
    for (let c = 0; c < 3; c++) {
      const turnA = moved[a + 3 + 3 * k + c]
      const turnB = moved[b + 3 + 3 * k + c]
      shift += turnB * (cold[d + ARM_B + c] + backB * hot[o + c]) - turnA * (cold[d + ARM_A + c] - backA * hot[o + c])
      turned += turnA * turnA + turnB * turnB
    }
    square += shift * shift
    along += shift * hot[o + k]
  }
  const reach = FOLLOW_TOLERANCE * (backA + backB)
  if (square - along * along > reach * reach) return false
  const { kind } = state.shapes.columns
  const pair = state.contacts.columns.pair[contact[r]]
  const round = kind[state.pairs.columns.shapeA[pair]] === SPHERE && kind[state.pairs.columns.shapeB[pair]] === SPHERE
  return round || turned <= FOLLOW_TOLERANCE * FOLLOW_TOLERANCE
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

/** Could a row touch within `spanIn`? By the speeds of both bodies, twice over, whatever their direction; bodies that were struck may. */
export function mayTouch(state: WorldState, r: number): boolean {
  const h = spanIn[0]
  const { cold, bodyA, bodyB } = state.contactRows.columns
  const { velocity, external, struckAt } = state.solverBodies.columns
  const d = r * COLD_STRIDE
  const a = bodyA[r]
  const b = bodyB[r]
  if (struckAt[a] !== 0 || struckAt[b] !== 0) return true
  let square = 0
  for (let k = 0; k < 3; k++) {
    const v = velocity[b * VELOCITY_STRIDE + k] - velocity[a * VELOCITY_STRIDE + k]
    const w = v + (external[b * 6 + k] - external[a * 6 + k]) * 2 * h
    square += Math.max(v * v, w * w)
  }
  let speed = Math.sqrt(square)
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b
    const at = d + (side === 0 ? ARM_A : ARM_B)
    readSpinNow(state, body)
    const arm = cold[at] * cold[at] + cold[at + 1] * cold[at + 1] + cold[at + 2] * cold[at + 2]
    speed += Math.sqrt(arm * (spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]))
  }
  return cold[d + GAP] <= 2 * speed * h
}

/** Fills `placeOut` with the place of this moment. */
export function readPresentPlace(state: WorldState, r: number): void {
  setPresentPose(state, r)
  readPlace(state, r)
}

/** Where both bodies are now, since the start of the step. */
function setPresentPose(state: WorldState, r: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const a = bodyA[r] * 12
  const b = bodyB[r] * 12
  for (let k = 0; k < 12; k++) {
    pose[k] = moved[a + k]
    pose[12 + k] = moved[b + k]
  }
}

/** Angular velocity of a solver body, `t` seconds of acceleration ahead, into `spin`. */
function readSpin(state: WorldState, body: number, t: number): void {
  const { velocity, external, factor, body: rows } = state.solverBodies.columns
  if (body > 0 && body < state.batches.bodyStart[0]) {
    const { w } = state.bodies.columns
    for (let k = 0; k < 3; k++) spin[k] = w[rows[body] * 3 + k]
    return
  }
  for (let k = 0; k < 3; k++) push[k] = velocity[body * VELOCITY_STRIDE + 3 + k] + external[body * 6 + 3 + k] * t
  fromWeighted(factor, body * 6, push, 0, spin, 0)
}

/** Where both bodies will be after `t` seconds with their present velocities, `lag` seconds of acceleration behind, and jumps. */
function setPoseAhead(state: WorldState, r: number, t: number, lag: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved, velocity, external, jump, factor, q: present, q0 } = state.solverBodies.columns
  const way = t * (lag + 0.5 * t)
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    const p = side * 12
    const m = body * 12
    const e = body * 6
    const o = body * 4
    for (let k = 0; k < 3; k++) pose[p + k] = moved[m + k] + jump[e + k] + velocity[body * VELOCITY_STRIDE + k] * t + external[e + k] * way
    fromWeighted(factor, e, jump, e + 3, jumpSpin, 0)
    readSpin(state, body, lag + 0.5 * t)
    for (let k = 0; k < 4; k++) q[k] = present[o + k]
    turn(q, 0, jumpSpin[0] + spin[0] * t, jumpSpin[1] + spin[1] * t, jumpSpin[2] + spin[2] * t, 1)
    writeTurn(q, q0, o, pose, p + 3)
  }
}

/** out = R R₀ᵀ − 1 from the quaternion q q₀*. */
function writeTurn(now: Float64Array, start: Float64Array, o: number, out: Float64Array, m: number): void {
  const x = -now[3] * start[o] + now[0] * start[o + 3] - now[1] * start[o + 2] + now[2] * start[o + 1]
  const y = -now[3] * start[o + 1] + now[1] * start[o + 3] - now[2] * start[o] + now[0] * start[o + 2]
  const z = -now[3] * start[o + 2] + now[2] * start[o + 3] - now[0] * start[o + 1] + now[1] * start[o]
  const s = now[3] * start[o + 3] + now[0] * start[o] + now[1] * start[o + 1] + now[2] * start[o + 2]
  out[m] = -2 * (y * y + z * z)
  out[m + 1] = 2 * (x * y - s * z)
  out[m + 2] = 2 * (x * z + s * y)
  out[m + 3] = 2 * (x * y + s * z)
  out[m + 4] = -2 * (x * x + z * z)
  out[m + 5] = 2 * (y * z - s * x)
  out[m + 6] = 2 * (x * z - s * y)
  out[m + 7] = 2 * (y * z + s * x)
  out[m + 8] = -2 * (x * x + y * y)
}

/** Fills `placeOut` with the nearest points of a row's shapes at `pose`. */
function readPlace(state: WorldState, r: number): void {
  const { kind, size, rotation, hull, center, body } = state.shapes.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { x } = state.bodies.columns
  const pair = state.contacts.columns.pair[state.contactRows.columns.contact[r]]
  const a = shapeA[pair]
  const b = shapeB[pair]
  for (let side = 0; side < 2; side++) {
    const shape = side === 0 ? a : b
    const p = side * 12 + 3
    const o = body[shape] * 3
    const cx = center[shape * 3] - x[o]
    const cy = center[shape * 3 + 1] - x[o + 1]
    const cz = center[shape * 3 + 2] - x[o + 2]
    for (let k = 0; k < 3; k++) {
      const m = p + 3 * k
      offsets[side * 3 + k] = (k === 0 ? cx : k === 1 ? cy : cz) + pose[m] * cx + pose[m + 1] * cy + pose[m + 2] * cz
      for (let c = 0; c < 3; c++) {
        const s = shape * 9 + c
        rotations[side * 9 + 3 * k + c] = rotation[s + 3 * k] + pose[m] * rotation[s] + pose[m + 1] * rotation[s + 3] + pose[m + 2] * rotation[s + 6]
      }
    }
  }
  const ao = body[a] * 3
  const bo = body[b] * 3
  // From A's centre of mass to B's, which may be the origin of what cannot move.
  for (let k = 0; k < 3; k++) push[k] = x[bo + k] - x[ao + k] + pose[12 + k] - pose[k]
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  collide(manifold, kind[a], kind[b], rotations, 0, 9, size, a * 4, b * 4, hullA, hullB,
    push[0] + offsets[3] - offsets[0], push[1] + offsets[4] - offsets[1], push[2] + offsets[5] - offsets[2], Infinity)
  const { points, separations } = manifold
  let nearest = 0
  for (let i = 1; i < manifold.count; i++) if (separations[i] < separations[nearest]) nearest = i
  placeOut[PLACE_NORMAL] = manifold.nx
  placeOut[PLACE_NORMAL + 1] = manifold.ny
  placeOut[PLACE_NORMAL + 2] = manifold.nz
  placeOut[PLACE_GAP] = separations[nearest]
  for (let k = 0; k < 3; k++) {
    placeOut[PLACE_ARM_A + k] = offsets[k] + points[nearest * 3 + k]
    placeOut[PLACE_ARM_B + k] = offsets[k] + points[nearest * 3 + k] - push[k]
  }
}

/** Normal velocity of a row's bodies at the place in `placeOut` and its time, into its speed. */
export function readApproach(state: WorldState, r: number): void {
  const t = placeOut[PLACE_TIME]
  const { bodyA, bodyB } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  let speed = 0
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    const at = side === 0 ? PLACE_ARM_A : PLACE_ARM_B
    const v = body * VELOCITY_STRIDE
    const e = body * 6
    readSpin(state, body, t)
    const x = velocity[v] + external[e] * t + spin[1] * placeOut[at + 2] - spin[2] * placeOut[at + 1]
    const y = velocity[v + 1] + external[e + 1] * t + spin[2] * placeOut[at] - spin[0] * placeOut[at + 2]
    const z = velocity[v + 2] + external[e + 2] * t + spin[0] * placeOut[at + 1] - spin[1] * placeOut[at]
    const along = x * placeOut[PLACE_NORMAL] + y * placeOut[PLACE_NORMAL + 1] + z * placeOut[PLACE_NORMAL + 2]
    speed += side === 0 ? -along : along
  }
  placeOut[PLACE_SPEED] = speed
}

/**
 * When a following row will touch, or has touched, in seconds from now: within h either way; Infinity if it does not. Leaves the place of that
 * moment in `placeOut`. Newton's method: a distance between convex shapes on straight paths is convex, so it comes from the near side.
 */
export function findTouch(state: WorldState, r: number, h: number, lag: number): number {
  let t = 0
  for (let pass = 0; pass < TOUCH_PASSES; pass++) {
    setPoseAhead(state, r, t, lag)
    readPlace(state, r)
    const gap = placeOut[PLACE_GAP]
    placeOut[PLACE_TIME] = lag + t
    readApproach(state, r)
    const speed = placeOut[PLACE_SPEED]
    if (speed >= 0) return Infinity
    const wait = -gap / speed
    t += wait
    if (t > h) return Infinity
    if (t < -h) break
    if (wait < TOUCH_ROUNDING * h && wait > -TOUCH_ROUNDING * h) return t
  }
  if (t >= 0) return t
  // Too deep to have come in just now.
  setPoseAhead(state, r, 0, lag)
  readPlace(state, r)
  return 0
}

/**
 * Before a substep's kick: rows that come near get the tangent plane of the moment of touch, or of the substep's end, if that comes first.
 * The plane of this moment would stop what passes by, and strike past the centres.
 */
export function aimRows(state: WorldState, batch: number, h: number, lag: number): void {
  spanIn[0] = h
  const { followingStart } = state.batches
  const { row } = state.following.columns
  const { cold, impulse, bodyA, bodyB } = state.contactRows.columns
  const { struckAt } = state.solverBodies.columns
  for (let i = followingStart[batch]; i < followingStart[batch + 1]; i++) {
    const r = row[i]
    if (!(cold[r * COLD_STRIDE + GAP] > 0) || impulse[r * 8] !== 0 || !mayTouch(state, r)) continue
    setPoseAhead(state, r, 0, lag)
    readPlace(state, r)
    placeOut[PLACE_TIME] = lag
    readApproach(state, r)
    if (placeOut[PLACE_SPEED] * h + placeOut[PLACE_GAP] >= 0) {
      // Bodies that were struck are no longer on the way that the row was built for.
      if (struckAt[bodyA[r]] === 0 && struckAt[bodyB[r]] === 0) continue
      rebuildRow(state, r)
      continue
    }
    for (let k = 0; k < 3; k++) between[k] = placeOut[PLACE_ARM_A + k] - placeOut[PLACE_ARM_B + k]
    let t = findTouch(state, r, h, lag)
    if (t === Infinity) {
      t = h
      setPoseAhead(state, r, h, lag)
      readPlace(state, r)
    }
    // The impulse acts at the present pose: arms that do not meet would be a torque from nowhere.
    for (let k = 0; k < 3; k++) {
      const shift = 0.5 * (between[k] - placeOut[PLACE_ARM_A + k] + placeOut[PLACE_ARM_B + k])
      placeOut[PLACE_ARM_A + k] += shift
      placeOut[PLACE_ARM_B + k] -= shift
    }
    placeOut[PLACE_TIME] = lag + t
    readApproach(state, r)
    placeOut[PLACE_GAP] -= placeOut[PLACE_SPEED] * t
    rebuildRow(state, r)
  }
}

/** Writes the place in `placeOut` into a contact row: normal, tangents, arms, separation, matrices; its impulses and warm start follow. */
export function rebuildRow(state: WorldState, r: number): void {
  const { hot, cold, impulse, flags } = state.contactRows.columns
  flags[r] |= FOLLOWED
  const { warm } = state.solverBodies.columns
  const o = r * HOT_STRIDE
  const d = r * COLD_STRIDE
  const l = r * 8
  const presses = setWrench(state, r, impulse, l, -1)
  if (presses) applyWrench(state, r, warm, NARROW)
  // Friction as a vector, while its axes turn.
  for (let k = 0; k < 3; k++) push[k] = impulse[l + 4] * hot[o + TANGENT1 + k] + impulse[l + 5] * hot[o + TANGENT2 + k]
  for (let k = 0; k < 3; k++) {
    hot[o + NORMAL + k] = placeOut[PLACE_NORMAL + k]
    cold[d + ARM_A + k] = arms[k] = placeOut[PLACE_ARM_A + k]
    cold[d + ARM_B + k] = arms[3 + k] = placeOut[PLACE_ARM_B + k]
  }
  cold[d + GAP] = placeOut[PLACE_GAP]
  setTangents(hot, o)
  if (!presses) {
    deferRow(state, r)
    return
  }
  impulse[l + 4] = push[0] * hot[o + TANGENT1] + push[1] * hot[o + TANGENT1 + 1] + push[2] * hot[o + TANGENT1 + 2]
  impulse[l + 5] = push[0] * hot[o + TANGENT2] + push[1] * hot[o + TANGENT2 + 1] + push[2] * hot[o + TANGENT2 + 2]
  buildRow(state, r)
  addWarmStart(state, r)
}
