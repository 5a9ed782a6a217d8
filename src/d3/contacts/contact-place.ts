/**
 * The place of a contact row at some moment: what `collide` finds of its two shapes at the poses that their bodies have then, or will have. And
 * the moment of touch, by Newton's method.
 */

import { clear } from '../../common/memory/clear.ts'
import { LOST_DIGITS, ROUNDING } from '../../common/math/rounding.ts'
import { MAX_PASSES } from '../../common/tuning.ts'
import { collideQuery } from '../geometry/collide.ts'
import { Manifold } from '../geometry/manifold.ts'
import { collideConvex } from '../geometry/pairs/convex.ts'
import { DX, DY, DZ, knownAxis, MARGIN, query } from '../geometry/query.ts'
import { ELLIPSOID } from '../geometry/shapes/ellipsoid.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { coreVertex, supportVertex } from '../geometry/shapes/shape-table.ts'
import { SPHERE } from '../geometry/shapes/sphere.ts'
import { rotateFreely } from '../math/free-rotation.ts'
import { turn } from '../math/rotation.ts'
import { fromWeighted } from '../math/weighted.ts'
import { GYROSCOPIC, HAS_MASS, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  ARM_A, ARM_B, arms, COLD_STRIDE, FOLLOWS, HOT_STRIDE, NORMAL, ON_PLANE, SEPARATION, SLOP, STAND_OFF_A, STAND_OFF_B,
} from './contact-row.ts'
import { isBall } from './following-table.ts'
import { collideLevel } from './level-rows.ts'

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
const manifold = new Manifold()
/** Rotations of both shapes, their centres from the centres of mass. */
const rotations = new Float64Array(18)
const offsets = new Float64Array(6)
const q = new Float64Array(4)
const spin = new Float64Array(3)
/** Of both bodies: how free rotation changes the spin until the pose at hand. */
const swerve = new Float64Array(6)
const time = new Float64Array(1)
const jumpSpin = new Float64Array(3)
const push = new Float64Array(3)
/** Of the points of a line: arms from both centres of mass, gap. */
export const lineOut: Float64Array = new Float64Array(14)
export const LINE_GAP = 6
export const LINE_STRIDE = 7
/** The point of `manifold` that `placeOut` was filled with. */
let nearest = 0
/** The point of an ellipsoid that was nearest to the plane it is on, at the step's start. */
const support = new Float64Array(3)
/** From A's centre of mass to B's, where they were measured last. */
const apart = new Float64Array(3)

/** Fills `placeOut` with the place of this moment. */
export function readPresentPlace(state: WorldState, r: number): void {
  setPresentPose(state, r)
  readPlace(state, r)
}

/** Fills `placeOut` with the place after `t` seconds with the bodies' present velocities, `lag` seconds of acceleration behind, and jumps. */
export function readPlaceAhead(state: WorldState, r: number, t: number, lag: number): void {
  setPoseAhead(state, r, t, lag)
  readPlace(state, r)
}

/** Where both bodies are now, since the start of the step. */
function setPresentPose(state: WorldState, r: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const a = bodyA[r] * 12
  const b = bodyB[r] * 12
  swerve.fill(0)
  for (let k = 0; k < 12; k++) {
    pose[k] = moved[a + k]
    pose[12 + k] = moved[b + k]
  }
}

/** Shape A or B of a row. */
function shapeOf(state: WorldState, r: number, side: number): number {
  return state.contactRows.columns.shapes[r * 2 + side]
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
  const { moved, velocity, external, jump, factor, q: present, q0, kind, body: rows } = state.solverBodies.columns
  swerve.fill(0)
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
    // Whatever way a ball turns, it has the same place.
    if (isBall(state, shapeOf(state, r, side))) {
      clear(pose, p + 3, p + 12)
      continue
    }
    fromWeighted(factor, e, jump, e + 3, jumpSpin, 0)
    readSpin(state, body, lag + 0.5 * t)
    for (let k = 0; k < 4; k++) q[k] = present[o + k]
    if ((kind[body] & GYROSCOPIC) !== 0) {
      const { principal, principalAxes, reference } = state.bodies.columns
      const row = rows[body]
      for (let k = 0; k < 3; k++) swerve[side * 3 + k] = -spin[k]
      time[0] = t
      rotateFreely(q, 0, spin, 0, principal, row * 3, principalAxes, row * 4, reference[row], time, true)
      for (let k = 0; k < 3; k++) swerve[side * 3 + k] += spin[k]
    } else turn(q, 0, jumpSpin[0] + spin[0] * t, jumpSpin[1] + spin[1] * t, jumpSpin[2] + spin[2] * t, 1)
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
  const p0 = pose[p]
  const p1 = pose[p + 1]
  const p2 = pose[p + 2]
  const p3 = pose[p + 3]
  const p4 = pose[p + 4]
  const p5 = pose[p + 5]
  const p6 = pose[p + 6]
  const p7 = pose[p + 7]
  const p8 = pose[p + 8]
  for (let c = 0; c < 3; c++) {
    const x = rotation[from + c]
    const y = rotation[from + 3 + c]
    const z = rotation[from + 6 + c]
    rotations[to + c] = x + p0 * x + p1 * y + p2 * z
    rotations[to + 3 + c] = y + p3 * x + p4 * y + p5 * z
    rotations[to + 6 + c] = z + p6 * x + p7 * y + p8 * z
  }
}

