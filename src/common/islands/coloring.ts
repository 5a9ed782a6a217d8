/**
 * Colours of contact rows: by batch, then by colour, so that rows of one colour share no movable body. The work of the stage
 * `color-constraints`.
 */

import type { WorldTables } from '../store/world-tables.ts'
import { BATCH_COUNT, type Batches, COLOR_SLOTS, OVERFLOW_COLOR, STATIC_COLOR } from './batches.ts'

export interface ColoredWorld extends WorldTables {
  readonly batches: Batches
}

let used = new Int32Array(64)
let slots = new Int32Array(64)

/** Another order for some batches: one colour, contacts in the order of the list. */
export interface RowOrder<S extends ColoredWorld> {
  takes(state: S, batch: number): boolean
  list(state: S): Int32Array
}

export function orderContactRows<S extends ColoredWorld>(state: S, other: RowOrder<S> | null = null): void {
  const { activeContacts, activeCount, batches } = state
  const { colorStart } = batches
  state.contactRows.reserve(activeCount)
  const { pair, row } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { solver, awake } = state.bodies.columns
  const { bodyStart } = batches
  const bodyCount = state.solverBodies.count
  if (used.length < bodyCount) used = new Int32Array(bodyCount * 2)
  if (slots.length < activeCount) slots = new Int32Array(activeCount * 2)
  used.fill(0, 0, bodyCount)
  colorStart.fill(0)
  const movable = bodyStart[0]
  let rows = 0
  for (let k = 0; k < activeCount; k++) {
    const c = activeContacts[k]
    const p = pair[c]
    const rowA = body[shapeA[p]]
    const rowB = body[shapeB[p]]
    const a = awake[rowA] === 1 ? solver[rowA] : 0
    const b = awake[rowB] === 1 ? solver[rowB] : 0
    row[c] = -1
    slots[k] = -1
    if (a < movable && b < movable) continue
    const batch = batchOf(bodyStart, a >= movable ? a : b)
    let color = STATIC_COLOR
    if (other?.takes(state, batch)) color = 0
    else if (a >= movable && b >= movable) {
      color = lowestFree(used[a] | used[b])
      used[a] |= 1 << color
      used[b] |= 1 << color
    }
    const slot = batch * COLOR_SLOTS + color
    slots[k] = slot
    colorStart[slot + 1]++
    rows++
  }
  for (let s = 0; s < BATCH_COUNT * COLOR_SLOTS; s++) colorStart[s + 1] += colorStart[s]
  state.contactRows.count = rows
  place(state, other?.list(state))
}

/** The lowest colour that neither body has; the last one takes the overflow and may repeat a body. */
function lowestFree(mask: number): number {
  for (let color = 0; color < OVERFLOW_COLOR; color++) if ((mask & (1 << color)) === 0) return color
  return OVERFLOW_COLOR
}

function batchOf(bodyStart: Int32Array, solverBody: number): number {
  let batch = 0
  while (solverBody >= bodyStart[batch + 1]) batch++
  return batch
}

function place(state: ColoredWorld, order: Int32Array | undefined): void {
  const { activeContacts, activeCount, batches } = state
  const { colorStart } = batches
  const { pair, row } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { solver, awake, island } = state.bodies.columns
  const rows = state.contactRows.columns
  const movable = batches.bodyStart[0]
  for (let i = 0; i < activeCount; i++) {
    const k = order ? order[i] : i
    if (slots[k] < 0) continue
    const c = activeContacts[k]
    const p = pair[c]
    const rowA = body[shapeA[p]]
    const rowB = body[shapeB[p]]
    const a = awake[rowA] === 1 ? solver[rowA] : 0
    const b = awake[rowB] === 1 ? solver[rowB] : 0
    const r = colorStart[slots[k]]++
    row[c] = r
    rows.contact[r] = c
    rows.bodyA[r] = a
    rows.bodyB[r] = b
    rows.island[r] = island[a >= movable ? rowA : rowB]
  }
  // Filling moved every start to the end of its range.
  for (let s = BATCH_COUNT * COLOR_SLOTS; s > 0; s--) colorStart[s] = colorStart[s - 1]
  colorStart[0] = 0
}
