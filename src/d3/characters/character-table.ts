/**
 * The character table: what the stage `move-characters` knows of each character beyond its body and shape.
 */

import { CHARACTER_INDEX_SCHEMA, LOAD_SLOTS, type CharacterIndex } from '../../common/characters/character-codes.ts'
import { f64, type Schema } from '../../common/memory/schema.ts'

/** Numbers per load: force, then torque about the centre of mass. */
export const LOAD_STRIDE = 6

export interface CharacterColumns extends CharacterIndex {
  /** Unit vector. */
  up: Float64Array
  /** Velocity over the ground that it wants, m/s. */
  move: Float64Array
  /** Velocity in the world, m/s. */
  velocity: Float64Array
  /** Of the ground: normal, velocity at the feet (in the air that of the ground it left), point of touch. */
  groundNormal: Float64Array
  groundVelocity: Float64Array
  groundPoint: Float64Array
  /** What the bodies in `loadBody` bear in the next step, N and N m. */
  load: Float64Array
}

export const CHARACTER_SCHEMA: Schema<CharacterColumns> = {
  ...CHARACTER_INDEX_SCHEMA,
  up: f64('def', 3),
  move: f64('def', 3),
  velocity: f64('state', 3),
  groundNormal: f64('state', 3),
  groundVelocity: f64('state', 3),
  groundPoint: f64('state', 3),
  load: f64('state', LOAD_SLOTS * LOAD_STRIDE),
}
