/**
 * Internal edges (ghost collisions). Where the faces of two immovable shapes continue each other, the corner of the one lies in the face of
 * the other, and no body that touches this face can meet it. Manifolds are made pair by pair, though: a body that comes down on a row of
 * flush boxes at a slant finds the corner of the next box ahead of it, and would be stopped there in mid-air. Contacts with such corners
 * are left out. The face takes their place even if the path leads beyond its end: there the next face goes on. Next to a body that moves
 * fast, movable bodies such as crates in a row count as immovable.
 */

import { SAME_NORMAL, SLIVER_PER_SIZE } from '../../common/tolerances.ts'
import { CORES_UNKNOWN } from '../geometry/manifold.ts'
import { setSegment } from '../geometry/pairs/two-gons.ts'
import { CORNER_STRIDE, CORNERS } from '../geometry/polygon/packed-polygons.ts'
import { POLYGON } from '../geometry/shapes/polygon.ts'
import { BOTH_SIDES, SEGMENT } from '../geometry/shapes/segment.ts'
import { SLANTING_CORNER, TILTED_NORMAL } from '../geometry/tolerances.ts'
import type { WorldState } from '../store/world-state.ts'

/** In `leftOut`: the path does not lead there; the corner is internal. */
const CLEAR = 1
const GHOST = 2

/**
 * Contacts of moving bodies with immovable ones: place in `activeContacts`, the moving body, why it is left out; that body's contact
 * before, + 1.
 */
let count = 0
let place = new Int32Array(64)
let moverOf = new Int32Array(64)
let leftOut = new Uint8Array(64)
let before = new Int32Array(64)
/** By body: the last of its contacts, + 1. */
let last = new Int32Array(64)
/** The corner at hand, in world axes from the centre of the shape that has it; an outward normal in a shape's own axes. */
const corner = new Float64Array(2)
const outwardOut = new Float64Array(2)
/** Where the packed polygon at hand starts. */
let start = 0

/** Before any contact of the step is found. */
export function startGhosts(state: WorldState): void {
  const bodies = state.bodies.count
  count = 0
  if (last.length < bodies) last = new Int32Array(bodies * 2)
  last.fill(0, 0, bodies)
  if (place.length >= state.pairs.count) return
  place = new Int32Array(state.pairs.count * 2)
  moverOf = new Int32Array(place.length)
  leftOut = new Uint8Array(place.length)
  before = new Int32Array(place.length)
}

/**
 * Records the contact at a place in `activeContacts`, between `mover` and an immovable body. `clear`: the mover's path does not lead there.
 */
export function recordFixedContact(at: number, mover: number, clear: boolean): void {
  place[count] = at
  moverOf[count] = mover
  leftOut[count] = clear ? CLEAR : 0
  before[count] = last[mover]
  last[mover] = ++count
}

