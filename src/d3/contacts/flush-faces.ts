/**
 * Faces that continue each other: the geometry that internal edges are told by (`internal-edges.ts`). A plane is at hand, that of a face of some
 * shape, and a point on the surface of another one, with the normal of its contact. Does that shape rise above the plane? Has a third shape a
 * face in the plane, and the point on or below it?
 */

import { collideQuery } from '../geometry/collide.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { Manifold } from '../geometry/manifold.ts'
import { awayIn, coversEdge, faceNormal, hairIn as edgeHair, LEADS_BEHIND, pointIn, UNCOVERED } from '../geometry/mesh/covering.ts'
import { found } from '../geometry/mesh/piece-source.ts'
import { DX, DY, DZ, MARGIN, query } from '../geometry/query.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { PLANE } from '../geometry/shapes/plane.ts'
import { coreExtent, coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { FACE_COSINE, LEANING_SINE } from '../geometry/tolerances.ts'
import type { WorldState } from '../store/world-state.ts'

/** The plane at hand: outward normal, world axes; its distance along that from the centre of the shape that has the face. */
export const planeNormal: Float64Array = new Float64Array(3)
const planeLevel = new Float64Array(1)
let planeOwner = 0
/** The contact at hand: its point on the fixed shape and on the moving one from the fixed one's centre, its normal away from the fixed one. */
export const fixedPoint: Float64Array = new Float64Array(3)
export const movingPoint: Float64Array = new Float64Array(3)
export const away: Float64Array = new Float64Array(3)
/** Distance that counts as none, m, for all questions. */
export const hairIn: Float64Array = new Float64Array(1)

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
const corners = new Float64Array(9)
const bounds = new Float64Array(6)
const axis = new Float64Array(3)
const out = new Float64Array(1)
const near = new Float64Array(3)
const inward = new Float64Array(3)
/** Height of the plane at hand above a shape's centre. */
const level = new Float64Array(1)

/** Makes the face of `shape` with the normal at normals[o], distance after it, the plane at hand. */
export function setPlane(shape: number, normals: Float64Array, o: number): void {
  planeOwner = shape
  for (let k = 0; k < 3; k++) planeNormal[k] = normals[o + k]
  planeLevel[0] = normals[o + 3]
}

/** Sets the contact at hand: point p of contact c, which the shape `fixed` has. */
export function setPoint(state: WorldState, c: number, p: number, fixed: number): void {
  const { center } = state.shapes.columns
  const { normal, points, separation, pair } = state.contacts.columns
  const a = state.pairs.columns.shapeA[pair[c]]
  const sign = a === fixed ? 1 : -1
  const half = 0.5 * separation[c * 4 + p]
  for (let k = 0; k < 3; k++) {
    const middle = center[a * 3 + k] + points[c * 12 + p * 3 + k] - center[fixed * 3 + k]
    away[k] = sign * normal[c * 3 + k]
    fixedPoint[k] = middle - half * away[k]
    movingPoint[k] = middle + half * away[k]
  }
}

/** The point with the least separation of contact c. */
export function deepestPoint(state: WorldState, c: number): number {
  const { separation, count } = state.contacts.columns
  let deepest = 0
  for (let p = 1; p < count[c]; p++) if (separation[c * 4 + p] < separation[c * 4 + deepest]) deepest = p
  return deepest
}

/** How far the contact's normal leans away from that of the plane: the square of the difference. */
export function leanSquared(): number {
  const x = away[0] - planeNormal[0]
  const y = away[1] - planeNormal[1]
  const z = away[2] - planeNormal[2]
  return x * x + y * y + z * z
}

function readLevel(state: WorldState, shape: number): void {
  const { center } = state.shapes.columns
  level[0] = planeLevel[0]
  for (let k = 0; k < 3; k++) level[0] += planeNormal[k] * (center[planeOwner * 3 + k] - center[shape * 3 + k])
}

/** Height above the plane at hand, of whatever shape it is, of a point from the centre of `shape`. */
export function heightAbove(state: WorldState, shape: number, at: Float64Array): number {
  readLevel(state, shape)
  return planeNormal[0] * at[0] + planeNormal[1] * at[1] + planeNormal[2] * at[2] - level[0]
}

/**
 * Writes the face of the shape that has the normal `away`, within `FACE_COSINE`, to normals[o], distance after it; of level geometry the face of
 * the piece. False if there is none.
 */
export function findFace(state: WorldState, shape: number, piece: number, normals: Float64Array, o: number): boolean {
  const { kind, rotation, hull } = state.shapes.columns
  const geometry: Hull | null = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  const r = shape * 9
  if (kind[shape] >= LEVEL) return setPiecePlane(state, shape, piece, normals, o) && alongAway(normals, o) >= FACE_COSINE
  const record = SHAPES[kind[shape]]
  const faces = record.faceCount(geometry)
  for (let f = 0; f < faces; f++) {
    record.faceNormal(geometry, f, axis)
    turnOut(rotation, r, axis, normals, o)
    if (alongAway(normals, o) < FACE_COSINE) continue
    readFaceLevel(state, shape, geometry)
    normals[o + 3] = out[0]
    return true
  }
  return false
}

/**
 * The next face of the shape, from the face `from` on, in whose plane the point at hand is, though the normal is not the face's; −1 if there is none.
 * Writes it as `findFace` does. Of level geometry the face of the piece is number 0.
 */
export function nextFaceAtPoint(state: WorldState, shape: number, piece: number, from: number, normals: Float64Array, o: number): number {
  const { kind, rotation, hull } = state.shapes.columns
  const geometry: Hull | null = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  if (kind[shape] >= LEVEL) return from === 0 && setPiecePlane(state, shape, piece, normals, o) && isInPlane(normals, o) ? 0 : -1
  const record = SHAPES[kind[shape]]
  const faces = record.faceCount(geometry)
  for (let f = from; f < faces; f++) {
    record.faceNormal(geometry, f, axis)
    turnOut(rotation, shape * 9, axis, normals, o)
    // A body in front of the face is met from there.
    if (alongAway(normals, o) < LEANING_SINE) continue
    readFaceLevel(state, shape, geometry)
    normals[o + 3] = out[0]
    if (isInPlane(normals, o)) return f
  }
  return -1
}

function isInPlane(normals: Float64Array, o: number): boolean {
  const height = normals[o] * fixedPoint[0] + normals[o + 1] * fixedPoint[1] + normals[o + 2] * fixedPoint[2] - normals[o + 3]
  return Math.abs(height) <= hairIn[0]
}

function alongAway(normals: Float64Array, o: number): number {
  return away[0] * normals[o] + away[1] * normals[o + 1] + away[2] * normals[o + 2]
}

/** out[0] = distance of the face of a shape whose normal is in `axis`, shape's frame, from its centre. */
function readFaceLevel(state: WorldState, shape: number, geometry: Hull | null): void {
  const { kind, size } = state.shapes.columns
  coreExtent(out, 0, kind[shape], IDENTITY, 0, size, shape * 4, geometry, axis, 0, 1)
  out[0] += coreRadius(kind[shape], size, shape * 4)
}

function setPiecePlane(state: WorldState, shape: number, piece: number, normals: Float64Array, o: number): boolean {
  const { hull, rotation } = state.shapes.columns
  asLevel(state.hulls[hull[shape]]).corners(piece, corners)
  if (!setCornersNormal()) return false
  const sign = axisAlongAway(rotation, shape * 9) < 0 ? -1 : 1
  for (let k = 0; k < 3; k++) axis[k] *= sign
  turnOut(rotation, shape * 9, axis, normals, o)
  normals[o + 3] = axis[0] * corners[0] + axis[1] * corners[1] + axis[2] * corners[2]
  return true
}

/** axis = unit normal of the triangle at `corners`. False if it has none. */
function setCornersNormal(): boolean {
  let square = 0
  for (let k = 0; k < 3; k++) {
    const l = (k + 1) % 3
    const m = (k + 2) % 3
    axis[k] = (corners[3 + l] - corners[l]) * (corners[6 + m] - corners[m]) - (corners[3 + m] - corners[m]) * (corners[6 + l] - corners[l])
    square += axis[k] * axis[k]
  }
  if (!(square > 0)) return false
  const length = Math.sqrt(square)
  for (let k = 0; k < 3; k++) axis[k] /= length
  return true
}

function axisAlongAway(rotation: Float64Array, r: number): number {
  let along = 0
  for (let k = 0; k < 3; k++) {
    along += away[k] * (rotation[r + 3 * k] * axis[0] + rotation[r + 3 * k + 1] * axis[1] + rotation[r + 3 * k + 2] * axis[2])
  }
  return along
}

function turnOut(rotation: Float64Array, r: number, from: Float64Array, to: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) to[o + k] = rotation[r + 3 * k] * from[0] + rotation[r + 3 * k + 1] * from[1] + rotation[r + 3 * k + 2] * from[2]
}

