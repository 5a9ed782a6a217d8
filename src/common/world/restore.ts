/**
 * After a restore: what follows from the state by indices alone, and is not in the snapshot, is made again.
 */

import type { Batches } from '../islands/batches.ts'
import { rebuildJoined } from '../store/joint-store.ts'
import type { JointWorld } from '../joints/joint-world.ts'
import { letGoUnusedKinds } from '../joints/kind-numbers.ts'

interface RestoredWorld extends JointWorld {
  readonly batches: Batches
  readonly broadPhase: JointWorld['broadPhase'] & { restored(): void }
  wasStill: boolean
}

export function rebuildIndices(state: RestoredWorld): void {
  const { pairs } = state
  const { contact } = pairs.columns
  const { pair, nextFree } = state.contacts.columns
  for (let row = 0; row < pairs.count; row++) {
    for (let c = contact[row] - 1; c >= 0; c = nextFree[c] - 1) pair[c] = row
  }
  rebuildJoined(state)
  letGoUnusedKinds(state)
  state.activeCount = 0
  state.batches.colorStart.fill(0)
  state.batches.islandCount = 0
  // Somebody may have been woken between the last step and the snapshot.
  state.wokeInStep = true
  state.mayBeAwake = true
  state.lookAtSleepers = true
  state.sensorCount = -1
  state.wasStill = false
  state.broadPhase.restored()
}
