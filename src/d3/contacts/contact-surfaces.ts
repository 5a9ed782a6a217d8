/**
 * Whose surface a contact, a foot or a wheel is on: the shape's own, or that of the material of the triangle that it is with.
 */

import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import type { SurfaceColumns } from '../../common/store/materials.ts'
import { MaterialTable } from '../geometry/material-table.ts'
import { pieceAt } from '../geometry/mesh/piece-nearest.ts'
import { asLevel } from '../geometry/shapes/level.ts'
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
  return surfaceOfMaterial(state, state.contacts.columns.material[2 * c + side], side, shape)
}

const local = new Float64Array(3)

/** The material of a shape's surface at the world point point[po …], −1 = none: that of the triangle nearest to it. */
export function materialAt(state: WorldState, shape: number, point: Float64Array, po: number): number {
  const { materials, hull } = state.shapes.columns
  if (state.levelShapes === 0 || materials[shape] === 0) return -1
  const piece = pieceNear(state, shape, point, po)
  return piece < 0 ? -1 : asLevel(state.hulls[hull[shape]]).materialOf(piece)
}

/** The piece of level geometry nearest to the world point point[po …]; −1 if there is none near. */
export function pieceNear(state: WorldState, shape: number, point: Float64Array, po: number): number {
  const { hull, rotation, center } = state.shapes.columns
  const x = point[po] - center[shape * 3]
  const y = point[po + 1] - center[shape * 3 + 1]
  const z = point[po + 2] - center[shape * 3 + 2]
  const r = shape * 9
  for (let k = 0; k < 3; k++) local[k] = rotation[r + k] * x + rotation[r + 3 + k] * y + rotation[r + 6 + k] * z
  return pieceAt(asLevel(state.hulls[hull[shape]]), local)
}

/** Where the surface of a shape stands where it has that material, −1 = none; its row goes to `surfaceRow` of the side. */
export function surfaceOfMaterial(state: WorldState, material: number, side: number, shape: number): ContactSurface {
  surfaceRow[side] = shape
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
