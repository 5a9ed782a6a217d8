/**
 * Following rows: contact rows whose normal changes as the bodies move. Between two round shapes, and between a round shape and a corner or an
 * edge, the normal is the line between the nearest points of the cores. Between two movable bodies it may also be that of a face, which turns
 * with its body. A normal of the step's start would strike past the centres, at a moment when they are no longer on it.
 *
 * Such rows are single points of a sphere or capsule. Their manifold is made again after every drift: normal, arms, separation, matrices; the
 * warm start follows. Rows that will touch within the next substep get the normal of the moment of touch: the tangent plane there is what the
 * bodies meet. (In the plane the core points are kept instead: `d2/contacts/following-rows.ts`.)
 */

import { FOLLOW_TOLERANCE, NO_DIRECTION, TOUCH_PASSES, TOUCH_ROUNDING } from '../../common/tuning.ts'
import { collideQuery } from '../geometry/collide.ts'
import { Manifold } from '../geometry/manifold.ts'
import { DX, DY, DZ, MARGIN, query } from '../geometry/query.ts'
import { SPHERE } from '../geometry/shapes/sphere.ts'
import { turn } from '../math/rotation.ts'
import { fromWeighted } from '../math/weighted.ts'
import { NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { addWarmStart, buildRow, deferRow, setTangents, setWrench } from './contact-row-build.ts'
import { applyWrench, NARROW } from './contact-row-products.ts'
import {
  ARM_A, ARM_B, arms, COLD_STRIDE, FOLLOWED, GAP, HOT_STRIDE, NORMAL, TANGENT1, TANGENT2,
} from './contact-row.ts'
import { BALL_A, BALL_B, BALL_RADII, CORES_STRIDE, DISTANCE, REFERENCE_GAP, REFERENCE_STRIDE, REFERENCE_TURNS } from './following-table.ts'

/** The place of a row at some moment: normal, separation along it, arms from both centres of mass to the contact point. */
export const placeOut: Float64Array = new Float64Array(13)
export const PLACE_NORMAL = 0
export const PLACE_GAP = 3
export const PLACE_ARM_A = 4
export const PLACE_ARM_B = 7
/** Seconds of acceleration ahead that `readApproach` is to look, and the normal velocity it finds: as arguments they would be allocated. */
export const PLACE_TIME = 10
export const PLACE_SPEED = 11
/** Gap that `findTouch` saw left at the end of the substep, by the velocity of its beginning. */
export const PLACE_LEFT = 12

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
/** How core points have moved apart; of that along the normal. */
const shift = new Float64Array(4)
const jumpSpin = new Float64Array(3)
const push = new Float64Array(3)

/**
 * After a drift: following rows of a batch at the present pose. Rows whose normal has hardly turned since it was made keep it, and their gap
 * goes along it. So do rows that neither touch nor press: the gap along a plane between convex shapes is never too large, and `aimRows` looks
 * at those that come near.
 */
export function followRows(state: WorldState, batch: number): void {
  const { followingStart } = state.batches
  const { row, behind, reference } = state.following.columns
  const { hot, cold, impulse, flags, bodyA, bodyB } = state.contactRows.columns
  const { renewed } = state.solverBodies.columns
  for (let i = followingStart[batch]; i < followingStart[batch + 1]; i++) {
    const r = row[i]
    const o = r * HOT_STRIDE + NORMAL
    const e = i * REFERENCE_STRIDE
    const followed = (flags[r] & FOLLOWED) !== 0
    if (!followed || (renewed[bodyA[r]] | renewed[bodyB[r]]) === 0) {
      readShift(state, i)
      shift[0] -= reference[e]
      shift[1] -= reference[e + 1]
      shift[2] -= reference[e + 2]
      shift[3] = shift[0] * hot[o] + shift[1] * hot[o + 1] + shift[2] * hot[o + 2]
      const gap = reference[e + REFERENCE_GAP] + shift[3]
      const free = impulse[r * 8] === 0 && gap > 0
      if (free || (behind[i] === 0 && isStill(state, i))) {
        if (followed) cold[r * COLD_STRIDE + GAP] = gap
        if (free) behind[i] = 1
        continue
      }
    }
    readPresentPlace(state, i)
    rebuildRow(state, r)
    setReference(state, i)
  }
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
  const reach = FOLLOW_TOLERANCE * cores[i * CORES_STRIDE + DISTANCE]
  if (shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2] - shift[3] * shift[3] > reach * reach) return false
  if (balls[i] === (BALL_A | BALL_B)) return true
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  let turned = 0
  for (let side = 0; side < 2; side++) {
    if ((balls[i] & (1 << side)) !== 0) continue
    const m = (side === 0 ? bodyA[row[i]] : bodyB[row[i]]) * 12 + 3
    const e = i * REFERENCE_STRIDE + REFERENCE_TURNS + side * 9
    for (let k = 0; k < 9; k++) {
      const turn = moved[m + k] - reference[e + k]
      turned += turn * turn
    }
  }
  return turned <= FOLLOW_TOLERANCE * FOLLOW_TOLERANCE
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

/** Could a row touch within `spanIn`? By the speeds of both bodies, twice over, whatever their direction; bodies that were struck may. */
export function mayTouch(state: WorldState, i: number): boolean {
  const h = spanIn[0]
  const { row, balls } = state.following.columns
  const r = row[i]
  const { cold, bodyA, bodyB } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  const d = r * COLD_STRIDE
  const a = bodyA[r]
  const b = bodyB[r]
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
  reachSpeed[0] = Math.sqrt(Math.max(vx * vx, wx * wx) + Math.max(vy * vy, wy * wy) + Math.max(vz * vz, wz * wz))
  // The spin of a ball does not bring its surface nearer.
  if ((balls[i] & BALL_A) === 0) addRimSpeed(state, a, d + ARM_A)
  if ((balls[i] & BALL_B) === 0) addRimSpeed(state, b, d + ARM_B)
  return cold[d + GAP] <= 2 * reachSpeed[0] * h
}

/** Sum of speeds, for `mayTouch`. */
const reachSpeed = new Float64Array(1)

/** Adds the speed that the spin of a body gives to the end of the arm at cold[at]. */
function addRimSpeed(state: WorldState, body: number, at: number): void {
  const { cold } = state.contactRows.columns
  readSpinNow(state, body)
  const arm = cold[at] * cold[at] + cold[at + 1] * cold[at + 1] + cold[at + 2] * cold[at + 2]
  reachSpeed[0] += Math.sqrt(arm * (spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]))
}

