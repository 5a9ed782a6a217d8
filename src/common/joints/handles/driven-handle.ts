/**
 * What joints share whose first coordinate users limit, drive, spring and rub: the part of the definition that says so, and the handle that does so
 * later. `TurningHandle` is for angles, `TravellingHandle` for lengths.
 */

import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type FullSpring, type Limit, type Motor,
  type Spring, type TorqueMotor,
} from '../features.ts'
import { JointHandle, type JointTerms } from './joint-handle.ts'
import type { JointWorld } from '../joint-world.ts'

export interface DrivenFeatures<AnyMotor> {
  /** m or rad, any number of turns. Default none. */
  limit?: Limit | null
  /** Default none. */
  motor?: AnyMotor | null
  /** Spring or position drive. Default none. */
  spring?: Spring | null
  /** Dry friction, N or N m. Default 0. */
  friction?: number
}

export type TurningFeatures = DrivenFeatures<TorqueMotor>
export type TravellingFeatures = DrivenFeatures<Motor>

/** Sets what the definition says of coordinate 0; `field` names the joint in errors. */
export function writeDriven(
  state: JointWorld, row: number, d: DrivenFeatures<Motor | TorqueMotor>, field: string, most: 'maxForce' | 'maxTorque',
): void {
  setLimit(state, row, 0, d.limit, `${field}.limit`)
  setMotor(state, row, 0, d.motor, `${field}.motor`, most)
  setSpring(state, row, 0, d.spring, `${field}.spring`)
  setFriction(state, row, 0, d.friction, `${field}.friction`)
}

abstract class DrivenHandle<Terms extends JointTerms> extends JointHandle<Terms> {
  /** m/s or rad/s of B against A. */
  get speed(): number {
    return this.readCoordinateSpeed(0)
  }

  get limit(): FullLimit | null {
    return getLimit(this.state, this.row(), 0)
  }

  set limit(value: Limit | null) {
    setLimit(this.state, this.edit('limit'), 0, value, `${this.field}.limit`)
  }

  get spring(): FullSpring | null {
    return getSpring(this.state, this.row(), 0)
  }

  set spring(value: Spring | null) {
    setSpring(this.state, this.edit('spring'), 0, value, `${this.field}.spring`)
  }

  /** Dry friction, N or N m. */
  get friction(): number {
    return getFriction(this.state, this.row(), 0)
  }

  set friction(value: number) {
    setFriction(this.state, this.edit('friction'), 0, value, `${this.field}.friction`)
  }

  /**
   * The joint's name in errors.
   * @internal
   */
  protected get field(): string {
    return this.type
  }
}

export abstract class TurningHandle<Terms extends JointTerms> extends DrivenHandle<Terms> {
  /** How far B is turned against A, rad, turns counted. */
  get angle(): number {
    return this.readCoordinate(0)
  }

  get motor(): TorqueMotor | null {
    const motor = getMotor(this.state, this.row(), 0)
    return motor && { speed: motor.speed, maxTorque: motor.maxForce }
  }

  set motor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motor'), 0, value, `${this.field}.motor`, 'maxTorque')
  }

  /** Torque the motor gave at the end of the last step, N m, on B. */
  get motorTorque(): number {
    return this.motorForceOf(0)
  }
}

export abstract class TravellingHandle<Terms extends JointTerms> extends DrivenHandle<Terms> {
  /** How far B has moved along the axis, m. */
  get position(): number {
    return this.readCoordinate(0)
  }

  get motor(): Motor | null {
    return getMotor(this.state, this.row(), 0)
  }

  set motor(value: Motor | null) {
    setMotor(this.state, this.edit('motor'), 0, value, `${this.field}.motor`, 'maxForce')
  }

  /** Force the motor gave at the end of the last step, N along the axis, on B. */
  get motorForce(): number {
    return this.motorForceOf(0)
  }
}
