/**
 * After a restore: derives everything that is not in the snapshot from the state.
 */

import { rebuildIndices } from '../../common/world/restore.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { derive } from './mass.ts'
import { placeShape } from './shape-bounds.ts'
import type { WorldState } from './world-state.ts'

/** `redefined`: bodies or shapes were added, removed or changed since; otherwise mass and extent still hold. */
export function rebuild(state: WorldState, redefined: boolean): void {
  const { bodies, shapes } = state
  const columns = bodies.columns
  const { geometry, size, alive, hull, materials } = shapes.columns
  state.hullRegistry.recount(geometry, alive, shapes.count, materials)
  state.instances.recount(state.hullRegistry.list, geometry, size, alive, shapes.count, hull)
  state.levelShapes = 0
  for (let row = 0; row < shapes.count; row++) if (shapes.columns.alive[row] === 1 && shapes.columns.kind[row] >= LEVEL) state.levelShapes++
  columns.oldX.set(columns.x)
  columns.oldQ.set(columns.q)
  if (redefined) for (let row = 0; row < bodies.count; row++) if (columns.alive[row] === 1) derive(state, row)
  for (let row = 0; row < shapes.count; row++) if (shapes.columns.alive[row] === 1) placeShape(state, row)
  rebuildIndices(state)
}
