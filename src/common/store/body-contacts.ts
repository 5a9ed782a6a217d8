/**
 * The contacts of one body, the index-only part: which pairs touch, in the order of the body's shapes, then of the others.
 */

import { SENSES, TOUCHING } from './column-codes.ts'
import type { WorldTables } from './world-tables.ts'

/** Pair rows in which the body touches another. */
export function touchingPairs(state: WorldTables, body: number): number[] {
  const { shapeA, shapeB, contact, state: bits } = state.pairs.columns
  const { body: owner } = state.shapes.columns
  const rows: number[] = []
  for (let row = 0; row < state.pairs.count; row++) {
    if ((bits[row] & (TOUCHING | SENSES)) !== TOUCHING || contact[row] === 0) continue
    if (owner[shapeA[row]] === body || owner[shapeB[row]] === body) rows.push(row)
  }
  const own = (row: number): number => (owner[shapeA[row]] === body ? shapeA[row] : shapeB[row])
  const other = (row: number): number => (owner[shapeA[row]] === body ? shapeB[row] : shapeA[row])
  return rows.sort((a, b) => own(a) - own(b) || other(a) - other(b))
}

interface StoredForces {
  count: Uint8Array
  ids: Uint8Array
  normalForce: Float64Array
}

/** Normal force of the point with this feature id in the last step, N; 0 if the contact has no such point. `most`: points that one may have. */
export function forceOf(contacts: StoredForces, contact: number, most: number, id: number): number {
  for (let k = 0; k < contacts.count[contact]; k++) {
    const at = contact * 2 * most + 2 * k
    if ((contacts.ids[at] << 8 | contacts.ids[at + 1]) === id) return contacts.normalForce[contact * most + k]
  }
  return 0
}
