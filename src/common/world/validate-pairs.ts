/**
 * Invariants of pairs and contacts: the pair table, its index, who is awake, which contact belongs to which pair, and that no pair is
 * missing.
 *
 */

import { type ProxyColumns, NONE, STATIC as STATIC_PROXY } from '../broad-phase/proxy-columns.ts'
import type { Table } from '../memory/world-memory.ts'
import { IGNORED, LOOK, PERSIST_EVENTS, SENSES, SENSOR, TOUCHING, WANTS_PERSIST } from '../store/column-codes.ts'
import { mayCollide } from '../store/pair-rows.ts'
import { clearMarks, fail } from './state-tables.ts'
import type { InspectedState } from './validate-world.ts'

/** `proxies`: the boxes of the broad phase, for pairs that must be there. */
export function validatePairs(state: InspectedState, proxies: Table<ProxyColumns>): void {
  validateRows(state)
  validateAwake(state)
  validateContacts(state)
  validateNoneMissing(state, proxies)
}

/** Each pair is of two shapes that may collide, and is found under them. */
function validateRows(state: InspectedState): void {
  const { shapeA, shapeB, contact, state: bits } = state.pairs.columns
  const { alive, flags, kind } = state.shapes.columns
  for (let row = 0; row < state.pairs.count; row++) {
    const a = shapeA[row]
    const b = shapeB[row]
    if (!(a >= 0 && a < state.shapes.count && alive[a] === 1)) fail('pairs', row, 'shapeA', `is ${a}, which is no live shape.`)
    if (!(b >= 0 && b < state.shapes.count && alive[b] === 1)) fail('pairs', row, 'shapeB', `is ${b}, which is no live shape.`)
    if (!mayCollide(state, a, b)) fail('pairs', row, 'shapeA', `and shapeB are ${a} and ${b}, which may not collide.`)
    if (kind[a] > kind[b]) fail('pairs', row, 'shapeA', 'is of the less simple kind of the two.')
    const found = state.pairSet.find(a, b)
    if (found !== row) fail('pairs', row, 'shapeA', `and shapeB are found under row ${found} in the pair set.`)
    const both = flags[a] | flags[b]
    if (((both & SENSOR) !== 0) !== ((bits[row] & SENSES) !== 0)) fail('pairs', row, 'state', 'is wrong about a sensor.')
    if (((both & PERSIST_EVENTS) !== 0) !== ((bits[row] & WANTS_PERSIST) !== 0)) {
      fail('pairs', row, 'state', 'is wrong about contact events.')
    }
    if ((bits[row] & LOOK) !== 0 && (bits[row] & SENSES) === 0) fail('pairs', row, 'state', 'is to be looked at, but has no sensor.')
    if ((bits[row] & LOOK) !== 0 && row >= state.globals.columns.awakePairs[0] && !state.lookAtSleepers) {
      fail('pairs', row, 'state', 'is to be looked at, but nobody will.')
    }
    if ((bits[row] & IGNORED) !== 0 && (contact[row] !== 0 || (bits[row] & (TOUCHING | LOOK)) !== 0)) {
      fail('pairs', row, 'state', 'says that they do not collide, but they touch or are looked at.')
    }
    if (contact[row] < 0 || contact[row] > state.contacts.count) fail('pairs', row, 'contact', `is ${contact[row]}, beyond the table.`)
    if ((bits[row] & SENSES) !== 0 && contact[row] !== 0) fail('pairs', row, 'contact', 'is set, but a sensor is involved.')
    if ((bits[row] & (TOUCHING | SENSES)) === TOUCHING && contact[row] === 0) {
      fail('pairs', row, 'state', 'says that they touch, without a contact.')
    }
  }
  if (state.pairSet.count !== state.pairs.count) {
    fail('pairSet', 0, 'count', `is ${state.pairSet.count}, but the table has ${state.pairs.count} pairs.`)
  }
}

