/**
 * Order of the pair table, for locality of memory. New pairs come last, and holes are filled from the end: after a while neighbours in the
 * table are strangers in the world, and each row of a shape or a body that a stage asks for has to be fetched from afar. When too many are,
 * the awake pairs are sorted by their shapes, and their contacts with them: bodies made together mostly lie together. When that is due
 * follows from the table alone.
 */

import { moveRows } from '../memory/world-memory.ts'
import { STRANGE_DISTANCE } from '../tuning.ts'
import type { WorldTables } from './world-tables.ts'

/** Rows in order, and rows to go to. */
let order = new Int32Array(64)
let target = new Int32Array(64)
/** By shape: where its next pair goes. */
let place = new Int32Array(64)
/** By contact: is it one of those to be sorted? */
let sorted = new Uint8Array(64)

/** Sorts the awake pairs if they are in disorder. Before the narrow phase: contacts change their rows. */
export function sortPairs(state: WorldTables): void {
  const count = state.globals.columns.awakePairs[0]
  if (!isDisordered(state, count)) return
  makeRoom(state, count)
  const { shapeA, shapeB } = state.pairs.columns
  for (let row = 0; row < count; row++) target[row] = row
  sortBy(state, Math.max, target, order, count)
  sortBy(state, Math.min, order, target, count)
  for (let row = 0; row < count; row++) order[row] = row
  moveRows(state.pairs, target, order, count)
  for (let row = 0; row < count; row++) state.pairSet.set(shapeA[row], shapeB[row], row)
  sortContacts(state, count)
}

function isDisordered(state: WorldTables, count: number): boolean {
  const { shapeA, shapeB } = state.pairs.columns
  const maxStrangers = (2 * Math.max(count, state.shapes.count)) / STRANGE_DISTANCE
  let strangers = 0
  let last = 0
  for (let row = 0; row < count; row++) {
    const shape = Math.min(shapeA[row], shapeB[row])
    if (Math.abs(shape - last) > STRANGE_DISTANCE) strangers++
    last = shape
  }
  return strangers > maxStrangers
}

/** Puts `rows` into `out` by one of their shapes, ascending; equal ones stay in their order. */
function sortBy(state: WorldTables, one: (a: number, b: number) => number, rows: Int32Array, out: Int32Array, count: number): void {
  const { shapeA, shapeB } = state.pairs.columns
  place.fill(0)
  for (let row = 0; row < count; row++) place[one(shapeA[row], shapeB[row]) + 1]++
  for (let k = 1; k < place.length; k++) place[k] += place[k - 1]
  for (let i = 0; i < count; i++) out[place[one(shapeA[rows[i]], shapeB[rows[i]])]++] = rows[i]
}

/** The contacts of the sorted pairs share out the rows that they have among them. */
function sortContacts(state: WorldTables, count: number): void {
  const { contact } = state.pairs.columns
  const { pair, nextFree } = state.contacts.columns
  sorted.fill(0)
  let found = 0
  for (let row = 0; row < count; row++) {
    for (let c = contact[row] - 1; c >= 0; c = nextFree[c] - 1) {
      order[found++] = c
      sorted[c] = 1
    }
  }
  let next = 0
  for (let c = 0; next < found; c++) if (sorted[c] === 1) target[next++] = c
  moveRows(state.contacts, order, target, found)
  next = 0
  for (let row = 0; row < count; row++) {
    if (contact[row] === 0) continue
    let c = target[next++]
    contact[row] = c + 1
    pair[c] = row
    while (nextFree[c] !== 0) {
      const following = target[next++]
      nextFree[c] = following + 1
      pair[following] = row
      c = following
    }
  }
}

function makeRoom(state: WorldTables, count: number): void {
  const rows = Math.max(count, state.contacts.count)
  if (order.length < rows) {
    order = new Int32Array(rows * 2)
    target = new Int32Array(rows * 2)
  }
  if (place.length <= state.shapes.count) place = new Int32Array(state.shapes.count * 2)
  if (sorted.length < state.contacts.count) sorted = new Uint8Array(state.contacts.count * 2)
}
