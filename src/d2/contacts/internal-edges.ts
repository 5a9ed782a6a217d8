/**
 * Internal edges (ghost collisions). Where the faces of two immovable shapes continue each other, the corner of the one lies in the face of
 * the other, and no body that touches this face can meet it. Manifolds are made pair by pair, though: a body that comes down on a row of
 * flush boxes at a slant finds the corner of the next box ahead of it, and would be stopped there in mid-air.
 *
 * A contact with a face holds a body in front of the plane of that face. A contact with a corner that lies in it is left out. So is one whose shape
 * does not rise above the plane, if faces in the plane go on where its points are: the sides of two tile maps that meet. Where the shape itself has
 * a face in the plane, its contact is laid down instead: it gets the normal of the plane and the points that are over it. So are contacts with an
 * edge of a face that goes on in a shape without contact, of which they share no more than a sliver.
 *
 * The face takes the place of what is left out even if the path leads beyond its end: there the next face goes on. Next to a body that moves fast,
 * movable bodies such as crates in a row count as immovable. Space has its own (`d3/contacts/internal-edges.ts`).
 */

import { SAME_NORMAL, SLIVER_PER_SIZE } from '../../common/tolerances.ts'
import { CORES_FACE_A, CORES_FACE_B, CORES_UNKNOWN } from '../geometry/manifold.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import { TILTED_NORMAL } from '../geometry/tolerances.ts'
import { DYNAMIC } from '../store/bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  continues, deepestPoint, edgeOf, hairIn, heightAbove, isCornerOn, isFlush, isInFront, isSharp, lowCorners, movingPoint, nextEdgeAtPoint, planeLean,
  planeNormal, risesAbove, setLowest, setLowPoint, setPlane, setPoint,
} from './flush-faces.ts'

/** In `leftOut`: the path does not lead there; the corner is internal. */
const CLEAR = 1
const GHOST = 2
/** Feature of the fixed shape in the ids of points on a plane: one that no shape has. */
const PLANE_ID = 255

/**
 * Immovable shapes near those of moving bodies: place of the contact in `activeContacts`, −1 if there is none; the moving body and its shape, the
 * other shape; why it is left out; that body's entry before, + 1.
 */
let count = 0
let place = new Int32Array(64)
let moverOf = new Int32Array(64)
let movingOf = new Int32Array(64)
let fixedOf = new Int32Array(64)
let leftOut = new Uint8Array(64)
let before = new Int32Array(64)
/** By body: the last of its entries, + 1. */
let last = new Int32Array(64)

/** Before any contact of the step is found. */
export function startGhosts(state: WorldState): void {
  const bodies = state.bodies.count
  count = 0
  if (last.length < bodies) last = new Int32Array(bodies * 2)
  last.fill(0, 0, bodies)
  if (place.length >= state.pairs.count) return
  place = new Int32Array(state.pairs.count * 2)
  moverOf = new Int32Array(place.length)
  movingOf = new Int32Array(place.length)
  fixedOf = new Int32Array(place.length)
  leftOut = new Uint8Array(place.length)
  before = new Int32Array(place.length)
}

/**
 * Records the contact at a place in `activeContacts`, between the shapes a and b, one of the body `mover` and one of an immovable one. `clear`: the
 * mover's path does not lead there.
 */
export function recordFixedContact(state: WorldState, at: number, a: number, b: number, mover: number, clear: boolean): void {
  const isA = state.shapes.columns.body[a] === mover
  place[count] = at
  moverOf[count] = mover
  movingOf[count] = isA ? a : b
  fixedOf[count] = isA ? b : a
  leftOut[count] = clear ? CLEAR : 0
  before[count] = last[mover]
  last[mover] = ++count
}

/** Records that the shapes a and b are near each other without a contact: they share a sliver at most. A face may go on in them all the same. */
export function recordNear(state: WorldState, a: number, b: number): void {
  const { body } = state.shapes.columns
  const { type } = state.bodies.columns
  const movesA = type[body[a]] === DYNAMIC
  if (movesA !== (type[body[b]] === DYNAMIC)) recordFixedContact(state, -1, a, b, body[movesA ? a : b], false)
}

/** Turns the active contacts that are to be left out into −1 − themselves, and lays others down. True if any is left out. */
export function markGhosts(state: WorldState): boolean {
  const { activeContacts } = state
  for (let i = 0; i < count; i++) {
    if (place[i] < 0 || leftOut[i] !== 0 || before[last[moverOf[i]] - 1] === 0 || !isSharp(state, fixedOf[i])) continue
    const cover = coverOf(state, i)
    if (cover < 0 && !isOnFlushFace(state, i)) continue
    if (cover >= 0) takePlace(state, cover)
    // On a plane it shares, a shape has the points that it would have if the plane were all its own.
    if (isFlush(state, fixedOf[i]) && layDown(state, i)) state.guards.internalEdgesSkipped++
    else leftOut[i] = GHOST
  }
  for (let i = 0; i < count; i++) if (place[i] >= 0 && leftOut[i] === 0) recordFlushFaces(state, i)
  let any = false
  for (let i = 0; i < count; i++) {
    if (leftOut[i] === 0) continue
    activeContacts[place[i]] = -1 - activeContacts[place[i]]
    if (leftOut[i] === GHOST) state.guards.internalEdgesSkipped++
    else state.guards.speculationSkipped++
    any = true
  }
  return any
}

