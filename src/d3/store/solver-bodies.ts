/**
 * Solver bodies: a row for every awake body of the step, dense, ordered by batch, gathered at the start of the step and scattered at its
 * end. Row 0 stands for everything that cannot move.
 *
 * Angular velocity is kept mass-weighted: w = F u with F Fᵀ the inverse inertia (world axes, start of the step, lower triangular). A
 * constraint then needs one vector per body, Fᵀ(r × n), both to read the velocity and to apply the impulse.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'

/** Doubles per velocity row: v x y z, u x y z, inverse mass, mass. */
export const VELOCITY_STRIDE = 8

/** `struckAt` of a body that no blow has met in this substep. */
export const NOT_STRUCK: number = -Infinity

/** Bits of `kind`. */
export const HAS_MASS = 1
export const GYROSCOPIC = 2
export const LINEAR_LOCKS = 4
export const ANGULAR_LOCKS = 8
export const DAMPED = 16

/**
 * How many of the six parts of a jump (`jump`) a body takes: turned by it with its angular momentum, a body of unequal moments would have another
 * energy.
 */
export function jumpParts(kind: number): number {
  return (kind & GYROSCOPIC) === 0 ? 6 : 3
}

export interface SolverBodyColumns {
  /** Row in the body table. */
  body: Int32Array
  kind: Uint8Array
  lockedAxes: Uint8Array
  /** Dense number of its island. */
  island: Int32Array
  /** Contacts from the ground, 0 = none found. */
  level: Int32Array
  velocity: Float64Array
  /** Warm start: the velocity change by the stored impulses in one substep. */
  warm: Float64Array
  /** Velocity after the kick, before impulses. */
  kicked: Float64Array
  /** Velocity before the kick, where there are joints. */
  entered: Float64Array
  /** Velocity before the last sweep, and the search direction (conjugate gradient over sweeps). */
  before: Float64Array
  direction: Float64Array
  /** Pseudo-velocities of the push-out, cleared by the drift. */
  pseudo: Float64Array
  /** Displacement and weighted turn of the next drift that make up for blows struck before their moment; zeros elsewhere. */
  jump: Float64Array
  /** When it was struck last, seconds from the substep's start, NOT_STRUCK if it was not; and what its stored impulses gave it then. */
  struckAt: Float64Array
  /** 1: struck in the impact stage of this substep. */
  hit: Uint8Array
  support: Float64Array
  /** Displacement by the push-out since the start of the step. */
  pushed: Float64Array
  /** F, lower triangular: 00 10 11 20 21 22. */
  factor: Float64Array
  /** External acceleration: linear, and Fᵀ torque. */
  external: Float64Array
  /** Damping coefficients, linear and angular. */
  damping: Float64Array
  q: Float64Array
  /** Displacement of the centre since the start of the step, then R R₀ᵀ − 1 row by row. */
  moved: Float64Array
  q0: Float64Array
  /** Length of that displacement, norm of that matrix. */
  travel: Float64Array
  /** Orientation that `factor` was made for. */
  factorQ: Float64Array
  /** Largest over smallest principal moment. */
  slenderness: Float64Array
  /** Geometric stiffness of its joints, as inertia: xx xy yy xz yz zz. */
  stiff: Float64Array
  /** Angular compliance with its joints at the start of the step, where there are joints: xx xy yy xz yz zz. */
  compliance: Float64Array
  /** 1 if geometric stiffness adds to its inertia now. */
  stiffened: Uint8Array
  /** 1 while its rows are being renewed. */
  renewed: Uint8Array
  /** Pose at the end of the substep as joints predict it, centre and quaternion; 1 where it is that of the present velocities. */
  ahead: Float64Array
  predicted: Uint8Array
}

export const SOLVER_BODY_SCHEMA: Schema<SolverBodyColumns> = {
  body: i32('scratch'),
  kind: u8('scratch'),
  lockedAxes: u8('scratch'),
  island: i32('scratch'),
  level: i32('scratch'),
  velocity: f64('scratch', VELOCITY_STRIDE),
  warm: f64('scratch', 6),
  kicked: f64('scratch', 6),
  entered: f64('scratch', 6),
  before: f64('scratch', 6),
  direction: f64('scratch', 6),
  pseudo: f64('scratch', VELOCITY_STRIDE),
  jump: f64('scratch', 6),
  struckAt: f64('scratch'),
  hit: u8('scratch'),
  support: f64('scratch', 6),
  pushed: f64('scratch', 3),
  factor: f64('scratch', 6),
  external: f64('scratch', 6),
  damping: f64('scratch', 2),
  q: f64('scratch', 4),
  moved: f64('scratch', 12),
  q0: f64('scratch', 4),
  travel: f64('scratch', 2),
  factorQ: f64('scratch', 4),
  slenderness: f64('scratch'),
  stiff: f64('scratch', 6),
  compliance: f64('scratch', 6),
  stiffened: u8('scratch'),
  renewed: u8('scratch'),
  ahead: f64('scratch', 7),
  predicted: u8('scratch'),
}
