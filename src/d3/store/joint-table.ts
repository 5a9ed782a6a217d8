/**
 * The joint table: definitions of joints, and the state they carry from step to step. One table for all kinds; numbers of a kind's own are
 * in `data`, those of limits, motors, springs and friction in `features`, coordinate by coordinate.
 */

import { FEATURE_STRIDE, OWN_NUMBERS, ROLES } from '../../common/joints/joint-codes.ts'
import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'
import { MAX_COORDINATES, MAX_RIGID } from '../joints/joint-kind.ts'

export {
  ACTIVE, BROKEN, BY_ACCELERATION, BY_BETA, BY_HERTZ, BY_STIFFNESS, COLLIDE_CONNECTED, FEATURE_STRIDE, FRICTION_MAX, HAS_FRICTION, HAS_LIMIT,
  HAS_MOTOR, HAS_SPRING, LIMIT_FIRST, LIMIT_MODE, LIMIT_RESTITUTION, LIMIT_SECOND, LOWER, MOTOR_MAX, MOTOR_SPEED, RIGID, ROLE_FRICTION,
  ROLE_LIMIT, ROLE_MOTOR, ROLE_SPRING, ROLES, SOFT_FIRST, SOFT_MODE, SOFT_SECOND, SPRING_FIRST, SPRING_MAX, SPRING_MODE, SPRING_SECOND,
  SPRING_SPEED, SPRING_TARGET, UPPER,
} from '../../common/joints/joint-codes.ts'
export { JOINT_ENABLED } from '../../common/store/column-codes.ts'

/** `data`: anchors (from the body's origin) and frames in body axes, then 18 numbers of the kind's own. */
export const ANCHOR_A = 0
export const FRAME_A = 3
export const ANCHOR_B = 7
export const FRAME_B = 10
export const OWN = 14
export const DATA_SIZE: number = OWN + OWN_NUMBERS

/** Stored forces: rigid rows, then four per coordinate, by role. */
export const FORCE_STRIDE: number = MAX_RIGID + ROLES * MAX_COORDINATES

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
  data: Float64Array
  softness: Float64Array
  breakForce: Float64Array
  breakTorque: Float64Array
  features: Float64Array
  /** Impulses per second of substep. */
  force: Float64Array
  /** Coordinates as last seen, turns counted. */
  turns: Float64Array
  /** Force and torque (at the anchor) on B at the end of the last step. */
  load: Float64Array
  /** Solver row of this step, −1 = none. */
  row: Int32Array
  /** The solver's route in the last step, for readers: 0 = none, ROUTE_SWEEP … + 1, + EXACT_ROUTE (`common/joints/read-rows.ts`). */
  route: Uint8Array
}

/** Of `load`. */
export const LOAD_STRIDE = 6

export const JOINT_SCHEMA: Schema<JointColumns> = {
  generation: i32('state'),
  alive: u8('state'),
  nextFree: i32('state'),
  kind: i32('def'),
  bodyA: i32('def'),
  bodyB: i32('def'),
  flags: i32('def'),
  data: f64('def', DATA_SIZE),
  softness: f64('def', 3),
  breakForce: f64('def'),
  breakTorque: f64('def'),
  features: f64('def', FEATURE_STRIDE * MAX_COORDINATES),
  force: f64('state', FORCE_STRIDE),
  turns: f64('state', MAX_COORDINATES),
  load: f64('state', LOAD_STRIDE),
  row: i32('scratch'),
  route: u8('scratch'),
}
