/**
 * The wheel joint but for its axes: what its definition says of suspension, drive and brake, and the handle that says so later.
 */

import { requireOptions, type Fields } from '../../options.ts'
import { frozen } from '../../frozen.ts'
import {
  changeTogether, getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type TorqueMotor,
} from '../features.ts'
import { JointHandle, type JointTerms } from './joint-handle.ts'
import type { JointWorld } from '../joint-world.ts'

/** The coordinate of the travel along the suspension. */
export const TRAVEL = 0

/** Spring between chassis and wheel, and how far it goes. */
export interface Suspension {
  /** Frequency of chassis and wheel against each other if nothing else held them, Hz. Without it: `stiffness`. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** N/m; instead of `hertz`. Default 0. */
  stiffness?: number
  /** N s/m; goes with `stiffness`. Default 0. */
  damping?: number
  /** Travel at which the spring is relaxed, m. Default 0. */
  target?: number
  /** Least travel, m. Default −Infinity. */
  lower?: number
  /** Greatest travel, m. Default Infinity. */
  upper?: number
}

const SUSPENSION_FIELDS: Fields<Suspension> = { hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0, target: 0, lower: 0, upper: 0 }

/** What a wheel joint says of suspension, drive and brake. */
export interface WheelFeatures {
  /** The spring of the wheel; null: free travel without a spring. Default: 2 Hz, damping ratio 0.7. */
  suspension?: Suspension | null
  /** The engine: rad/s of the wheel against the chassis about the axle, and N m. Default none. */
  motor?: TorqueMotor | null
  /** Brake torque against turning about the axle, N m. Default 0. */
  brake?: number
}

export const WHEEL_FIELDS: Fields<WheelFeatures> = { suspension: 1, motor: 1, brake: 0 }

const DEFAULT_SUSPENSION: Suspension = { hertz: 2, dampingRatio: 0.7 }

export function setWheel(state: JointWorld, row: number, spinAt: number, d: WheelFeatures): void {
  setSuspension(state, row, d.suspension === undefined ? DEFAULT_SUSPENSION : d.suspension)
  setMotor(state, row, spinAt, d.motor, 'wheel.motor', 'maxTorque')
  setFriction(state, row, spinAt, d.brake, 'wheel.brake')
}

function setSuspension(state: JointWorld, row: number, value: Suspension | null): void {
  const field = 'wheel.suspension'
  const { lower, upper, ...spring } = requireOptions(value === null ? {} : value, SUSPENSION_FIELDS, field) as Suspension
  const limit = lower === undefined && upper === undefined ? null : { lower: lower ?? -Infinity, upper: upper ?? Infinity }
  changeTogether(state, row, () => {
    setLimit(state, row, TRAVEL, limit, field)
    setSpring(state, row, TRAVEL, value && spring, field)
  })
}

/** A wheel on its suspension. */
export abstract class WheelHandle<Terms extends JointTerms> extends JointHandle<Terms> {
  /**
   * The coordinate of the turning about the axle.
   * @internal
   */
  protected abstract readonly spinAt: number

  /** How far the wheel has moved along the suspension axis, m; above 0 it is pressed in if the axis points up. */
  get travel(): number {
    return this.readCoordinate(TRAVEL)
  }

  /** Speed along the suspension axis, m/s. */
  get travelSpeed(): number {
    return this.readCoordinateSpeed(TRAVEL)
  }

  /** How far the wheel has turned about its axle, rad, turns counted. */
  get spin(): number {
    return this.readCoordinate(this.spinAt)
  }

  /** Speed of turning about the axle, rad/s. */
  get spinSpeed(): number {
    return this.readCoordinateSpeed(this.spinAt)
  }

  /** The spring of the wheel and how far it goes; null = free travel without a spring. */
  get suspension(): Readonly<Suspension> | null {
    const spring = getSpring(this.state, this.row(), TRAVEL)
    if (spring === null) return null
    const limit = getLimit(this.state, this.row(), TRAVEL)
    const { target, hertz, dampingRatio, stiffness, damping } = spring
    const strength = hertz === undefined ? { stiffness, damping } : { hertz, dampingRatio }
    return frozen({ target, ...strength, lower: limit?.lower ?? -Infinity, upper: limit?.upper ?? Infinity } as Suspension)
  }

  set suspension(value: Suspension | null) {
    setSuspension(this.state, this.edit('suspension'), value)
  }

  /** The engine: rad/s of the wheel against the chassis about the axle, and N m; null = none. */
  get motor(): Readonly<TorqueMotor> | null {
    const motor = getMotor(this.state, this.row(), this.spinAt)
    return frozen(motor && { speed: motor.speed, maxTorque: motor.maxForce })
  }

  set motor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motor'), this.spinAt, value, 'wheel.motor', 'maxTorque')
  }

  /** Brake torque against turning about the axle, N m; 0 = none. */
  get brake(): number {
    return getFriction(this.state, this.row(), this.spinAt)
  }

  set brake(value: number) {
    setFriction(this.state, this.edit('brake'), this.spinAt, value, 'wheel.brake')
  }

  /** Torque the motor gave at the end of the last step, N m about the axle. */
  get motorTorque(): number {
    return this.motorForceOf(this.spinAt)
  }
}
