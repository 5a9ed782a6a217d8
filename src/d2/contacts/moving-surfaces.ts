/**
 * Surface velocities of conveyor belts: constant terms in a contact's velocities.
 */

import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import type { WorldState } from '../store/world-state.ts'
import { BIAS_TANGENT, HOT_STRIDE, NORMAL } from './contact-row.ts'

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
