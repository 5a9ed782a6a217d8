/**
 * Motor joint: gives B a velocity or a pose relative to A, with so much force and torque and no more: a figure that walks, a cursor that pushes, a
 * drone that hovers, a body that follows an animation and can still be blocked. Holds nothing rigidly.
 *
 * Removes no freedoms. Six coordinates: x_k = u_k·(p_B − p_A) along the axes of frame A (part `axis`), and the turn from the target, φ, with the
 * spin of B against A as its rate (part `target-rotation`); while nothing acts on the turn, φ from frame A to frame B with its own rate (part
 * `full-rotation`). Motors drive the rates, springs pull the values to the target; bounds hold for each axis of frame A.
 * C, J and signs as in the parts, impulses + on B. Degenerate: half a turn from the target, where either way back is as good.
 * Source: Hodges 22 (docs/errata.md: one space throughout), Tamis 3.1.4.
 */

import { PhysicsError } from '../../../common/errors.ts'
import { requireNonNegative } from '../../../common/bounds.ts'
import { frozen } from '../../../common/frozen.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import { quatRotateInverse } from '../../math/quaternion.ts'
import { readQuat, readVec3, writeQuat, writeVec3, type Quat, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import { changeTogether, getMotor, getSpring, setMotor, setSpring, type Spring } from '../../../common/joints/features.ts'
import { framesOf } from '../frames.ts'
import { Joint } from '../joint.ts'
import { axisRotation, draft, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { AXES_A, MAX_RIGID, POSE_SIZE, QA, ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { DATA_SIZE, FORCE_STRIDE, OWN, ROLE_MOTOR, ROLE_SPRING, ROLES } from '../../store/joint-table.ts'
import { axisRow } from '../parts/axis.ts'
import { rotationVector, rotationVectorRow, setRotationVector } from '../parts/full-rotation.ts'
import { setRelative } from '../parts/relative-rotation.ts'
import { targetRotation } from '../parts/target-rotation.ts'

/** Own numbers: wanted orientation of frame B in frame A; 1 = something acts on the turn. */
const TARGET = OWN
const TURNS = OWN + 4

/** First of the three coordinates of the turn. */
const TURN = 3

export const motorKind: JointKind = {
  name: 'motor',
  coordinates: ['length', 'length', 'length', 'angle', 'angle', 'angle'],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    out.rigid = 0
    for (let k = 0; k < 3; k++) out.value[k] = axisRow(pose, pose, AXES_A + 3 * k, out.gradient, k * ROW)
    setRelative(pose)
    if (data[d + TURNS] === 1) {
      targetRotation(pose, data, d + TARGET, out, TURN)
      return
    }
    setRotationVector()
    for (let k = 0; k < 3; k++) {
      out.value[TURN + k] = rotationVector[k]
      rotationVectorRow(pose, k, out.gradient, (TURN + k) * ROW)
    }
  },
}

/** Drives anchor B at a velocity. */
export interface LinearMotor {
  /** Wanted velocity of anchor B against A, m/s, along the axes of frame A. */
  velocity: Vec3
  /** N along each of those axes; Infinity = whatever it takes. */
  maxForce: number
}

const LINEAR_FIELDS: Fields<LinearMotor> = { velocity: 0, maxForce: 0 }

/** Drives the turning of B. */
export interface AngularMotor {
  /** Wanted spin of B against A, rad/s, along the axes of frame A. */
  velocity: Vec3
  /** N m about each of those axes; Infinity = whatever it takes. */
  maxTorque: number
}

const ANGULAR_FIELDS: Fields<AngularMotor> = { velocity: 0, maxTorque: 0 }

/** A pose to go to. What is left out is free. */
export interface MotorTarget {
  /** Where anchor B goes in frame A, m. Left out: free. */
  position?: Vec3
  /** Orientation that frame B takes in frame A. Left out: free. */
  rotation?: Quat
  /** Velocity of a target that moves, m/s, along the axes of frame A. Default 0. */
  linearVelocity?: Vec3
  /** Spin of a target that turns, rad/s, along the axes of frame A. Default 0. */
  angularVelocity?: Vec3
  /** How quickly position and rotation follow, Hz. Without it: `stiffness` and `angularStiffness`. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** Stiffness of the position, N/m; instead of `hertz`. Default 0. */
  stiffness?: number
  /** Damping of the position, N s/m; goes with `stiffness`. Default 0. */
  damping?: number
  /** Stiffness of the rotation, N m/rad; instead of `hertz`. Default 0. */
  angularStiffness?: number
  /** Damping of the rotation, N m s/rad; goes with `angularStiffness`. Default 0. */
  angularDamping?: number
  /** 'acceleration': stiffness and damping per unit of the mass that is moved. Default 'force'. */
  mode?: 'force' | 'acceleration'
  /** Greatest force along each axis of frame A, N. Default Infinity. */
  maxForce?: number
  /** Greatest torque about each axis of frame A, N m. Default Infinity. */
  maxTorque?: number
}

const TARGET_FIELDS: Fields<MotorTarget> = {
  position: 0, rotation: 0, linearVelocity: 0, angularVelocity: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0, angularStiffness: 0,
  angularDamping: 0, mode: 0, maxForce: 0, maxTorque: 0,
}

/** What a motor joint is told: velocities, or a target. It holds nothing else. */
export interface MotorDefinition extends AxisDefinition {
  /** Velocity of anchor B against A. Default none. */
  linear?: LinearMotor | null
  /** Turning of B against A. Default none. */
  angular?: AngularMotor | null
  /** A pose to go to; not together with a velocity of the same part. Default none. */
  target?: MotorTarget | null
}

const FIELDS: Fields<MotorDefinition> = { ...AXIS_FIELDS, linear: 1, angular: 1, target: 1 }

export function writeMotor(state: WorldState, d: MotorDefinition): number {
  const [a, b] = requireBodies(state, d, 'motor', FIELDS)
  const rotation = axisRotation(d, 'motor')
  draftFrames(state, a, b, d, 'motor', rotation)
  draft[TARGET + 3] = 1
  return writeJoint(state, motorKind, a, b, d, 'motor', row => {
    setTarget(state, row, d.target)
    setDrive(state, row, 0, d.linear, 'motor.linear', 'maxForce')
    setDrive(state, row, TURN, d.angular, 'motor.angular', 'maxTorque')
  })
}

const v = new Float64Array(6)
const q = new Float64Array(4)
const pose = new Float64Array(POSE_SIZE)

/** Velocity of three coordinates from `first` on; refused where a target acts already. */
function setDrive(
  state: WorldState, row: number, first: number, value: LinearMotor | AngularMotor | null | undefined, field: string, most: 'maxForce' | 'maxTorque',
): void {
  const on = value !== null && value !== undefined
  if (on) {
    requireOptions(value, first === 0 ? LINEAR_FIELDS : ANGULAR_FIELDS, field)
    readVec3(value.velocity, `${field}.velocity`, v, 0)
    if (getSpring(state, row, first) !== null) refuseBoth(first)
  }
  const bound = on ? (value as unknown as Record<string, number>)[most] : 0
  for (let k = 0; k < 3; k++) setMotor(state, row, first + k, on ? { speed: v[k], [most]: bound } : null, field, most)
  noteTurns(state, row)
}

function refuseBoth(first: number): never {
  const part = first === 0 ? 'linear' : 'angular'
  const wanted = first === 0 ? 'position' : 'rotation'
  throw new PhysicsError('wrong-type', `motor.${part}`, 'given', `and motor.target.${wanted} both say where B goes. Set one of them to null.`)
}

/** What the spring of the turn would call by the names of the other one. */
function requireTurn({ angularStiffness, angularDamping, maxTorque }: MotorTarget, field: string): void {
  if (angularStiffness !== undefined) requireNonNegative(angularStiffness, `${field}.angularStiffness`)
  if (angularDamping !== undefined) requireNonNegative(angularDamping, `${field}.angularDamping`)
  if (maxTorque !== undefined && maxTorque !== Infinity) requireNonNegative(maxTorque, `${field}.maxTorque`)
}

function setTarget(state: WorldState, row: number, value: MotorTarget | null | undefined): void {
  const field = 'motor.target'
  let linear: Spring | null = null
  let angular: Spring | null = null
  const position = new Float64Array(3)
  v.fill(0)
  q.set([0, 0, 0, 1])
  if (value !== null && value !== undefined) {
    requireOptions(value, TARGET_FIELDS, field)
    const { stiffness, damping, angularStiffness, angularDamping, hertz, dampingRatio, mode, maxForce, maxTorque } = value
    if (value.position === undefined && value.rotation === undefined) {
      throw new PhysicsError('wrong-type', field, value, 'names no pose. Give position, rotation or both; null switches it off.')
    }
    const shared = hertz === undefined ? { mode } : { mode, hertz, dampingRatio: dampingRatio ?? 1 }
    if (value.position !== undefined) {
      readVec3(value.position, `${field}.position`, position, 0)
      linear = { ...shared, stiffness, damping, maxForce: maxForce ?? Infinity } as Spring
    }
    if (value.rotation !== undefined) {
      readQuat(value.rotation, `${field}.rotation`, q, 0)
      if (hertz === undefined && angularStiffness === undefined && angularDamping === undefined) {
        const advice = 'has no strength. Give hertz, or angularStiffness and angularDamping.'
        throw new PhysicsError('wrong-type', `${field}.rotation`, value.rotation, advice)
      }
      requireTurn(value, field)
      angular = { ...shared, stiffness: angularStiffness, damping: angularDamping, maxForce: maxTorque ?? Infinity } as Spring
    }
    if (value.linearVelocity !== undefined) readVec3(value.linearVelocity, `${field}.linearVelocity`, v, 0)
    if (value.angularVelocity !== undefined) readVec3(value.angularVelocity, `${field}.angularVelocity`, v, 3)
    if (linear !== null && getMotor(state, row, 0) !== null) refuseBoth(0)
    if (angular !== null && getMotor(state, row, TURN) !== null) refuseBoth(TURN)
  }
  changeTogether(() => {
    for (let k = 0; k < 3; k++) setSpring(state, row, k, linear && { ...linear, target: position[k], targetSpeed: v[k] }, field)
    for (let k = 0; k < 3; k++) setSpring(state, row, TURN + k, angular && { ...angular, target: 0, targetSpeed: v[3 + k] }, field)
  })
  state.joints.columns.data.set(q, row * DATA_SIZE + TARGET)
  noteTurns(state, row)
}

function noteTurns(state: WorldState, row: number): void {
  const on = getMotor(state, row, TURN) !== null || getSpring(state, row, TURN) !== null
  state.joints.columns.data[row * DATA_SIZE + TURNS] = on ? 1 : 0
}

/** Drives B to a velocity or a pose relative to A, with at most so much force. */
export class MotorJoint extends Joint {
  /** Anchor B in frame A, m, as last measured. */
  get position(): Readonly<Vec3> {
    return Object.freeze({ x: this.readCoordinate(0), y: this.readCoordinate(1), z: this.readCoordinate(2) })
  }

  /** Velocity of anchor B against A, m/s, along the axes of frame A. */
  get velocity(): Readonly<Vec3> {
    return Object.freeze({ x: this.readCoordinateSpeed(0), y: this.readCoordinateSpeed(1), z: this.readCoordinateSpeed(2) })
  }

  /** Spin of B against A, rad/s, along the axes of frame A. */
  get spin(): Readonly<Vec3> {
    const row = this.row()
    const { bodyA, bodyB } = this.state.joints.columns
    const { w } = this.state.bodies.columns
    framesOf(this.state, row, pose)
    for (let k = 0; k < 3; k++) v[k] = w[bodyB[row] * 3 + k] - (bodyA[row] < 0 ? 0 : w[bodyA[row] * 3 + k])
    quatRotateInverse(pose, QA, v[0], v[1], v[2], v, 0)
    return Object.freeze(writeVec3(v, 0, { x: 0, y: 0, z: 0 }))
  }

  /** Velocity of anchor B that it drives; null = none. */
  get linear(): Readonly<LinearMotor> | null {
    const [x, y, z] = [0, 1, 2].map(k => getMotor(this.state, this.row(), k))
    return frozen(x && y && z ? { velocity: { x: x.speed, y: y.speed, z: z.speed }, maxForce: x.maxForce } : null)
  }

  set linear(value: LinearMotor | null) {
    setDrive(this.state, this.edit('linear'), 0, value, 'motor.linear', 'maxForce')
  }

  /** Turning of B that it drives; null = none. */
  get angular(): Readonly<AngularMotor> | null {
    const [x, y, z] = [0, 1, 2].map(k => getMotor(this.state, this.row(), TURN + k))
    return frozen(x && y && z ? { velocity: { x: x.speed, y: y.speed, z: z.speed }, maxTorque: x.maxForce } : null)
  }

  set angular(value: AngularMotor | null) {
    setDrive(this.state, this.edit('angular'), TURN, value, 'motor.angular', 'maxTorque')
  }

  /** The pose it goes to; null = none. */
  get target(): Readonly<MotorTarget> | null {
    const row = this.row()
    const springs = [0, 1, 2, 3, 4, 5].map(c => getSpring(this.state, row, c))
    const [x, y, z, a, b, c] = springs
    const target: MotorTarget = {}
    if (x && y && z) {
      target.position = { x: x.target, y: y.target, z: z.target }
      target.linearVelocity = { x: x.targetSpeed, y: y.targetSpeed, z: z.targetSpeed }
      target.maxForce = x.maxForce
      if (x.stiffness !== undefined) Object.assign(target, { stiffness: x.stiffness, damping: x.damping })
    }
    if (a && b && c) {
      target.rotation = writeQuat(this.state.joints.columns.data, row * DATA_SIZE + TARGET, { x: 0, y: 0, z: 0, w: 1 })
      target.angularVelocity = { x: a.targetSpeed, y: b.targetSpeed, z: c.targetSpeed }
      target.maxTorque = a.maxForce
      if (a.stiffness !== undefined) Object.assign(target, { angularStiffness: a.stiffness, angularDamping: a.damping })
    }
    const one = x ?? a
    if (!one) return null
    if (one.hertz !== undefined) Object.assign(target, { hertz: one.hertz, dampingRatio: one.dampingRatio })
    return frozen({ ...target, mode: one.mode })
  }

  set target(value: MotorTarget | null) {
    setTarget(this.state, this.edit('target'), value)
  }

  /** What it pressed with at the end of the last step, N along the axes of frame A, on B. */
  get force(): Readonly<Vec3> {
    return Object.freeze({ x: this.pressed(0), y: this.pressed(1), z: this.pressed(2) })
  }

  /** Torque it gave at the end of the last step, N m about the axes of frame A, on B. */
  get torque(): Readonly<Vec3> {
    return Object.freeze({ x: this.pressed(3), y: this.pressed(4), z: this.pressed(5) })
  }

  private pressed(c: number): number {
    const o = this.row() * FORCE_STRIDE + MAX_RIGID + c * ROLES
    const { force } = this.state.joints.columns
    return force[o + ROLE_MOTOR] + force[o + ROLE_SPRING]
  }
}
