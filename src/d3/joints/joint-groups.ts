/** Groups are planned by indices alone: see `common/joints/joint-groups.ts`. */

import { planGroups as planAll } from '../../common/joints/joint-groups.ts'
import type { WorldState } from '../world-state.ts'
import { MAX_RIGID } from './joint-kind.ts'

export { CARRIED, FREE, HELD, JointGroups, vectorEnd } from '../../common/joints/joint-groups.ts'

/** After the rows have their places: which of them are solved as groups. */
export function planGroups(state: WorldState): void {
  planAll(state, MAX_RIGID, null, 0, null)
}