/**
 * The face of an entry, whose plane is at hand, goes on beyond its end: its normal stays as it is (an ellipse rolls on the plane of the immovable
 * anyway), and all contacts with the plane count, whichever of its parts the path leads to.
 */
function takePlace(state: WorldState, cover: number): void {
  const { activeContacts } = state
  const { body, kind } = state.shapes.columns
  for (let k = last[moverOf[cover]] - 1; k >= 0; k = before[k] - 1) {
    if (leftOut[k] !== CLEAR || (k !== cover && !(isSharp(state, fixedOf[k]) && isFlush(state, fixedOf[k])))) continue
    setPoint(state, activeContacts[place[k]], 0, fixedOf[k])
    if (k === cover || planeLean() < SAME_NORMAL) leftOut[k] = 0
  }
  if (kind[movingOf[cover]] === ELLIPSE && state.bodies.columns.type[body[fixedOf[cover]]] !== DYNAMIC) return
  state.contacts.columns.cores[activeContacts[place[cover]]] = CORES_UNKNOWN
}

/** Faces with the same normal, of which the one at contact i has not been reached yet: what leaves the one is on the other, and meets no corner. */
function recordFlushFaces(state: WorldState, i: number): void {
  const { activeContacts } = state
  const { shapeA, shapeB } = state.pairs.columns
  const { body, kind } = state.shapes.columns
  const { normal, pair, cores, separation } = state.contacts.columns
  const c = activeContacts[place[i]]
  if (!(separation[c * 2] > 0) || (cores[c] !== CORES_FACE_A && cores[c] !== CORES_FACE_B) || kind[shapeB[pair[c]]] === ELLIPSE) return
  const first = body[shapeA[pair[c]]] === moverOf[i]
  for (let k = last[moverOf[i]] - 1; k >= 0; k = before[k] - 1) {
    if (k === i || place[k] < 0 || leftOut[k] !== 0) continue
    const d = activeContacts[place[k]]
    const sign = (body[shapeA[pair[d]]] === moverOf[i]) === first ? 1 : -1
    const across = normal[c * 2] * normal[d * 2 + 1] - normal[c * 2 + 1] * normal[d * 2]
    const along = sign * (normal[c * 2] * normal[d * 2] + normal[c * 2 + 1] * normal[d * 2 + 1])
    if (along > 0 && across * across < SAME_NORMAL) cores[c] = CORES_UNKNOWN
  }
}

/** A segment is as thick as it is long: what is a hair of it may be a step to the body. */
function setHair(state: WorldState, i: number, j: number): void {
  const { thickness } = state.shapes.columns
  hairIn[0] = 0.5 * SLIVER_PER_SIZE * Math.min(thickness[fixedOf[i]], thickness[fixedOf[j]], thickness[movingOf[i]])
}

/** The entry of the same mover whose face makes contact i one that cannot be; −1 if there is none. Its plane is at hand then. */
function coverOf(state: WorldState, i: number): number {
  const { activeContacts } = state
  const { normal } = state.contacts.columns
  const fixed = fixedOf[i]
  const c = activeContacts[place[i]]
  const deepest = deepestPoint(state, c)
  setPoint(state, c, deepest, fixed)
  const isCorner = edgeOf(state, fixed, SAME_NORMAL) < 0
  for (let j = last[moverOf[i]] - 1; j >= 0; j = before[j] - 1) {
    if (j === i || place[j] < 0 || leftOut[j] === GHOST || fixedOf[j] === fixed || !isSharp(state, fixedOf[j])) continue
    const d = activeContacts[place[j]]
    const across = normal[c * 2] * normal[d * 2 + 1] - normal[c * 2 + 1] * normal[d * 2]
    // Parallel, or opposite: a face of its own.
    if (!isCorner && across * across <= TILTED_NORMAL) continue
    setPoint(state, d, deepestPoint(state, d), fixedOf[j])
    const e = edgeOf(state, fixedOf[j], TILTED_NORMAL)
    if (e < 0) continue
    setHair(state, i, j)
    setPlane(state, fixedOf[j], e)
    setPoint(state, c, deepest, fixed)
    if (isCorner && isCornerOn(state, fixed, fixedOf[j], e)) return j
    if (movingOf[j] !== movingOf[i] || planeLean() < TILTED_NORMAL || risesAbove(state, fixed) || !isContinued(state, i)) continue
    if (isFlush(state, fixed) || areContinued(state, i)) return j
  }
  return -1
}

