/** Groups are planned by indices alone: see `common/joints/joint-groups.ts`. */

import { planGroups as planAll } from '../../common/joints/joint-groups.ts'
import type { WorldState } from '../world-state.ts'
import { MAX_RIGID } from './joint-kind.ts'
import { BOUNDS } from './joint-table.ts'
import { markMeshes } from './net-reference.ts'

export { CARRIED, FREE, HELD, JointGroups, vectorEnd } from '../../common/joints/joint-groups.ts'

/** After the rows have their places: which of them are solved as groups. Joints with a greatest force are not, and lattices are nets. */
export function planGroups(state: WorldState): void {
  markMeshes(state)
  planAll(state, MAX_RIGID, state.joints.columns.bounds, BOUNDS, state.jointRows.columns.netted)
}
