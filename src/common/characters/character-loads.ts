/**
 * Loads of characters: what they stand on and push bears their weight and their strength in the next step, as a force.
 */

import { wakeRing } from '../islands/sleep.ts'
import { isCurrent, rowOfHandle } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { DYNAMIC } from '../store/column-codes.ts'
import type { BodyIndex, WorldTables } from '../store/world-tables.ts'
import { LOAD_SLOTS, type CharacterIndex } from './character-codes.ts'

interface LoadedWorld extends WorldTables {
  readonly bodies: Table<BodyIndex & { force: Float64Array; torque: Float64Array }>
  readonly characters: Table<CharacterIndex & { load: Float64Array }>
}

/** Applies the loads of the last step's end. At the start of a step: they count for it alone, not for all steps of an `advance`. */
export function applyLoads(state: LoadedWorld): void {
  const { characters, bodies } = state
  const { alive, load, loadBody } = characters.columns
  const linear = bodies.schema.force.width
  const angular = bodies.schema.torque.width
  for (let row = 0; row < characters.count; row++) {
    if (alive[row] === 0) continue
    for (let slot = row * LOAD_SLOTS; slot < (row + 1) * LOAD_SLOTS; slot++) {
      if (loadBody[slot] === 0 || !isCurrent(bodies, loadBody[slot])) continue
      const body = rowOfHandle(loadBody[slot])
      const { type, force, torque } = bodies.columns
      if (type[body] !== DYNAMIC) continue
      if (bodies.columns.awake[body] === 0) wakeRing(state, body)
      const at = slot * (linear + angular)
      for (let k = 0; k < linear; k++) force[body * linear + k] += load[at + k]
      for (let k = 0; k < angular; k++) torque[body * angular + k] += load[at + linear + k]
    }
  }
}
