/**
 * The contacts of a pair, the index-only part. Most pairs have one manifold; a shape that lies in a corner of level geometry has several, and
 * each of them is a row of the contact table. They form a chain: `contact` of the pair is the first row + 1, and `nextFree` of a live row leads
 * to the next one (row + 1, 0 = the last). The column is that of the pool's free list, which live rows have no other use for.
 */

import { freeRow, takeRow } from '../memory/ids.ts'
import { CONTACT_POOL } from './column-codes.ts'
import type { WorldTables } from './world-tables.ts'

/** A new contact row without points or history, still in no chain. Room must be reserved before. */
export function takeContact(state: WorldTables): number {
  const c = takeRow(state.contacts, state.globals.columns.freeHead, CONTACT_POOL)
  state.contacts.columns.count[c] = 0
  state.contacts.columns.age[c] = 0
  return c
}

/** Gives a contact row back that is in no chain any more. */
export function freeContact(state: WorldTables, c: number): void {
  freeRow(state.contacts, state.globals.columns.freeHead, CONTACT_POOL, c)
}

/** The contact after this one in its chain, −1 = none. */
export function nextContact(state: WorldTables, c: number): number {
  return state.contacts.columns.nextFree[c] - 1
}

/** Makes the first `count` of these rows the contacts of a pair, in this order; at least one. */
export function chainContacts(state: WorldTables, row: number, list: Int32Array, count: number): void {
  const { nextFree, pair } = state.contacts.columns
  state.pairs.columns.contact[row] = list[0] + 1
  for (let i = 0; i < count; i++) {
    nextFree[list[i]] = i + 1 < count ? list[i + 1] + 1 : 0
    pair[list[i]] = row
  }
}

/** Takes a contact out of its pair's chain and gives its row back. */
export function unchainContact(state: WorldTables, c: number): void {
  const { nextFree, pair } = state.contacts.columns
  const { contact } = state.pairs.columns
  const row = pair[c]
  if (contact[row] === c + 1) contact[row] = nextFree[c]
  else {
    let at = contact[row] - 1
    while (nextFree[at] !== c + 1) at = nextFree[at] - 1
    nextFree[at] = nextFree[c]
  }
  freeContact(state, c)
}
