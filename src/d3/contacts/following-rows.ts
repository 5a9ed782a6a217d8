/**
 * Following rows: contact rows whose normal changes as the bodies move. Between two round shapes, and between a round shape and a corner or an
 * edge, the normal is the line between the nearest points of the cores. Between two movable bodies it may also be that of a face, which turns
 * with its body. A normal of the step's start would strike past the centres, at a moment when they are no longer on it.
 *
 * Such rows are single points of round shapes. Their manifold is made again after every drift (`contact-place.ts`): normal, arms, separation,
 * matrices; the warm start follows. Rows that will touch within the next substep get the normal of the moment of touch: the tangent plane there
 * is what the bodies meet.
 */

import { FLAT_COSINE, FOLLOW_TOLERANCE, TOUCH_ROUNDING } from '../../common/tuning.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { BOX } from '../geometry/shapes/box.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { fromWeighted } from '../math/weighted.ts'
import { HAS_MASS, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import { coveredReachOut, setCoveredReach } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  findTouch, lastBlow, PLACE_ARM_A, PLACE_ARM_B, PLACE_GAP, PLACE_NORMAL, PLACE_SPEED, PLACE_TIME, placeOut, readApproach, readPlaceAhead,
  readPresentPlace,
} from './contact-place.ts'
import { addWarmStart, buildRow, deferRow, setTangents, setWrench } from './contact-row-build.ts'
import { applyWrench, NARROW } from './contact-row-products.ts'
import {
  ARM_A, ARM_B, arms, COLD_STRIDE, FOLLOWED, GAP, HOT_STRIDE, NORMAL, TANGENT1, TANGENT2,
} from './contact-row.ts'
import { BALL_A, BALL_B, CORES_STRIDE, DISTANCE, REFERENCE_GAP, REFERENCE_STRIDE, REFERENCE_TURNS } from './following-table.ts'

/** From A's centre of mass to B's, now. */
const between = new Float64Array(3)
/** How core points have moved apart; of that along the normal. */
const shift = new Float64Array(4)
const spin = new Float64Array(3)
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
  // Triangles of level geometry have edges of their own that are none of the surface.
  if (kind[b] >= LEVEL) return false
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
export function isCovered(state: WorldState, body: number): boolean {
  setCoveredReach(state.bodies.columns, body)
  return state.bodies.columns.covered[body] < coveredReachOut[0]
}

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
      for (let k = 0; k < 3; k++) shift[k] -= reference[e + k]
      shift[3] = shift[0] * hot[o] + shift[1] * hot[o + 1] + shift[2] * hot[o + 2]
      const gap = reference[e + REFERENCE_GAP] + shift[3]
      const free = impulse[r * 8] === 0 && gap > 0
      if (free || (behind[i] === 0 && isStill(state, i))) {
        if (followed) cold[r * COLD_STRIDE + GAP] = gap
        if (free) behind[i] = 1
        continue
      }
    }
    readPresentPlace(state, r)
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
  for (let k = 0; k < 3; k++) shift[k] = moved[b + k] - moved[a + k]
  if (balls[i] === (BALL_A | BALL_B)) return
  const c = i * CORES_STRIDE
  for (let k = 0; k < 3; k++) {
    const m = a + 3 + 3 * k
    const n = b + 3 + 3 * k
    shift[k] += moved[n] * cores[c + 3] + moved[n + 1] * cores[c + 4] + moved[n + 2] * cores[c + 5]
    shift[k] -= moved[m] * cores[c] + moved[m + 1] * cores[c + 1] + moved[m + 2] * cores[c + 2]
  }
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
  for (let k = 0; k < 3; k++) reference[e + k] = shift[k]
  reference[e + REFERENCE_GAP] = state.contactRows.columns.cold[r * COLD_STRIDE + GAP]
  behind[i] = 0
  if (state.following.columns.balls[i] === (BALL_A | BALL_B)) return
  const { bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  for (let k = 0; k < 9; k++) {
    reference[e + REFERENCE_TURNS + k] = moved[bodyA[r] * 12 + 3 + k]
    reference[e + REFERENCE_TURNS + 9 + k] = moved[bodyB[r] * 12 + 3 + k]
  }
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
  let square = 0
  for (let k = 0; k < 3; k++) {
    const v = velocity[b * VELOCITY_STRIDE + k] - velocity[a * VELOCITY_STRIDE + k]
    const w = v + (external[b * 6 + k] - external[a * 6 + k]) * 2 * h
    square += Math.max(v * v, w * w)
  }
  let speed = Math.sqrt(square)
  for (let side = 0; side < 2; side++) {
    // The spin of a ball does not bring its surface nearer.
    if ((balls[i] & (1 << side)) !== 0) continue
    const body = side === 0 ? a : b
    const at = d + (side === 0 ? ARM_A : ARM_B)
    readSpinNow(state, body)
    const arm = cold[at] * cold[at] + cold[at + 1] * cold[at + 1] + cold[at + 2] * cold[at + 2]
    speed += Math.sqrt(arm * (spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]))
  }
  return cold[d + GAP] <= 2 * speed * h
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
