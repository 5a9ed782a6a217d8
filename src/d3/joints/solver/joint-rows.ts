/**
 * Joint rows: the solver's record of a joint, one row per joint and step, ordered by batch; and scalar rows, one per limit, motor, spring
 * and friction of a joint. Angular parts of Jacobians are mass-weighted, like the bodies' spins.
 *
 * A scalar row's Jacobian is cleared of the joint's own rigid rows: J′ = J − κ J_rigid with κ = K_cr K_rr⁻¹. Its impulse then does not
 * disturb them, its K is the inertia that the coordinate really has, and one visit solves a joint with its limit or motor exactly.
 */

import { f64, i32, type Schema, u8 } from '../../../common/memory/schema.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'

export interface JointRowColumns {
  joint: Int32Array
  /** Solver body rows. */
  bodyA: Int32Array
  bodyB: Int32Array
  island: Int32Array
  /** 1: isolated from contacts and solved exactly by a visit; no warm start. */
  isolated: Uint8Array
  /** 1: its small errors may be corrected in the velocities. */
  exact: Uint8Array
  /** The solver it goes to: ROUTE_SWEEP … ROUTE_NET of `common/solver/joint-groups.ts`. */
  route: Uint8Array
  /** Rigid rows in use. */
  rigid: Uint8Array
  scalarStart: Int32Array
  scalarEnd: Int32Array
  /** Weighted Jacobian of the rigid rows. */
  jacobian: Float64Array
  /** Their linear and angular parts on B as they are: for loads. */
  onB: Float64Array
  /** From the centres of A and B to their anchors. */
  arm: Float64Array
  /** Effective mass: inverse of K (with the compliance of soft rows), full, row by row, MAX_RIGID apart. */
  inverse: Float64Array
  /** λ ← impulseScale λ − K⁻¹ (massScale u + bias + compliance λ): of rigid rows both scales are 1. */
  rule: Float64Array
  bias: Float64Array
  /** C at this pose; the part of u that comes from a kinematic body's spin. */
  error: Float64Array
  fixed: Float64Array
  /** Push-out target: the error to correct, per second. */
  push: Float64Array
  impulse: Float64Array
  held: Float64Array
  change: Float64Array
  direction: Float64Array
  /** Largest force and torque so far in this step. */
  peak: Float64Array
  /** How far coordinates may get in this step: lengths, angles. */
  reach: Float64Array
}

/** `rule`. */
export const IMPULSE_SCALE = 0
export const MASS_SCALE = 1
/** Compliance γ of soft rows, added to K's diagonal and to u. */
export const SOFT_COMPLIANCE = 2
/** 1: the rows are soft. */
export const SOFT = 3

export const JOINT_ROW_SCHEMA: Schema<JointRowColumns> = {
  joint: i32('scratch'),
  bodyA: i32('scratch'),
  bodyB: i32('scratch'),
  island: i32('scratch'),
  isolated: u8('scratch'),
  exact: u8('scratch'),
  route: u8('scratch'),
  rigid: u8('scratch'),
  scalarStart: i32('scratch'),
  scalarEnd: i32('scratch'),
  jacobian: f64('scratch', MAX_RIGID * ROW),
  onB: f64('scratch', MAX_RIGID * 6),
  arm: f64('scratch', 6),
  inverse: f64('scratch', MAX_RIGID * MAX_RIGID),
  rule: f64('scratch', 4),
  bias: f64('scratch', MAX_RIGID),
  error: f64('scratch', MAX_RIGID),
  fixed: f64('scratch', MAX_RIGID),
  push: f64('scratch', MAX_RIGID),
  impulse: f64('scratch', MAX_RIGID),
  held: f64('scratch', MAX_RIGID),
  change: f64('scratch', MAX_RIGID),
  direction: f64('scratch', MAX_RIGID),
  peak: f64('scratch', 2),
  reach: f64('scratch', 2),
}

export interface ScalarRowColumns {
  coordinate: Uint8Array
  role: Uint8Array
  /** Limits: +1 lower, −1 upper, 0 both (they are equal). */
  side: Float64Array
  /** Weighted J′ and its parts on B, cleared of the rigid rows. */
  jacobian: Float64Array
  onB: Float64Array
  kappa: Float64Array
  /** K′ = J′ M⁻¹ J′ᵀ: the inverse of the coordinate's inertia. */
  k: Float64Array
  /** The coordinate at this pose; the part of u that comes from a kinematic body's spin. */
  value: Float64Array
  fixed: Float64Array
  /** λ ← impulseScale λ − massScale u − bias, within low … high. */
  impulseScale: Float64Array
  massScale: Float64Array
  bias: Float64Array
  low: Float64Array
  high: Float64Array
  /** Limits that bounce: velocity to leave with in this substep, 0 = none. */
  rebound: Float64Array
  /** 1: the limit had an impulse in the substep before. */
  pressed: Uint8Array
  /** Limits: 1 where it is too far away to matter in this substep. */
  asleep: Uint8Array
  /** Limits in the push-out: the error to correct per second, and the impulse so far. */
  push: Float64Array
  pushed: Float64Array
  pushable: Uint8Array
  impulse: Float64Array
  held: Float64Array
  change: Float64Array
  direction: Float64Array
}

export const SCALAR_ROW_SCHEMA: Schema<ScalarRowColumns> = {
  coordinate: u8('scratch'),
  role: u8('scratch'),
  side: f64('scratch'),
  jacobian: f64('scratch', ROW),
  onB: f64('scratch', 6),
  kappa: f64('scratch', MAX_RIGID),
  k: f64('scratch'),
  value: f64('scratch'),
  fixed: f64('scratch'),
  impulseScale: f64('scratch'),
  massScale: f64('scratch'),
  bias: f64('scratch'),
  low: f64('scratch'),
  high: f64('scratch'),
  rebound: f64('scratch'),
  pressed: u8('scratch'),
  asleep: u8('scratch'),
  push: f64('scratch'),
  pushed: f64('scratch'),
  pushable: u8('scratch'),
  impulse: f64('scratch'),
  held: f64('scratch'),
  change: f64('scratch'),
  direction: f64('scratch'),
}
