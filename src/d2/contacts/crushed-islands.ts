/**
 * Islands that a kinematic body presses together against the static: a lift that comes down on a crate, a paddle that jams a pile. No velocities
 * satisfy all their contacts, so impulses grow with every sweep. Handed on from step to step they would throw bodies once one slips out; half of
 * them is let go in every step, as long as some deep contact closes further.
 */

import { roomFor } from '../../common/memory/growing.ts'
import { CRUSHED_OVERLAP, CRUSHED_SHARE } from '../../common/tuning.ts'
import type { WorldState } from '../store/world-state.ts'
import { GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, POINT, SLOP } from './contact-row.ts'
import { ALONG_N, readTwist, SPIN, twistOut, WIDE } from './contact-row-products.ts'

/** By dense island: whether a kinematic body touches it, and presses it too far. */
const TOUCHED = 1
const CRUSHED = 2
let pressed = new Uint8Array(64)

/** Lets go of half the impulses of crushed islands, before they are stored. */
export function releaseCrushed(state: WorldState): void {
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
    for (let k = 0; k < IMPULSE_STRIDE; k++) impulse[r * IMPULSE_STRIDE + k] *= CRUSHED_SHARE
  }
}

/** Does a point that presses and is deep close further? */
function closes(state: WorldState, r: number): boolean {
  const { gap, hot, count, impulse } = state.contactRows.columns
  const g = r * GAP_STRIDE
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  for (let i = 0; i < count[r]; i++) {
    const deep = gap[g + i] < -CRUSHED_OVERLAP * gap[g + SLOP]
    if (deep && impulse[r * IMPULSE_STRIDE + i] > 0 && twistOut[ALONG_N] + hot[r * HOT_STRIDE + POINT + i] * twistOut[SPIN] < 0) return true
  }
  return false
}
