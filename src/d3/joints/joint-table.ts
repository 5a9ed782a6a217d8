/**
 * Joints as the user made them, and what they carry from step to step. One table for all kinds; numbers of a kind's own are in `data`,
 * those of limits, motors, springs and friction in `features`, coordinate by coordinate.
 */

import { f64, i32, u8, type Schema } from '../../common/memory/schema.ts'
import { MAX_COORDINATES, MAX_RIGID } from './joint-kind.ts'

/** Bits of `flags`. */
export const JOINT_ENABLED = 1
export const COLLIDE_CONNECTED = 2
export const BROKEN = 4

/** `data`: anchors (from the body's origin) and frames in body axes, then 18 numbers of the kind's own. */
export const ANCHOR_A = 0
export const FRAME_A = 3
export const ANCHOR_B = 7
export const FRAME_B = 10
export const OWN = 14
export const DATA_SIZE = 32

/** `softness` of the rigid rows: how it was given, two numbers. */
export const SOFT_MODE = 0
export const SOFT_FIRST = 1
export const SOFT_SECOND = 2
export const RIGID = 0
export const BY_HERTZ = 1
export const BY_STIFFNESS = 2
export const BY_BETA = 3
/** Stiffness and damping per unit of mass: drives in acceleration mode. */
export const BY_ACCELERATION = 4

/** `features` of a coordinate. */
export const ACTIVE = 0
export const LOWER = 1
export const UPPER = 2
/** Softness of the limit: mode and two numbers; then its restitution. */
export const LIMIT_MODE = 3
export const LIMIT_FIRST = 4
export const LIMIT_SECOND = 5
export const LIMIT_RESTITUTION = 6
export const MOTOR_SPEED = 7
export const MOTOR_MAX = 8
/** Spring or drive: target, target speed, mode and two numbers, greatest force. */
export const SPRING_TARGET = 9
export const SPRING_SPEED = 10
export const SPRING_MODE = 11
export const SPRING_FIRST = 12
export const SPRING_SECOND = 13
export const SPRING_MAX = 14
export const FRICTION_MAX = 15
export const FEATURE_STRIDE = 16

/** Bits of ACTIVE. */
export const HAS_LIMIT = 1
export const HAS_MOTOR = 2
export const HAS_SPRING = 4
export const HAS_FRICTION = 8

/** Roles of scalar rows, and the order in which a coordinate's rows are solved. */
export const ROLE_SPRING = 0
export const ROLE_FRICTION = 1
export const ROLE_MOTOR = 2
export const ROLE_LIMIT = 3
export const ROLES = 4

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
  /** Force and torque (at the anchor) on B at the end of the last step; then the largest of each during it. */
  load: Float64Array
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
  data: f64('def', DATA_SIZE),
  softness: f64('def', 3),
  breakForce: f64('def'),
  breakTorque: f64('def'),
  features: f64('def', FEATURE_STRIDE * MAX_COORDINATES),
  force: f64('state', FORCE_STRIDE),
  turns: f64('state', MAX_COORDINATES),
  load: f64('state', 8),
  row: i32('scratch'),
}
