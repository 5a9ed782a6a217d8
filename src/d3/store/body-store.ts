/**
 * Body and shape rows with coordinates: created here, with their geometry, proxies and mass.
 */

import { linkShape, takeShapeRow } from '../../common/store/body-store.ts'
import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import { writeSurface } from '../../common/store/surface-options.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { ENABLED } from './bodies.ts'
import { updateMass } from './mass.ts'
import { insertProxy, syncBody } from './shape-bounds.ts'
import type { WorldState } from './world-state.ts'

/** Puts a shape on a body. Mass is brought up to date by the caller. */
export function createShapeRow(state: WorldState, body: number, definition: ShapeDefinition): number {
  const row = takeShapeRow(state)
  const shapes = state.shapes.columns
  shapes.kind[row] = definition.kindCode
  shapes.body[row] = body
  writeSurface(shapes, row, definition)
  for (let k = 0; k < 3; k++) shapes.size[row * 4 + k] = definition.size[k]
  shapes.hull[row] = definition.hull ? hullIndex(state, definition) : -1
  const { position: p, rotation: q, surfaceVelocity: s } = definition
  shapes.localPosition.set([p.x, p.y, p.z], row * 3)
  shapes.localRotation.set([q.x, q.y, q.z, q.w], row * 4)
  shapes.surfaceVelocity.set([s.x, s.y, s.z], row * 3)
  if (s.x !== 0 || s.y !== 0 || s.z !== 0) shapes.flags[row] |= SURFACE_MOVES
  linkShape(state, body, row)
  return row
}

/** Hulls are shared by everything made of the same definition, and kept: snapshots refer to them by number. */
function hullIndex(state: WorldState, definition: ShapeDefinition): number {
  const hull = definition.hull!
  const number = state.hullRegistry.add(hull)
  if (number === state.hulls.length) state.hulls.push(hull)
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

/** After shapes or their densities changed. */
export function refreshMass(state: WorldState, body: number): void {
  updateMass(state, body)
  syncBody(state, body)
}
