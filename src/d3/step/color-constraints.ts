/**
 * Stage `color-constraints`: the order of the contact rows: by batch, then by level from the top down (`common/islands/level-order.ts`), or
 * by colour, so that rows of one colour share no movable body.
 *
 * Reads: activeContacts, bodies.solver, batches. Writes: contact rows' contact, bodyA, bodyB, island; colour ranges; contacts.row.
 * Why here: bodies have their solver rows now. Contacts with the immovable come last. The work is index-only and stands in
 * `common/islands/coloring.ts`.
 */

import { orderContactRows } from '../../common/islands/coloring.ts'
import { goesByLevel, orderByLevel } from '../../common/islands/level-order.ts'
import type { WorldState } from '../store/world-state.ts'

const BY_LEVEL = { takes: goesByLevel, list: orderByLevel }

export function colorConstraints(state: WorldState): void {
  orderContactRows(state, BY_LEVEL)
}
