/**
 * The vehicle table: one row per vehicle, its wheels in slots of the same row. Wheel w of row v stands at element v × MAX_WHEELS + w of the
 * wheel columns. A vehicle has no body of its own: its chassis is a body of the user's.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'

export const MAX_WHEELS = 16
/** Points of a slip curve or a torque curve. */
export const MAX_CURVE = 16
export const MAX_GEARS = 16
export const MAX_REVERSE = 4
export const MAX_DIFFERENTIALS = 8
export const MAX_BARS = 8
/** Bodies that wheels do not see, beside the chassis. */
export const MAX_IGNORED = 8

/** Values of `tester`. */
export const RAY = 0
export const SPHERE = 1
export const CYLINDER = 2

/** Bits of a vehicle's `flags`. */
export const HAS_ENGINE = 1
export const AUTOMATIC = 2
/** The user has set an input since the last step. */
export const TOLD = 4

export interface VehicleColumns {
  generation: Int32Array
  alive: Uint8Array
  nextFree: Int32Array
  /** Handle of the chassis. */
  chassis: Float64Array
  flags: Int32Array
  wheelCount: Int32Array
  tester: Uint8Array
  /** Unit vectors in the chassis: forward, up, left = up × forward. */
  axes: Float64Array
  ackermann: Float64Array
  category: Int32Array
  mask: Int32Array
  group: Int32Array
  /** Handles, 0 = none. */
  ignored: Float64Array
  /** Anti-roll bars: wheels (−1 = none), N/m. */
  barWheels: Int32Array
  barStiffness: Float64Array
  barCount: Int32Array
  /** Engine: points (rad/s, N m) of the torque curve and how many, kg m², rad/s, rad/s, N m at the greatest speed. */
  torqueCurve: Float64Array
  torquePoints: Int32Array
  engineInertia: Float64Array
  idleSpeed: Float64Array
  maxSpeed: Float64Array
  engineBrake: Float64Array
  /** Clutch: N m; rad/s at which it is wholly closed. */
  clutchTorque: Float64Array
  engageSpeed: Float64Array
  /** Ratios of the forward gears, then those of the reverse ones, below 0. */
  gears: Float64Array
  gearCount: Int32Array
  reverseGears: Float64Array
  reverseCount: Int32Array
  shiftUp: Float64Array
  shiftDown: Float64Array
  switchTime: Float64Array
  /** Differentials: wheels (−1 = none), ratio, part of the torque for the first wheel, part of the engine's torque, N m of the lock. */
  diffWheels: Int32Array
  diffRatio: Float64Array
  diffSplit: Float64Array
  diffShare: Float64Array
  diffLock: Float64Array
  diffCount: Int32Array
  /** N m that tie the differentials to each other. */
  centerLock: Float64Array

  /** What the driver does: 0 … 1, steering −1 … 1 to the left. */
  throttle: Float64Array
  brake: Float64Array
  handBrake: Float64Array
  steering: Float64Array
  clutch: Float64Array
  /** Gear that the driver wants, and the one that is in; −1 … = reverse, 0 = neutral. An automatic box chooses among the forward ones. */
  wantedGear: Int32Array
  gear: Int32Array
  /** Seconds until the gear is in; seconds since. */
  shifting: Float64Array
  sinceShift: Float64Array
  /** rad/s. */
  engineSpeed: Float64Array
  /** N m through the clutch in the last substep. */
  engineLoad: Float64Array

  /** Wheels, in the chassis' frame: where the suspension begins; the way it goes, unit vector. */
  position: Float64Array
  direction: Float64Array
  radius: Float64Array
  width: Float64Array
  /** About the axle, kg m². */
  inertia: Float64Array
  minLength: Float64Array
  maxLength: Float64Array
  preload: Float64Array
  /** Spring: Hz and damping ratio, or N/m and N s/m if `springMode` is 1. */
  springMode: Uint8Array
  spring: Float64Array
  friction: Float64Array
  rolling: Float64Array
  maxSteer: Float64Array
  brakeTorque: Float64Array
  handBrakeTorque: Float64Array
  /** Slip curves: points (slip, factor on friction), how many; along, then across. */
  curves: Float64Array
  curvePoints: Int32Array
  /** N m that the user drives the wheel with, beside the engine. */
  driveTorque: Float64Array

