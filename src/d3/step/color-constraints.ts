/**
 * Stage `color-constraints`: the order of the contact rows: by batch, then by colour, so that rows of one colour share no movable body.
 *
 * Reads: activeContacts, bodies.solver, batches. Writes: contact rows' contact, bodyA, bodyB, island; colour ranges; contacts.row.
 * Why here: bodies have their solver rows now. Colours are an order that converges well and the one a threaded or vector solver needs;
 * contacts with the immovable come last. The work is index-only and stands in `common/islands/coloring.ts`.
 */

import { orderContactRows } from '../../common/islands/coloring.ts'
import type { WorldState } from '../store/world-state.ts'

export function colorConstraints(state: WorldState): void {
  orderContactRows(state)
}