/** Does a shape rise above the plane by more than a hair; of level geometry the piece? */
export function risesAbove(state: WorldState, shape: number, piece: number): boolean {
  const { kind, size, hull, rotation } = state.shapes.columns
  readLevel(state, shape)
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  if (kind[shape] < LEVEL) {
    coreExtent(out, 0, kind[shape], rotation, shape * 9, size, shape * 4, geometry, planeNormal, 0, 1)
    return out[0] + coreRadius(kind[shape], size, shape * 4) - level[0] > hairIn[0]
  }
  asLevel(geometry).corners(piece, corners)
  turnIn(rotation, shape * 9, planeNormal, axis)
  for (let k = 0; k < 9; k += 3) if (axis[0] * corners[k] + axis[1] * corners[k + 1] + axis[2] * corners[k + 2] - level[0] > hairIn[0]) return true
  return false
}

function turnIn(rotation: Float64Array, r: number, from: Float64Array, to: Float64Array): void {
  for (let k = 0; k < 3; k++) to[k] = rotation[r + k] * from[0] + rotation[r + 3 + k] * from[1] + rotation[r + 6 + k] * from[2]
}

/** Is all of a shape in front of the plane, but for a hair? */
export function isInFront(state: WorldState, shape: number): boolean {
  const { kind, size, hull, rotation } = state.shapes.columns
  readLevel(state, shape)
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  coreExtent(out, 0, kind[shape], rotation, shape * 9, size, shape * 4, geometry, planeNormal, 0, -1)
  return -out[0] - coreRadius(kind[shape], size, shape * 4) - level[0] >= -hairIn[0]
}

