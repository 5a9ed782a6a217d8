/**
 * Contact rows: the solver's record of a manifold, one row per manifold and step, ordered by batch and colour.
 *
 * The hot column holds everything a sweep reads, side by side; the cold one the numbers read once per substep. Offsets are named here and
 * nowhere else. Signs: the normal points from A to B, impulses act + on B.
 *
 * A manifold knows the relative motion of its bodies only as a twist at the centre of pressure: three velocities there and three spins. The
 * normal velocity of a point is that of the centre plus its place times the spins about the tangents; the arm along the normal does not
 * matter. So a row stores two arms and the points' places, not a Jacobian per point.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'

/** Hot column. Offsets in doubles. */
export const NORMAL = 0
export const TANGENT1 = 3
export const TANGENT2 = 6
/** Arms from the centres of mass to the centre of pressure. */
export const CENTER_A = 9
export const CENTER_B = 12
/** Places of the points about the centre of pressure, along the tangents. */
export const POINT_X = 15
export const POINT_Y = 19
export const MASS_A = 23
export const MASS_B = 24
/** Inverse of K̃ (K with its diagonal raised), the effective mass: 00 10 11 20 21 22 30 31 32 33. */
export const K_INVERSE = 25
/** Effective mass of the tangents, the inverse of their 2×2: 11 12 22; 1/λmax of it; inverse and value of the twist's K. */
export const K_TANGENT = 35
export const TANGENT_STEP = 38
export const TWIST_INVERSE = 39
export const TWIST_K = 40
/** Coupling: velocities along t1, t2 and about n per impulse along the normal and torques about the tangents: three rows of three. */
export const COUPLING = 41
export const FRICTION = 50
/** Twist radius per point. */
export const TWIST_RADIUS = 51
/** Velocity targets: normal points, tangents, twist. */
export const BIAS = 55
export const BIAS_TANGENT = 59
export const BIAS_TWIST = 61
/** Coefficient up to which the surfaces stick. */
export const STATIC_FRICTION = 62
export const HOT_STRIDE = 64

/** Cold column. */
/** K̃: 00 10 11 20 21 22 30 31 32 33. */
export const K_BLOCK = 0
/** Separation at the start of the step. */
export const SEPARATION = 10
/** From the centres of mass to the points, at the start of the step. */
export const ARM_A = 14
export const ARM_B = 26
/** How far the points stand off the cores of round shapes: that part of the arm does not turn with the body. */
export const STAND_OFF_A = 38
export const STAND_OFF_B = 39
/** Moving frames: part of the normal velocities that does not change in the step. */
export const FIXED_NORMAL = 40
export const RESTITUTION = 44
/** Push-out: slop (penetration left alone), speed limit. */
export const SLOP = 45
export const PUSH_SPEED = 46
/** Approach acceleration along the normal: of rows with restitution, and of batches with joints. */
export const APPROACH = 47
/** Separation now. */
export const GAP = 48
export const COLD_STRIDE = 52

/** Impulses: 4 normal, 2 friction, 1 twist, 1 unused. */
export const IMPULSE_STRIDE = 8

/** Bits of `flags`. */
/** Has restitution: visited by the impact pass. */
export const BOUNCY = 1
/** One of the bodies is kinematic and turns. */
export const DRIVEN = 2
/** A surface moves over its body. */
export const CONVEYS = 4
/** One of the bodies has locked linear axes. */
export const LOCKED = 8
/** Touches and has no impulses from before. */
export const FRESH = 16
/** The user has changed its numbers. */
export const MODIFIED = 32
/** Normal and arms follow the bodies (`following-rows.ts`). */
export const FOLLOWS = 64
/** An ellipsoid follows on a face of the immovable: on that face's plane, also beyond its border. */
export const ON_PLANE = 256
/** It has followed in this step: normal and arms are no longer those of the step's start. */
export const FOLLOWED = 128

export interface ContactRowColumns {
  /** Contact table row. */
  contact: Int32Array
  /** Shapes A and B. */
  shapes: Int32Array
  bodyA: Int32Array
  bodyB: Int32Array
  count: Uint8Array
  flags: Int32Array
  /** The active set: points with a normal impulse after the last solve. */
  active: Uint8Array
  /** Points that may not act in this solve: gaps without impulse, at the end of the step. */
  open: Uint8Array
  /** 1: without impulses and inactive so far; its matrices are not built. */
  deferred: Uint8Array
  island: Int32Array
  hot: Float64Array
  cold: Float64Array
  impulse: Float64Array
  /** Normal impulses of the whole step so far, impacts included: for events. */
  total: Float64Array
  /** 1: it has pushed its bodies apart in this step. */
  pushed: Uint8Array
  /** Impulses before the last sweep, or pair of sweeps, and the search direction (`search-direction.ts`). */
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
  active: u8('scratch'),
  open: u8('scratch'),
  deferred: u8('scratch'),
  island: i32('scratch'),
  hot: f64('scratch', HOT_STRIDE),
  cold: f64('scratch', COLD_STRIDE),
  impulse: f64('scratch', IMPULSE_STRIDE),
  total: f64('scratch', 4),
  pushed: u8('scratch'),
  before: f64('scratch', IMPULSE_STRIDE),
  direction: f64('scratch', IMPULSE_STRIDE),
  held: f64('scratch', IMPULSE_STRIDE),
}

/** Arms of the row at hand, in scratch: per point A x y z, B x y z from the centres of mass; then those of the centre of pressure. */
export const arms: Float64Array = new Float64Array(30)

/** Where the centre of pressure stands in `arms`. */
export const PRESSURE = 24