/** Fills `placeOut` with the place of this moment. */
export function readPresentPlace(state: WorldState, i: number): void {
  setPresentPose(state, i)
  readPlace(state, i)
}

/** Where both bodies are now, since the start of the step. */
function setPresentPose(state: WorldState, i: number): void {
  const r = state.following.columns.row[i]
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const a = bodyA[r] * 12
  const b = bodyB[r] * 12
  // Rotations of balls are not read.
  const size = state.following.columns.balls[i] === (BALL_A | BALL_B) ? 3 : 12
  for (let k = 0; k < size; k++) {
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
function setPoseAhead(state: WorldState, i: number, t: number, lag: number): void {
  const { row, balls } = state.following.columns
  const r = row[i]
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved, velocity, external, jump, factor, q: present, q0 } = state.solverBodies.columns
  const way = t * (lag + 0.5 * t)
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    const p = side * 12
    const m = body * 12
    const e = body * 6
    const o = body * 4
    const v = body * VELOCITY_STRIDE
    pose[p] = moved[m] + jump[e] + velocity[v] * t + external[e] * way
    pose[p + 1] = moved[m + 1] + jump[e + 1] + velocity[v + 1] * t + external[e + 1] * way
    pose[p + 2] = moved[m + 2] + jump[e + 2] + velocity[v + 2] * t + external[e + 2] * way
    if ((balls[i] & (1 << side)) !== 0) continue
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

/** Writes the rotation matrix of a shape, turned by `pose` at p, into `rotations` at `to`. */
function turnShape(rotation: Float64Array, from: number, p: number, to: number): void {
  for (let c = 0; c < 3; c++) {
    const s = from + c
    const x = rotation[s]
    const y = rotation[s + 3]
    const z = rotation[s + 6]
    rotations[to + c] = x + pose[p] * x + pose[p + 1] * y + pose[p + 2] * z
    rotations[to + 3 + c] = y + pose[p + 3] * x + pose[p + 4] * y + pose[p + 5] * z
    rotations[to + 6 + c] = z + pose[p + 6] * x + pose[p + 7] * y + pose[p + 8] * z
  }
}

/** Fills `placeOut` with the nearest points of a row's shapes at `pose`. */
function readPlace(state: WorldState, i: number): void {
  const { row, balls } = state.following.columns
  if (balls[i] === (BALL_A | BALL_B)) {
    readBallsPlace(state, i)
    return
  }
  const { kind, size, rotation, hull, center, body } = state.shapes.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { x } = state.bodies.columns
  const pair = state.contacts.columns.pair[state.contactRows.columns.contact[row[i]]]
  const a = shapeA[pair]
  const b = shapeB[pair]
  const ao = body[a] * 3
  const bo = body[b] * 3
  // From A's centre of mass to B's, which may be the origin of what cannot move.
  push[0] = x[bo] - x[ao] + pose[12] - pose[0]
  push[1] = x[bo + 1] - x[ao + 1] + pose[13] - pose[1]
  push[2] = x[bo + 2] - x[ao + 2] + pose[14] - pose[2]
  for (let side = 0; side < 2; side++) {
    const shape = side === 0 ? a : b
    const p = side * 12 + 3
    const to = side * 3
    if ((balls[i] & (1 << side)) !== 0) {
      offsets[to] = offsets[to + 1] = offsets[to + 2] = 0
      continue
    }
    const o = body[shape] * 3
    const cx = center[shape * 3] - x[o]
    const cy = center[shape * 3 + 1] - x[o + 1]
    const cz = center[shape * 3 + 2] - x[o + 2]
    offsets[to] = cx + pose[p] * cx + pose[p + 1] * cy + pose[p + 2] * cz
    offsets[to + 1] = cy + pose[p + 3] * cx + pose[p + 4] * cy + pose[p + 5] * cz
    offsets[to + 2] = cz + pose[p + 6] * cx + pose[p + 7] * cy + pose[p + 8] * cz
    if (kind[shape] !== SPHERE) turnShape(rotation, shape * 9, p, side * 9)
  }
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  query[DX] = push[0] + offsets[3] - offsets[0]
  query[DY] = push[1] + offsets[4] - offsets[1]
  query[DZ] = push[2] + offsets[5] - offsets[2]
  query[MARGIN] = Infinity
  collideQuery(manifold, kind[a], kind[b], rotations, 0, 9, size, a * 4, b * 4, hullA, hullB)
  const { points, separations } = manifold
  let nearest = 0
  for (let p = 1; p < manifold.count; p++) if (separations[p] < separations[nearest]) nearest = p
  placeOut[PLACE_NORMAL] = manifold.nx
  placeOut[PLACE_NORMAL + 1] = manifold.ny
  placeOut[PLACE_NORMAL + 2] = manifold.nz
  placeOut[PLACE_GAP] = separations[nearest]
  const at = nearest * 3
  placeOut[PLACE_ARM_A] = offsets[0] + points[at]
  placeOut[PLACE_ARM_A + 1] = offsets[1] + points[at + 1]
  placeOut[PLACE_ARM_A + 2] = offsets[2] + points[at + 2]
  placeOut[PLACE_ARM_B] = offsets[0] + points[at] - push[0]
  placeOut[PLACE_ARM_B + 1] = offsets[1] + points[at + 1] - push[1]
  placeOut[PLACE_ARM_B + 2] = offsets[2] + points[at + 2] - push[2]
}

/** The same of two balls: what `collideSphereSphere` finds. */
function readBallsPlace(state: WorldState, i: number): void {
  const { cores } = state.following.columns
  const c = i * CORES_STRIDE
  const x = cores[c] + pose[12] - pose[0]
  const y = cores[c + 1] + pose[13] - pose[1]
  const z = cores[c + 2] + pose[14] - pose[2]
  const ra = cores[c + BALL_RADII]
  const rb = cores[c + BALL_RADII + 1]
  const distance = Math.sqrt(x * x + y * y + z * z)
  const apart = distance > NO_DIRECTION * (ra + rb)
  const nx = apart ? x / distance : 0
  const ny = apart ? y / distance : 1
  const nz = apart ? z / distance : 0
  const separation = distance - ra - rb
  const middle = ra + 0.5 * separation
  placeOut[PLACE_NORMAL] = nx
  placeOut[PLACE_NORMAL + 1] = ny
  placeOut[PLACE_NORMAL + 2] = nz
  placeOut[PLACE_GAP] = separation
  placeOut[PLACE_ARM_A] = nx * middle
  placeOut[PLACE_ARM_A + 1] = ny * middle
  placeOut[PLACE_ARM_A + 2] = nz * middle
  placeOut[PLACE_ARM_B] = nx * middle - x
  placeOut[PLACE_ARM_B + 1] = ny * middle - y
  placeOut[PLACE_ARM_B + 2] = nz * middle - z
}

/** Normal velocity of a row's bodies at the place in `placeOut` and its time, into its speed. */
export function readApproach(state: WorldState, i: number): void {
  const t = placeOut[PLACE_TIME]
  const { row, balls } = state.following.columns
  const r = row[i]
  const { bodyA, bodyB } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  let speed = 0
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    const at = side === 0 ? PLACE_ARM_A : PLACE_ARM_B
    const v = body * VELOCITY_STRIDE
    const e = body * 6
    if ((balls[i] & (1 << side)) !== 0) spin[0] = spin[1] = spin[2] = 0
    else readSpin(state, body, t)
    const x = velocity[v] + external[e] * t + spin[1] * placeOut[at + 2] - spin[2] * placeOut[at + 1]
    const y = velocity[v + 1] + external[e + 1] * t + spin[2] * placeOut[at] - spin[0] * placeOut[at + 2]
    const z = velocity[v + 2] + external[e + 2] * t + spin[0] * placeOut[at + 1] - spin[1] * placeOut[at]
    const along = x * placeOut[PLACE_NORMAL] + y * placeOut[PLACE_NORMAL + 1] + z * placeOut[PLACE_NORMAL + 2]
    speed += side === 0 ? -along : along
  }
  placeOut[PLACE_SPEED] = speed
}

/** When, in seconds from now, the bodies of a row were struck last in this substep: their way begins there. NOT_STRUCK if they were not. */
export function lastBlow(state: WorldState, r: number): number {
  const { bodyA, bodyB } = state.contactRows.columns
  const { struckAt } = state.solverBodies.columns
  return Math.max(struckAt[bodyA[r]], struckAt[bodyB[r]])
}

/**
 * When a following row will touch, in seconds from now, or has touched just before; not before its bodies were struck; Infinity if it does not
 * within h. Leaves the place of that moment in `placeOut`. Newton's method: a distance between convex shapes on straight paths is convex, so it
 * comes from the near side.
 */
export function findTouch(state: WorldState, i: number, h: number, lag: number): number {
  const blow = lastBlow(state, state.following.columns.row[i])
  const start = blow === NOT_STRUCK ? 0 : blow
  // A body that was struck towards another may have come in during the last step, when they had no contact yet.
  const least = blow !== NOT_STRUCK ? start : lag === 0 ? -state.dt : -h
  let t = start
  for (let pass = 0; pass < TOUCH_PASSES; pass++) {
    setPoseAhead(state, i, t, lag)
    readPlace(state, i)
    const gap = placeOut[PLACE_GAP]
    placeOut[PLACE_TIME] = lag + t
    readApproach(state, i)
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
  setPoseAhead(state, i, start, lag)
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
  const { cold, impulse, bodyA, bodyB } = state.contactRows.columns
  const { hit } = state.solverBodies.columns
  for (let i = followingStart[batch]; i < followingStart[batch + 1]; i++) {
    const r = row[i]
    if (far[i] !== 0 && hit[bodyA[r]] === 0 && hit[bodyB[r]] === 0) continue
    const struck = lastBlow(state, r) !== NOT_STRUCK
    if (impulse[r * 8] !== 0 || (!struck && (!(cold[r * COLD_STRIDE + GAP] > 0) || !mayTouch(state, i)))) continue
    // Bodies that were struck are no longer on the way that the row was built for; the one they are on begins there.
    const start = Math.max(0, lastBlow(state, r))
    const rest = Math.max(h - start, TOUCH_ROUNDING * h)
    setPoseAhead(state, i, start, lag)
    readPlace(state, i)
    placeOut[PLACE_TIME] = lag + start
    readApproach(state, i)
    if (placeOut[PLACE_SPEED] * rest + placeOut[PLACE_GAP] >= 0) {
      if (!struck && behind[i] === 0) continue
      if (struck && placeOut[PLACE_GAP] > 0) placeOut[PLACE_GAP] *= h / rest
      rebuildRow(state, r)
      if (struck) setOutdated(state, i, false)
      else setReference(state, i)
      continue
    }
    for (let k = 0; k < 3; k++) between[k] = placeOut[PLACE_ARM_A + k] - placeOut[PLACE_ARM_B + k]
    let t = findTouch(state, i, h, lag)
    if (t === Infinity) {
      t = h
      setPoseAhead(state, i, h, lag)
      readPlace(state, i)
    }
    // The impulse acts at the present pose: arms that do not meet would be a torque from nowhere.
    for (let k = 0; k < 3; k++) {
      const apart = 0.5 * (between[k] - placeOut[PLACE_ARM_A + k] + placeOut[PLACE_ARM_B + k])
      placeOut[PLACE_ARM_A + k] += apart
      placeOut[PLACE_ARM_B + k] -= apart
    }
    placeOut[PLACE_TIME] = lag + t
    readApproach(state, i)
    placeOut[PLACE_GAP] -= placeOut[PLACE_SPEED] * (t - start)
    if (placeOut[PLACE_GAP] > 0) placeOut[PLACE_GAP] *= h / rest
    rebuildRow(state, r)
    setOutdated(state, i, !struck)
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
  const fx = impulse[l + 4] * hot[o + TANGENT1] + impulse[l + 5] * hot[o + TANGENT2]
  const fy = impulse[l + 4] * hot[o + TANGENT1 + 1] + impulse[l + 5] * hot[o + TANGENT2 + 1]
  const fz = impulse[l + 4] * hot[o + TANGENT1 + 2] + impulse[l + 5] * hot[o + TANGENT2 + 2]
  hot[o + NORMAL] = placeOut[PLACE_NORMAL]
  hot[o + NORMAL + 1] = placeOut[PLACE_NORMAL + 1]
  hot[o + NORMAL + 2] = placeOut[PLACE_NORMAL + 2]
  cold[d + ARM_A] = arms[0] = placeOut[PLACE_ARM_A]
  cold[d + ARM_A + 1] = arms[1] = placeOut[PLACE_ARM_A + 1]
  cold[d + ARM_A + 2] = arms[2] = placeOut[PLACE_ARM_A + 2]
  cold[d + ARM_B] = arms[3] = placeOut[PLACE_ARM_B]
  cold[d + ARM_B + 1] = arms[4] = placeOut[PLACE_ARM_B + 1]
  cold[d + ARM_B + 2] = arms[5] = placeOut[PLACE_ARM_B + 2]
  cold[d + GAP] = placeOut[PLACE_GAP]
  setTangents(hot, o)
  if (!presses) {
    deferRow(state, r)
    return
  }
  impulse[l + 4] = fx * hot[o + TANGENT1] + fy * hot[o + TANGENT1 + 1] + fz * hot[o + TANGENT1 + 2]
  impulse[l + 5] = fx * hot[o + TANGENT2] + fy * hot[o + TANGENT2 + 1] + fz * hot[o + TANGENT2 + 2]
  buildRow(state, r)
  addWarmStart(state, r)
}
