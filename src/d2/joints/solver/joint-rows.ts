/**
 * Joint rows: the solver's record of a joint, one row per joint and step, ordered by batch; and scalar rows, one per limit, motor, spring
 * and friction of a joint. The numbers of the sweeps lie together in `hot`.
 *
 * A scalar row's Jacobian is cleared of the joint's own rigid rows: J′ = J − κ J_rigid with κ = K_cr K_rr⁻¹. Its impulse then does not
 * disturb them, its K is the inertia that the coordinate really has, and one visit solves a joint with its limit or motor exactly.
 */

import { f64, i32, type Schema, u8 } from '../../../common/memory/schema.ts'
import { MAX_RIGID, POSE_SIZE, ROW } from '../joint-kind.ts'

/** `hot` of a joint row: Jacobians of the rigid rows from 0 on, zeros for missing rows. */
/** Effective mass: K⁻¹ with the compliance of soft rows: 00 01 11 02 12 22. */
export const INVERSE: number = MAX_RIGID * ROW
/** λ ← impulseScale λ − K⁻¹ (massScale u + bias + compliance λ): of rigid rows both scales are 1 and the compliance is 0. */
export const ROW_BIAS: number = INVERSE + 6
export const IMPULSE_SCALE: number = ROW_BIAS + MAX_RIGID
export const MASS_SCALE: number = IMPULSE_SCALE + 1
export const SOFT_COMPLIANCE: number = IMPULSE_SCALE + 2
/** Greatest |λ| of the rows together, from the joint's greatest force. */
export const MOST: number = IMPULSE_SCALE + 3
/** Push-out target: the error to correct, per second. */
export const PUSH: number = IMPULSE_SCALE + 4
export const HOT_STRIDE: number = PUSH + MAX_RIGID

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
  /** 1: one of so many joints that the residual of the sweeps exceeds the gain of a second target. */
  crowded: Uint8Array
  /** The solver it goes to: ROUTE_SWEEP … ROUTE_NET of `common/solver/joint-groups.ts`. */
  route: Uint8Array
  /** Rigid rows in use, and bits of those that are angles. */
  rigid: Uint8Array
  angular: Uint8Array
  scalarStart: Int32Array
  scalarEnd: Int32Array
  /** The smaller of the bodies' extents: the unit of errors and speeds. */
  size: Float64Array
  /** The frames at the start of the step, as a pose. */
  frame: Float64Array
  hot: Float64Array
  /** From the centres of A and B to their anchors. */
  arm: Float64Array
  /** C at this pose. */
  error: Float64Array
  impulse: Float64Array
  held: Float64Array
  /** Impulse before the last sweep, and the search direction (conjugate gradient over sweeps). */
  before: Float64Array
  direction: Float64Array
  /** Largest force and torque so far in this step, of joints that can break. */
  peak: Float64Array
}

export const JOINT_ROW_SCHEMA: Schema<JointRowColumns> = {
  joint: i32('scratch'),
  bodyA: i32('scratch'),
  bodyB: i32('scratch'),
  island: i32('scratch'),
  isolated: u8('scratch'),
  exact: u8('scratch'),
  crowded: u8('scratch'),
  route: u8('scratch'),
  rigid: u8('scratch'),
  angular: u8('scratch'),
  scalarStart: i32('scratch'),
  scalarEnd: i32('scratch'),
  size: f64('scratch'),
  frame: f64('scratch', POSE_SIZE),
  hot: f64('scratch', HOT_STRIDE),
  arm: f64('scratch', 4),
  error: f64('scratch', MAX_RIGID),
  impulse: f64('scratch', MAX_RIGID),
  held: f64('scratch', MAX_RIGID),
  before: f64('scratch', MAX_RIGID),
  direction: f64('scratch', MAX_RIGID),
  peak: f64('scratch', 2),
}

/** `hot` of a scalar row: J′ from 0 on; then λ ← impulseScale λ − massScale u − bias, within low … high. */
export const SCALAR_IMPULSE_SCALE: number = ROW
export const SCALAR_MASS_SCALE: number = ROW + 1
export const SCALAR_BIAS: number = ROW + 2
export const LOW: number = ROW + 3
export const HIGH: number = ROW + 4
/** K′ = J′ M⁻¹ J′ᵀ: the inverse of the coordinate's inertia. */
export const OWN_K: number = ROW + 5
export const KAPPA: number = ROW + 6
/** The coordinate at this pose. */
export const VALUE: number = KAPPA + MAX_RIGID
export const SCALAR_STRIDE: number = VALUE + 1

export interface ScalarRowColumns {
  coordinate: Uint8Array
  role: Uint8Array
  /** Limits: +1 lower, −1 upper, 0 both (they are equal). */
  side: Float64Array
  hot: Float64Array
  /** Limits that bounce: velocity to leave with in this substep, 0 = none. */
  rebound: Float64Array
  /** 1: the limit had an impulse in the substep before. */
  pressed: Uint8Array
  /** Limits in the push-out: the error to correct per second, and the impulse so far. */
  push: Float64Array
  pushed: Float64Array
  pushable: Uint8Array
  impulse: Float64Array
  held: Float64Array
  /** Impulse before the last sweep, and the search direction (conjugate gradient over sweeps). */
  before: Float64Array
  direction: Float64Array
}

export const SCALAR_ROW_SCHEMA: Schema<ScalarRowColumns> = {
  coordinate: u8('scratch'),
  role: u8('scratch'),
  side: f64('scratch'),
  hot: f64('scratch', SCALAR_STRIDE),
  rebound: f64('scratch'),
  pressed: u8('scratch'),
  push: f64('scratch'),
  pushed: f64('scratch'),
  pushable: u8('scratch'),
  impulse: f64('scratch'),
  held: f64('scratch'),
  before: f64('scratch'),
  direction: f64('scratch'),
}