/** Fills `placeOut` with the nearest points of a row's shapes at `pose`. */
function readPlace(state: WorldState, r: number): void {
  const { kind, size, rotation, hull, center, body } = state.shapes.columns
  const { shapes } = state.contactRows.columns
  const { x } = state.bodies.columns
  const a = shapes[r * 2]
  const b = shapes[r * 2 + 1]
  if (isBall(state, a) && isBall(state, b)) {
    readBallsPlace(state, a, b)
    return
  }
  if (isOfPlane(state, r)) {
    readPlanePlace(state, r, a, b)
    setNearest()
    return
  }
  for (let side = 0; side < 2; side++) {
    const shape = side === 0 ? a : b
    const p = side * 12 + 3
    const to = side * 3
    if (isBall(state, shape)) {
      offsets[to] = 0
      offsets[to + 1] = 0
      offsets[to + 2] = 0
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
  const ao = body[a] * 3
  const bo = body[b] * 3
  // From A's centre of mass to B's, which may be the origin of what cannot move.
  apart[0] = x[bo] - x[ao] + pose[12] - pose[0]
  apart[1] = x[bo + 1] - x[ao + 1] + pose[13] - pose[1]
  apart[2] = x[bo + 2] - x[ao + 2] + pose[14] - pose[2]
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  query[DX] = apart[0] + offsets[3] - offsets[0]
  query[DY] = apart[1] + offsets[4] - offsets[1]
  query[DZ] = apart[2] + offsets[5] - offsets[2]
  query[MARGIN] = Infinity
  if ((state.contactRows.columns.flags[r] & ON_PLANE) !== 0 && readRolledPlace(state, r, a, b)) return
  if (kind[b] >= LEVEL) {
    collideLevel(manifold, state, a, b, rotations, state.contactRows.columns.hot, r * HOT_STRIDE + NORMAL)
    if (manifold.count === 0) {
      readFarPlace(state, r)
      return
    }
  } else {
    const { hot } = state.contactRows.columns
    const n = r * HOT_STRIDE + NORMAL
    if (kind[a] > HULL || kind[b] > HULL) for (let k = 0; k < 3; k++) knownAxis[k] = hot[n + k]
    collideQuery(manifold, kind[a], kind[b], rotations, 0, 9, size, a * 4, b * 4, hullA, hullB)
  }
  // Sharp edges and corners that lie beside each other count as passing there; here the nearest points are asked for.
  if (manifold.count === 0) collideConvex(manifold, kind[a], kind[b], rotations, 0, 9, size, a * 4, b * 4, hullA, hullB)
  const { flags, count, cold } = state.contactRows.columns
  if ((flags[r] & FOLLOWS) !== 0 && count[r] === 1 && manifold.count === 2) mergeLine(cold[r * COLD_STRIDE + SLOP])
  setNearest()
}

/** Fills `placeOut` with the nearest point of `manifold`. */
function setNearest(): void {
  const { points, separations } = manifold
  nearest = 0
  for (let p = 1; p < manifold.count; p++) if (separations[p] < separations[nearest]) nearest = p
  placeOut[PLACE_NORMAL] = manifold.nx
  placeOut[PLACE_NORMAL + 1] = manifold.ny
  placeOut[PLACE_NORMAL + 2] = manifold.nz
  placeOut[PLACE_GAP] = separations[nearest]
  const at = nearest * 3
  const x = offsets[0] + points[at]
  const y = offsets[1] + points[at + 1]
  const z = offsets[2] + points[at + 2]
  placeOut[PLACE_ARM_A] = x
  placeOut[PLACE_ARM_A + 1] = y
  placeOut[PLACE_ARM_A + 2] = z
  placeOut[PLACE_ARM_B] = x - apart[0]
  placeOut[PLACE_ARM_B + 1] = y - apart[1]
  placeOut[PLACE_ARM_B + 2] = z - apart[2]
}

/** A line that is a single point in its row: the middle of both ends, not the nearer by rounding. */
function mergeLine(slop: number): void {
  const { points, separations } = manifold
  if (Math.abs(separations[1] - separations[0]) > slop) return
  for (let k = 0; k < 3; k++) points[k] = 0.5 * (points[k] + points[3 + k])
  separations[0] = 0.5 * (separations[0] + separations[1])
  manifold.count = 1
}

/**
 * Both points of a line into `lineOut`, in the order of the row's points: as measured last, moved as `placeOut` was since. Where no line was
 * found, as of shapes that are parallel by rounding only, the ends stay where they were along it.
 */
export function readLine(state: WorldState, r: number): void {
  const { cold } = state.contactRows.columns
  const { points, separations, count } = manifold
  const c = r * COLD_STRIDE + ARM_A
  let along = 0
  let square = 0
  for (let k = 0; k < 3; k++) {
    const way = cold[c + 3 + k] - cold[c + k]
    square += way * way
    if (count === 2) along += way * (points[3 + k] - points[k])
  }
  for (let i = 0; i < 2; i++) {
    const p = along < 0 ? 1 - i : i
    const to = i * LINE_STRIDE
    let share = 0
    if (count !== 2 && square > 0) {
      for (let k = 0; k < 3; k++) share += (cold[c + 3 + k] - cold[c + k]) * (cold[c + i * 3 + k] - placeOut[PLACE_ARM_A + k])
      share /= square
    }
    for (let k = 0; k < 3; k++) {
      const beside = count === 2 ? points[p * 3 + k] - points[nearest * 3 + k] : share * (cold[c + 3 + k] - cold[c + k])
      lineOut[to + k] = placeOut[PLACE_ARM_A + k] + beside
      lineOut[to + 3 + k] = placeOut[PLACE_ARM_B + k] + beside
    }
    lineOut[to + LINE_GAP] = placeOut[PLACE_GAP] + (count === 2 ? separations[p] - separations[nearest] : 0)
  }
}

/** Is the normal of a row that of the step's start? So next to the immovable, unless it follows round shapes. */
export function isOfPlane(state: WorldState, r: number): boolean {
  const { flags, bodyA, bodyB } = state.contactRows.columns
  const { kind } = state.solverBodies.columns
  return (flags[r] & FOLLOWS) === 0 && (kind[bodyA[r]] & kind[bodyB[r]] & HAS_MASS) === 0
}

/**
 * Fills `manifold` with the points of a row at `pose`: points of the surfaces at the step's start that their bodies have carried along, those of
 * the movable one; separations along the normal (as `followSeparationsOf` at the present pose).
 */
function readPlanePlace(state: WorldState, r: number, a: number, b: number): void {
  const { hot, cold, count, bodyA } = state.contactRows.columns
  const { body } = state.shapes.columns
  const { x } = state.bodies.columns
  const { points, separations } = manifold
  const o = r * HOT_STRIDE + NORMAL
  const c = r * COLD_STRIDE
  const mover = (state.solverBodies.columns.kind[bodyA[r]] & HAS_MASS) !== 0 ? 0 : 1
  manifold.nx = hot[o]
  manifold.ny = hot[o + 1]
  manifold.nz = hot[o + 2]
  manifold.count = count[r]
  for (let k = 0; k < 3; k++) {
    offsets[k] = 0
    apart[k] = x[body[b] * 3 + k] - x[body[a] * 3 + k] + pose[12 + k] - pose[k]
  }
  for (let i = 0; i < manifold.count; i++) {
    const half = 0.5 * cold[c + SEPARATION + i]
    separations[i] = cold[c + SEPARATION + i]
    for (let side = 0; side < 2; side++) {
      const m = side * 12
      const at = c + (side === 0 ? ARM_A : ARM_B) + i * 3
      const sign = side === 0 ? -1 : 1
      const round = cold[c + (side === 0 ? STAND_OFF_A : STAND_OFF_B)]
      // The movable body's point is on its surface already.
      const stand = sign * (side === mover ? round : round + half)
      const ax = cold[at] + stand * hot[o]
      const ay = cold[at + 1] + stand * hot[o + 1]
      const az = cold[at + 2] + stand * hot[o + 2]
      for (let k = 0; k < 3; k++) {
        const turn = pose[m + 3 + 3 * k] * ax + pose[m + 4 + 3 * k] * ay + pose[m + 5 + 3 * k] * az
        separations[i] += sign * hot[o + k] * (pose[m + k] + turn)
        if (side === mover) points[i * 3 + k] = cold[at + k] + turn + (side === 0 ? 0 : apart[k])
      }
    }
  }
}

/**
 * Fills `placeOut` with the place of an ellipsoid at `pose` on the plane that it was on at the step's start. That need not end where its face
 * does: another shape may go on in it (`internal-edges.ts`), and an edge between them, measured here, would stop it or let it fall. False if the
 * face turns: its shape is asked then.
 */
function readRolledPlace(state: WorldState, r: number, a: number, b: number): boolean {
  const { kind, size, rotation } = state.shapes.columns
  const { hot, cold } = state.contactRows.columns
  const { points, separations } = manifold
  const isA = kind[a] === ELLIPSOID
  const fixed = isA ? 15 : 3
  for (let k = fixed; k < fixed + 9; k++) if (pose[k] !== 0) return false
  const o = r * HOT_STRIDE + NORMAL
  const shape = isA ? a : b
  const sign = isA ? 1 : -1
  const to = isA ? 0 : 9
  const point = supportVertex(ELLIPSOID, rotations, to, size, shape * 4, null, hot, o, sign)
  coreVertex(ELLIPSOID, rotations, to, size, shape * 4, null, point, points, 0)
  const before = supportVertex(ELLIPSOID, rotation, shape * 9, size, shape * 4, null, hot, o, sign)
  coreVertex(ELLIPSOID, rotation, shape * 9, size, shape * 4, null, before, support, 0)
  const { center, body } = state.shapes.columns
  let gap = cold[r * COLD_STRIDE + SEPARATION]
  for (let k = 0; k < 3; k++) {
    const arm = center[shape * 3 + k] - state.bodies.columns.x[body[shape] * 3 + k]
    const moved = pose[(isA ? 0 : 12) + k] - pose[(isA ? 12 : 0) + k] + offsets[(isA ? 0 : 3) + k] - arm
    gap += sign * hot[o + k] * (support[k] - points[k] - moved)
  }
  manifold.count = 1
  separations[0] = gap
  manifold.nx = hot[o]
  manifold.ny = hot[o + 1]
  manifold.nz = hot[o + 2]
  for (let k = 0; k < 3; k++) points[k] += (isA ? 0 : query[DX + k]) + sign * 0.5 * gap * hot[o + k]
  setNearest()
  return true
}

/** The place of a row that has left the level geometry behind, by the thickness of its shape: the plane it had. */
function readFarPlace(state: WorldState, r: number): void {
  const { hot, cold } = state.contactRows.columns
  for (let k = 0; k < 3; k++) {
    placeOut[PLACE_NORMAL + k] = hot[r * HOT_STRIDE + NORMAL + k]
    placeOut[PLACE_ARM_A + k] = cold[r * COLD_STRIDE + ARM_A + k]
    placeOut[PLACE_ARM_B + k] = cold[r * COLD_STRIDE + ARM_B + k]
  }
  placeOut[PLACE_GAP] = query[MARGIN]
  manifold.count = 0
}

/** The same of two balls: what `collideSphereSphere` finds. */
function readBallsPlace(state: WorldState, a: number, b: number): void {
  const { body, size } = state.shapes.columns
  const { x: place } = state.bodies.columns
  const from = body[a] * 3
  const to = body[b] * 3
  const x = place[to] - place[from] + pose[12] - pose[0]
  const y = place[to + 1] - place[from + 1] + pose[13] - pose[1]
  const z = place[to + 2] - place[from + 2] + pose[14] - pose[2]
  const ra = size[a * 4]
  const rb = size[b * 4]
  const distance = Math.sqrt(x * x + y * y + z * z)
  const known = distance > ROUNDING * (ra + rb)
  const nx = known ? x / distance : 0
  const ny = known ? y / distance : 1
  const nz = known ? z / distance : 0
  const separation = distance - ra - rb
  const middle = ra + 0.5 * separation
  manifold.count = 0
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

/** By point of `loadMeetingArms`: which point of the manifold it is. */
export const meetingPoints: Int32Array = new Int32Array(4)

/** Loads the arms of the points that are no farther apart than the nearest one and `slop`, as measured last. Returns how many. */
export function loadMeetingArms(slop: number): number {
  const { points, separations, count } = manifold
  let n = 0
  for (let p = 0; p < count; p++) {
    if (separations[p] - placeOut[PLACE_GAP] > slop) continue
    for (let k = 0; k < 3; k++) {
      arms[n * 6 + k] = offsets[k] + points[p * 3 + k]
      arms[n * 6 + 3 + k] = offsets[k] + points[p * 3 + k] - apart[k]
    }
    meetingPoints[n++] = p
  }
  return n
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
    if (isBall(state, shapeOf(state, r, side))) spin[0] = spin[1] = spin[2] = 0
    else {
      readSpin(state, body, t)
      for (let k = 0; k < 3; k++) spin[k] += swerve[side * 3 + k]
    }
    const x = velocity[v] + external[e] * t + spin[1] * placeOut[at + 2] - spin[2] * placeOut[at + 1]
    const y = velocity[v + 1] + external[e + 1] * t + spin[2] * placeOut[at] - spin[0] * placeOut[at + 2]
    const z = velocity[v + 2] + external[e + 2] * t + spin[0] * placeOut[at + 1] - spin[1] * placeOut[at]
    const along = x * placeOut[PLACE_NORMAL] + y * placeOut[PLACE_NORMAL + 1] + z * placeOut[PLACE_NORMAL + 2]
    speed += side === 0 ? -along : along
  }
  placeOut[PLACE_SPEED] = speed
}

/**
 * Puts the deepest point that comes in, of those measured last, into `placeOut` with its speed: the deepest of all goes out, but the body turns
 * and presses others in. False if there is none.
 */
function takeApproaching(state: WorldState, r: number): boolean {
  const { points, separations, count } = manifold
  let deepest = 0
  for (let p = 0; p < count; p++) {
    if (!(separations[p] < deepest)) continue
    for (let k = 0; k < 3; k++) {
      placeOut[PLACE_ARM_A + k] = offsets[k] + points[p * 3 + k]
      placeOut[PLACE_ARM_B + k] = offsets[k] + points[p * 3 + k] - apart[k]
    }
    readApproach(state, r)
    if (placeOut[PLACE_SPEED] < 0) deepest = separations[p]
  }
  placeOut[PLACE_GAP] = deepest
  return deepest < 0
}

/** When, in seconds from now, the bodies of a row were struck last in this substep: their way begins there. NOT_STRUCK if they were not. */
export function lastBlow(state: WorldState, r: number): number {
  const { bodyA, bodyB } = state.contactRows.columns
  const { struckAt } = state.solverBodies.columns
  return Math.max(struckAt[bodyA[r]], struckAt[bodyB[r]])
}

/**
 * When a row will touch, in seconds from now, or has touched just before; not before its bodies were struck; Infinity if it does not within h.
 * Leaves the place of that moment in `placeOut`. Newton's method: a distance between convex shapes on straight paths is convex, so it comes from
 * the near side; where turning takes it to the far side, it goes half way back.
 */
export function findTouch(state: WorldState, r: number, h: number, lag: number): number {
  const blow = lastBlow(state, r)
  const start = blow === NOT_STRUCK ? 0 : blow
  // A body that was struck towards another may have come in during the last step, when they had no contact yet.
  const least = blow !== NOT_STRUCK ? start : lag === 0 ? -state.dt : -h
  let t = start
  let near = -Infinity
  let settled = false
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    // Bodies that were not struck have not jumped.
    if (t === 0 && blow === NOT_STRUCK) readPresentPlace(state, r)
    else readPlaceAhead(state, r, t, lag)
    const gap = placeOut[PLACE_GAP]
    placeOut[PLACE_TIME] = lag + t
    readApproach(state, r)
    const speed = placeOut[PLACE_SPEED]
    if (pass === 0) placeOut[PLACE_LEFT] = speed * h + gap
    if (speed >= 0) {
      settled = t < start
      if (settled) break
      if (gap >= 0) return Infinity
      if (near === -Infinity) return takeApproaching(state, r) ? t : Infinity
      t = 0.5 * (near + t)
      continue
    }
    if (gap > 0) near = t
    const wait = -gap / speed
    t += wait
    if (t > h) return Infinity
    settled = t < least
    if (settled) break
    if (wait < LOST_DIGITS * h && wait > -LOST_DIGITS * h) return t
  }
  if (!settled) state.guards.touchesUnsettled++
  // Unsettled, or too deep to have come in just now: the place is that of the moment returned, or the blow's arms would not meet.
  if (t < start) t = start
  readPlaceAhead(state, r, t, lag)
  return t
}
