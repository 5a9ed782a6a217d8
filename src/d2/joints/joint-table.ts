/**
 * Joints as the user made them, and what they carry from step to step. One table for all kinds.
 */

import { i32, u8, type Schema } from '../../common/memory/schema.ts'

export { JOINT_ENABLED } from '../../common/column-codes.ts'
/** Further bits of `flags`. */
export const COLLIDE_CONNECTED = 2
export const BROKEN = 4

export interface JointColumns {
  generation: Int32Array
  alive: Uint8Array
  nextFree: Int32Array
  /** Index into the world's kinds. */
  kind: Int32Array
  /** Body rows; −1 = the world. */
  bodyA: Int32Array
  bodyB: Int32Array
  flags: Int32Array
  /** Solver row of this step, −1 = none. */
  row: Int32Array
}

export const JOINT_SCHEMA: Schema<JointColumns> = {
  generation: i32('state'),
  alive: u8('state'),
  nextFree: i32('state'),
  kind: i32('def'),
  bodyA: i32('def'),
  bodyB: i32('def'),
  flags: i32('def'),
  row: i32('scratch'),
}