  /** rad/s relative to the chassis, positive forwards; rad, 0 … 2π. */
  spin: Float64Array
  angle: Float64Array
  /** rad, to the left. */
  steerAngle: Float64Array
  /** m from `position` to the hub. */
  length: Float64Array
  /** Handle of the shape it stands on, 0 = none; point and normal of touch. */
  groundShape: Float64Array
  groundPoint: Float64Array
  groundNormal: Float64Array
  /** Pose of the ground's body when it was looked at: a sleeper wakes when that changes. */
  groundPose: Float64Array
  /** N: normal, along and across the wheel. */
  force: Float64Array
  /** Slip ratio, and slip angle in rad, of the last substep. */
  slip: Float64Array
}

const W = MAX_WHEELS

export const VEHICLE_SCHEMA: Schema<VehicleColumns> = {
  generation: i32('state'),
  alive: u8('state'),
  nextFree: i32('state'),
  chassis: f64('def'),
  flags: i32('def'),
  wheelCount: i32('def'),
  tester: u8('def'),
  axes: f64('def', 9),
  ackermann: f64('def'),
  category: i32('def'),
  mask: i32('def'),
  group: i32('def'),
  ignored: f64('def', MAX_IGNORED),
  barWheels: i32('def', 2 * MAX_BARS),
  barStiffness: f64('def', MAX_BARS),
  barCount: i32('def'),
  torqueCurve: f64('def', 2 * MAX_CURVE),
  torquePoints: i32('def'),
  engineInertia: f64('def'),
  idleSpeed: f64('def'),
  maxSpeed: f64('def'),
  engineBrake: f64('def'),
  clutchTorque: f64('def'),
  engageSpeed: f64('def'),
  gears: f64('def', MAX_GEARS),
  gearCount: i32('def'),
  reverseGears: f64('def', MAX_REVERSE),
  reverseCount: i32('def'),
  shiftUp: f64('def'),
  shiftDown: f64('def'),
  switchTime: f64('def'),
  diffWheels: i32('def', 2 * MAX_DIFFERENTIALS),
  diffRatio: f64('def', MAX_DIFFERENTIALS),
  diffSplit: f64('def', MAX_DIFFERENTIALS),
  diffShare: f64('def', MAX_DIFFERENTIALS),
  diffLock: f64('def', MAX_DIFFERENTIALS),
  diffCount: i32('def'),
  centerLock: f64('def'),
  throttle: f64('state'),
  brake: f64('state'),
  handBrake: f64('state'),
  steering: f64('state'),
  clutch: f64('state'),
  wantedGear: i32('state'),
  gear: i32('state'),
  shifting: f64('state'),
  sinceShift: f64('state'),
  engineSpeed: f64('state'),
  engineLoad: f64('state'),
  position: f64('def', 3 * W),
  direction: f64('def', 3 * W),
  radius: f64('def', W),
  width: f64('def', W),
  inertia: f64('def', W),
  minLength: f64('def', W),
  maxLength: f64('def', W),
  preload: f64('def', W),
  springMode: u8('def', W),
  spring: f64('def', 2 * W),
  friction: f64('def', W),
  rolling: f64('def', W),
  maxSteer: f64('def', W),
  brakeTorque: f64('def', W),
  handBrakeTorque: f64('def', W),
  curves: f64('def', 4 * MAX_CURVE * W),
  curvePoints: i32('def', 2 * W),
  driveTorque: f64('state', W),
  spin: f64('state', W),
  angle: f64('state', W),
  steerAngle: f64('state', W),
  length: f64('state', W),
  groundShape: f64('state', W),
  groundPoint: f64('state', 3 * W),
  groundNormal: f64('state', 3 * W),
  groundPose: f64('state', 7 * W),
  force: f64('state', 3 * W),
  slip: f64('state', 2 * W),
}

/** One row once there has been a vehicle: which row is free, and how many live. */
export interface VehiclePoolColumns {
  freeHead: Int32Array
  live: Int32Array
}

export const VEHICLE_POOL_SCHEMA: Schema<VehiclePoolColumns> = { freeHead: i32('state'), live: i32('state') }
