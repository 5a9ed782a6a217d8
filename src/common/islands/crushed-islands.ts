/**
 * Islands that a kinematic body presses together against the static: a lift that comes down on a crate, a paddle that jams a pile. No velocities
 * satisfy all their contacts, so impulses grow with every sweep. Handed on from step to step they would throw bodies once one slips out; half of
 * them is let go in every step, as long as some deep contact closes further.
 */

import { roomFor } from '../memory/growing.ts'
import type { ScratchTable } from '../memory/scratch-table.ts'
import type { ContactRowIndex } from '../store/world-tables.ts'
import { CRUSHED_SHARE } from '../tuning.ts'
import type { Guards } from '../world/guards.ts'
import type { Batches } from './batches.ts'

interface CrushedWorld {
  readonly batches: Batches
  readonly contactRows: ScratchTable<ContactRowIndex & { impulse: Float64Array }>
  readonly guards: Guards
}

/** By dense island: whether a kinematic body touches it, and presses it too far. */
const TOUCHED = 1
const CRUSHED = 2
let pressed = new Uint8Array(64)

/** Lets go of half the impulses of crushed islands, before they are stored: `width` of them a row. `closes`: is a row deep, and closes further? */
export function releaseCrushed<World extends CrushedWorld>(state: World, width: number, closes: (state: World, r: number) => boolean): void {
  const { bodyA, bodyB, island, impulse } = state.contactRows.columns
  const { batches } = state
  const movable = batches.bodyStart[0]
  // Solver bodies below the movable ones: the static one, then the kinematic.
  if (movable < 2) return
  pressed = roomFor(pressed, batches.islandCount)
  pressed.fill(0, 0, batches.islandCount)
  for (let r = 0; r < state.contactRows.count; r++) {
    const still = Math.min(bodyA[r], bodyB[r])
    if (still > 0 && still < movable) pressed[island[r]] = TOUCHED
  }
  let any = false
  for (let r = 0; r < state.contactRows.count; r++) {
    if (pressed[island[r]] !== TOUCHED || !closes(state, r)) continue
    pressed[island[r]] = CRUSHED
    any = true
    state.guards.islandsCrushed++
  }
  if (!any) return
  for (let r = 0; r < state.contactRows.count; r++) {
    if (pressed[island[r]] !== CRUSHED) continue
    for (let k = r * width; k < (r + 1) * width; k++) impulse[k] *= CRUSHED_SHARE
  }
}
