/**
 * Stage `update-islands`: islands, the bodies that hang together, and the class of each: how hard it is to solve.
 *
 * Reads: activeContacts, awakeRows. Writes: bodies.island (dense number), island classes, levels, order of the solver bodies.
 * Why here: contacts of this step are known; the solver's rows are laid out by islands and classes. The work is index-only and stands in
 * `common/islands/islands.ts`.
 */

import { classifyByMotion } from '../../common/islands/island-motion.ts'
import { findIslands } from '../../common/islands/islands.ts'
import { swingsFast } from '../joints/solver/fast-swing.ts'
import type { WorldState } from '../store/world-state.ts'

export function updateIslands(state: WorldState): void {
  const { gravity } = state.globals.columns
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2])
  findIslands(state, g * state.dt * state.dt)
  classifyByMotion(state, noNet, swingsFast)
}

/** Nets at rest are found in the plane alone. */
function noNet(): boolean {
  return false
}
