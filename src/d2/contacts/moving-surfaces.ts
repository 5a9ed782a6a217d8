/**
 * Surface velocities of conveyor belts: constant terms in a contact's velocities.
 */

import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import { CHANGE_STRIDE, NEW_VELOCITY, NORMAL_SPEED } from '../../common/store/contact-hooks.ts'
import type { WorldState } from '../store/world-state.ts'
import { BIAS, BIAS_TANGENT, GAP_STRIDE, HOT_STRIDE, MODIFIED, NORMAL, SLOP } from './contact-row.ts'

/** Adds the belts' velocities to the tangent's target: friction drives towards them. */
export function addSurfaceVelocity(state: WorldState, row: number): void {
  const { hot, contact } = state.contactRows.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { flags, surfaceVelocity, body } = state.shapes.columns
  const { rotation } = state.bodies.columns
  const p = state.contacts.columns.pair[contact[row]]
  const o = row * HOT_STRIDE
  for (let side = 0; side < 2; side++) {
    const shape = side === 0 ? shapeA[p] : shapeB[p]
    if ((flags[shape] & SURFACE_MOVES) === 0) continue
    const c = rotation[body[shape] * 2]
    const s = rotation[body[shape] * 2 + 1]
    const x = c * surfaceVelocity[shape * 2] - s * surfaceVelocity[shape * 2 + 1]
    const y = s * surfaceVelocity[shape * 2] + c * surfaceVelocity[shape * 2 + 1]
    const along = hot[o + NORMAL + 1] * x - hot[o + NORMAL] * y
    hot[o + BIAS_TANGENT] += side === 0 ? -along : along
  }
}

/** The same for what the user has given the contact: B is carried over A. */
export function addModifiedVelocity(state: WorldState, row: number): void {
  const { hot, contact } = state.contactRows.columns
  const { values } = state.hooks
  const v = contact[row] * CHANGE_STRIDE + NEW_VELOCITY
  const o = row * HOT_STRIDE
  hot[o + BIAS_TANGENT] -= hot[o + NORMAL + 1] * values[v] - hot[o + NORMAL] * values[v + 1]
}

/** After the velocity targets of a substep are set: points that touch part with the speed that the user has given their contact. */
export function addNormalSpeeds(state: WorldState, from: number, to: number): void {
  const { hot, gap, contact, flags } = state.contactRows.columns
  const { values } = state.hooks
  for (let row = from; row < to; row++) {
    if ((flags[row] & MODIFIED) === 0) continue
    const speed = values[contact[row] * CHANGE_STRIDE + NORMAL_SPEED]
    if (speed === 0) continue
    const g = row * GAP_STRIDE
    for (let i = 0; i < 2; i++) if (gap[g + i] <= gap[g + SLOP]) hot[row * HOT_STRIDE + BIAS + i] = -speed
  }
}
