/**
 * Rows of the pair table: new pairs, sleep, removal. Awake pairs come first.
 */

import { copyRow } from '../memory/world-memory.ts'
import { CHARACTER, DYNAMIC, IGNORED, LOOK, PERSIST_EVENTS, SENSES, SENSES_SENSORS, SENSOR, TOUCHING, WANTS_PERSIST } from './column-codes.ts'
import { filtersAgree } from './collision-filter.ts'
import { freeContact, unchainContact } from './contact-chain.ts'
import { reportEnd } from './pair-events.ts'
import type { WorldTables } from './world-tables.ts'

/** Adds the pairs that the broad phase has found. */
export function addNewPairs(state: WorldTables): void {
  const { broadPhase } = state
  const count = broadPhase.findPairs()
  if (count === 0) return
  state.reserve(state.pairs, state.pairs.count + count)
  const { pairs } = broadPhase
  for (let k = 0; k < count; k++) {
    const a = pairs[k * 2]
    const b = pairs[k * 2 + 1]
    if (mayCollide(state, a, b) && state.pairSet.find(a, b) < 0) addPair(state, a, b)
  }
}

/** Different bodies, one of them dynamic or a sensor, filters agree; two sensors only if one of them senses sensors; characters only with sensors. */
export function mayCollide(state: WorldTables, a: number, b: number): boolean {
  const { body, flags } = state.shapes.columns
  const { type, flags: bodyFlags } = state.bodies.columns
  if (body[a] === body[b]) return false
  const any = flags[a] | flags[b]
  const sensors = (any & SENSOR) !== 0
  if ((flags[a] & flags[b] & SENSOR) !== 0 && (any & SENSES_SENSORS) === 0) return false
  if (!sensors && type[body[a]] !== DYNAMIC && type[body[b]] !== DYNAMIC) return false
  if (!sensors && ((bodyFlags[body[a]] | bodyFlags[body[b]]) & CHARACTER) !== 0) return false
  if (!filtersAgree(state.shapes.columns, a, b)) return false
  return sensors || state.joinedBodies.find(body[a], body[b]) < 0
}

/** Returns its row. */
export function addPair(state: WorldTables, a: number, b: number): number {
  const { kind, flags, body } = state.shapes.columns
  const { awake } = state.bodies.columns
  const row = state.pairs.count++
  const columns = state.pairs.columns
  // The narrow phase wants the simpler shape first.
  const swap = kind[a] > kind[b]
  columns.shapeA[row] = swap ? b : a
  columns.shapeB[row] = swap ? a : b
  columns.contact[row] = 0
  const both = flags[a] | flags[b]
  const senses = (both & SENSOR) !== 0
  columns.state[row] = (senses ? SENSES | LOOK : 0) | ((both & PERSIST_EVENTS) !== 0 ? WANTS_PERSIST : 0)
  state.pairSet.set(a, b, row)
  if (!state.hooks.askPair(a, b)) columns.state[row] = (columns.state[row] & ~LOOK) | IGNORED
  if (awake[body[a]] === 1 || awake[body[b]] === 1) return wakePair(state, row)
  if ((columns.state[row] & LOOK) !== 0) state.lookAtSleepers = true
  return row
}

/** Moves a sleeping pair to the end of the awake ones. Returns its row. */
export function wakePair(state: WorldTables, row: number): number {
  const globals = state.globals.columns
  const to = globals.awakePairs[0]
  if (row < to) return row
  swapPairs(state, row, to)
  globals.awakePairs[0] = to + 1
  return to
}

/** Wakes the pairs of bodies that woke. */
export function wakePairsOfAwake(state: WorldTables): void {
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { awake } = state.bodies.columns
  for (let row = state.globals.columns.awakePairs[0]; row < state.pairs.count; row++) {
    if (awake[body[shapeA[row]]] === 1 || awake[body[shapeB[row]]] === 1) wakePair(state, row)
  }
}

