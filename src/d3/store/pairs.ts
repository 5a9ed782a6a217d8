/**
 * Pairs of shapes whose fat boxes overlap, and the contacts of those that are near enough to touch.
 *
 * Pair rows 0 … awake−1 have at least one awake body and are looked at every step; the rest sleep. A pair that has a manifold
 * owns a row of the contact table, which carries its impulses from step to step.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'

export interface PairColumns {
  /** Shape rows, a < b by row. */
  shapeA: Int32Array
  shapeB: Int32Array
  /** Contact row + 1, 0 = none. */
  contact: Int32Array
  state: Uint8Array
  /** A direction from A to B along which they were apart, world axes; zeros = none known. */
  parting: Float64Array
}

export const PAIR_SCHEMA: Schema<PairColumns> = {
  shapeA: i32('state'),
  shapeB: i32('state'),
  contact: i32('state'),
  state: u8('state'),
  parting: f64('scratch', 3),
}

export interface ContactColumns {
  /** 1 = in use. */
  alive: Uint8Array
  /** Of a free row the next free one; of a live one the next contact of its pair (`common/store/contact-chain.ts`). Row + 1, 0 = none. */
  nextFree: Int32Array
  generation: Int32Array
  /** Points of the last manifold. */
  count: Uint8Array
  /** Steps since the manifold appeared, stops at 255. */
  age: Uint8Array
  /** Feature ids, (feature of A << 8) | feature of B, two bytes each. */
  ids: Uint8Array
  /** Normal impulses per second of substep, in the order of ids. */
  normalForce: Float64Array
  /** Friction at the centre of pressure, world axes; the twist about the normal. */
  frictionForce: Float64Array
  twistTorque: Float64Array

  /** Pair row of this step. */
  pair: Int32Array
  /** Solver row of this step, −1 = none. */
  row: Int32Array
  /** Triangles of A and of B that the deepest point is on, and their materials; −1 = none. Written where there is level geometry. */
  piece: Int32Array
  material: Int32Array
  normal: Float64Array
  /** Points relative to the centre of shape A, world axes. */
  points: Float64Array
  separation: Float64Array
  /** 1: its face goes on beyond its end, in another immovable shape near the same one. */
  goesOn: Uint8Array
  /**
   * By `row`, not by contact: separations of the points at the end of the step, then their impulses over the whole of it. Only for readers.
   */
  last: Float64Array
}

export const CONTACT_SCHEMA: Schema<ContactColumns> = {
  alive: u8('state'),
  nextFree: i32('state'),
  generation: i32('state'),
  count: u8('state'),
  age: u8('state'),
  ids: u8('state', 8),
  normalForce: f64('state', 4),
  frictionForce: f64('state', 3),
  twistTorque: f64('state'),
  pair: i32('scratch'),
  row: i32('scratch'),
  piece: i32('scratch', 2),
  material: i32('scratch', 2),
  normal: f64('scratch', 3),
  points: f64('scratch', 12),
  separation: f64('scratch', 4),
  goesOn: u8('scratch'),
  last: f64('scratch', 8),
}
