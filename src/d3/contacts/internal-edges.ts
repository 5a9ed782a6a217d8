/**
 * Internal edges (ghost collisions) between shapes. Where the faces of two shapes that do not move continue each other, the edge of the one lies
 * in the face of the other, and no body that touches this face can meet it. Manifolds are made pair by pair, though: a ball that rolls from one
 * mesh on to the next finds the edge of that one ahead of it, and would trip. Contacts of one body are looked at together here, and those with
 * such edges are left out. Edges within a mesh are seen to when its manifolds are made (`geometry/mesh/mesh-contacts.ts`).
 *
 * Only bodies that touch level geometry are looked at: floors of flush boxes alone are not. The plane has its own
 * (`d2/contacts/internal-edges.ts`).
 */

import { longer } from '../../common/memory/growing.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { awayIn, coversEdge, faceNormal, LEADS_BEHIND, pointIn, UNCOVERED } from '../geometry/mesh/covering.ts'
import { found } from '../geometry/mesh/piece-source.ts'
import { BOX } from '../geometry/shapes/box.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { coreExtent, coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { FACE_COSINE, LEANING_SINE, ON_EDGE_PER_SIZE } from '../geometry/tolerances.ts'
import { DYNAMIC } from '../store/bodies.ts'
import type { WorldState } from '../store/world-state.ts'

/**
 * Contacts of dynamic bodies with others: place in `activeContacts`, the dynamic body, the other's shape and its piece, is it left out; that
 * body's contact before, + 1.
 */
let count = 0
let place = new Int32Array(64)
let moverOf = new Int32Array(64)
let fixedOf = new Int32Array(64)
let pieceOf = new Int32Array(64)
let leftOut = new Uint8Array(64)
let before = new Int32Array(64)
/** By body: the last of its contacts, + 1. */
let last = new Int32Array(64)

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
const corners = new Float64Array(9)
const bounds = new Float64Array(6)
const vertices = new Float64Array(3 * 254)
const axis = new Float64Array(3)
const out = new Float64Array(1)
/** Outward normal of the face at hand, world axes; the point at hand from the centre of the shape whose edge it is. */
const normalOut = new Float64Array(3)
const pointOut = new Float64Array(3)

/** Before any contact of the step is found. */
export function startGhosts(state: WorldState): void {
  for (let i = 0; i < count; i++) last[moverOf[i]] = 0
  count = 0
  if (last.length < state.bodies.count) last = new Int32Array(state.bodies.count * 2)
}

/** Records the contact of the shapes a and b at a place in `activeContacts`; `pieceA`, `pieceB`: triangles of meshes that it is on. */
export function recordFixedContact(state: WorldState, at: number, a: number, b: number, pieceA: number, pieceB: number): void {
  const { body } = state.shapes.columns
  const { type } = state.bodies.columns
  const movesA = type[body[a]] === DYNAMIC
  if (movesA === (type[body[b]] === DYNAMIC)) return
  if (count === place.length) grow()
  const mover = body[movesA ? a : b]
  place[count] = at
  moverOf[count] = mover
  fixedOf[count] = movesA ? b : a
  pieceOf[count] = movesA ? pieceB : pieceA
  leftOut[count] = 0
  before[count] = last[mover]
  last[mover] = ++count
}

function grow(): void {
  const room = 2 * place.length
  place = longer(place, room)
  moverOf = longer(moverOf, room)
  fixedOf = longer(fixedOf, room)
  pieceOf = longer(pieceOf, room)
  leftOut = longer(leftOut, room)
  before = longer(before, room)
}

/** Turns the active contacts that are to be left out into −1 − themselves. True if there are any. */
export function markGhosts(state: WorldState): boolean {
  const { activeContacts } = state
  let any = false
  for (let i = 0; i < count; i++) {
    if (before[last[moverOf[i]] - 1] === 0 || activeContacts[place[i]] < 0 || !isGhost(state, i)) continue
    leftOut[i] = 1
    any = true
  }
  if (!any) return false
  for (let i = 0; i < count; i++) {
    if (leftOut[i] === 0) continue
    activeContacts[place[i]] = -1 - activeContacts[place[i]]
    state.guards.internalEdgesSkipped++
  }
  return true
}

/** Do other contacts of the same body, with faces of other shapes, have all points of contact i? */
function isGhost(state: WorldState, i: number): boolean {
  const { activeContacts } = state
  const c = activeContacts[place[i]]
  const { kind } = state.shapes.columns
  const points = state.contacts.columns.count[c]
  for (let p = 0; p < points; p++) {
    let covered = false
    for (let j = last[moverOf[i]] - 1; j >= 0 && !covered; j = before[j] - 1) {
      const face = fixedOf[j]
      if (face === fixedOf[i] || leftOut[j] !== 0 || activeContacts[place[j]] < 0) continue
      if (kind[face] < LEVEL && kind[fixedOf[i]] < LEVEL) continue
      setPoint(state, c, p, fixedOf[i], face)
      if (kind[face] >= LEVEL) covered = meshCovers(state, i, face)
      else if (kind[face] === BOX || kind[face] === HULL) covered = solidCovers(state, i, j)
    }
    if (!covered) return false
  }
  return true
}

