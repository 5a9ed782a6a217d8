/**
 * Whose surface a contact is on: the shape's own, or that of the material of the triangle that it is with.
 */

import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import type { SurfaceColumns } from '../../common/store/materials.ts'
import { MaterialTable } from '../geometry/material-table.ts'
import type { WorldState } from '../store/world-state.ts'

/** Columns of surfaces: those of the shapes, or a table of materials. */
export interface ContactSurface extends SurfaceColumns {
  readonly rolling: Float64Array
  /** 3 each. */
  readonly surfaceVelocity: Float64Array
}

/** Rows of the surfaces of A and B in what `surfaceOf` has given last. */
export const surfaceRow: Int32Array = new Int32Array(2)

/** Where the surface of side 0 or 1 of contact c stands, which is of the shape `shape`; its row goes to `surfaceRow`. */
export function surfaceOf(state: WorldState, c: number, side: number, shape: number): ContactSurface {
  surfaceRow[side] = shape
  const shapes = state.shapes.columns
  if (state.levelShapes === 0 || shapes.materials[shape] === 0) return shapes
  return ofMaterial(state, state.contacts.columns.material[2 * c + side], side, shape)
}

function ofMaterial(state: WorldState, material: number, side: number, shape: number): ContactSurface {
  const shapes = state.shapes.columns
  const table = state.hullRegistry.list[shapes.materials[shape] - 1]
  if (!(table instanceof MaterialTable) || material < 0 || material >= table.count) return shapes
  surfaceRow[side] = material
  return table
}

/** Does the surface that `surfaceOf` has given for a side move? */
export function surfaceMoves(state: WorldState, surface: ContactSurface, side: number): boolean {
  if (surface instanceof MaterialTable) return surface.moves(surfaceRow[side])
  return (state.shapes.columns.flags[surfaceRow[side]] & SURFACE_MOVES) !== 0
}
