/**
 * The step: every stage in order, and nothing else. Each stage is the file of its name; ARCHITECTURE.md has the same list.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { recordAngularMomentum, restoreAngularMomentum } from '../contacts/free-island-momentum.ts'
import type { WorldState } from '../store/world-state.ts'
import { breakJoints } from './break-joints.ts'
import { colorConstraints } from './color-constraints.ts'
import { continuous } from './continuous.ts'
import { drift, rewindKinematics } from './drift.ts'
import { finalizeBodies } from './finalize-bodies.ts'
import { findPairs } from './find-pairs.ts'
import { flushCommands } from './flush-commands.ts'
import { impact } from './impact.ts'
import { FIRST_HALF, kick, LAST_HALF, WHOLE } from './kick.ts'
import { modifyContacts } from './modify-contacts.ts'
import { moveCharacters } from './move-characters.ts'
import { narrowPhase } from './narrow-phase.ts'
import { prepareBodies } from './prepare-bodies.ts'
import { prepareContacts } from './prepare-contacts.ts'
import { prepareJoints } from './prepare-joints.ts'
import { pushOut } from './push-out.ts'
import { refreshInertia } from './refresh-inertia.ts'
import { refreshJoints } from './refresh-joints.ts'
import { sense } from './sense.ts'
import { sleepIslands } from './sleep-islands.ts'
import { solve } from './solve.ts'
import { storeImpulses } from './store-impulses.ts'
import { storeWarmStart } from './store-warm-start.ts'
import { updateBounds } from './update-bounds.ts'
import { updateIslands } from './update-islands.ts'
import { warmStart } from './warm-start.ts'

export function step(state: WorldState): void {
  const { profile } = state
  state.guards.reset()
  flushCommands(state)
  profile.mark('flush-commands')
  const idle = state.awakeCount === 0 && state.globals.columns.awakePairs[0] === 0
  const still = idle && !state.broadPhase.hasChanges && !state.lookAtSleepers
  if (still && state.wasStill) return
  state.wasStill = still
  findPairs(state)
  profile.mark('find-pairs')
  narrowPhase(state)
  profile.mark('narrow-phase')
  modifyContacts(state)
  profile.mark('modify-contacts')
  updateIslands(state)
  profile.mark('update-islands')
  prepareBodies(state)
  profile.mark('prepare-bodies')
  colorConstraints(state)
  profile.mark('color-constraints')
  prepareJoints(state)
  profile.mark('prepare-joints')
  prepareContacts(state)
  profile.mark('prepare-contacts')
  state.batches.sweeps = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) substeps(state, batch)
  storeImpulses(state)
  profile.mark('store-impulses')
  breakJoints(state)
  profile.mark('break-joints')
  finalizeBodies(state)
  profile.mark('finalize-bodies')
  continuous(state)
  profile.mark('continuous')
  updateBounds(state)
  profile.mark('update-bounds')
  moveCharacters(state)
  profile.mark('move-characters')
  sense(state)
  profile.mark('sense')
  sleepIslands(state)
  profile.mark('sleep-islands')
}

/** Leapfrog: half a kick, then whole ones between drifts, half at the end, with the last sweeps as velocity projection. */
function substeps(state: WorldState, batch: number): void {
  const { batches, profile } = state
  if (batches.bodyStart[batch] === batches.bodyStart[batch + 1]) return
  const count = batches.substeps(batch, state.globals.columns.substeps[0])
  const h = state.dt / count
  rewindKinematics(state)
  recordAngularMomentum(state, batch)
  for (let k = 0; k < count; k++) {
    const part = k === 0 ? FIRST_HALF : WHOLE
    const share = k === 0 ? 0.5 : 1
    impact(state, batch, h, k)
    profile.mark('impact')
    kick(state, batch, h, part)
    profile.mark('kick')
    warmStart(state, batch, share)
    profile.mark('warm-start')
    solve(state, batch, h, part)
    profile.mark('solve')
    storeWarmStart(state, batch, share, h)
    profile.mark('store-warm-start')
    pushOut(state, batch, h)
    profile.mark('push-out')
    drift(state, batch, h)
    profile.mark('drift')
    refreshInertia(state, batch, h)
    profile.mark('refresh-inertia')
    refreshJoints(state, batch, h)
    profile.mark('refresh-joints')
  }
  kick(state, batch, h, LAST_HALF)
  profile.mark('kick')
  warmStart(state, batch, 0.5)
  profile.mark('warm-start')
  solve(state, batch, h, LAST_HALF)
  profile.mark('solve')
  storeWarmStart(state, batch, 0.5, h)
  restoreAngularMomentum(state, batch)
  profile.mark('store-warm-start')
}