/** Moves an awake pair behind the awake ones. */
function sleepPair(state: WorldTables, row: number): void {
  const globals = state.globals.columns
  const last = globals.awakePairs[0] - 1
  if (row > last) return
  swapPairs(state, row, last)
  globals.awakePairs[0] = last
}

/** Pairs with no awake body go to sleep. `sensors`: those of sensors too; not if a body may have been moved since they were looked at. */
export function sleepPairsOfSleepers(state: WorldTables, sensors: boolean): void {
  const { body } = state.shapes.columns
  const { awake } = state.bodies.columns
  const { shapeA, shapeB, state: flags } = state.pairs.columns
  for (let row = state.globals.columns.awakePairs[0] - 1; row >= 0; row--) {
    if (awake[body[shapeA[row]]] === 1 || awake[body[shapeB[row]]] === 1) continue
    if (sensors || (flags[row] & SENSES) === 0) sleepPair(state, row)
  }
}

function swapPairs(state: WorldTables, i: number, j: number): void {
  if (i === j) return
  const { shapeA, shapeB, contact, state: flags } = state.pairs.columns
  const a = shapeA[i]
  const b = shapeB[i]
  const c = contact[i]
  const f = flags[i]
  copyRow(state.pairs, j, i)
  shapeA[j] = a
  shapeB[j] = b
  contact[j] = c
  flags[j] = f
  indexPair(state, i)
  indexPair(state, j)
}

function indexPair(state: WorldTables, row: number): void {
  const { shapeA, shapeB, contact } = state.pairs.columns
  state.pairSet.set(shapeA[row], shapeB[row], row)
  if (contact[row] === 0) return
  const { pair, nextFree } = state.contacts.columns
  for (let c = contact[row] - 1; c >= 0; c = nextFree[c] - 1) pair[c] = row
}

/** Removes a pair; a touching one reports its end. The last row of its part takes its place. */
export function removePair(state: WorldTables, row: number): void {
  const { shapeA, shapeB, state: flags } = state.pairs.columns
  if ((flags[row] & TOUCHING) !== 0) reportEnd(state, row)
  dropContact(state, row)
  state.pairSet.remove(shapeA[row], shapeB[row])
  const globals = state.globals.columns
  let hole = row
  const lastAwake = globals.awakePairs[0] - 1
  if (hole <= lastAwake) {
    if (hole !== lastAwake) movePair(state, lastAwake, hole)
    hole = lastAwake
    globals.awakePairs[0] = lastAwake
  }
  const last = state.pairs.count - 1
  if (hole !== last) movePair(state, last, hole)
  state.pairs.count = last
}

function movePair(state: WorldTables, from: number, to: number): void {
  copyRow(state.pairs, from, to)
  indexPair(state, to)
}

/** Gives the pair's contact rows back, if it has any. */
export function dropContact(state: WorldTables, row: number): void {
  const { contact } = state.pairs.columns
  const { nextFree } = state.contacts.columns
  let c = contact[row] - 1
  contact[row] = 0
  while (c >= 0) {
    const next = nextFree[c] - 1
    freeContact(state, c)
    c = next
  }
}

/** Drops the contacts of a pair without points. */
export function dropManifold(state: WorldTables, row: number): void {
  const { contact, state: flags } = state.pairs.columns
  if (contact[row] === 0) return
  if ((flags[row] & TOUCHING) !== 0) {
    flags[row] &= ~TOUCHING
    reportEnd(state, row)
  }
  dropContact(state, row)
}

/** Drops one of a pair's contacts; with the last of them they no longer touch. */
export function dropOneContact(state: WorldTables, c: number): void {
  const row = state.contacts.columns.pair[c]
  if (state.pairs.columns.contact[row] === c + 1 && state.contacts.columns.nextFree[c] === 0) dropManifold(state, row)
  else unchainContact(state, c)
}
