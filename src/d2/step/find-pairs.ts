/**
 * Stage `find-pairs`: new pairs of shapes whose fat boxes have come to overlap; before that the table is put in order if need be.
 *
 * Reads: proxies' fat boxes. Writes: pair table, pair set, rows of contacts.
 * Why here: before the narrow phase looks at them. Pairs whose boxes have parted are dropped by the narrow phase, which walks the list
 * anyway. The work is index-only and stands in `common/store/pair-rows.ts` and `common/store/pair-order.ts`.
 */

import { sortPairs } from '../../common/store/pair-order.ts'
import { addNewPairs } from '../../common/store/pair-rows.ts'
import type { WorldState } from '../store/world-state.ts'

export function findPairs(state: WorldState): void {
  sortPairs(state)
  addNewPairs(state)
}