const rotations = new Float64Array(18)
/** Points of a shape above the plane, for `findPlanePoints`. */
export const planePoints: Manifold = new Manifold()

/** Fills `planePoints` with the contact of a shape and the half-space below the plane, A being the shape. */
export function findPlanePoints(state: WorldState, shape: number): void {
  const { kind, size, hull, rotation } = state.shapes.columns
  readLevel(state, shape)
  for (let k = 0; k < 9; k++) rotations[k] = rotation[shape * 9 + k]
  for (let k = 0; k < 3; k++) rotations[9 + 3 * k + 1] = planeNormal[k]
  query[DX] = level[0] * planeNormal[0]
  query[DY] = level[0] * planeNormal[1]
  query[DZ] = level[0] * planeNormal[2]
  query[MARGIN] = Infinity
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  collideQuery(planePoints, kind[shape], PLANE, rotations, 0, 9, size, shape * 4, 0, geometry, null)
}

/** Is the face of a shape in the plane; of level geometry that of the piece? */
export function isFlush(state: WorldState, shape: number, piece: number): boolean {
  const { kind, hull, rotation } = state.shapes.columns
  readLevel(state, shape)
  if (kind[shape] < LEVEL) return hasFaceInPlane(state, shape, hull[shape] >= 0 ? state.hulls[hull[shape]] : null)
  asLevel(state.hulls[hull[shape]]).corners(piece, corners)
  turnIn(rotation, shape * 9, planeNormal, axis)
  for (let k = 0; k < 9; k += 3) {
    if (Math.abs(axis[0] * corners[k] + axis[1] * corners[k + 1] + axis[2] * corners[k + 2] - level[0]) > hairIn[0]) return false
  }
  return true
}

