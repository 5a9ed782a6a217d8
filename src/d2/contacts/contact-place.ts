/**
 * The place of a contact row at some moment: what `collide` finds of its two shapes at the poses that their bodies have then, or will have. And
 * the moment of touch, by Newton's method.
 */

import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { MAX_PASSES } from '../../common/tuning.ts'
import { collideQuery } from '../geometry/collide.ts'
import { Manifold } from '../geometry/manifold.ts'
import { DX, DY, MARGIN, query, SHARED } from '../geometry/query.ts'
import { CIRCLE } from '../geometry/shapes/circle.ts'
import { ellipseSupport } from '../geometry/shapes/ellipse.ts'
import { setTurnAt } from '../math/rotation.ts'
import { MOVED_STRIDE, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { GAP_STRIDE, HOT_STRIDE, NORMAL, ON_PLANE, SEPARATION, SLIDE_A, SLIDE_B, TURN_A, TURN_B } from './contact-row.ts'

/** The place of a row at some moment: normal, separation along it, arms from both centres of mass to the contact point. */
export const placeOut: Float64Array = new Float64Array(14)
export const PLACE_NORMAL = 0
export const PLACE_GAP = 2
export const PLACE_ARM_A = 3
export const PLACE_ARM_B = 5
/** Seconds of acceleration ahead that `readApproach` is to look, and the normal velocity it finds: as arguments they would be allocated. */
export const PLACE_TIME = 7
export const PLACE_SPEED = 8
/** Gap that `findTouch` saw left at the end of the substep, by the velocity of its beginning. */
export const PLACE_LEFT = 9
/** How many points there are; of the second how far it lies from the first along the tangent, and its separation. */
export const PLACE_COUNT = 10
export const PLACE_SECOND = 11
export const PLACE_SECOND_GAP = 12
/** Which of two points, from left to right as A sees them, is the first: 0 or 1. */
export const PLACE_NEAREST = 13

/** Of both bodies: displacement since the start of the step, cosine − 1 and sine of the turn. */
const pose = new Float64Array(8)
const manifold = new Manifold()
/** Rotations of both shapes, their centres from the centres of mass. */
const rotations = new Float64Array(4)
const offsets = new Float64Array(4)
/** The point of an ellipse that is nearest to the plane it is on, from its centre: now, and at the step's start. */
const support = new Float64Array(4)

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

/** Fills `placeOut` with the nearest points of a row's shapes at `pose`. */
function readPlace(state: WorldState, r: number): void {
  const { kind, size, rotation, polygon, center, body } = state.shapes.columns
  const { shapes } = state.contactRows.columns
  const { x } = state.bodies.columns
  const { data, start } = state.packedPolygons
  const a = shapes[r * 2]
  const b = shapes[r * 2 + 1]
  for (let side = 0; side < 2; side++) {
    const shape = side === 0 ? a : b
    const p = side * 4 + 2
    const o = body[shape] * 2
    const cx = center[shape * 2] - x[o]
    const cy = center[shape * 2 + 1] - x[o + 1]
    offsets[side * 2] = cx + pose[p] * cx - pose[p + 1] * cy
    offsets[side * 2 + 1] = cy + pose[p + 1] * cx + pose[p] * cy
    if (kind[shape] === CIRCLE) continue
    const c = rotation[shape * 2]
    const s = rotation[shape * 2 + 1]
    rotations[side * 2] = c + pose[p] * c - pose[p + 1] * s
    rotations[side * 2 + 1] = s + pose[p + 1] * c + pose[p] * s
  }
  const ao = body[a] * 2
  const bo = body[b] * 2
  // From A's centre of mass to B's, which may be the origin of what cannot move.
  const dx = x[bo] - x[ao] + pose[4] - pose[0]
  const dy = x[bo + 1] - x[ao + 1] + pose[5] - pose[1]
  query[DX] = dx + offsets[2] - offsets[0]
  query[DY] = dy + offsets[3] - offsets[1]
  query[MARGIN] = Infinity
  if ((state.contactRows.columns.flags[r] & ON_PLANE) !== 0 && pose[3] === 0) {
    readRolledPlace(state, r, b, dx, dy)
    return
  }
  query[SHARED] = 1
  collideQuery(manifold, kind[a], kind[b], rotations, 0, 2, size, a * 4, b * 4, data, start[polygon[a] + 1], start[polygon[b] + 1])
  query[SHARED] = 0
  const { count, points, separations, nx, ny } = manifold
  if (count === 0) {
    readPlane(state, r)
    return
  }
  const nearest = count > 1 && separations[1] < separations[0] ? 2 : 0
  const px = offsets[0] + points[nearest]
  const py = offsets[1] + points[nearest + 1]
  placeOut[PLACE_NORMAL] = nx
  placeOut[PLACE_NORMAL + 1] = ny
  placeOut[PLACE_GAP] = separations[nearest >> 1]
  placeOut[PLACE_ARM_A] = px
  placeOut[PLACE_ARM_A + 1] = py
  placeOut[PLACE_ARM_B] = px - dx
  placeOut[PLACE_ARM_B + 1] = py - dy
  placeOut[PLACE_COUNT] = count
  placeOut[PLACE_NEAREST] = nearest >> 1
  if (count === 1) return
  const second = 2 - nearest
  placeOut[PLACE_SECOND] = ny * (points[second] - points[nearest]) - nx * (points[second + 1] - points[nearest + 1])
  placeOut[PLACE_SECOND_GAP] = separations[second >> 1]
}

/**
 * The place of an ellipse, the shape B of a row, on the plane of the face of A at the step's start, which has not turned: what goes on in the plane
 * beyond the end of the face may be another shape. `dx`, `dy`: from A's centre of mass to B's.
 */
function readRolledPlace(state: WorldState, r: number, b: number, dx: number, dy: number): void {
  const { size, rotation, center, body } = state.shapes.columns
  const { x } = state.bodies.columns
  const { hot, gap } = state.contactRows.columns
  const o = r * HOT_STRIDE + NORMAL
  const nx = hot[o]
  const ny = hot[o + 1]
  ellipseSupport(support, 0, rotations, 2, size, b * 4, hot, o, -1)
  ellipseSupport(support, 2, rotation, b * 2, size, b * 4, hot, o, -1)
  const row = body[b] * 2
  const wayX = pose[4] - pose[0] + offsets[2] - center[b * 2] + x[row] + support[0] - support[2]
  const wayY = pose[5] - pose[1] + offsets[3] - center[b * 2 + 1] + x[row + 1] + support[1] - support[3]
  const separation = gap[r * GAP_STRIDE + SEPARATION] + nx * wayX + ny * wayY
  const px = offsets[2] + support[0] - 0.5 * separation * nx
  const py = offsets[3] + support[1] - 0.5 * separation * ny
  placeOut[PLACE_NORMAL] = nx
  placeOut[PLACE_NORMAL + 1] = ny
  placeOut[PLACE_GAP] = separation
  placeOut[PLACE_ARM_A] = dx + px
  placeOut[PLACE_ARM_A + 1] = dy + py
  placeOut[PLACE_ARM_B] = px
  placeOut[PLACE_ARM_B + 1] = py
  placeOut[PLACE_COUNT] = 1
  placeOut[PLACE_NEAREST] = 0
}

/** The same along the plane that the row has: where a segment of a chain has given its contact to the next. */
function readPlane(state: WorldState, r: number): void {
  const { hot, gap, bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const o = r * HOT_STRIDE
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  let way = 0
  for (let side = 0; side < 2; side++) {
    const m = (side === 0 ? bodyA[r] : bodyB[r]) * MOVED_STRIDE
    const p = side * 4
    const turn = hot[o + (side === 0 ? TURN_A : TURN_B)]
    const height = -hot[o + (side === 0 ? SLIDE_A : SLIDE_B)]
    const at = side === 0 ? PLACE_ARM_A : PLACE_ARM_B
    placeOut[at] = height * nx + turn * ny
    placeOut[at + 1] = height * ny - turn * nx
    const along = (pose[p] - moved[m]) * nx + (pose[p + 1] - moved[m + 1]) * ny + (pose[p + 3] - moved[m + 4]) * turn
    way += side === 0 ? -along : along
  }
  placeOut[PLACE_NORMAL] = nx
  placeOut[PLACE_NORMAL + 1] = ny
  placeOut[PLACE_GAP] = gap[r * GAP_STRIDE] + way
  placeOut[PLACE_COUNT] = 1
  placeOut[PLACE_NEAREST] = 0
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

/**
 * Makes the other point, as measured last, the first one of `placeOut`, with its speed: the deeper one goes out, but the body turns and presses
 * the other in. False if there is none, or it does not come in.
 */
function takeApproaching(state: WorldState, r: number): boolean {
  if (placeOut[PLACE_COUNT] < 2 || !(placeOut[PLACE_SECOND_GAP] < 0)) return false
  const { points } = manifold
  const first = placeOut[PLACE_NEAREST]
  for (let k = 0; k < 2; k++) {
    const way = points[2 * (1 - first) + k] - points[2 * first + k]
    placeOut[PLACE_ARM_A + k] += way
    placeOut[PLACE_ARM_B + k] += way
  }
  const deepest = placeOut[PLACE_GAP]
  placeOut[PLACE_NEAREST] = 1 - first
  placeOut[PLACE_SECOND] = -placeOut[PLACE_SECOND]
  placeOut[PLACE_GAP] = placeOut[PLACE_SECOND_GAP]
  placeOut[PLACE_SECOND_GAP] = deepest
  readApproach(state, r)
  return placeOut[PLACE_SPEED] < 0
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
    readPlaceAhead(state, r, t, lag)
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
