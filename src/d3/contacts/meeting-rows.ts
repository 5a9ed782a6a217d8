/**
 * Rows of corners and faces between two movable bodies. They are frozen for the sweeps, but struck where and when their shapes meet: a bouncy one
 * does not take the normal of the step's start, which has turned since.
 */

import { LEVEL } from '../geometry/shapes/level.ts'
import { fromWeighted } from '../math/weighted.ts'
import { coveredReachOut, setCoveredReach } from '../store/shape-bounds.ts'
import { HAS_MASS, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { isOfPlane, lastBlow, PLACE_GAP, placeOut, readPresentPlace } from './contact-place.ts'
import { BOUNCY, COLD_STRIDE, DRIVEN, GAP, LOCKED } from './contact-row.ts'
import { spanIn } from './following-rows.ts'
import { isBall } from './following-table.ts'

const spin = new Float64Array(3)

/**
 * Is the blow of a bouncy row that does not follow that of the shapes as they meet? So it is, but for joints and locked axes, which allow no jump,
 * and for bodies that go further than margins cover against the immovable: they are stopped at their impact (`continuous`). Faces of the
 * immovable do not turn: there the shape of the movable body does (`isOfPlane`). A kinematic body that turns takes them along.
 */
export function meets(state: WorldState, r: number): boolean {
  const { flags, island, bodyA, bodyB } = state.contactRows.columns
  const { kind, body } = state.solverBodies.columns
  if ((flags[r] & BOUNCY) === 0 || (flags[r] & LOCKED) !== 0 || state.islands.joints[island[r]] > 0) return false
  if ((kind[bodyA[r]] & kind[bodyB[r]] & HAS_MASS) !== 0) return !isOfMesh(state, r)
  if (isOfPlane(state, r) ? (flags[r] & DRIVEN) !== 0 || isOfBall(state, r) : isOfMesh(state, r)) return false
  return (bodyA[r] === 0 || isCovered(state, body[bodyA[r]])) && (bodyB[r] === 0 || isCovered(state, body[bodyB[r]]))
}

/** Do the margins of its contacts cover the motion of a body in this step? */
function isCovered(state: WorldState, body: number): boolean {
  setCoveredReach(state.bodies.columns, body)
  return state.bodies.columns.covered[body] < coveredReachOut[0]
}

/** Is one of the shapes of a row a ball? However it turns, it meets a plane where it did. */
function isOfBall(state: WorldState, r: number): boolean {
  const { shapes } = state.contactRows.columns
  return isBall(state, shapes[r * 2]) || isBall(state, shapes[r * 2 + 1])
}

/** Is one of the shapes of a row a mesh? Its triangles do not tell which of them are to be met. */
function isOfMesh(state: WorldState, r: number): boolean {
  if (state.levelShapes === 0) return false
  const pair = state.contacts.columns.pair[state.contactRows.columns.contact[r]]
  return state.shapes.columns.kind[state.pairs.columns.shapeB[pair]] >= LEVEL
}

/** Overlap along the plane of the step's start is none where the shapes are not as deep in each other now. */
export function clearOverlap(state: WorldState, r: number): void {
  const { cold, count } = state.contactRows.columns
  const g = r * COLD_STRIDE + GAP
  if (isOfPlane(state, r)) return
  let least = 0
  for (let i = 0; i < count[r]; i++) least = Math.min(least, cold[g + i])
  if (least === 0) return
  readPresentPlace(state, r)
  for (let i = 0; i < count[r]; i++) cold[g + i] = Math.max(cold[g + i], placeOut[PLACE_GAP])
}

/** Could the bodies of a row meet in this substep? As `mayTouch`, with the extents of the bodies for arms. */
export function mayMeet(state: WorldState, r: number): boolean {
  if (lastBlow(state, r) !== NOT_STRUCK) return true
  const h = spanIn[0]
  const { cold, count, bodyA, bodyB } = state.contactRows.columns
  const { velocity, external, factor, body } = state.solverBodies.columns
  const { radius } = state.bodies.columns
  let speed = 0
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    if (s === 0) continue
    fromWeighted(factor, s * 6, velocity, s * VELOCITY_STRIDE + 3, spin, 0)
    for (let k = 0; k < 3; k++) {
      speed += Math.abs(velocity[s * VELOCITY_STRIDE + k]) + Math.abs(external[s * 6 + k]) * 2 * h + Math.abs(spin[k]) * radius[body[s]]
    }
    fromWeighted(factor, s * 6, external, s * 6 + 3, spin, 0)
    for (let k = 0; k < 3; k++) speed += Math.abs(spin[k]) * 2 * h * radius[body[s]]
  }
  let least = Infinity
  for (let i = 0; i < count[r]; i++) least = Math.min(least, cold[r * COLD_STRIDE + GAP + i])
  return least <= 2 * speed * h
}
