/**
 * Rows of the character table: made, found by their body, freed. A character is a kinematic body with one shape and a row here.
 */

import { freeRow, takeRow } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { CHARACTER } from '../store/column-codes.ts'
import type { WorldTables } from '../store/world-tables.ts'
import type { CharacterIndex } from './character-codes.ts'

/** A row with everything zero but its generation and its body. */
export function createCharacterRow(state: WorldTables, body: number): number {
  const { characters, characterPool } = state
  state.reserve(characters, characters.count + 1)
  characterPool.count = 1
  const pool = characterPool.columns
  const row = takeRow(characters, pool.freeHead, 0)
  pool.live[0]++
  characters.columns.body[row] = body
  state.bodies.columns.flags[body] |= CHARACTER
  return row
}

/** The character that a body belongs to, −1 = none. */
export function characterOf(state: WorldTables, body: number): number {
  if ((state.bodies.columns.flags[body] & CHARACTER) === 0) return -1
  const { alive, body: bodies } = state.characters.columns
  for (let row = 0; row < state.characters.count; row++) if (alive[row] === 1 && bodies[row] === body) return row
  return -1
}

/** Before its body goes. */
export function destroyCharacterRow(state: WorldTables, row: number): void {
  const pool = state.characterPool.columns
  state.bodies.columns.flags[state.characters.columns.body[row]] &= ~CHARACTER
  freeRow(state.characters as Table<CharacterIndex>, pool.freeHead, 0, row)
  pool.live[0]--
}

/** Are there any? Worlds without pay for this comparison alone. */
export function hasCharacters(state: WorldTables): boolean {
  return state.characterPool.count > 0 && state.characterPool.columns.live[0] > 0
}
