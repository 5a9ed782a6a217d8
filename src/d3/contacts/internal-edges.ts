/**
 * Internal edges (ghost collisions) between shapes. Where the faces of two shapes that do not move continue each other, the edge of the one lies
 * in the face of the other, and no body that touches this face can meet it. Manifolds are made pair by pair, though: a ball that rolls from one
 * box on to the next finds the edge of that one ahead of it, and would trip. All contacts of one shape are looked at together here. Edges within a
 * mesh are seen to when its manifolds are made (`geometry/mesh/mesh-contacts.ts`).
 *
 * A contact with a face holds the shape in front of the plane of that face. Another contact is left out if its own fixed shape does not rise above
 * the plane, and each of its points lies on or in one that has a face in the plane and over which the normal leans. Where only the deepest point
 * does, or nothing else holds the shape, the contact is laid down: it gets the normal of its own face, if that is in the plane.
 *
 * Shapes that are near one fixed shape only, or near movable ones, cost nothing. The plane has its own (`d2/contacts/internal-edges.ts`).
 */

import { longer } from '../../common/memory/growing.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { FACE_COSINE, LEANING_SINE, ON_EDGE_PER_SIZE, SAME_DIRECTION } from '../geometry/tolerances.ts'
import { DYNAMIC } from '../store/bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  continues, deepestPoint, findFace, findPlanePoints, fixedPoint, hairIn, heightAbove, isFlush, isInFront, isOver, leanSquared, levelCovers,
  movingPoint, nextFaceAtPoint, planeNormal, planePoints, risesAbove, setPlane, setPoint,
} from './flush-faces.ts'

/**
 * Fixed shapes near those of dynamic bodies: place of the contact in `activeContacts`, −1 if there is none; the dynamic body's shape, the fixed one
 * and its piece; is the contact left out, is it with a face; the entry before of the same moving shape, + 1.
 */
let count = 0
let place = new Int32Array(64)
let moverOf = new Int32Array(64)
let fixedOf = new Int32Array(64)
let pieceOf = new Int32Array(64)
let leftOut = new Uint8Array(64)
let facing = new Uint8Array(64)
/** 1: an internal edge made it up. */
let madeUp = new Uint8Array(64)
let before = new Int32Array(64)
/** Outward normal of that face, world axes, and its distance from the centre of the shape that has it. */
let planes = new Float64Array(4 * 64)
/** By shape: the last of its entries, + 1. */
let last = new Int32Array(64)

/** In `facing`. */
const UNKNOWN = 0
const NO_FACE = 1
const FACE = 2

/** Feature of the fixed shape in the ids of points on a plane: one that no shape has. */
const PLANE_ID = 255

const ownPlane = new Float64Array(4)

/** Before any contact of the step is found. */
export function startGhosts(state: WorldState): void {
  const shapes = state.shapes.count
  count = 0
  if (last.length < shapes) last = new Int32Array(shapes * 2)
  last.fill(0, 0, shapes)
}

/** Records the contact of the shapes a and b at a place in `activeContacts`; `pieceA`, `pieceB`: triangles of meshes that it is on. */
export function recordFixedContact(state: WorldState, at: number, a: number, b: number, pieceA: number, pieceB: number): void {
  const { body } = state.shapes.columns
  const { type } = state.bodies.columns
  const movesA = type[body[a]] === DYNAMIC
  if (movesA === (type[body[b]] === DYNAMIC)) return
  const mover = movesA ? a : b
  // Meshes that move are many pieces, each with a face of its own.
  if (state.shapes.columns.kind[mover] >= LEVEL) return
  if (count === place.length) grow()
  place[count] = at
  moverOf[count] = mover
  fixedOf[count] = movesA ? b : a
  pieceOf[count] = movesA ? pieceB : pieceA
  leftOut[count] = 0
  facing[count] = UNKNOWN
  before[count] = last[mover]
  last[mover] = ++count
}

/**
 * Records that the shapes a and b are near each other without a contact: they share no more than a sliver, or the path does not lead there. A face
 * may go on in them all the same.
 */
export function recordNear(state: WorldState, a: number, b: number): void {
  recordFixedContact(state, -1, a, b, -1, -1)
}

function grow(): void {
  const room = 2 * place.length
  place = longer(place, room)
  moverOf = longer(moverOf, room)
  fixedOf = longer(fixedOf, room)
  pieceOf = longer(pieceOf, room)
  leftOut = longer(leftOut, room)
  facing = longer(facing, room)
  madeUp = longer(madeUp, room)
  before = longer(before, room)
  planes = longer(planes, 4 * room)
}

/** Turns the active contacts that are to be left out into −1 − themselves, and lays others down. True if any is left out. */
export function markGhosts(state: WorldState): boolean {
  const { activeContacts } = state
  let any = false
  madeUp.fill(0, 0, count)
  for (let i = 0; i < count; i++) {
    if (before[last[moverOf[i]] - 1] === 0 || !acts(state, i)) continue
    setHair(state, i)
    if (!isMadeUp(state, i)) continue
    state.guards.internalEdgesSkipped++
    madeUp[i] = 1
    // On a plane it shares, a shape has the points that it would have if the plane were all its own.
    if (isFlush(state, fixedOf[i], pieceOf[i]) && layDown(state, i)) continue
    leftOut[i] = 1
    any = true
  }
  for (let i = 0; i < count; i++) if (acts(state, i) && goesOn(state, i)) state.contacts.columns.goesOn[activeContacts[place[i]]] = 1
  if (!any) return false
  for (let i = 0; i < count; i++) {
    if (leftOut[i] === 0) continue
    activeContacts[place[i]] = -1 - activeContacts[place[i]]
  }
  return true
}

