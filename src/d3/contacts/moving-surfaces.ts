/**
 * Prescribed velocities of surfaces: constant terms in a contact's velocities, from kinematic bodies that turn and from conveyor belts.
 */

import { CHANGE_STRIDE, NEW_VELOCITY, NORMAL_SPEED } from '../../common/store/contact-hooks.ts'
import { quatRotate } from '../math/quaternion.ts'
import type { WorldState } from '../store/world-state.ts'
import { surfaceMoves, surfaceOf, surfaceRow } from './contact-surfaces.ts'
import { arms, BIAS, BIAS_TANGENT, COLD_STRIDE, FIXED_NORMAL, GAP, HOT_STRIDE, MODIFIED, SLOP, TANGENT1, TANGENT2 } from './contact-row.ts'

const belt = new Float64Array(3)

/**
 * out[o] += the velocity along a direction that the spin of kinematic bodies makes at the arms `arm` of the row; −1: the spin about the
 * direction itself. Dynamic bodies have their part in the Jacobians.
 */
export function addDriven(
  state: WorldState, row: number, arm: number, direction: Float64Array, d: number, out: Float64Array, o: number,
): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { body } = state.solverBodies.columns
  const { w } = state.bodies.columns
  const movable = state.batches.bodyStart[0]
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[row] : bodyB[row]
    if (s === 0 || s >= movable) continue
    let x = direction[d]
    let y = direction[d + 1]
    let z = direction[d + 2]
    if (arm >= 0) {
      const rx = arms[arm + side * 3]
      const ry = arms[arm + side * 3 + 1]
      const rz = arms[arm + side * 3 + 2]
      const cx = ry * z - rz * y
      const cy = rz * x - rx * z
      z = rx * y - ry * x
      x = cx
      y = cy
    }
    const k = body[s] * 3
    const speed = x * w[k] + y * w[k + 1] + z * w[k + 2]
    out[o] += side === 0 ? -speed : speed
  }
}

/** Adds the belts' velocities to the tangents' targets: friction drives towards them. */
export function addSurfaceVelocity(state: WorldState, row: number): void {
  const { hot, contact } = state.contactRows.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const p = state.contacts.columns.pair[contact[row]]
  const o = row * HOT_STRIDE
  for (let side = 0; side < 2; side++) {
    const shape = side === 0 ? shapeA[p] : shapeB[p]
    const surface = surfaceOf(state, contact[row], side, shape)
    if (!surfaceMoves(state, surface, side)) continue
    const { surfaceVelocity } = surface
    const v = surfaceRow[side] * 3
    quatRotate(state.bodies.columns.q, body[shape] * 4, surfaceVelocity[v], surfaceVelocity[v + 1], surfaceVelocity[v + 2], belt, 0)
    const sign = side === 0 ? -1 : 1
    for (let k = 0; k < 3; k++) {
      hot[o + BIAS_TANGENT] += sign * hot[o + TANGENT1 + k] * belt[k]
      hot[o + BIAS_TANGENT + 1] += sign * hot[o + TANGENT2 + k] * belt[k]
    }
  }
}

/** The same for what the user has given the contact: B is carried over A. */
export function addModifiedVelocity(state: WorldState, row: number): void {
  const { hot, contact } = state.contactRows.columns
  const { values } = state.hooks
  const v = contact[row] * CHANGE_STRIDE
  const o = row * HOT_STRIDE
  for (let k = 0; k < 3; k++) {
    hot[o + BIAS_TANGENT] -= hot[o + TANGENT1 + k] * values[v + NEW_VELOCITY + k]
    hot[o + BIAS_TANGENT + 1] -= hot[o + TANGENT2 + k] * values[v + NEW_VELOCITY + k]
  }
}

/** After the velocity targets of a substep are set: points that touch part with the speed that the user has given their contact. */
export function addNormalSpeeds(state: WorldState, from: number, to: number): void {
  const { hot, cold, contact, count, flags } = state.contactRows.columns
  const { values } = state.hooks
  for (let row = from; row < to; row++) {
    if ((flags[row] & MODIFIED) === 0) continue
    const speed = values[contact[row] * CHANGE_STRIDE + NORMAL_SPEED]
    if (speed === 0) continue
    const c = row * COLD_STRIDE
    for (let i = 0; i < count[row]; i++) {
      if (cold[c + GAP + i] <= cold[c + SLOP]) hot[row * HOT_STRIDE + BIAS + i] = cold[c + FIXED_NORMAL + i] - speed
    }
  }
}