/** Has `shape` a face in the plane, and the point at hand, of the shape `fixed`, on or below it? */
export function isOver(state: WorldState, shape: number, fixed: number): boolean {
  const { kind, hull, rotation } = state.shapes.columns
  const geometry: Hull | null = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  const depth = placePoint(state, shape, fixed)
  if (kind[shape] < LEVEL) return hasFaceInPlane(state, shape, geometry) && hasPoint(state, shape, geometry)
  raise(depth)
  turnIn(rotation, shape * 9, near, pointIn)
  return piecesAtPoint(state, shape, false)
}

/**
 * Has `shape` a face in the plane, and the point at hand, of the shape `fixed`, on or below it, so that the normal leans over it? With level geometry
 * the point goes up to the plane first: it has no inside.
 */
export function continues(state: WorldState, shape: number, fixed: number): boolean {
  const { kind, rotation, size, hull } = state.shapes.columns
  const geometry: Hull | null = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  const depth = placePoint(state, shape, fixed)
  if (kind[shape] >= LEVEL) {
    raise(depth)
    turnIn(rotation, shape * 9, near, pointIn)
    return piecesAtPoint(state, shape, true)
  }
  if (!hasFaceInPlane(state, shape, geometry) || !hasPoint(state, shape, geometry)) return false
  raise(depth)
  coreExtent(out, 0, kind[shape], rotation, shape * 9, size, shape * 4, geometry, away, 0, 1)
  return isBeyondPoint(out[0] + coreRadius(kind[shape], size, shape * 4))
}

/** Puts the point at hand into `near`, from the centre of `shape`. How deep below the plane it is. */
function placePoint(state: WorldState, shape: number, fixed: number): number {
  const { center } = state.shapes.columns
  readLevel(state, shape)
  let depth = level[0]
  for (let k = 0; k < 3; k++) {
    near[k] = fixedPoint[k] + center[fixed * 3 + k] - center[shape * 3 + k]
    depth -= near[k] * planeNormal[k]
  }
  return depth
}

/** Is the point in `near` on or in a shape, but for a hair? */
function hasPoint(state: WorldState, shape: number, geometry: Hull | null): boolean {
  const { kind, rotation, size } = state.shapes.columns
  turnIn(rotation, shape * 9, near, pointIn)
  SHAPES[kind[shape]].closestPoint(axis, pointIn, size, shape * 4, geometry)
  const x = axis[0] - pointIn[0]
  const y = axis[1] - pointIn[1]
  const z = axis[2] - pointIn[2]
  return x * x + y * y + z * z <= hairIn[0] * hairIn[0]
}

/** Lifts the point at hand into the plane, if it is below. */
function raise(depth: number): void {
  if (depth > 0) for (let k = 0; k < 3; k++) near[k] += depth * planeNormal[k]
}

/** Does something that reaches so far along the normal go on beyond the point in the plane, in the direction that the normal leans to? */
function isBeyondPoint(reach: number): boolean {
  return reach - (away[0] * near[0] + away[1] * near[1] + away[2] * near[2]) > hairIn[0] * Math.sqrt(leanSquared())
}

function hasFaceInPlane(state: WorldState, shape: number, geometry: Hull | null): boolean {
  const { kind, rotation } = state.shapes.columns
  const record = SHAPES[kind[shape]]
  const faces = record.faceCount(geometry)
  const r = shape * 9
  for (let f = 0; f < faces; f++) {
    record.faceNormal(geometry, f, axis)
    let along = 0
    for (let k = 0; k < 3; k++) {
      along += planeNormal[k] * (rotation[r + 3 * k] * axis[0] + rotation[r + 3 * k + 1] * axis[1] + rotation[r + 3 * k + 2] * axis[2])
    }
    if (along < FACE_COSINE) continue
    readFaceLevel(state, shape, geometry)
    if (Math.abs(out[0] - level[0]) <= hairIn[0]) return true
  }
  return false
}

