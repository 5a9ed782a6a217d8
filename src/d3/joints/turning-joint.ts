/**
 * What joints share whose one coordinate is an angle: the part of the definition that limits, drives, springs and rubs it, and the handle that
 * does so later.
 */

import type { WorldState } from '../world-state.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring,
  type FullLimit, type FullSpring, type Limit, type Spring, type TorqueMotor
} from './features.ts'
import { Joint } from './joint.ts'

export interface TurningFeatures {
  /** rad. Default none. */
  limit?: Limit | null
  /** Default none. */
  motor?: TorqueMotor | null
  /** Spring or position drive towards an angle. Default none. */
  spring?: Spring | null
  /** Dry friction, N m. Default 0. */
  friction?: number
}

/** Sets what the definition says of the angle; `field` names the joint in errors. */
export function writeTurning(state: WorldState, row: number, d: TurningFeatures, field: string): void {
  setLimit(state, row, 0, d.limit, `${field}.limit`)
  setMotor(state, row, 0, d.motor, `${field}.motor`, 'maxTorque')
  setSpring(state, row, 0, d.spring, `${field}.spring`)
  setFriction(state, row, 0, d.friction, `${field}.friction`)
}

export abstract class TurningJoint extends Joint {
  /** The joint's name in errors. */
  protected abstract readonly field: string

  /** rad, as the joint's page defines it. */
  get angle(): number {
    return this.coordinate(0)
  }

  /** rad/s. */
  get speed(): number {
    return this.coordinateSpeed(0)
  }

  get limit(): FullLimit | null {
    return getLimit(this.state, this.row(), 0)
  }

  set limit(value: Limit | null) {
    setLimit(this.state, this.edit('limit'), 0, value, `${this.field}.limit`)
  }

  get motor(): TorqueMotor | null {
    const motor = getMotor(this.state, this.row(), 0)
    return motor && { speed: motor.speed, maxTorque: motor.maxForce }
  }

  set motor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motor'), 0, value, `${this.field}.motor`, 'maxTorque')
  }

  get spring(): FullSpring | null {
    return getSpring(this.state, this.row(), 0)
  }

  set spring(value: Spring | null) {
    setSpring(this.state, this.edit('spring'), 0, value, `${this.field}.spring`)
  }

  /** Dry friction, N m. */
  get friction(): number {
    return getFriction(this.state, this.row(), 0)
  }

  set friction(value: number) {
    setFriction(this.state, this.edit('friction'), 0, value, `${this.field}.friction`)
  }

  /** Torque the motor gave at the end of the last step, N m, on B. */
  get motorTorque(): number {
    return this.motorForceOf(0)
  }
}
