/**
 * Body and shape rows with coordinates: created here, with their geometry, proxies and mass.
 */

import { linkShape, removePairsOf, takeShapeRow } from '../../common/store/body-store.ts'
import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import { writeSurface } from '../../common/store/surface-options.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import type { Instance } from '../geometry/instances.ts'
import type { KeptGeometry } from '../geometry/kept-geometry.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
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
  if (definition.kindCode >= LEVEL) state.levelShapes++
  shapes.materials[row] = definition.materials === null ? 0 : state.hullRegistry.use(definition.materials) + 1
  const { surfaceVelocity: s } = definition
  shapes.surfaceVelocity.set([s.x, s.y, s.z], row * 3)
  if (s.x !== 0 || s.y !== 0 || s.z !== 0) shapes.flags[row] |= SURFACE_MOVES
  linkShape(state, body, row, last)
  return row
}

/** Kind, sizes and place in the body. */
function writeGeometry(state: WorldState, row: number, definition: ShapeDefinition): void {
  const shapes = state.shapes.columns
  shapes.kind[row] = definition.kindCode
  for (let k = 0; k < 4; k++) shapes.size[row * 4 + k] = definition.size[k] ?? 0
  useGeometry(state, row, definition)
  const { position: p, rotation: q } = definition
  shapes.localPosition.set([p.x, p.y, p.z], row * 3)
  shapes.localRotation.set([q.x, q.y, q.z, q.w], row * 4)
}

function useGeometry(state: WorldState, row: number, { geometry, hull }: ShapeDefinition): void {
  const shapes = state.shapes.columns
  shapes.geometry[row] = shapes.hull[row] = -1
  if (geometry === null) return
  const number = state.hullRegistry.use(geometry)
  shapes.geometry[row] = number
  // Equal geometries are one: the first of them stands for all.
  const made = (hull as Instance) === geometry ? null : hull
  shapes.hull[row] = state.instances.use(state.hullRegistry.list[number] as KeptGeometry, shapes.size, row * 4, made)
}

/** Gives a shape another geometry; its surface stays. Pairs of another kind are looked for anew. */
export function changeGeometry(state: WorldState, shape: number, definition: ShapeDefinition): void {
  const { body, kind, geometry, hull } = state.shapes.columns
  const before = geometry[shape]
  const instance = hull[shape]
  if (kind[shape] !== definition.kindCode) {
    removePairsOf(state, body[shape], shape)
    state.broadPhase.touch(shape)
  }
  writeGeometry(state, shape, definition)
  if (before >= 0) {
    state.hullRegistry.drop(before)
    state.instances.drop(instance)
  }
  refreshMass(state, body[shape])
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
