/**
 * Making and unmaking rows of bodies and shapes, as far as no coordinates are concerned.
 */

import { BODY_POOL, SHAPE_POOL, STATIC } from './column-codes.ts'
import { freeRow, takeRow } from '../memory/ids.ts'
import { disableBody, removePairsOf } from './removing.ts'
import { wakeRing } from '../islands/sleep.ts'
import type { WorldTables } from './world-tables.ts'

/** A body row with everything zero but its generation. */
export function createBodyRow(state: WorldTables): number {
  state.reserve(state.bodies, state.bodies.count + 1)
  const globals = state.globals.columns
  const row = takeRow(state.bodies, globals.freeHead, BODY_POOL)
  state.bodies.columns.sleepNext[row] = row
  globals.bodyCount[0]++
  return row
}

/** A shape row, still without a body. */
export function takeShapeRow(state: WorldTables): number {
  state.reserve(state.shapes, state.shapes.count + 1)
  const globals = state.globals.columns
  const row = takeRow(state.shapes, globals.freeHead, SHAPE_POOL)
  globals.shapeCount[0]++
  return row
}

/** Appends to the body's list, so that shapes keep the order in which they were added. */
export function linkShape(state: WorldTables, body: number, shape: number): void {
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

export function destroyShapeRow(state: WorldTables, shape: number): void {
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

function releaseShape(state: WorldTables, shape: number): void {
  const globals = state.globals.columns
  freeRow(state.shapes, globals.freeHead, SHAPE_POOL, shape)
  globals.shapeCount[0]--
}

/** Takes a body and all its shapes out of the world. */
export function destroyBodyRow(state: WorldTables, body: number): void {
  if (state.bodies.columns.type[body] !== STATIC) wakeRing(state, body)
  disableBody(state, body)
  let shape = state.bodies.columns.firstShape[body] - 1
  while (shape >= 0) {
    const next = state.shapes.columns.nextOfBody[shape] - 1
    releaseShape(state, shape)
    shape = next
  }
  const globals = state.globals.columns
  freeRow(state.bodies, globals.freeHead, BODY_POOL, body)
  globals.bodyCount[0]--
}