/** Is a triangle of level geometry at `pointIn`, and in the plane? If asked, the normal must lean over it. */
function piecesAtPoint(state: WorldState, shape: number, leans: boolean): boolean {
  const { rotation, hull } = state.shapes.columns
  const source = asLevel(state.hulls[hull[shape]])
  const pieces = findAtPoint(state, shape)
  const r = shape * 9
  turnIn(rotation, r, planeNormal, axis)
  // Straight down: then all that counts is where the point is.
  for (let k = 0; k < 3; k++) awayIn[k] = -axis[k]
  edgeHair[0] = hairIn[0]
  for (let n = 0; n < pieces; n++) {
    source.corners(found.pieces[n], corners)
    if (coversEdge(corners) === UNCOVERED) continue
    if (faceNormal[0] * axis[0] + faceNormal[1] * axis[1] + faceNormal[2] * axis[2] < FACE_COSINE) continue
    if (!leans) return true
    turnIn(rotation, r, away, inward)
    let reach = -Infinity
    for (let k = 0; k < 9; k += 3) reach = Math.max(reach, inward[0] * corners[k] + inward[1] * corners[k + 1] + inward[2] * corners[k + 2])
    if (isBeyondPoint(reach)) return true
  }
  return false
}

/** Has level geometry a triangle at the point at hand whose normal, or its back, is that of the contact, by a cosine? */
export function hasPieceFacing(state: WorldState, shape: number, cosine: number): boolean {
  const { rotation, hull } = state.shapes.columns
  const source = asLevel(state.hulls[hull[shape]])
  turnIn(rotation, shape * 9, fixedPoint, pointIn)
  turnIn(rotation, shape * 9, away, inward)
  const pieces = findAtPoint(state, shape)
  for (let n = 0; n < pieces; n++) {
    source.corners(found.pieces[n], corners)
    if (setCornersNormal() && Math.abs(axis[0] * inward[0] + axis[1] * inward[1] + axis[2] * inward[2]) > cosine) return true
  }
  return false
}

function findAtPoint(state: WorldState, shape: number): number {
  for (let k = 0; k < 3; k++) {
    bounds[k] = pointIn[k] - hairIn[0]
    bounds[3 + k] = pointIn[k] + hairIn[0]
  }
  return asLevel(state.hulls[state.shapes.columns.hull[shape]]).find(bounds)
}

/**
 * Does a triangle of the level geometry `shape` have the point at hand, of the shape `fixed`, whatever plane it is in: the normal leads behind it,
 * or leans over it and the shape, or its piece, does not rise above it? Its plane is at hand then.
 */
export function levelCovers(state: WorldState, shape: number, fixed: number, piece: number): boolean {
  const { center, rotation, hull } = state.shapes.columns
  const r = shape * 9
  for (let k = 0; k < 3; k++) near[k] = fixedPoint[k] + center[fixed * 3 + k] - center[shape * 3 + k]
  turnIn(rotation, r, near, pointIn)
  turnIn(rotation, r, away, awayIn)
  const source = asLevel(state.hulls[hull[shape]])
  const pieces = findAtPoint(state, shape)
  edgeHair[0] = hairIn[0]
  for (let n = 0; n < pieces; n++) {
    source.corners(found.pieces[n], corners)
    const how = coversEdge(corners)
    if (how === UNCOVERED) continue
    planeOwner = fixed
    turnOut(rotation, r, faceNormal, planeNormal, 0)
    planeLevel[0] = planeNormal[0] * fixedPoint[0] + planeNormal[1] * fixedPoint[1] + planeNormal[2] * fixedPoint[2]
    if (how === LEADS_BEHIND || !risesAbove(state, fixed, piece)) return true
  }
  return false
}