/**
 * Does the face of contact i, of one point that has not been reached yet, go on beyond its end: is there a contact of the same shape that an internal
 * edge made up, or another one with the same normal?
 */
function goesOn(state: WorldState, i: number): boolean {
  const { activeContacts } = state
  const { count: points, separation } = state.contacts.columns
  const c = activeContacts[place[i]]
  if (points[c] !== 1 || !(separation[c * 4] > 0)) return false
  for (let k = last[moverOf[i]] - 1; k >= 0; k = before[k] - 1) {
    if (madeUp[k] === 1 || (k !== i && acts(state, k) && cosineOf(state, i, k) > FACE_COSINE)) return true
  }
  return false
}

/** Cosine between the normals of contacts i and k, both away from their fixed shapes. */
function cosineOf(state: WorldState, i: number, k: number): number {
  const { activeContacts } = state
  const { normal, pair } = state.contacts.columns
  const { shapeA } = state.pairs.columns
  const c = activeContacts[place[i]]
  const d = activeContacts[place[k]]
  const cosine = normal[c * 3] * normal[d * 3] + normal[c * 3 + 1] * normal[d * 3 + 1] + normal[c * 3 + 2] * normal[d * 3 + 2]
  return (shapeA[pair[c]] === fixedOf[i]) === (shapeA[pair[d]] === fixedOf[k]) ? cosine : -cosine
}

/** Does an entry have a contact that is not left out? */
function acts(state: WorldState, i: number): boolean {
  return place[i] >= 0 && leftOut[i] === 0 && state.activeContacts[place[i]] >= 0
}

function setHair(state: WorldState, i: number): void {
  const { thickness } = state.shapes.columns
  hairIn[0] = ON_EDGE_PER_SIZE * Math.min(thickness[moverOf[i]], thickness[fixedOf[i]])
}

/**
 * Is contact i made up: by an edge in the middle of level geometry, or of a plane that another contact of the same shape is with, or that its own
 * face goes on in? The plane is at hand then.
 */
function isMadeUp(state: WorldState, i: number): boolean {
  const fixed = fixedOf[i]
  if (state.levelShapes > 0 && isCoveredByLevel(state, i)) return true
  const c = state.activeContacts[place[i]]
  const deepest = deepestPoint(state, c)
  for (let j = last[moverOf[i]] - 1; j >= 0; j = before[j] - 1) {
    if (fixedOf[j] === fixed || !acts(state, j) || !hasFace(state, j)) continue
    setPlane(fixedOf[j], planes, 4 * j)
    setPoint(state, c, deepest, fixed)
    if (leanSquared() <= LEANING_SINE * LEANING_SINE || risesAbove(state, fixed, pieceOf[i]) || !isContinuedAtPoint(state, i)) continue
    if (isFlush(state, fixed, pieceOf[i]) || isContinued(state, i)) return true
  }
  return isOnFlushFace(state, i)
}

/** Is contact j with a face, that is in `planes` then? */
function hasFace(state: WorldState, j: number): boolean {
  if (facing[j] === UNKNOWN) {
    const c = state.activeContacts[place[j]]
    setPoint(state, c, deepestPoint(state, c), fixedOf[j])
    facing[j] = findFace(state, fixedOf[j], pieceOf[j], planes, 4 * j) ? FACE : NO_FACE
  }
  return facing[j] === FACE
}

/** Are all points of contact i on level geometry other than its own? */
function isCoveredByLevel(state: WorldState, i: number): boolean {
  const { kind } = state.shapes.columns
  const fixed = fixedOf[i]
  const c = state.activeContacts[place[i]]
  for (let p = 0; p < state.contacts.columns.count[c]; p++) {
    let covered = false
    for (let k = last[moverOf[i]] - 1; k >= 0 && !covered; k = before[k] - 1) {
      if (fixedOf[k] === fixed || kind[fixedOf[k]] < LEVEL || !acts(state, k)) continue
      setPoint(state, c, p, fixed)
      covered = levelCovers(state, fixedOf[k], fixed, pieceOf[i])
    }
    if (!covered) return false
  }
  return true
}

/** Does the plane at hand go on in other shapes at all points of contact i? */
function isContinued(state: WorldState, i: number): boolean {
  const c = state.activeContacts[place[i]]
  for (let p = 0; p < state.contacts.columns.count[c]; p++) {
    setPoint(state, c, p, fixedOf[i])
    if (!isContinuedAtPoint(state, i)) return false
  }
  return true
}

