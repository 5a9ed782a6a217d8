/**
 * Taking shapes and bodies out of the simulation: their proxies, their pairs and what slept on them. Used by destroying, disabling,
 * changing the type or a shape.
 */

import { DYNAMIC, ENABLED, QUARANTINED } from './column-codes.ts'
import { handleOf } from '../memory/ids.ts'
import { removePair } from './pair-rows.ts'
import { wakeRing } from '../islands/sleep.ts'
import type { WorldTables } from './world-tables.ts'

/** Removes the pairs of one body (or of one of its shapes, if not −1) and wakes what it held up. */
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
export function quarantine(state: WorldTables, body: number, cause: number): void {
  const { flags } = state.bodies.columns
  flags[body] = (flags[body] & ~ENABLED) | QUARANTINED
  const { quarantined } = state.events
  const at = quarantined.push()
  quarantined.data[at] = handleOf(state.bodies, body)
  quarantined.data[at + 1] = cause
}

/** Unties a body from those it sleeps with. */
export function leaveRing(sleepNext: Int32Array, body: number): void {
  let at = body
  while (sleepNext[at] !== body) at = sleepNext[at]
  sleepNext[at] = sleepNext[body]
  sleepNext[body] = body
}
