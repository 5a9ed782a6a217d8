/**
 * Wheel on a suspension: cars, carts, trolleys. A is the chassis, B the wheel.
 *
 * Frames: x along the suspension (up), as the bodies stand when the joint is made. Removes one freedom: the hub stays on the suspension line,
 * y_A·d = 0 (part `axis`). Coordinates: travel s = x_A·(p_B − p_A), m, the spring's, above 0 when the wheel is pressed in and x points up; spin
 * φ = φ_B − φ_A, turns counted: the motor's and the brake's, which is dry friction. Never degenerate.
 * Source: users expect it; Chipmunk builds it from a groove joint and a damped spring.
 */

import { requireObject } from '../../common/errors.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type Spring, type TorqueMotor,
} from '../../common/joints/features.ts'
import type { Vec2 } from '../math/types.ts'
import type { WorldState } from '../world-state.ts'
import { Joint } from './joint.ts'
import { draftFrames, readAxis, requireBodies, writeJoint, type JointDefinition } from './joint-definition.ts'
import { ROW, type JointKind, type Measure } from './joint-kind.ts'
import { angleRow } from './parts/angle.ts'
import { ACROSS, ALONG, axisRow } from './parts/axis.ts'

/** Coordinates. */
const TRAVEL = 0
const SPIN = 1

/** Shared with the groove joint, which has no use for the spin. */
export function measureLine(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
  out.rigid = 1
  out.error[0] = axisRow(pose, ACROSS, out.jacobian, 0)
  out.value[TRAVEL] = axisRow(pose, ALONG, out.gradient, 0)
  out.value[SPIN] = angleRow(pose, out.gradient, SPIN * ROW)
}

export const wheelKind: JointKind = { name: 'wheel', coordinates: ['length', 'turn'], measure: measureLine }

/** Spring between chassis and wheel, and how far it goes. */
export interface Suspension {
  /** Frequency of chassis and wheel against each other if nothing else held them. */
  hertz?: number
  /** Default 1. */
  dampingRatio?: number
  /** N/m; instead of hertz. */
  stiffness?: number
  /** N s/m. Default 0. */
  damping?: number
  /** Travel at which the spring is relaxed, m. Default 0. */
  target?: number
  /** Least travel, m. Default −Infinity. */
  lower?: number
  /** Greatest travel, m. Default Infinity. */
  upper?: number
}

export interface WheelDefinition extends JointDefinition {
  /** The hub, world space. Default: the origin of B. */
  anchor?: Vec2
  /** Fixed in A; world space, as the bodies stand. Default: y of the world, up. */
  suspensionAxis?: Vec2
  /** null: free travel without a spring. Default: 2 hertz, damping ratio 0.7. */
  suspension?: Suspension | null
  /** rad/s of the wheel against the chassis, counter-clockwise; N m. */
  motor?: TorqueMotor | null
  /** N m against turning. Default 0. */
  brake?: number
}

const DEFAULT_SUSPENSION: Suspension = { hertz: 2, dampingRatio: 0.7 }

function setSuspension(state: WorldState, row: number, value: Suspension | null, field: string): void {
  if (value === null) {
    setSpring(state, row, TRAVEL, null, field)
    setLimit(state, row, TRAVEL, null, field)
    return
  }
  const { lower, upper, ...spring } = requireObject(value, field) as Suspension
  const before = getLimit(state, row, TRAVEL)
  setLimit(state, row, TRAVEL, lower === undefined && upper === undefined ? null : { lower: lower ?? -Infinity, upper: upper ?? Infinity }, field)
  try {
    setSpring(state, row, TRAVEL, spring as Spring, field)
  } catch (error) {
    setLimit(state, row, TRAVEL, before, field)
    throw error
  }
}

export function writeWheel(state: WorldState, d: WheelDefinition): number {
  const [a, b] = requireBodies(state, d, 'wheel')
  draftFrames(state, a, b, d, 'wheel', readAxis(d.suspensionAxis ?? { x: 0, y: 1 }, 'wheel.suspensionAxis'))
  return writeJoint(state, wheelKind, a, b, d, 'wheel', (row) => {
    setSuspension(state, row, d.suspension === undefined ? DEFAULT_SUSPENSION : d.suspension, 'wheel.suspension')
    setMotor(state, row, SPIN, d.motor, 'wheel.motor', 'maxTorque')
    setFriction(state, row, SPIN, d.brake, 'wheel.brake')
  })
}

export class WheelJoint extends Joint {
  /** How far the wheel has moved along the suspension axis, m; above 0 it is pressed in if the axis points up. */
  get travel(): number {
    return this.coordinate(TRAVEL)
  }

  /** m/s along the suspension axis. */
  get travelSpeed(): number {
    return this.coordinateSpeed(TRAVEL)
  }

  /** How far the wheel has turned against the chassis, rad, turns counted. */
  get spin(): number {
    return this.coordinate(SPIN)
  }

  /** rad/s. */
  get spinSpeed(): number {
    return this.coordinateSpeed(SPIN)
  }

  get suspension(): Suspension | null {
    const spring = getSpring(this.state, this.row(), TRAVEL)
    if (spring === null) return null
    const limit = getLimit(this.state, this.row(), TRAVEL)
    const { target, hertz, dampingRatio, stiffness, damping } = spring
    const strength = hertz === undefined ? { stiffness, damping } : { hertz, dampingRatio }
    return { target, ...strength, lower: limit?.lower ?? -Infinity, upper: limit?.upper ?? Infinity } as Suspension
  }

  set suspension(value: Suspension | null) {
    setSuspension(this.state, this.edit('suspension'), value, 'wheel.suspension')
  }

  get motor(): TorqueMotor | null {
    const motor = getMotor(this.state, this.row(), SPIN)
    return motor && { speed: motor.speed, maxTorque: motor.maxForce }
  }

  set motor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motor'), SPIN, value, 'wheel.motor', 'maxTorque')
  }

  /** N m against turning. */
  get brake(): number {
    return getFriction(this.state, this.row(), SPIN)
  }

  set brake(value: number) {
    setFriction(this.state, this.edit('brake'), SPIN, value, 'wheel.brake')
  }

  /** Torque the motor gave at the end of the last step, N m. */
  get motorTorque(): number {
    return this.motorForceOf(SPIN)
  }
}
