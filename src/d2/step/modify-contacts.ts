/**
 * Stage `modify-contacts`: asks the user about every contact (`world.onContact`), who may change its numbers or drop it. Without a hook it does
 * nothing.
 *
 * Reads: contacts, shapes. Writes: numbers of contacts that were changed; activeContacts, without those that were dropped.
 * Why here: manifolds are final, and nothing yet depends on which of them act: islands are made of the rest. The work is index-only and
 * stands in `common/store/contact-hooks.ts`; what users see is `api/contact.ts`.
 */

import { askContacts } from '../../common/store/contact-hooks.ts'
import type { WorldState } from '../store/world-state.ts'

export function modifyContacts(state: WorldState): void {
  askContacts(state)
}
