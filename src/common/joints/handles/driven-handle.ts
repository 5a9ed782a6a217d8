/**
 * What joints share whose first coordinate users limit, drive, spring and rub: the part of the definition that says so, and the handle that does so
 * later. `TurningHandle` is for angles, `TravellingHandle` for lengths.
 */

import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type FullSpring, type Limit, type Motor,
  type Spring, type TorqueMotor,
} from '../features.ts'
import { frozen } from '../../frozen.ts'
import type { Fields } from '../../options.ts'
import { JointHandle, type JointTerms } from './joint-handle.ts'
import type { JointWorld } from '../joint-world.ts'

/** What acts on the free coordinate of a joint. */
export interface DrivenFeatures<AnyMotor> {
  /** Range of the coordinate, m or rad, any number of turns. Default none. */
  limit?: Limit | null
  /** Drives the coordinate at a speed. Default none. */
  motor?: AnyMotor | null
  /** Spring or position drive of the coordinate. Default none. */
  spring?: Spring | null
  /** Dry friction, N or N m. Default 0. */
  friction?: number
}

export const DRIVEN_FIELDS: Fields<DrivenFeatures<Motor | TorqueMotor>> = { limit: 1, motor: 1, spring: 1, friction: 0 }

/** What acts on the angle of a joint that turns. */
export type TurningFeatures = DrivenFeatures<TorqueMotor>
/** What acts on the travel of a joint that slides. */
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

/** A joint with one free coordinate that can be limited, driven, sprung and rubbed. */
abstract class DrivenHandle<Terms extends JointTerms> extends JointHandle<Terms> {
  /** Speed of B against A, m/s or rad/s. */
  get speed(): number {
    return this.readCoordinateSpeed(0)
  }

  /** Range of the coordinate, m or rad; null = none. */
  get limit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), 0))
  }

  set limit(value: Limit | null) {
    setLimit(this.state, this.edit('limit'), 0, value, `${this.field}.limit`)
  }

  /** Spring or position drive of the coordinate; null = none. */
  get spring(): Readonly<FullSpring> | null {
    return frozen(getSpring(this.state, this.row(), 0))
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

/** A joint that turns about one axis. */
export abstract class TurningHandle<Terms extends JointTerms> extends DrivenHandle<Terms> {
  /** How far B is turned against A, rad, turns counted. */
  get angle(): number {
    return this.readCoordinate(0)
  }

  /** Drives the angle at a speed; null = none. */
  get motor(): Readonly<TorqueMotor> | null {
    const motor = getMotor(this.state, this.row(), 0)
    return frozen(motor && { speed: motor.speed, maxTorque: motor.maxForce })
  }

  set motor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motor'), 0, value, `${this.field}.motor`, 'maxTorque')
  }

  /** Torque the motor gave at the end of the last step, N m, on B. */
  get motorTorque(): number {
    return this.motorForceOf(0)
  }
}

/** A joint that slides along one axis. */
export abstract class TravellingHandle<Terms extends JointTerms> extends DrivenHandle<Terms> {
  /** How far B has moved along the axis, m. */
  get position(): number {
    return this.readCoordinate(0)
  }

  /** Drives the travel at a speed; null = none. */
  get motor(): Readonly<Motor> | null {
    return frozen(getMotor(this.state, this.row(), 0))
  }

  set motor(value: Motor | null) {
    setMotor(this.state, this.edit('motor'), 0, value, `${this.field}.motor`, 'maxForce')
  }

  /** Force the motor gave at the end of the last step, N along the axis, on B. */
  get motorForce(): number {
    return this.motorForceOf(0)
  }
}