/** Do faces of other shapes go on in the plane at hand where the point at hand is? */
function isContinued(state: WorldState, i: number): boolean {
  for (let k = last[moverOf[i]] - 1; k >= 0; k = before[k] - 1) {
    if (fixedOf[k] !== fixedOf[i] && isSharp(state, fixedOf[k]) && continues(state, fixedOf[k], fixedOf[i], true)) return true
  }
  return false
}

/** The same at all points of contact i. */
function areContinued(state: WorldState, i: number): boolean {
  const c = state.activeContacts[place[i]]
  for (let p = 0; p < state.contacts.columns.count[c]; p++) {
    setPoint(state, c, p, fixedOf[i])
    if (!isContinued(state, i)) return false
  }
  return true
}

/**
 * Is the deepest point of contact i at the end of a face of its own fixed shape, in front of which the moving one is, and which goes on beyond the
 * end? That face becomes the plane at hand.
 */
function isOnFlushFace(state: WorldState, i: number): boolean {
  const fixed = fixedOf[i]
  const c = state.activeContacts[place[i]]
  setPoint(state, c, deepestPoint(state, c), fixed)
  setHair(state, i, i)
  for (let e = nextEdgeAtPoint(state, fixed, 0); e >= 0; e = nextEdgeAtPoint(state, fixed, e + 1)) {
    setPlane(state, fixed, e)
    if (planeLean() < SAME_NORMAL) return false
    if (isInFront(state, movingOf[i]) && isContinued(state, i)) return true
  }
  return false
}

/**
 * Gives contact i the normal of the plane at hand. Its points are those of before that are over its own shape, as high above the plane as they are,
 * and the lowest of the moving shape if they are over that one, or over one that has no contact. False if there are none.
 */
function layDown(state: WorldState, i: number): boolean {
  const { normal, count: points, pair, ids, normalForce, cores } = state.contacts.columns
  const fixed = fixedOf[i]
  const moving = movingOf[i]
  const c = state.activeContacts[place[i]]
  const sign = state.pairs.columns.shapeA[pair[c]] === fixed ? 1 : -1
  const low = setLowest(state, moving)
  let kept = 0
  for (let p = 0; p < points[c]; p++) {
    setPoint(state, c, p, fixed)
    if (isContinued(state, i)) continue
    ids[c * 4 + kept * 2] = ids[c * 4 + p * 2]
    ids[c * 4 + kept * 2 + 1] = ids[c * 4 + p * 2 + 1]
    normalForce[c * 2 + kept] = normalForce[c * 2 + p]
    writePoint(state, c, kept++, fixed)
  }
  for (let p = 0; p < low && kept < 2; p++) {
    setLowPoint(state, p, moving, fixed)
    if (!isOverOwn(state, i) || (kept > 0 && isTaken(state, c, fixed))) continue
    ids[c * 4 + kept * 2] = lowCorners[p]
    ids[c * 4 + kept * 2 + 1] = PLANE_ID
    normalForce[c * 2 + kept] = 0
    writePoint(state, c, kept++, fixed)
  }
  if (kept === 0) return false
  points[c] = kept
  cores[c] = CORES_UNKNOWN
  for (let k = 0; k < 2; k++) normal[c * 2 + k] = sign * planeNormal[k]
  return true
}

/** Is the point at hand over the fixed shape of contact i, or over one in the plane that has no contact? */
function isOverOwn(state: WorldState, i: number): boolean {
  for (let k = last[moverOf[i]] - 1; k >= 0; k = before[k] - 1) {
    if (fixedOf[k] !== fixedOf[i] && place[k] >= 0) continue
    if (isSharp(state, fixedOf[k]) && continues(state, fixedOf[k], fixedOf[i], false)) return true
  }
  return false
}

/** Is the moving point at hand the first one of contact c? */
function isTaken(state: WorldState, c: number, fixed: number): boolean {
  const { center } = state.shapes.columns
  const { points, pair, separation } = state.contacts.columns
  const a = state.pairs.columns.shapeA[pair[c]]
  let square = 0
  for (let k = 0; k < 2; k++) {
    const at = points[c * 4 + k] + center[a * 2 + k] - center[fixed * 2 + k] + 0.5 * separation[c * 2] * planeNormal[k]
    square += (at - movingPoint[k]) * (at - movingPoint[k])
  }
  return square <= hairIn[0] * hairIn[0]
}

/** Writes the moving point at hand as point p of contact c. */
function writePoint(state: WorldState, c: number, p: number, fixed: number): void {
  const { center } = state.shapes.columns
  const { points, separation, pair } = state.contacts.columns
  const a = state.pairs.columns.shapeA[pair[c]]
  const height = heightAbove(state, fixed, movingPoint)
  separation[c * 2 + p] = height
  for (let k = 0; k < 2; k++) {
    points[c * 4 + p * 2 + k] = movingPoint[k] + center[fixed * 2 + k] - center[a * 2 + k] - 0.5 * height * planeNormal[k]
  }
}
