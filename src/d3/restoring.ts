/**
 * After a restore: everything that follows from the state and is not in the snapshot is made again.
 */

import { derive } from './mass.ts'
import { placeShape } from './placing.ts'
import type { WorldState } from './world-state.ts'

export function rebuild(state: WorldState): void {
  const { bodies, shapes, pairs } = state
  const columns = bodies.columns
  for (let row = 0; row < bodies.count; row++) {
    if (columns.alive[row] === 0) continue
    derive(state, row)
    for (let k = 0; k < 3; k++) columns.oldX[row * 3 + k] = columns.x[row * 3 + k]
    for (let k = 0; k < 4; k++) columns.oldQ[row * 4 + k] = columns.q[row * 4 + k]
  }
  for (let row = 0; row < shapes.count; row++) if (shapes.columns.alive[row] === 1) placeShape(state, row)
  state.pairSet.clear()
  const { shapeA, shapeB, contact } = pairs.columns
  const { pair } = state.contacts.columns
  for (let row = 0; row < pairs.count; row++) {
    const a = shapeA[row]
    const b = shapeB[row]
    state.pairSet.set(Math.min(a, b), Math.max(a, b), row)
    if (contact[row] > 0) pair[contact[row] - 1] = row
  }
  state.contactRows.count = 0
  state.batches.islandCount = 0
  // Somebody may have been woken between the last step and the snapshot.
  state.wokeInStep = true
  state.broadPhase.restored()
  state.events.reset()
}
