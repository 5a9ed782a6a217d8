/**
 * Which contact rows follow the bodies (`following-rows.ts`), decided once per step. Faces of the immovable do not move, and cost nothing; but what
 * comes near one may get beyond its end in the step, and strike its corner.
 */

import { POSE_TOLERANCE } from '../../common/tuning.ts'
import { CORES_FACE_A, CORES_FACE_B, CORES_POINTS } from '../geometry/manifold.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import { HAS_MASS } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { PLACE_NORMAL, placeOut, readPlaceAhead } from './contact-place.ts'
import { GAP_STRIDE, HOT_STRIDE, NORMAL, SLOP } from './contact-row.ts'

/** Does the normal of this row follow the bodies? */
export function follows(state: WorldState, row: number, b: number, cores: number): boolean {
  if (cores === CORES_POINTS) return true
  if (cores !== CORES_FACE_A && cores !== CORES_FACE_B) return false
  // An ellipse's own part of the contact turns with it.
  if (state.shapes.columns.kind[b] === ELLIPSE) return true
  const { bodyA, bodyB } = state.contactRows.columns
  const { kind } = state.solverBodies.columns
  if ((kind[bodyA[row]] & kind[bodyB[row]] & HAS_MASS) !== 0 || leavesFace(state, row)) return true
  state.guards.normalsFrozen++
  return false
}

/** Is the row of an ellipse one with a face of the immovable? */
export function isOnFixedFace(state: WorldState, row: number, cores: number): boolean {
  const { bodyA, bodyB } = state.contactRows.columns
  const { kind } = state.solverBodies.columns
  return cores === CORES_FACE_A && (kind[bodyA[row]] & kind[bodyB[row]] & HAS_MASS) === 0
}

/** Does what comes near a face get beyond its end in this step? What touches the face goes on along it. */
function leavesFace(state: WorldState, row: number): boolean {
  const { hot, gap } = state.contactRows.columns
  if (!(gap[row * GAP_STRIDE] > gap[row * GAP_STRIDE + SLOP])) return false
  readPlaceAhead(state, row, state.dt, 0)
  const o = row * HOT_STRIDE + NORMAL
  return Math.abs(placeOut[PLACE_NORMAL] * hot[o + 1] - placeOut[PLACE_NORMAL + 1] * hot[o]) > POSE_TOLERANCE
}
