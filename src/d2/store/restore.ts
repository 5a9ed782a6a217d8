/**
 * After a restore: derives everything that is not in the snapshot from the state.
 */

import { rebuildIndices } from '../../common/world/restore.ts'
import { derive } from './mass.ts'
import { orient, placeShape } from './shape-bounds.ts'
import type { WorldState } from './world-state.ts'

/** `redefined`: bodies or shapes were added, removed or changed since; otherwise mass and extent still hold. */
export function rebuild(state: WorldState, redefined: boolean): void {
  const { bodies, shapes } = state
  const columns = bodies.columns
  state.polygonRegistry.recount(shapes.columns.polygon, shapes.columns.alive, shapes.count)
  columns.oldX.set(columns.x)
  columns.oldAngle.set(columns.angle)
  for (let row = 0; row < bodies.count; row++) {
    if (columns.alive[row] === 0) continue
    orient(columns, row)
    if (redefined) derive(state, row)
  }
  for (let row = 0; row < shapes.count; row++) if (shapes.columns.alive[row] === 1) placeShape(state, row)
  rebuildIndices(state)
}
