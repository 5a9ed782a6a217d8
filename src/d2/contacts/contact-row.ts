/**
 * Contact rows: the solver's record of a manifold, one row per manifold and step, ordered by batch and colour.
 *
 * The hot column holds everything a sweep reads, side by side, the gap column the numbers read once per substep, the cold one those seldom
 * read. Offsets are named here and nowhere else. Signs: the normal points from A to B, impulses act + on B. The tangent is the normal
 * turned clockwise, t = (n.y, −n.x).
 *
 * A manifold knows the relative motion of its bodies only as a twist at one reference point: a velocity there and a spin. The normal
 * velocity of a contact point is that of the reference point plus its distance along the tangent times the spin, because t × n = 1; and
 * friction, which acts along the tangent, is the same wherever on that line it is thought to act. So a row keeps the lever arms r × n and r
 * × t of the reference point for both bodies and two distances. Masses are in the bodies' velocity rows.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'

/** Hot column, two cache lines a row. Offsets in doubles. The first line tells whether the row is active. */
export const NORMAL = 0
/** Lever arms of the normal: r × n, r from the centres of mass to the reference point. */
export const TURN_A = 2
export const TURN_B = 3
/** Distances of the contact points from the reference point, along the tangent. */
export const POINT = 4
/** Velocity targets of the points. */
export const BIAS = 6
/** Inverse of K̃ (K with its diagonal raised), the effective mass: 00 10 11. */
export const K_INVERSE = 8
/** Lever arms of friction: r × t, which is −r·n. */
export const SLIDE_A = 11
export const SLIDE_B = 12
export const FRICTION = 13
/** Effective mass of friction: inverse of its K. */
export const TANGENT_INVERSE = 14
/** Velocity of belts along the tangent. */
export const BIAS_TANGENT = 15
export const HOT_STRIDE = 16

/** Gap column, a cache line a row: numbers that change with the poses. First the separations of both points now. */
export const SLOP = 2
/** Separation at the start of the step. */
export const SEPARATION = 3
/** Parts of the arms along the normal that turn with the bodies: n·r without the radius of a round core. */
export const HEIGHT_A = 5
export const HEIGHT_B = 6
/** Push-out speed limit. */
export const PUSH_SPEED = 7
export const GAP_STRIDE = 8

/** Cold column. */
/** K̃: 00 10 11. */
export const K_BLOCK = 0
export const RESTITUTION = 3
/** Approach acceleration along the normal: of rows with restitution, and of batches with joints. */
export const APPROACH = 4
/** Coefficient up to which the surfaces stick. */
export const STATIC_FRICTION = 5
export const COLD_STRIDE = 6

/** Impulses: 2 normal, 1 friction. */
export const FRICTION_IMPULSE = 2
export const IMPULSE_STRIDE = 3

/** Target of a point that does not exist or may not act: an opening speed that no approach reaches. */
export const NEVER = 1e30

/** Bits of `flags`. */
/** Has restitution: visited by the impact pass. */
export const BOUNCY = 1
/** The user has changed its numbers. */
export const MODIFIED = 2
/** A surface moves over its body. */
export const CONVEYS = 4
/** One of the bodies has locked linear axes. */
export const LOCKED = 8
/** Touches and has no impulses from before. */
export const FRESH = 16
/** A surface resists rolling. */
export const ROLLS = 32
/** Normal and arms follow the bodies (`following-rows.ts`). */
export const FOLLOWS = 64
/** It has followed in this step: normal and arms are no longer those of the step's start. */
export const FOLLOWED = 128
/** Of an ellipse on a face of the immovable: it rolls on the plane of that face, beyond its ends too. */
export const ON_PLANE = 256

export interface ContactRowColumns {
  /** Contact table row. */
  contact: Int32Array
  /** Shapes A and B. */
  shapes: Int32Array
  bodyA: Int32Array
  bodyB: Int32Array
  count: Uint8Array
  flags: Int32Array
  island: Int32Array
  hot: Float64Array
  cold: Float64Array
  gap: Float64Array
  impulse: Float64Array
  /** Normal impulses of the whole step so far, impacts included: for events. */
  total: Float64Array
  /** 1: it has pushed its bodies apart in this step. */
  pushed: Uint8Array
  /** Impulses before the last sweep, and the search direction (conjugate gradient over sweeps). */
  before: Float64Array
  direction: Float64Array
  /** Half of the impulses, held back during half substeps. */
  held: Float64Array
}

export const CONTACT_ROW_SCHEMA: Schema<ContactRowColumns> = {
  contact: i32('scratch'),
  shapes: i32('scratch', 2),
  bodyA: i32('scratch'),
  bodyB: i32('scratch'),
  count: u8('scratch'),
  flags: i32('scratch'),
  island: i32('scratch'),
  hot: f64('scratch', HOT_STRIDE),
  cold: f64('scratch', COLD_STRIDE),
  gap: f64('scratch', GAP_STRIDE),
  impulse: f64('scratch', IMPULSE_STRIDE),
  total: f64('scratch', 2),
  pushed: u8('scratch'),
  before: f64('scratch', IMPULSE_STRIDE),
  direction: f64('scratch', IMPULSE_STRIDE),
  held: f64('scratch', IMPULSE_STRIDE),
}
