/**
 * Contacts that a body in free flight only passes: it is near one thing, and its path does not lead there. The narrow phase records them,
 * and leaves them out when all contacts are known. A body near several things keeps its contacts: where it gets to depends on all of them.
 */

import { dropOneContact } from './pair-rows.ts'
import type { WorldTables } from './world-tables.ts'

/** Places in `activeContacts`. */
let places = new Int32Array(16)
let count = 0
/** Active contacts by body row. */
let contacts = new Int32Array(64)

export function startPassing(): void {
  count = 0
}

/** The contact at this place in `activeContacts` is not reached. */
export function recordPassing(place: number): void {
  if (places.length === count) {
    const grown = new Int32Array(count * 2)
    grown.set(places)
    places = grown
  }
  places[count++] = place
}

/** Turns recorded contacts of bodies that have no other one into −1 − themselves. How many there are. */
export function markPassing(state: WorldTables): number {
  if (count === 0) return 0
  const { activeContacts, activeCount } = state
  const { pair } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { awake } = state.bodies.columns
  if (contacts.length < state.bodies.count) contacts = new Int32Array(state.bodies.count * 2)
  contacts.fill(0, 0, state.bodies.count)
  for (let k = 0; k < activeCount; k++) {
    const p = pair[activeContacts[k]]
    contacts[body[shapeA[p]]]++
    contacts[body[shapeB[p]]]++
  }
  let marked = 0
  for (let k = 0; k < count; k++) {
    const c = activeContacts[places[k]]
    const a = body[shapeA[pair[c]]]
    const b = body[shapeB[pair[c]]]
    if ((awake[a] === 1 && contacts[a] > 1) || (awake[b] === 1 && contacts[b] > 1)) continue
    activeContacts[places[k]] = -1 - c
    marked++
  }
  return marked
}

/** Drops the active contacts that are marked as −1 − themselves. */
export function dropMarked(state: WorldTables): void {
  const { activeContacts } = state
  let kept = 0
  for (let k = 0; k < state.activeCount; k++) {
    const c = activeContacts[k]
    if (c < 0) dropOneContact(state, -1 - c)
    else activeContacts[kept++] = c
  }
  state.activeCount = kept
}
