/**
 * Cylindrical: pistons in round bores, door bolts, telescopes that twist, rods of shock absorbers. B moves along an axis of A and turns about it.
 *
 * Removes four freedoms: `dual-axis` (2 rows) and `hinge-rotation` (2 rows). Leaves two that know nothing of each other: the travel
 * s = x_A·(p_B − p_A) along x of frame A (part `axis`), and the angle θ about it (part `angle`), which counts its turns. Each can be limited, driven,
 * sprung and rubbed. s = 0 and θ = 0 where the frames agree, which for an anchor and axis in world space is how the bodies stand when the joint is
 * made; s grows when B moves along +axis, θ when it turns right-handed about it.
 *
 * C = (y_A·d, z_A·d, swing of x_B against x_A along y_A and z_A). K, bias and λ as for every rigid block. A slider without its lock of the angle, a
 * hinge without its lock of the travel, a screw without its thread.
 * Degenerate: exactly opposite axes; any way back is taken. Source: rows after Chappuis 2.3 and 2.4, Tamis 3.1.4 and 3.2.1 (errata.md: sign of the
 * angle, counted turns).
 */

import type { WorldState } from '../../store/world-state.ts'
import { frozen } from '../../../common/frozen.ts'
import type { Fields } from '../../../common/options.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type FullSpring, type Limit, type Motor,
  type Spring, type TorqueMotor,
} from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { axisRotation, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { AXES_A, ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { angleRow } from '../parts/angle.ts'
import { axisRow } from '../parts/axis.ts'
import { dualAxisRows } from '../parts/dual-axis.ts'
import { hingeRotationRows } from '../parts/hinge-rotation.ts'

/** Coordinates. */
const TRAVEL = 0
const ANGLE = 1

export const cylindricalKind: JointKind = {
  name: 'cylindrical',
  coordinates: ['length', 'turn'],
  angularRows: [false, false, true, true],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 4
    dualAxisRows(pose, out, 0)
    hingeRotationRows(pose, out, 2)
    out.value[TRAVEL] = axisRow(pose, pose, AXES_A, out.gradient, TRAVEL * ROW)
    out.value[ANGLE] = angleRow(pose, out.gradient, ANGLE * ROW)
  },
}

/** What a cylindrical joint is told: its axis, and what acts along it and about it. */
export interface CylindricalDefinition extends AxisDefinition {
  /** Range of the travel along the axis, m. Default none. */
  linearLimit?: Limit | null
  /** Range of the angle, rad, any number of turns. Default none. */
  angularLimit?: Limit | null
  /** Drives the travel, m/s and N. Default none. */
  linearMotor?: Motor | null
  /** Drives the angle, rad/s and N m. Default none. */
  angularMotor?: TorqueMotor | null
  /** Spring or position drive towards a travel. Default none. */
  linearSpring?: Spring | null
  /** Spring or position drive towards an angle. Default none. */
  angularSpring?: Spring | null
  /** Dry friction along the axis, N. Default 0. */
  linearFriction?: number
  /** Dry friction about the axis, N m. Default 0. */
  angularFriction?: number
}

const FIELDS: Fields<CylindricalDefinition> = {
  ...AXIS_FIELDS, linearLimit: 1, angularLimit: 1, linearMotor: 1, angularMotor: 1, linearSpring: 1, angularSpring: 1, linearFriction: 0,
  angularFriction: 0,
}

export function writeCylindrical(state: WorldState, d: CylindricalDefinition): number {
  const [a, b] = requireBodies(state, d, 'cylindrical', FIELDS)
  const rotation = axisRotation(d, 'cylindrical')
  draftFrames(state, a, b, d, 'cylindrical', rotation)
  return writeJoint(state, cylindricalKind, a, b, d, 'cylindrical', row => {
    setLimit(state, row, TRAVEL, d.linearLimit, 'cylindrical.linearLimit')
    setLimit(state, row, ANGLE, d.angularLimit, 'cylindrical.angularLimit')
    setMotor(state, row, TRAVEL, d.linearMotor, 'cylindrical.linearMotor', 'maxForce')
    setMotor(state, row, ANGLE, d.angularMotor, 'cylindrical.angularMotor', 'maxTorque')
    setSpring(state, row, TRAVEL, d.linearSpring, 'cylindrical.linearSpring')
    setSpring(state, row, ANGLE, d.angularSpring, 'cylindrical.angularSpring')
    setFriction(state, row, TRAVEL, d.linearFriction, 'cylindrical.linearFriction')
    setFriction(state, row, ANGLE, d.angularFriction, 'cylindrical.angularFriction')
  })
}

/** A curtain ring on its rod: one axis to move along and to turn about. */
export class CylindricalJoint extends Joint {
  /** How far B has moved along the axis, m. */
  get position(): number {
    return this.readCoordinate(TRAVEL)
  }

  /** How far B has turned about the axis, rad, turns counted. */
  get angle(): number {
    return this.readCoordinate(ANGLE)
  }

  /** Speed of B against A along the axis, m/s. */
  get linearSpeed(): number {
    return this.readCoordinateSpeed(TRAVEL)
  }

  /** Speed of B against A about the axis, rad/s. */
  get angularSpeed(): number {
    return this.readCoordinateSpeed(ANGLE)
  }

  /** Range of the travel along the axis, m; null = none. */
  get linearLimit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), TRAVEL))
  }

  set linearLimit(value: Limit | null) {
    setLimit(this.state, this.edit('linearLimit'), TRAVEL, value, 'cylindrical.linearLimit')
  }

  /** Range of the angle, rad; null = none. */
  get angularLimit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), ANGLE))
  }

  set angularLimit(value: Limit | null) {
    setLimit(this.state, this.edit('angularLimit'), ANGLE, value, 'cylindrical.angularLimit')
  }

  /** Drives the travel; null = none. */
  get linearMotor(): Readonly<Motor> | null {
    return frozen(getMotor(this.state, this.row(), TRAVEL))
  }

  set linearMotor(value: Motor | null) {
    setMotor(this.state, this.edit('linearMotor'), TRAVEL, value, 'cylindrical.linearMotor', 'maxForce')
  }

  /** Drives the angle; null = none. */
  get angularMotor(): Readonly<TorqueMotor> | null {
    const motor = getMotor(this.state, this.row(), ANGLE)
    return frozen(motor && { speed: motor.speed, maxTorque: motor.maxForce })
  }

  set angularMotor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('angularMotor'), ANGLE, value, 'cylindrical.angularMotor', 'maxTorque')
  }

  /** Spring or position drive towards a travel; null = none. */
  get linearSpring(): Readonly<FullSpring> | null {
    return frozen(getSpring(this.state, this.row(), TRAVEL))
  }

  set linearSpring(value: Spring | null) {
    setSpring(this.state, this.edit('linearSpring'), TRAVEL, value, 'cylindrical.linearSpring')
  }

  /** Spring or position drive towards an angle; null = none. */
  get angularSpring(): Readonly<FullSpring> | null {
    return frozen(getSpring(this.state, this.row(), ANGLE))
  }

  set angularSpring(value: Spring | null) {
    setSpring(this.state, this.edit('angularSpring'), ANGLE, value, 'cylindrical.angularSpring')
  }

  /** Dry friction along the axis, N. */
  get linearFriction(): number {
    return getFriction(this.state, this.row(), TRAVEL)
  }

  set linearFriction(value: number) {
    setFriction(this.state, this.edit('linearFriction'), TRAVEL, value, 'cylindrical.linearFriction')
  }

  /** Dry friction about the axis, N m. */
  get angularFriction(): number {
    return getFriction(this.state, this.row(), ANGLE)
  }

  set angularFriction(value: number) {
    setFriction(this.state, this.edit('angularFriction'), ANGLE, value, 'cylindrical.angularFriction')
  }

  /** Force the travel's motor gave at the end of the last step, N along the axis, on B. */
  get motorForce(): number {
    return this.motorForceOf(TRAVEL)
  }

  /** Torque the angle's motor gave at the end of the last step, N m about the axis, on B. */
  get motorTorque(): number {
    return this.motorForceOf(ANGLE)
  }
}
