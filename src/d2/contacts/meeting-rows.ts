/**
 * Rows of corners and faces between two movable bodies. They are frozen for the sweeps, but struck where and when their shapes meet: a bouncy one
 * does not take the normal of the step's start, which has turned since.
 */

import { HAS_MASS, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { lastBlow, PLACE_GAP, placeOut, readPresentPlace } from './contact-place.ts'
import { BOUNCY, GAP_STRIDE, LOCKED } from './contact-row.ts'
import { isCovered, spanIn } from './following-rows.ts'

/**
 * Is the blow of a bouncy row that does not follow that of the shapes as they meet? So between two movable bodies. Faces of the immovable do not
 * turn; joints and locked axes allow no jump.
 */
export function meets(state: WorldState, r: number): boolean {
  const { flags, island, bodyA, bodyB } = state.contactRows.columns
  const { kind, body } = state.solverBodies.columns
  if ((flags[r] & BOUNCY) === 0 || (flags[r] & LOCKED) !== 0 || state.islands.joints[island[r]] > 0) return false
  return (kind[bodyA[r]] & kind[bodyB[r]] & HAS_MASS) !== 0 && isCovered(state, body[bodyA[r]]) && isCovered(state, body[bodyB[r]])
}

/** Overlap along the plane of the step's start is none where the shapes are not as deep in each other now. */
export function clearOverlap(state: WorldState, r: number): void {
  const { gap } = state.contactRows.columns
  const g = r * GAP_STRIDE
  if (gap[g] >= 0 && gap[g + 1] >= 0) return
  readPresentPlace(state, r)
  for (let i = g; i < g + 2; i++) gap[i] = Math.max(gap[i], placeOut[PLACE_GAP])
}

/** Could the bodies of a row meet in this substep? As `mayTouch`, with the extents of the bodies for arms. */
export function mayMeet(state: WorldState, r: number): boolean {
  if (lastBlow(state, r) !== NOT_STRUCK) return true
  const h = spanIn[0]
  const { gap, bodyA, bodyB } = state.contactRows.columns
  const { velocity, external, body } = state.solverBodies.columns
  const { radius } = state.bodies.columns
  let speed = 0
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    const v = s * VELOCITY_STRIDE
    const e = s * 3
    const far = 2 * h
    speed += Math.abs(velocity[v]) + Math.abs(velocity[v + 1]) + (Math.abs(external[e]) + Math.abs(external[e + 1])) * far
    speed += (Math.abs(velocity[v + 2]) + Math.abs(external[e + 2]) * far) * radius[body[s]]
  }
  return Math.min(gap[r * GAP_STRIDE], gap[r * GAP_STRIDE + 1]) <= 2 * speed * h
}
