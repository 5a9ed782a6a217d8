/**
 * The rotation of joints that hold a point and leave rotation free (ball, swing–twist): limits of swing and twist, and drives of orientation. Which
 * coordinates are measured, what they mean, and how users write them.
 *
 * Coordinates: 0 twist; 1 and 2 the swing (cone: 1; ellipse and pyramid: 1 about y, 2 about z); 3 … 5 the way from the spring's target, along A's
 * axes. Only those that something acts on are measured: a link of a chain pays for its point alone.
 */

import { NARROW_CONE } from '../parts/tolerances.ts'
import { requireNonNegative } from '../../../common/bounds.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import { PhysicsError, requireRange } from '../../../common/errors.ts'
import { quatMultiply, quatRotate, quatRotateInverse } from '../../math/quaternion.ts'
import { readQuat, readVec3, writeQuat, writeVec3, type Quat, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type Limit, type Spring,
} from '../../../common/joints/features.ts'
import { framesOf } from '../frames.ts'
import { axisRotation, readAxis, type AxisDefinition } from '../joint-definition.ts'
import { MAX_COORDINATES, POSE_SIZE, ROW, type CoordinateUnit, type Measure } from '../joint-kind.ts'
import { DATA_SIZE, OWN } from '../../store/joint-table.ts'
import { setAngle, setAngleRow } from '../parts/angle.ts'
import { relative, setRelative } from '../parts/relative-rotation.ts'
import { setSwing, swing, swingEllipse, swingPart, twistAngle } from '../parts/swing-twist.ts'
import { spinRows, targetRotation } from '../parts/target-rotation.ts'
import { unwrap } from '../../../common/math/unwrap.ts'

export const TWIST = 0
export const SWING = 1
export const SWING_Z = 2
/** First of three. */
export const DRIVE = 3

export const BALL_COORDINATES: readonly CoordinateUnit[] = ['turn', 'angle', 'angle', 'angle', 'angle', 'angle']

/** Own numbers: what is measured as swing; the half angles about y and z; how the user put it; what else is measured; the spring's target. */
const SHAPE = OWN
const HALF_Y = OWN + 1
const HALF_Z = OWN + 2
const FORM = OWN + 3
const USED = OWN + 4
const TARGET = OWN + 5
/** The motor's velocity along A's axes: three. */
const VELOCITY = OWN + 9

/** SHAPE and FORM. */
const NONE = 0
const CONE = 1
const ELLIPSE = 2
const PYRAMID = 3

/** Bits of USED. */
const USES_TWIST = 1
const USES_SPIN = 2
const USES_TARGET = 4

/** Fills the coordinates of `out`. */
export function measureBallRotation(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
  const shape = data[d + SHAPE]
  const used = data[d + USED]
  const { value, gradient } = out
  value.fill(0)
  gradient.fill(0)
  if (shape === NONE && used === 0) return
  if ((used & USES_TWIST) !== 0) setAngleRow(pose, gradient, TWIST * ROW, value, TWIST)
  else setRelative(pose)
  if (shape !== NONE) {
    setSwing()
    if (shape === CONE) value[SWING] = swingPart(pose, 0, gradient, SWING * ROW)
    else if (shape === ELLIPSE) {
      value[SWING] = swingEllipse(pose, data[d + HALF_Y], data[d + HALF_Z], 1, gradient, SWING * ROW)
      value[SWING_Z] = swingEllipse(pose, data[d + HALF_Y], data[d + HALF_Z], 2, gradient, SWING_Z * ROW)
    } else {
      value[SWING] = swingPart(pose, 1, gradient, SWING * ROW)
      value[SWING_Z] = swingPart(pose, 2, gradient, SWING_Z * ROW)
    }
  }
  if ((used & USES_TARGET) !== 0) targetRotation(pose, data, d + TARGET, out, DRIVE)
  else if ((used & USES_SPIN) !== 0) spinRows(pose, out, DRIVE)
}

/** The same values alone. */
export function measureBallAngles(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
  const shape = data[d + SHAPE]
  const used = data[d + USED]
  // Drives and ellipses lean on their rows.
  if ((used & (USES_SPIN | USES_TARGET)) !== 0 || shape === ELLIPSE) {
    measureBallRotation(pose, data, d, out)
    return
  }
  const { value } = out
  value.fill(0)
  if (shape === NONE && used === 0) return
  if ((used & USES_TWIST) !== 0) setAngle(pose, value, TWIST)
  else setRelative(pose)
  if (shape === NONE) return
  setSwing()
  if (shape === CONE) value[SWING] = swing[0]
  else {
    value[SWING] = swing[1]
    value[SWING_Z] = swing[2]
  }
}

