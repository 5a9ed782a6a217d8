/**
 * Which contact rows follow the bodies (`following-rows.ts`), decided once per step. Faces of the immovable do not move, and cost nothing; but what
 * comes near one may get beyond its end in the step, and strike its edge.
 */

import { FLAT_COSINE } from '../../common/math/rounding.ts'
import { POSE_TOLERANCE } from '../../common/tuning.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { BOX } from '../geometry/shapes/box.ts'
import { ELLIPSOID } from '../geometry/shapes/ellipsoid.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { HAS_MASS } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { PLACE_NORMAL, placeOut, readPlaceAhead } from './contact-place.ts'
import { COLD_STRIDE, FOLLOWS, HOT_STRIDE, NORMAL, ON_PLANE, SEPARATION, SLOP, STAND_OFF_A, STAND_OFF_B } from './contact-row.ts'
import { isAtLevelEdge } from './level-rows.ts'

/** Bits of a row's flags if its normal follows the bodies, else 0. */
export function follows(state: WorldState, row: number, a: number, b: number): number {
  const { bodyA, bodyB, count } = state.contactRows.columns
  const { kind, size } = state.shapes.columns
  const bodies = state.solverBodies.columns.kind
  const free = (bodies[bodyA[row]] & bodies[bodyB[row]] & HAS_MASS) !== 0
  // An ellipsoid's own part of the contact turns with it: point, arms and how far the plane is from its centre.
  if (!free && count[row] === 1 && (kind[a] === ELLIPSOID || kind[b] === ELLIPSOID)) {
    return isOnFace(state, row, a, b) ? FOLLOWS | ON_PLANE : FOLLOWS
  }
  const cored = coreRadius(kind[a], size, a * 4) !== 0 || coreRadius(kind[b], size, b * 4) !== 0
  // Lines, and what is round without a core, along edges of the immovable: cylinders.
  if ((count[row] === 2 || !cored) && (free || kind[b] >= LEVEL || !isCurved(state, row))) return 0
  if (kind[b] >= LEVEL && free) return 0
  if (free || !isOnFace(state, row, a, b)) return FOLLOWS
  if (count[row] === 1 && leavesFace(state, row)) return FOLLOWS
  if (kind[b] < LEVEL) state.guards.normalsFrozen++
  return 0
}

/** Does what comes near a face get beyond its end in this step? What touches the face goes on along it, and a face may go on in another shape. */
function leavesFace(state: WorldState, row: number): boolean {
  const { hot, cold, flags, contact } = state.contactRows.columns
  const d = row * COLD_STRIDE
  if (!(cold[d + SEPARATION] > cold[d + SLOP]) || state.contacts.columns.goesOn[contact[row]] === 1) return false
  // As one that follows.
  flags[row] = FOLLOWS
  readPlaceAhead(state, row, state.dt, 0)
  const o = row * HOT_STRIDE + NORMAL
  let cosine = 0
  for (let k = 0; k < 3; k++) cosine += placeOut[PLACE_NORMAL + k] * hot[o + k]
  return 1 - cosine * cosine > POSE_TOLERANCE * POSE_TOLERANCE
}

/** Is the row on a face of one of its shapes? */
function isOnFace(state: WorldState, row: number, a: number, b: number): boolean {
  if (state.shapes.columns.kind[b] >= LEVEL) return !isAtLevelEdge(state, state.contactRows.columns.contact[row], b, a)
  const o = row * HOT_STRIDE + NORMAL
  return isFace(state, a, o, 1) || isFace(state, b, o, -1)
}

/** Does one of the shapes of a row roll there? */
function isCurved(state: WorldState, row: number): boolean {
  const { cold } = state.contactRows.columns
  return cold[row * COLD_STRIDE + STAND_OFF_A] > 0 || cold[row * COLD_STRIDE + STAND_OFF_B] > 0
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