/** Awake pairs come first; the others have nobody awake, unless somebody woke since they were last looked through. */
function validateAwake(state: InspectedState): void {
  const awakePairs = state.globals.columns.awakePairs[0]
  if (awakePairs < 0 || awakePairs > state.pairs.count) fail('globals', 0, 'awakePairs', `is ${awakePairs} of ${state.pairs.count} pairs.`)
  if (state.wokeInStep) return
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { awake } = state.bodies.columns
  for (let row = awakePairs; row < state.pairs.count; row++) {
    if (awake[body[shapeA[row]]] === 1 || awake[body[shapeB[row]]] === 1) {
      fail('pairs', row, 'shapeA', `or shapeB belongs to an awake body, but only ${awakePairs} pairs are awake.`)
    }
  }
}

/** Live contacts belong to one pair each, and know it. */
function validateContacts(state: InspectedState): void {
  const { contact } = state.pairs.columns
  const { alive, pair, count, nextFree } = state.contacts.columns
  const most = state.contacts.schema.separation.width
  const owned = clearMarks(state.contacts.count)
  for (let row = 0; row < state.pairs.count; row++) {
    for (let c = contact[row] - 1; c >= 0; c = nextFree[c] - 1) {
      if (alive[c] !== 1) fail('pairs', row, 'contact', `is ${c}, which is not alive.`)
      if (owned[c]++ > 0) fail('pairs', row, 'contact', `is ${c}, which another pair has too.`)
      if (pair[c] !== row) fail('contacts', c, 'pair', `is ${pair[c]}, but pair ${row} has the contact.`)
    }
  }
  for (let c = 0; c < state.contacts.count; c++) {
    if (alive[c] === 0) continue
    if (owned[c] === 0) fail('contacts', c, 'pair', 'is the row of no pair that has the contact.')
    if (count[c] < 1 || count[c] > most) fail('contacts', c, 'count', `is ${count[c]} points.`)
  }
}

const order: number[] = []

/** Shapes whose fat boxes overlap and that nothing is to be done about are pairs, if they may collide. A sweep along the first axis. */
function validateNoneMissing(state: InspectedState, proxies: Table<ProxyColumns>): void {
  const { fat, kind, touched } = proxies.columns
  const { width } = proxies.schema.fat
  const axes = width / 2
  order.length = 0
  for (let proxy = 0; proxy < proxies.count; proxy++) if (kind[proxy] !== NONE && touched[proxy] === 0) order.push(proxy)
  order.sort((a, b) => fat[a * width] - fat[b * width])
  for (let i = 0; i < order.length; i++) {
    const a = order[i]
    const end = fat[a * width + axes]
    for (let k = i + 1; k < order.length && fat[order[k] * width] <= end; k++) {
      const b = order[k]
      if (kind[a] === STATIC_PROXY && kind[b] === STATIC_PROXY) continue
      let overlap = true
      for (let c = 1; c < axes; c++) {
        if (fat[a * width + c] > fat[b * width + axes + c] || fat[b * width + c] > fat[a * width + axes + c]) overlap = false
      }
      if (overlap && state.pairSet.find(a, b) < 0 && mayCollide(state, a, b)) {
        fail('proxies', a, 'fat', `overlaps that of proxy ${b} and neither has moved, but the two shapes are no pair.`)
      }
    }
  }
}

/**
 * Directly after a step: pairs that count as awake have somebody awake. Not so those of sensors, which are looked at until an island falls
 * asleep.
 */
export function validateAwakePairs(state: InspectedState): void {
  const { shapeA, shapeB, state: flags } = state.pairs.columns
  const { body } = state.shapes.columns
  const { awake } = state.bodies.columns
  for (let row = 0; row < state.globals.columns.awakePairs[0]; row++) {
    const a = body[shapeA[row]]
    const b = body[shapeB[row]]
    if (awake[a] === 0 && awake[b] === 0 && (flags[row] & SENSES) === 0) {
      fail('pairs', row, 'shapeA', 'and shapeB belong to bodies that are not awake, but the pair counts as awake.')
    }
  }
}
