/**
 * Making and unmaking rows: bodies and shapes come into the tables here and leave them here.
 */

import { freeRow, takeRow } from '../common/ids.ts'
import { clearRow } from '../common/memory/world-memory.ts'
import { ENABLED, STATIC } from './bodies.ts'
import { updateMass } from './mass.ts'
import { insertProxy, syncBody } from './placing.ts'
import { disableBody, removePairsOf } from './removing.ts'
import type { ShapeDefinition } from './shape-definition.ts'
import { PERSIST_EVENTS, SENSOR, SURFACE_MOVES } from './shapes.ts'
import { wakeRing } from './sleeping.ts'
import { BODY_POOL, SHAPE_POOL, type WorldState } from './world-state.ts'

/** A body row with everything zero but its generation. */
export function createBodyRow(state: WorldState): number {
  state.reserve(state.bodies, state.bodies.count + 1)
  const globals = state.globals.columns
  const row = takeRow(state.bodies, globals.freeHead, BODY_POOL)
  state.bodies.columns.sleepNext[row] = row
  globals.bodyCount[0]++
  return row
}

/** Puts a shape on a body. Mass is brought up to date by the caller. */
export function createShapeRow(state: WorldState, body: number, definition: ShapeDefinition): number {
  state.reserve(state.shapes, state.shapes.count + 1)
  const globals = state.globals.columns
  const row = takeRow(state.shapes, globals.freeHead, SHAPE_POOL)
  globals.shapeCount[0]++
  const shapes = state.shapes.columns
  shapes.kind[row] = definition.kindCode
  shapes.body[row] = body
  shapes.flags[row] = (definition.sensor ? SENSOR : 0) | (definition.contactEvents ? PERSIST_EVENTS : 0)
  for (let k = 0; k < 3; k++) shapes.size[row * 4 + k] = definition.size[k]
  shapes.hull[row] = definition.hull ? hullIndex(state, definition) : -1
  const { position: p, rotation: q, surfaceVelocity: s } = definition
  shapes.localPosition.set([p.x, p.y, p.z], row * 3)
  shapes.localRotation.set([q.x, q.y, q.z, q.w], row * 4)
  shapes.surfaceVelocity.set([s.x, s.y, s.z], row * 3)
  if (s.x !== 0 || s.y !== 0 || s.z !== 0) shapes.flags[row] |= SURFACE_MOVES
  shapes.density[row] = definition.density
  shapes.friction[row] = definition.friction
  shapes.restitution[row] = definition.restitution
  shapes.rolling[row] = definition.rollingResistance
  shapes.category[row] = definition.category
  shapes.mask[row] = definition.mask
  shapes.frictionCombine[row] = definition.frictionCombine
  shapes.restitutionCombine[row] = definition.restitutionCombine
  link(state, body, row)
  return row
}

/** Hulls are shared by everything made of the same definition, and kept: snapshots refer to them by number. */
function hullIndex(state: WorldState, definition: ShapeDefinition): number {
  const hull = definition.hull!
  const number = state.hullBook.enter(hull)
  if (number === state.hulls.length) state.hulls.push(hull)
  return number
}

/** Appends to the body's list, so that shapes keep the order in which they were added. */
function link(state: WorldState, body: number, shape: number): void {
  const { firstShape } = state.bodies.columns
  const { nextOfBody } = state.shapes.columns
  nextOfBody[shape] = 0
  if (firstShape[body] === 0) {
    firstShape[body] = shape + 1
    return
  }
  let at = firstShape[body] - 1
  while (nextOfBody[at] !== 0) at = nextOfBody[at] - 1
  nextOfBody[at] = shape + 1
}

/** Brings a body with new or changed shapes into the broad phase. */
export function enterBroadPhase(state: WorldState, body: number): void {
  if ((state.bodies.columns.flags[body] & ENABLED) === 0) {
    syncBody(state, body)
    return
  }
  for (let s = state.bodies.columns.firstShape[body] - 1; s >= 0; s = state.shapes.columns.nextOfBody[s] - 1) insertProxy(state, s)
}

export function destroyShapeRow(state: WorldState, shape: number): void {
  const { body, nextOfBody } = state.shapes.columns
  const owner = body[shape]
  removePairsOf(state, owner, shape)
  state.broadPhase.remove(shape)
  const { firstShape } = state.bodies.columns
  if (firstShape[owner] === shape + 1) firstShape[owner] = nextOfBody[shape]
  else {
    let at = firstShape[owner] - 1
    while (nextOfBody[at] !== shape + 1) at = nextOfBody[at] - 1
    nextOfBody[at] = nextOfBody[shape]
  }
  releaseShape(state, shape)
}

function releaseShape(state: WorldState, shape: number): void {
  const { generation } = state.shapes.columns
  const kept = generation[shape]
  clearRow(state.shapes, shape)
  generation[shape] = kept
  const globals = state.globals.columns
  freeRow(state.shapes, globals.freeHead, SHAPE_POOL, shape)
  globals.shapeCount[0]--
}

/** Takes a body and all its shapes out of the world. */
export function destroyBodyRow(state: WorldState, body: number): void {
  if (state.bodies.columns.type[body] !== STATIC) wakeRing(state, body)
  disableBody(state, body)
  let shape = state.bodies.columns.firstShape[body] - 1
  while (shape >= 0) {
    const next = state.shapes.columns.nextOfBody[shape] - 1
    releaseShape(state, shape)
    shape = next
  }
  const { generation } = state.bodies.columns
  const kept = generation[body]
  clearRow(state.bodies, body)
  generation[body] = kept
  const globals = state.globals.columns
  freeRow(state.bodies, globals.freeHead, BODY_POOL, body)
  globals.bodyCount[0]--
}

/** After shapes or their densities changed. */
export function refreshMass(state: WorldState, body: number): void {
  updateMass(state, body)
  syncBody(state, body)
}
