/**
 * Motor joint: gives B a velocity or a pose relative to A, with so much force and torque and no more: a figure that walks, a cursor that pushes, a
 * drone that hovers, a body that follows an animation and can still be blocked. Holds nothing rigidly.
 *
 * Removes no freedoms. Three coordinates: x and y of anchor B in frame A (part `axis`) and the angle of B against A (part `angle`), turns counted.
 * Motors drive the rates, springs pull the values to the target; bounds hold for each axis of frame A. C, J and signs as in the parts, impulses
 * + on B. Never degenerate. Source: Hodges 22 (docs/errata.md: one space throughout), Chipmunk IM12.
 */

import { PhysicsError } from '../../../common/errors.ts'
import { requireNonNegative, requireSized } from '../../../common/bounds.ts'
import { frozen } from '../../../common/frozen.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import { changeTogether, getMotor, getSpring, setMotor, setSpring, type Spring } from '../../../common/joints/features.ts'
import { ROLE_MOTOR, ROLE_SPRING } from '../../../common/joints/joint-codes.ts'
import { readVec2, type Vec2 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import { Joint } from '../joint.ts'
import { axisAngle, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { angleRow } from '../parts/angle.ts'
import { ACROSS, ALONG, axisRow } from '../parts/axis.ts'

/** The coordinate of the angle; those of the place come before it. */
const TURN = 2

/** All three coordinates, none of them held. Shared with the generic joint. */
export function measurePlane(pose: Float64Array, out: Measure): void {
  out.rigid = 0
  out.value[0] = axisRow(pose, ALONG, out.gradient, 0)
  out.value[1] = axisRow(pose, ACROSS, out.gradient, ROW)
  out.value[TURN] = angleRow(pose, out.gradient, TURN * ROW)
}

export const motorKind: JointKind = {
  name: 'motor',
  coordinates: ['length', 'length', 'turn'],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    measurePlane(pose, out)
  },
}

/** Drives anchor B at a velocity. */
export interface LinearMotor {
  /** Wanted velocity of anchor B against A, m/s, along the axes of frame A. */
  velocity: Vec2
  /** N along each of those axes; Infinity = whatever it takes. */
  maxForce: number
}

const LINEAR_FIELDS: Fields<LinearMotor> = { velocity: 0, maxForce: 0 }

/** Drives the turning of B. */
export interface AngularMotor {
  /** Wanted speed of B against A, rad/s, counter-clockwise. */
  velocity: number
  /** N m; Infinity = whatever it takes. */
  maxTorque: number
}

const ANGULAR_FIELDS: Fields<AngularMotor> = { velocity: 0, maxTorque: 0 }

/** A pose to go to. What is left out is free. */
export interface MotorTarget {
  /** Where anchor B goes in frame A, m. Left out: free. */
  position?: Vec2
  /** Angle that frame B takes against frame A, rad, any number of turns. Left out: free. */
  rotation?: number
  /** Velocity of a target that moves, m/s, along the axes of frame A. Default 0. */
  linearVelocity?: Vec2
  /** Speed of a target that turns, rad/s. Default 0. */
  angularVelocity?: number
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
  /** Greatest torque, N m. Default Infinity. */
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
  draftFrames(state, a, b, d, 'motor', axisAngle(d, 'motor'))
  return writeJoint(state, motorKind, a, b, d, 'motor', (row) => {
    setTarget(state, row, d.target)
    setLinear(state, row, d.linear)
    setAngular(state, row, d.angular)
  })
}

const v = new Float64Array(2)

function setLinear(state: WorldState, row: number, value: LinearMotor | null | undefined): void {
  const on = value !== null && value !== undefined
  if (on) {
    readVec2((requireOptions(value, LINEAR_FIELDS, 'motor.linear') as LinearMotor).velocity, 'motor.linear.velocity', v, 0)
    if (getSpring(state, row, 0) !== null) refuseBoth('linear', 'position')
  }
  for (let k = 0; k < TURN; k++) setMotor(state, row, k, on ? { speed: v[k], maxForce: value.maxForce } : null, 'motor.linear', 'maxForce')
}

function setAngular(state: WorldState, row: number, value: AngularMotor | null | undefined): void {
  const on = value !== null && value !== undefined
  if (on) {
    requireSized((requireOptions(value, ANGULAR_FIELDS, 'motor.angular') as AngularMotor).velocity, 'motor.angular.velocity')
    if (getSpring(state, row, TURN) !== null) refuseBoth('angular', 'rotation')
  }
  setMotor(state, row, TURN, on ? { speed: value.velocity, maxTorque: value.maxTorque } : null, 'motor.angular', 'maxTorque')
}

function refuseBoth(part: string, wanted: string): never {
  const advice = `and motor.target.${wanted} both say where B goes. Set one of them to null.`
  throw new PhysicsError('wrong-type', `motor.${part}`, 'given', advice)
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
  const position = new Float64Array(2)
  v.fill(0)
  if (value !== null && value !== undefined) {
    requireOptions(value, TARGET_FIELDS, field)
    const { hertz, dampingRatio, stiffness, damping, angularStiffness, angularDamping, mode = 'force', maxForce, maxTorque } = value
    if (value.position === undefined && value.rotation === undefined) {
      throw new PhysicsError('wrong-type', field, value, 'names no pose. Give position, rotation or both; null switches it off.')
    }
    const shared = hertz === undefined ? { mode } : { mode, hertz, dampingRatio: dampingRatio ?? 1 }
    if (value.position !== undefined) {
      readVec2(value.position, `${field}.position`, position, 0)
      if (value.linearVelocity !== undefined) readVec2(value.linearVelocity, `${field}.linearVelocity`, v, 0)
      if (getMotor(state, row, 0) !== null) refuseBoth('linear', 'position')
      linear = { ...shared, stiffness, damping, maxForce: maxForce ?? Infinity } as Spring
    }
    if (value.rotation !== undefined) {
      const target = requireSized(value.rotation, `${field}.rotation`)
      const targetSpeed = value.angularVelocity === undefined ? 0 : requireSized(value.angularVelocity, `${field}.angularVelocity`)
      if (hertz === undefined && angularStiffness === undefined && angularDamping === undefined) {
        throw new PhysicsError('wrong-type', `${field}.rotation`, target, 'has no strength. Give hertz, or angularStiffness and angularDamping.')
      }
      requireTurn(value, field)
      if (getMotor(state, row, TURN) !== null) refuseBoth('angular', 'rotation')
      angular = { ...shared, stiffness: angularStiffness, damping: angularDamping, target, targetSpeed, maxForce: maxTorque ?? Infinity } as Spring
    }
  }
  changeTogether(() => {
    for (let k = 0; k < TURN; k++) setSpring(state, row, k, linear && { ...linear, target: position[k], targetSpeed: v[k] }, field)
    setSpring(state, row, TURN, angular, field)
  })
}

/** Drives B to a velocity or a pose relative to A, with at most so much force. */
export class MotorJoint extends Joint {
  /** Anchor B in frame A at the end of the last step, m. */
  get position(): Readonly<Vec2> {
    return Object.freeze({ x: this.readCoordinate(0), y: this.readCoordinate(1) })
  }

  /** Frame B against frame A at the end of the last step, rad, turns counted. */
  get rotation(): number {
    return this.readCoordinate(TURN)
  }

  /** Velocity of anchor B against A, m/s, along the axes of frame A. */
  get linearVelocity(): Readonly<Vec2> {
    return Object.freeze({ x: this.readCoordinateSpeed(0), y: this.readCoordinateSpeed(1) })
  }

  /** Speed of B against A, rad/s. */
  get angularVelocity(): number {
    return this.readCoordinateSpeed(TURN)
  }

  /** Velocity of anchor B that it drives; null = none. */
  get linear(): Readonly<LinearMotor> | null {
    const x = getMotor(this.state, this.row(), 0)
    const y = getMotor(this.state, this.row(), 1)
    return frozen(x && y && { velocity: { x: x.speed, y: y.speed }, maxForce: x.maxForce })
  }

  set linear(value: LinearMotor | null) {
    setLinear(this.state, this.edit('linear'), value)
  }

  /** Turning of B that it drives; null = none. */
  get angular(): Readonly<AngularMotor> | null {
    const motor = getMotor(this.state, this.row(), TURN)
    return frozen(motor && { velocity: motor.speed, maxTorque: motor.maxForce })
  }

  set angular(value: AngularMotor | null) {
    setAngular(this.state, this.edit('angular'), value)
  }

  /** The pose it goes to; null = none. */
  get target(): Readonly<MotorTarget> | null {
    const [x, y, a] = [0, 1, TURN].map((c) => getSpring(this.state, this.row(), c))
    const target: MotorTarget = {}
    if (x && y) {
      target.position = { x: x.target, y: y.target }
      target.linearVelocity = { x: x.targetSpeed, y: y.targetSpeed }
      target.maxForce = x.maxForce
      if (x.stiffness !== undefined) Object.assign(target, { stiffness: x.stiffness, damping: x.damping })
    }
    if (a) {
      target.rotation = a.target
      target.angularVelocity = a.targetSpeed
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
  get force(): Readonly<Vec2> {
    return Object.freeze({ x: this.pressed(0), y: this.pressed(1) })
  }

  /** Torque it gave at the end of the last step, N m, on B. */
  get torque(): number {
    return this.pressed(TURN)
  }

  private pressed(c: number): number {
    return this.forceOf(c, ROLE_MOTOR) + this.forceOf(c, ROLE_SPRING)
  }
}