function isContinuedAtPoint(state: WorldState, i: number): boolean {
  for (let k = last[moverOf[i]] - 1; k >= 0; k = before[k] - 1) {
    if (fixedOf[k] !== fixedOf[i] && continues(state, fixedOf[k], fixedOf[i])) return true
  }
  return false
}

/**
 * Is the deepest point of contact i at the edge of a face of its own fixed shape, in front of which the moving one is, and which goes on beyond the
 * edge? That face becomes the plane at hand.
 */
function isOnFlushFace(state: WorldState, i: number): boolean {
  const { kind, hull } = state.shapes.columns
  const fixed = fixedOf[i]
  if (kind[fixed] < LEVEL && SHAPES[kind[fixed]].faceCount(hull[fixed] >= 0 ? state.hulls[hull[fixed]] : null) === 0) return false
  const c = state.activeContacts[place[i]]
  setPoint(state, c, deepestPoint(state, c), fixed)
  for (let f = nextFaceAtPoint(state, fixed, pieceOf[i], 0, ownPlane, 0); f >= 0; f = nextFaceAtPoint(state, fixed, pieceOf[i], f + 1, ownPlane, 0)) {
    setPlane(fixed, ownPlane, 0)
    if (leanSquared() < SAME_DIRECTION) return false
    if (isInFront(state, moverOf[i]) && isContinuedAtPoint(state, i)) return true
  }
  return false
}

/**
 * Gives contact i the normal of the plane at hand. Its points are those of before that are not at the edge, as high above the plane as they are, and
 * those of the moving shape on the plane that are over the fixed one, or over one that has no contact. False if there are none.
 */
function layDown(state: WorldState, i: number): boolean {
  const { normal, count: points, pair, ids, normalForce } = state.contacts.columns
  const { center } = state.shapes.columns
  const fixed = fixedOf[i]
  const mover = moverOf[i]
  const c = state.activeContacts[place[i]]
  const sign = state.pairs.columns.shapeA[pair[c]] === fixed ? 1 : -1
  findPlanePoints(state, mover)
  let kept = 0
  for (let p = 0; p < points[c]; p++) {
    setPoint(state, c, p, fixed)
    if (isContinuedAtPoint(state, i)) continue
    ids[c * 8 + kept * 2] = ids[c * 8 + p * 2]
    ids[c * 8 + kept * 2 + 1] = ids[c * 8 + p * 2 + 1]
    normalForce[c * 4 + kept] = normalForce[c * 4 + p]
    writePoint(state, c, kept++, fixed, movingPoint)
  }
  for (let p = 0; p < planePoints.count && kept < 4; p++) {
    const half = 0.5 * planePoints.separations[p]
    for (let k = 0; k < 3; k++) {
      const middle = center[mover * 3 + k] - center[fixed * 3 + k] + planePoints.points[3 * p + k]
      fixedPoint[k] = middle - half * planeNormal[k]
      movingPoint[k] = middle + half * planeNormal[k]
    }
    if (!isOverOwn(state, i) || isTaken(state, c, kept, fixed)) continue
    ids[c * 8 + kept * 2] = planePoints.ids[p] >> 8
    ids[c * 8 + kept * 2 + 1] = PLANE_ID
    normalForce[c * 4 + kept] = 0
    writePoint(state, c, kept++, fixed, movingPoint)
  }
  points[c] = kept
  for (let k = 0; k < 3; k++) normal[c * 3 + k] = sign * planeNormal[k]
  return kept > 0
}

/** Is the point at hand over the fixed shape of contact i, or over one in the plane that has no contact? */
function isOverOwn(state: WorldState, i: number): boolean {
  for (let k = last[moverOf[i]] - 1; k >= 0; k = before[k] - 1) {
    if ((fixedOf[k] === fixedOf[i] || place[k] < 0) && isOver(state, fixedOf[k], fixedOf[i])) return true
  }
  return false
}

/** Is the moving point at hand one of the first `kept` of contact c? */
function isTaken(state: WorldState, c: number, kept: number, fixed: number): boolean {
  const { center } = state.shapes.columns
  const { points, pair, separation } = state.contacts.columns
  const a = state.pairs.columns.shapeA[pair[c]]
  for (let p = 0; p < kept; p++) {
    let square = 0
    for (let k = 0; k < 3; k++) {
      const at = points[c * 12 + p * 3 + k] + center[a * 3 + k] - center[fixed * 3 + k] + 0.5 * separation[c * 4 + p] * planeNormal[k]
      square += (at - movingPoint[k]) * (at - movingPoint[k])
    }
    if (square <= hairIn[0] * hairIn[0]) return true
  }
  return false
}

/** Writes point p of contact c: `at` is on the moving shape, from the centre of the fixed one. */
function writePoint(state: WorldState, c: number, p: number, fixed: number, at: Float64Array): void {
  const { center } = state.shapes.columns
  const { points, separation, pair } = state.contacts.columns
  const a = state.pairs.columns.shapeA[pair[c]]
  const height = heightAbove(state, fixed, at)
  separation[c * 4 + p] = height
  for (let k = 0; k < 3; k++) points[c * 12 + p * 3 + k] = at[k] + center[fixed * 3 + k] - center[a * 3 + k] - 0.5 * height * planeNormal[k]
}