/** Turns the active contacts that are to be left out into −1 − themselves. True if there are any. */
export function markGhosts(state: WorldState): boolean {
  const { activeContacts } = state
  for (let i = 0; i < count; i++) {
    if (leftOut[i] !== 0 || before[last[moverOf[i]] - 1] === 0) continue
    const face = faceOfCorner(state, i)
    if (face < 0) continue
    leftOut[i] = GHOST
    // The face goes on beyond its end: its normal stays as it is.
    state.contacts.columns.cores[activeContacts[place[face]]] = CORES_UNKNOWN
    if (leftOut[face] === CLEAR) leftOut[face] = 0
  }
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

/** The array that holds the packed polygon of a shape with sharp corners, from `start` on. All segments share one. */
function packedOf(state: WorldState, shape: number): Float64Array {
  const { kind, size, polygon } = state.shapes.columns
  start = state.packedPolygons.start[polygon[shape] + 1]
  return kind[shape] === SEGMENT ? setSegment(size, shape * 4) : state.packedPolygons.data
}

/** The immovable shape of a contact, if it has sharp corners; else −1. Links of chains know their neighbours. */
function fixedShape(state: WorldState, c: number, mover: number): number {
  const { shapeA, shapeB } = state.pairs.columns
  const { body, kind, size } = state.shapes.columns
  const p = state.contacts.columns.pair[c]
  const shape = body[shapeA[p]] === mover ? shapeB[p] : shapeA[p]
  const sharp = kind[shape] === POLYGON ? size[shape * 4] === 0 : kind[shape] === SEGMENT && size[shape * 4 + 3] === BOTH_SIDES
  return sharp ? shape : -1
}

/**
 * The edge of a contact's fixed shape whose normal is the contact's, up to a squared sine, or −1. Leaves the normal in the axes of the
 * shape.
 */
function edgeOf(state: WorldState, c: number, shape: number, maxSineSquared: number): number {
  const { rotation } = state.shapes.columns
  const { normal, pair } = state.contacts.columns
  const sign = state.pairs.columns.shapeA[pair[c]] === shape ? 1 : -1
  const cos = rotation[shape * 2]
  const sin = rotation[shape * 2 + 1]
  const x = sign * (cos * normal[c * 2] + sin * normal[c * 2 + 1])
  const y = sign * (cos * normal[c * 2 + 1] - sin * normal[c * 2])
  const packed = packedOf(state, shape)
  outwardOut[0] = x
  outwardOut[1] = y
  for (let e = 0; e < packed[start]; e++) {
    const o = start + CORNERS + CORNER_STRIDE * e + 2
    const across = x * packed[o + 1] - y * packed[o]
    if (across * across < maxSineSquared && x * packed[o] + y * packed[o + 1] > 0) return e
  }
  return -1
}

/** The contact of the same mover with the face in which the corner of contact i lies; −1 if there is none, or i is no corner contact. */
function faceOfCorner(state: WorldState, i: number): number {
  const { activeContacts } = state
  const { center, rotation, thickness } = state.shapes.columns
  const mover = moverOf[i]
  const c = activeContacts[place[i]]
  const shape = fixedShape(state, c, mover)
  if (shape < 0 || edgeOf(state, c, shape, state.contacts.columns.count[c] === 1 ? SAME_NORMAL : SLANTING_CORNER) >= 0) return -1
  // The vertex that is farthest along the normal.
  const packed = packedOf(state, shape)
  const end = start + CORNERS + CORNER_STRIDE * packed[start]
  let farthest = -Infinity
  let vertex = 0
  for (let v = start + CORNERS; v < end; v += CORNER_STRIDE) {
    const along = outwardOut[0] * packed[v] + outwardOut[1] * packed[v + 1]
    if (along > farthest) {
      farthest = along
      vertex = v
    }
  }
  const cos = rotation[shape * 2]
  const sin = rotation[shape * 2 + 1]
  corner[0] = cos * packed[vertex] - sin * packed[vertex + 1]
  corner[1] = sin * packed[vertex] + cos * packed[vertex + 1]
  for (let other = last[mover] - 1; other >= 0; other = before[other] - 1) {
    const d = activeContacts[place[other]]
    const fixed = other === i ? -1 : fixedShape(state, d, mover)
    if (fixed < 0 || fixed === shape) continue
    const e = edgeOf(state, d, fixed, TILTED_NORMAL)
    if (e < 0) continue
    const tolerance = 0.5 * SLIVER_PER_SIZE * Math.min(thickness[shape], thickness[fixed])
    const x = center[shape * 2] - center[fixed * 2] + corner[0]
    const y = center[shape * 2 + 1] - center[fixed * 2 + 1] + corner[1]
    if (isOnFace(state, fixed, e, x, y, tolerance)) return other
  }
  return -1
}

/** Is the point (x, y), in world axes from the centre of a shape, on its edge e? */
function isOnFace(state: WorldState, shape: number, e: number, x: number, y: number, tolerance: number): boolean {
  const { rotation } = state.shapes.columns
  const packed = packedOf(state, shape)
  const at = start + CORNERS + CORNER_STRIDE * e
  const cos = rotation[shape * 2]
  const sin = rotation[shape * 2 + 1]
  const next = at + CORNER_STRIDE
  const nx = packed[at + 2]
  const ny = packed[at + 3]
  const px = cos * x + sin * y - packed[at]
  const py = cos * y - sin * x - packed[at + 1]
  const along = nx * py - ny * px
  const length = nx * (packed[next + 1] - packed[at + 1]) - ny * (packed[next] - packed[at])
  return Math.abs(nx * px + ny * py) < tolerance && along > -tolerance && along < length + tolerance
}
