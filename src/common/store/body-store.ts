/**
 * Body and shape rows, the index-only part: made, taken out of the simulation (proxies, pairs, sleepers on them), freed.
 */

import { characterOf, destroyCharacterRow } from '../characters/character-rows.ts'
import { wakeRing } from '../islands/sleep.ts'
import { freeRow, handleOf, takeRow } from '../memory/ids.ts'
import type { Guards } from '../world/guards.ts'
import { BODY_POOL, DYNAMIC, ENABLED, QUARANTINED, SHAPE_POOL, STATIC } from './column-codes.ts'
import { removePair } from './pair-rows.ts'
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
  state.sensorCount = -1
  return row
}

/** Appends to the body's list, so that shapes keep the order in which they were added. `last`: the last of them, where it is known, otherwise −1. */
export function linkShape(state: WorldTables, body: number, shape: number, last: number): void {
  const { firstShape } = state.bodies.columns
  const { nextOfBody } = state.shapes.columns
  nextOfBody[shape] = 0
  if (firstShape[body] === 0) {
    firstShape[body] = shape + 1
    return
  }
  let at = last < 0 ? firstShape[body] - 1 : last
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
  state.dropGeometry(shape)
  freeRow(state.shapes, globals.freeHead, SHAPE_POOL, shape)
  globals.shapeCount[0]--
  state.sensorCount = -1
}

/** Removes a body and all its shapes from the world. */
export function destroyBodyRow(state: WorldTables, body: number): void {
  if (state.bodies.columns.type[body] !== STATIC) wakeRing(state, body)
  disableBody(state, body)
  const character = characterOf(state, body)
  if (character >= 0) destroyCharacterRow(state, character)
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

/** Removes the pairs of one body (or of one of its shapes, if not −1) and wakes the bodies it supported. */
export function removePairsOf(state: WorldTables, body: number, shape: number): void {
  const { shapes } = state
  for (let row = state.pairs.count - 1; row >= 0; row--) {
    // A removal may have shortened the list from behind.
    if (row >= state.pairs.count) continue
    const { shapeA, shapeB, contact } = state.pairs.columns
    const a = shapeA[row]
    const b = shapeB[row]
    const { body: owner } = shapes.columns
    const mine = shape >= 0 ? a === shape || b === shape : owner[a] === body || owner[b] === body
    if (!mine) continue
    const other = owner[a] === body ? owner[b] : owner[a]
    if (contact[row] > 0 && state.bodies.columns.type[other] === DYNAMIC) wakeRing(state, other)
    removePair(state, row)
  }
}

/** Takes a body's shapes out of the broad phase and ends its contacts; the body keeps its data. */
export function disableBody(state: WorldTables, body: number): void {
  removePairsOf(state, body, -1)
  const { firstShape, awake, sleepNext } = state.bodies.columns
  for (let s = firstShape[body] - 1; s >= 0; s = state.shapes.columns.nextOfBody[s] - 1) state.broadPhase.remove(s)
  leaveRing(sleepNext, body)
  awake[body] = 0
}

/** Switches a body off because its numbers went bad, and says so. Its proxies and pairs are left to `disableBody`. */
export function quarantine(state: WorldTables & { readonly guards: Guards }, body: number, cause: number): void {
  const { flags } = state.bodies.columns
  flags[body] = (flags[body] & ~ENABLED) | QUARANTINED
  const { quarantined } = state.events
  const at = quarantined.push()
  quarantined.data[at] = handleOf(state.bodies, body)
  quarantined.data[at + 1] = cause
  state.guards.quarantined++
}

/** Takes a body out of its ring of sleepers. */
export function leaveRing(sleepNext: Int32Array, body: number): void {
  let at = body
  while (sleepNext[at] !== body) at = sleepNext[at]
  sleepNext[at] = sleepNext[body]
  sleepNext[body] = body
}
