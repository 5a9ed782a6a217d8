/**
 * Codes and index-only columns of the character table. Places and directions are in the dimensions' `characters/character-table.ts`.
 */

import type { PoolColumns } from '../memory/ids.ts'
import { f64, i32, type Schema, u8 } from '../memory/schema.ts'

/** Values of `ground`: what it stands on. */
export const AIR = 0
export const STEEP = 1
export const GROUND = 2

/** Bits of a character's `flags`. */
export const STEPS_ON_DYNAMIC = 1
/** A jump waits for the next step. */
export const JUMPS = 2
/** Immovable bodies overlap it on both sides: no way out. */
export const SQUEEZED = 4

/** Bodies that a character leans on in a step: the ground and those it pushes. */
export const LOAD_SLOTS = 4

export interface CharacterIndex extends PoolColumns {
  /** Row of its kinematic body, which has one shape. */
  body: Int32Array
  flags: Int32Array
  /** AIR, STEEP or GROUND. */
  ground: Uint8Array
  /** kg. */
  mass: Float64Array
  /** Greatest force on what it pushes, N. */
  strength: Float64Array
  /** Steepest slope it walks on, rad, and the cosine of it. */
  maxSlope: Float64Array
  slopeCosine: Float64Array
  /** Highest step it takes, m, and how far it reaches down to stay on the floor. */
  stepHeight: Float64Array
  stickDistance: Float64Array
  /** Gap that it keeps from everything, m. */
  skin: Float64Array
  /** Change of its velocity by its own will, m/s², on the ground and in the air; `Number.MAX_VALUE` = at once. */
  acceleration: Float64Array
  airAcceleration: Float64Array
  gravityScale: Float64Array
  /** Speed of the jump that waits, m/s. */
  jump: Float64Array
  /** Handle of the shape it stands on, 0 = none. */
  groundShape: Float64Array
  /** Handles of the bodies that `load` acts on, 0 = none. */
  loadBody: Float64Array
}

export const CHARACTER_INDEX_SCHEMA: Schema<CharacterIndex> = {
  generation: i32('state'),
  alive: u8('state'),
  nextFree: i32('state'),
  body: i32('def'),
  flags: i32('state'),
  ground: u8('state'),
  mass: f64('def'),
  strength: f64('def'),
  maxSlope: f64('def'),
  slopeCosine: f64('def'),
  stepHeight: f64('def'),
  stickDistance: f64('def'),
  skin: f64('def'),
  acceleration: f64('def'),
  airAcceleration: f64('def'),
  gravityScale: f64('def'),
  jump: f64('state'),
  groundShape: f64('state'),
  loadBody: f64('state', LOAD_SLOTS),
}

/** One row once there has been a character: which row is free, and how many live. */
export interface CharacterPoolColumns {
  freeHead: Int32Array
  live: Int32Array
}

export const CHARACTER_POOL_SCHEMA: Schema<CharacterPoolColumns> = {
  freeHead: i32('state'),
  live: i32('state'),
}
