/**
 * Stage `move-characters`: characters walk, fly, ride and push.
 *
 * Reads: character columns, poses of all shapes before and after the step. Writes: character columns, pose and velocity of their bodies;
 * velocities of bodies that they run into.
 * Why here: everything else is where the step has taken it, so a character moves with its lift in the same step; sensors have not looked yet.
 */

import { hasCharacters } from '../../common/characters/character-rows.ts'
import { moveCharacter } from '../characters/move-character.ts'
import { stopBodies } from '../characters/stop-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

export function moveCharacters(state: WorldState): void {
  if (!hasCharacters(state)) return
  stopBodies(state)
  const { characters } = state
  for (let row = 0; row < characters.count; row++) if (characters.columns.alive[row] === 1) moveCharacter(state, row)
}