/** Sets `pointIn` and `awayIn` to point p of contact c, on the surface of the shape `edge`, in the frame of the shape `face`. */
function setPoint(state: WorldState, c: number, p: number, edge: number, face: number): void {
  const { center, rotation } = state.shapes.columns
  const { normal, points, separation, pair } = state.contacts.columns
  const a = state.pairs.columns.shapeA[pair[c]]
  const sign = a === edge ? 1 : -1
  const half = -0.5 * sign * separation[c * 4 + p]
  for (let k = 0; k < 3; k++) {
    const at = center[a * 3 + k] + points[c * 12 + p * 3 + k] + half * normal[c * 3 + k]
    pointOut[k] = at - center[edge * 3 + k]
    axis[k] = at - center[face * 3 + k]
  }
  const r = face * 9
  for (let k = 0; k < 3; k++) {
    pointIn[k] = rotation[r + k] * axis[0] + rotation[r + 3 + k] * axis[1] + rotation[r + 6 + k] * axis[2]
    awayIn[k] = sign * (rotation[r + k] * normal[c * 3] + rotation[r + 3 + k] * normal[c * 3 + 1] + rotation[r + 6 + k] * normal[c * 3 + 2])
  }
}

function hairOf(state: WorldState, i: number): number {
  return ON_EDGE_PER_SIZE * Math.min(state.bodies.columns.size[moverOf[i]], state.shapes.columns.thickness[fixedOf[i]])
}

/** Does a triangle of the mesh `face` have the point at hand, of contact i? */
function meshCovers(state: WorldState, i: number, face: number): boolean {
  const source = asLevel(state.hulls[state.shapes.columns.hull[face]])
  const hair = hairOf(state, i)
  for (let k = 0; k < 3; k++) {
    bounds[k] = pointIn[k] - hair
    bounds[3 + k] = pointIn[k] + hair
  }
  const pieces = source.find(bounds)
  for (let n = 0; n < pieces; n++) {
    source.corners(found.pieces[n], corners)
    const how = coversEdge(corners, hair)
    if (how === UNCOVERED) continue
    if (how === LEADS_BEHIND || !rises(state, i, face, hair)) return true
  }
  return false
}

/** Does a box or a hull have it, on the face that contact j is with? */
function solidCovers(state: WorldState, i: number, j: number): boolean {
  const { kind, size, hull, rotation } = state.shapes.columns
  const { normal, pair } = state.contacts.columns
  const face = fixedOf[j]
  const c = state.activeContacts[place[j]]
  const sign = state.pairs.columns.shapeA[pair[c]] === face ? 1 : -1
  const hair = hairOf(state, i)
  const shape = SHAPES[kind[face]]
  const geometry: Hull | null = hull[face] >= 0 ? state.hulls[hull[face]] : null
  let on = false
  for (let f = 0; f < shape.faceCount(geometry); f++) {
    shape.faceNormal(geometry, f, axis)
    coreExtent(out, 0, kind[face], IDENTITY, 0, size, face * 4, geometry, axis, 0, 1)
    const height = axis[0] * pointIn[0] + axis[1] * pointIn[1] + axis[2] * pointIn[2] - out[0]
    if (height > hair) return false
    if (height < -hair) continue
    let along = 0
    const r = face * 9
    for (let k = 0; k < 3; k++) {
      along += sign * normal[c * 3 + k] * (rotation[r + 3 * k] * axis[0] + rotation[r + 3 * k + 1] * axis[1] + rotation[r + 3 * k + 2] * axis[2])
    }
    if (along < FACE_COSINE) continue
    on = true
    faceNormal.set(axis)
  }
  if (!on || !leansOverSolid(kind[face], size, face * 4, geometry, hair)) return false
  return !rises(state, i, face, hair)
}

function leansOverSolid(kind: number, size: Float64Array, so: number, geometry: Hull | null, hair: number): boolean {
  const corner = SHAPES[kind].coreVertices(vertices, size, so, geometry)
  for (let v = 0; v < 3 * corner; v += 3) {
    const x = vertices[v] - pointIn[0]
    const y = vertices[v + 1] - pointIn[1]
    const z = vertices[v + 2] - pointIn[2]
    const away = Math.sqrt(x * x + y * y + z * z)
    if (away > hair && awayIn[0] * x + awayIn[1] * y + awayIn[2] * z > LEANING_SINE * away) return true
  }
  return false
}

/** Does the piece that has the edge of contact i rise above the face, whose normal is in `faceNormal`, in the frame of the shape `face`? */
function rises(state: WorldState, i: number, face: number, hair: number): boolean {
  const { kind, size, hull, rotation } = state.shapes.columns
  const edge = fixedOf[i]
  const r = face * 9
  for (let k = 0; k < 3; k++) {
    normalOut[k] = rotation[r + 3 * k] * faceNormal[0] + rotation[r + 3 * k + 1] * faceNormal[1] + rotation[r + 3 * k + 2] * faceNormal[2]
  }
  const level = normalOut[0] * pointOut[0] + normalOut[1] * pointOut[1] + normalOut[2] * pointOut[2]
  const geometry = hull[edge] >= 0 ? state.hulls[hull[edge]] : null
  if (kind[edge] < LEVEL) {
    coreExtent(out, 0, kind[edge], rotation, edge * 9, size, edge * 4, geometry, normalOut, 0, 1)
    return out[0] + coreRadius(kind[edge], size, edge * 4) - level > hair
  }
  asLevel(geometry).corners(pieceOf[i], corners)
  const e = edge * 9
  for (let k = 0; k < 3; k++) axis[k] = rotation[e + k] * normalOut[0] + rotation[e + 3 + k] * normalOut[1] + rotation[e + 6 + k] * normalOut[2]
  for (let k = 0; k < 9; k += 3) if (axis[0] * corners[k] + axis[1] * corners[k + 1] + axis[2] * corners[k + 2] - level > hair) return true
  return false
}
