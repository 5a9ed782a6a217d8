/**
 * Body and shape rows with coordinates: created here, with their geometry, proxies and mass.
 */

import { linkShape, removePairsOf, takeShapeRow } from '../../common/store/body-store.ts'
import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import { writeSurface } from '../../common/store/surface-options.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { ENABLED } from './bodies.ts'
import { derive, updateMass } from './mass.ts'
import { insertProxy, syncBody } from './shape-bounds.ts'
import type { WorldState } from './world-state.ts'

/** Puts a shape on a body. Mass is brought up to date by the caller. `last`: the body's last shape, where it is known; −1: it is looked for. */
export function createShapeRow(state: WorldState, body: number, definition: ShapeDefinition, last: number = -1): number {
  const row = takeShapeRow(state)
  const shapes = state.shapes.columns
  shapes.body[row] = body
  writeSurface(shapes, row, definition)
  writeGeometry(state, row, definition)
  const { surfaceVelocity: s } = definition
  shapes.surfaceVelocity.set([s.x, s.y], row * 2)
  if (s.x !== 0 || s.y !== 0) shapes.flags[row] |= SURFACE_MOVES
  linkShape(state, body, row, last)
  return row
}

/** Kind, sizes and place in the body. */
function writeGeometry(state: WorldState, row: number, definition: ShapeDefinition): void {
  const shapes = state.shapes.columns
  shapes.kind[row] = definition.kindCode
  shapes.size.set(definition.size, row * 4)
  shapes.polygon[row] = definition.polygon ? polygonIndex(state, definition) : -1
  const { position: p } = definition
  shapes.localPosition.set([p.x, p.y], row * 2)
  shapes.localRotation[row] = definition.rotation
}

/** Gives a shape another geometry; its surface stays. Pairs of another kind are looked for anew. */
export function changeGeometry(state: WorldState, shape: number, definition: ShapeDefinition): void {
  const { body, kind, polygon } = state.shapes.columns
  const before = polygon[shape]
  if (kind[shape] !== definition.kindCode) {
    removePairsOf(state, body[shape], shape)
    state.broadPhase.touch(shape)
  }
  writeGeometry(state, shape, definition)
  if (before >= 0) state.polygonRegistry.drop(before)
  refreshMass(state, body[shape])
}

/** Equal polygons are one; snapshots refer to them by number. */
function polygonIndex(state: WorldState, definition: ShapeDefinition): number {
  const number = state.polygonRegistry.use(definition.polygon!)
  if (state.polygonRegistry.usesOf(number) === 1) state.packedPolygons.add(number)
  return number
}

/** Brings a body with new or changed shapes into the broad phase. */
export function enterBroadPhase(state: WorldState, body: number): void {
  if ((state.bodies.columns.flags[body] & ENABLED) === 0) {
    syncBody(state, body)
    return
  }
  for (let s = state.bodies.columns.firstShape[body] - 1; s >= 0; s = state.shapes.columns.nextOfBody[s] - 1) insertProxy(state, s)
}

/** After a shape was removed whose mass the body keeps, because the others weigh nothing: its extent is that of the others. */
export function refreshExtent(state: WorldState, body: number): void {
  derive(state, body)
  syncBody(state, body)
}

/** After shapes or their densities changed. */
export function refreshMass(state: WorldState, body: number): void {
  updateMass(state, body)
  syncBody(state, body)
}