/** How a limit bounces and how soft it is. */
export interface LimitSoftness {
  /** Share of the speed kept when it is hit, 0 … 1. Default 0. */
  restitution?: number
  /** Makes it a soft stop of this frequency, Hz. Default: hard. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** Makes it a soft stop, N m/rad; instead of `hertz`. Default: hard. */
  stiffness?: number
  /** N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
}

export const SOFT_LIMIT_FIELDS: Fields<LimitSoftness> = { restitution: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0 }

/** Half angles of a swing about y and about z of frame A, rad, 0 … π. */
export interface HalfAngles {
  /** About y, rad: the axis leans towards z. */
  y: number
  /** About z, rad: the axis leans towards y. */
  z: number
}

export const HALF_ANGLE_FIELDS: Fields<HalfAngles> = { y: 0, z: 0 }

/** The same in all directions. */
export interface ConeSwing {
  /** Half angle of the cone, rad, 0 … π. */
  cone: number
}

/** More about one axis than about the other, rounded: shoulders and hips. */
export interface EllipseSwing {
  /** Half angles, rad. */
  ellipse: HalfAngles
}

/** More about one axis than about the other, square: two stops that do not know of each other. */
export interface PyramidSwing {
  /** Half angles, rad. */
  pyramid: HalfAngles
}

/** How far the twist axis may lean: the same in all directions, or more about one axis than about the other, rounded or square. */
export type SwingLimit = LimitSoftness & (ConeSwing | EllipseSwing | PyramidSwing)

/** A swing limit as it is returned. */
export type FullSwingLimit = SwingLimit & Required<Pick<LimitSoftness, 'restitution'>>

export const SWING_FIELDS: object = { ...SOFT_LIMIT_FIELDS, cone: 0, ellipse: 0, pyramid: 0 }

type AnySwingLimit = LimitSoftness & { cone?: unknown; ellipse?: unknown; pyramid?: unknown }

/** Drives the spin of B against A. */
export interface OrientationMotor {
  /** Wanted spin of B against A, rad/s, along the axes of frame A. */
  velocity: Vec3
  /** Greatest torque about each axis of frame A, or of the spring's target if there is a spring, N m; Infinity = whatever it takes. */
  maxTorque: number
}

const MOTOR_FIELDS: Fields<OrientationMotor> = { velocity: 0, maxTorque: 0 }

/** Pulls B to an orientation: a spring, or with `maxTorque` a drive. */
export interface OrientationSpring {
  /** Orientation of frame B as seen from frame A. Default: the frames agree. */
  target?: Quat
  /** Spin of the target, rad/s, along the axes of frame A. Default 0. */
  targetVelocity?: Vec3
  /** Hz about each axis of the target, whatever the inertia about it. Without it: `stiffness`. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** N m/rad; instead of `hertz`. Default 0. */
  stiffness?: number
  /** N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
  /** 'acceleration': stiffness and damping per unit of the inertia that is moved. Default 'force'. */
  mode?: 'force' | 'acceleration'
  /** Greatest torque about each axis of the target, N m. Default Infinity. */
  maxTorque?: number
}

const SPRING_FIELDS: Fields<OrientationSpring> = {
  target: 0, targetVelocity: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0, mode: 0, maxTorque: 0,
}

/** An orientation spring as it is returned: everything filled in. */
export interface FullOrientationSpring extends OrientationSpring {
  /** Orientation of frame B as seen from frame A. */
  target: Quat
  /** Spin of the target, rad/s, along the axes of frame A. */
  targetVelocity: Vec3
  /** 'acceleration': stiffness and damping per unit of the inertia that is moved. */
  mode: 'force' | 'acceleration'
  /** N m about each axis of the target; Infinity = whatever it takes. */
  maxTorque: number
}

const v = new Float64Array(3)
const q = new Float64Array(4)
const turned = new Float64Array(4)
const pose = new Float64Array(POSE_SIZE)

function loadPose(state: WorldState, row: number): void {
  framesOf(state, row, pose)
  setRelative(pose)
}

/** Orientation of frame B in frame A at this moment: x y z w, w ≥ 0. Overwritten by the next call. */
export function relativeNow(state: WorldState, row: number): Float64Array {
  loadPose(state, row)
  return relative
}

/** Angle between the x axes at this moment, rad. */
export function swingAngleNow(state: WorldState, row: number): number {
  loadPose(state, row)
  setSwing()
  return swing[0]
}

/** Turn of B about its x axis at this moment, rad; with its turns if they are counted. */
export function twistAngleNow(state: WorldState, row: number): number {
  loadPose(state, row)
  const { data, turns } = state.joints.columns
  const counted = (data[row * DATA_SIZE + USED] & USES_TWIST) !== 0
  return counted ? unwrap(twistAngle(), turns[row * MAX_COORDINATES + TWIST]) : twistAngle()
}

/** World rotation of the frames: x along `axis`, y towards `planeAxis` if there is one. */
export function planeRotation(d: AxisDefinition & { planeAxis?: Vec3 }, field: string): Float64Array {
  const out = axisRotation(d, field)
  if (d.planeAxis === undefined) return out
  if (d.frameA !== undefined) {
    throw new PhysicsError('wrong-type', `${field}.planeAxis`, d.planeAxis, 'and frames are two answers to one question. Give one.')
  }
  readAxis(d.planeAxis, `${field}.planeAxis`, v, 0)
  quatRotateInverse(out, 0, v[0], v[1], v[2], v, 0)
  const across = Math.sqrt(v[1] * v[1] + v[2] * v[2])
  if (across < 1e-6) throw new PhysicsError('degenerate', `${field}.planeAxis`, d.planeAxis, 'lies along axis. Give a direction across it.')
  // A turn about x by the angle of (y, z), by half-angle formulas that do not cancel.
  const cosine = v[1] / across
  const sine = v[2] / across
  const w = cosine >= 0 ? Math.sqrt(0.5 * (1 + cosine)) : Math.abs(sine) / Math.sqrt(2 * (1 - cosine))
  const x = cosine >= 0 ? sine / (2 * w) : (sine < 0 ? -1 : 1) * Math.sqrt(0.5 * (1 - cosine))
  q.set([x, 0, 0, w])
  quatMultiply(out, 0, q, 0, turned, 0)
  out.set(turned)
  return out
}

function use(state: WorldState, row: number, bit: number, on: boolean): void {
  const { data } = state.joints.columns
  const at = row * DATA_SIZE + USED
  data[at] = on ? data[at] | bit : data[at] & ~bit
}

export function setTwistLimit(state: WorldState, row: number, value: Limit | null | undefined, field: string): void {
  const now = twistAngleNow(state, row)
  setLimit(state, row, TWIST, value, field)
  state.joints.columns.turns[row * MAX_COORDINATES + TWIST] = now
  use(state, row, USES_TWIST, value !== null && value !== undefined)
}

function halfAngles(value: unknown, field: string): HalfAngles {
  const { y, z } = requireOptions(value, HALF_ANGLE_FIELDS, field) as HalfAngles
  return { y: requireRange(y, 0, Math.PI, `${field}.y`), z: requireRange(z, 0, Math.PI, `${field}.z`) }
}

export function setSwingLimit(state: WorldState, row: number, value: SwingLimit | null | undefined, field: string): void {
  const { data } = state.joints.columns
  const d = row * DATA_SIZE
  if (value === null || value === undefined) {
    setLimit(state, row, SWING, null, field)
    setLimit(state, row, SWING_Z, null, field)
    data.fill(0, d + SHAPE, d + USED)
    return
  }
  const { cone, ellipse, pyramid, ...softness } = requireOptions(value, SWING_FIELDS, field) as AnySwingLimit
  if ([cone, ellipse, pyramid].filter((form) => form !== undefined).length !== 1) {
    throw new PhysicsError('wrong-type', field, value, 'needs one of cone, ellipse and pyramid, such as { cone: 0.5 }.')
  }
  const form = cone !== undefined ? CONE : ellipse !== undefined ? ELLIPSE : PYRAMID
  let y = 0
  let z = 0
  if (form === CONE) y = z = requireRange(cone, 0, Math.PI, `${field}.cone`)
  else ({ y, z } = form === ELLIPSE ? halfAngles(ellipse, `${field}.ellipse`) : halfAngles(pyramid, `${field}.pyramid`))
  // An ellipse without width is a slit, and a cone of 0 a lock. Round ones are told by the angle itself where its kink is far away.
  const shape = form === PYRAMID || y === 0 || z === 0 ? PYRAMID : y === z && y >= NARROW_CONE ? CONE : ELLIPSE
  setLimit(state, row, SWING, { ...softness, lower: shape === CONE ? -Infinity : -y, upper: y }, field)
  setLimit(state, row, SWING_Z, shape === CONE ? null : { ...softness, lower: -z, upper: z }, field)
  data[d + SHAPE] = shape
  data[d + HALF_Y] = y
  data[d + HALF_Z] = z
  data[d + FORM] = form
}

export function getSwingLimit(state: WorldState, row: number): FullSwingLimit | null {
  const { data } = state.joints.columns
  const d = row * DATA_SIZE
  const form = data[d + FORM]
  if (form === NONE) return null
  const { lower: _lower, upper: _upper, ...softness } = getLimit(state, row, SWING) as FullLimit
  const half = { y: data[d + HALF_Y], z: data[d + HALF_Z] }
  return form === CONE ? { cone: half.y, ...softness } : form === ELLIPSE ? { ellipse: half, ...softness } : { pyramid: half, ...softness }
}

function requireTorque(value: unknown, field: string): number {
  return value === Infinity ? Infinity : requireNonNegative(value, field)
}

/** Motors and friction need the spins measured; so do springs, with more. */
function useSpin(state: WorldState, row: number): void {
  const used = getMotor(state, row, DRIVE) !== null || getSpring(state, row, DRIVE) !== null || getFriction(state, row, DRIVE) > 0
  use(state, row, USES_SPIN, used)
}

export function setOrientationMotor(state: WorldState, row: number, value: OrientationMotor | null | undefined, field: string): void {
  const on = value !== null && value !== undefined
  let maxTorque = 0
  if (on) {
    requireOptions(value, MOTOR_FIELDS, field)
    readVec3(value.velocity, `${field}.velocity`, v, 0)
    maxTorque = requireTorque(value.maxTorque, `${field}.maxTorque`)
    state.joints.columns.data.set(v, row * DATA_SIZE + VELOCITY)
    toTarget(state, row)
  }
  for (let k = 0; k < 3; k++) setMotor(state, row, DRIVE + k, on ? { speed: v[k], maxTorque } : null, field, 'maxTorque')
  useSpin(state, row)
}

export function getOrientationMotor(state: WorldState, row: number): OrientationMotor | null {
  const motor = getMotor(state, row, DRIVE)
  const velocity = { x: 0, y: 0, z: 0 }
  return motor && { velocity: writeVec3(state.joints.columns.data, row * DATA_SIZE + VELOCITY, velocity), maxTorque: motor.maxForce }
}

export function setOrientationSpring(state: WorldState, row: number, value: OrientationSpring | null | undefined, field: string): void {
  const on = value !== null && value !== undefined
  let spring: Spring | null = null
  q.fill(0)
  v.fill(0)
  if (on) {
    requireOptions(value, SPRING_FIELDS, field)
    const { target, targetVelocity, maxTorque, ...strength } = value
    q[3] = 1
    if (target !== undefined) readQuat(target, `${field}.target`, q, 0)
    if (targetVelocity !== undefined) readVec3(targetVelocity, `${field}.targetVelocity`, v, 0)
    quatRotateInverse(q, 0, v[0], v[1], v[2], v, 0)
    spring = { ...strength, maxForce: maxTorque === undefined ? Infinity : requireTorque(maxTorque, `${field}.maxTorque`) }
  }
  for (let k = 0; k < 3; k++) setSpring(state, row, DRIVE + k, spring && { ...spring, target: 0, targetSpeed: v[k] }, field)
  state.joints.columns.data.set(q, row * DATA_SIZE + TARGET)
  use(state, row, USES_TARGET, on)
  useSpin(state, row)
  // The rows have other axes now.
  const motor = getOrientationMotor(state, row)
  if (motor !== null) setOrientationMotor(state, row, motor, field)
}

/** `v` from A's axes to those of the rows. */
function toTarget(state: WorldState, row: number): void {
  const { data } = state.joints.columns
  const d = row * DATA_SIZE
  if ((data[d + USED] & USES_TARGET) !== 0) quatRotateInverse(data, d + TARGET, v[0], v[1], v[2], v, 0)
}

/** Numbers along the rows' axes as a vector in A's. */
export function fromTarget(state: WorldState, row: number, x: number, y: number, z: number): Vec3 {
  const { data } = state.joints.columns
  const d = row * DATA_SIZE
  v.set([x, y, z])
  if ((data[d + USED] & USES_TARGET) !== 0) quatRotate(data, d + TARGET, x, y, z, v, 0)
  return writeVec3(v, 0, { x: 0, y: 0, z: 0 })
}

export function getOrientationSpring(state: WorldState, row: number): FullOrientationSpring | null {
  const x = getSpring(state, row, DRIVE)
  const y = getSpring(state, row, DRIVE + 1)
  const z = getSpring(state, row, DRIVE + 2)
  if (x === null || y === null || z === null) return null
  const { target: _target, targetSpeed, maxForce, ...strength } = x
  return {
    ...strength,
    target: writeQuat(state.joints.columns.data, row * DATA_SIZE + TARGET, { x: 0, y: 0, z: 0, w: 1 }),
    targetVelocity: fromTarget(state, row, targetSpeed, y.targetSpeed, z.targetSpeed),
    maxTorque: maxForce,
  }
}

export function setOrientationFriction(state: WorldState, row: number, value: number | undefined, field: string): void {
  const most = value === undefined ? 0 : requireTorque(value, field)
  for (let k = 0; k < 3; k++) setFriction(state, row, DRIVE + k, most, field)
  useSpin(state, row)
}

export function getOrientationFriction(state: WorldState, row: number): number {
  return getFriction(state, row, DRIVE)
}
