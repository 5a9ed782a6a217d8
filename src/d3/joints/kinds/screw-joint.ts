/**
 * Screw (helical): bolts and nuts, vices, jacks, lead screws. B turns about an axis of A and moves along it by `pitch` per turn.
 *
 * Removes five freedoms: two `axis` rows across (y and z of A), `hinge-rotation` (2 rows), and one that ties the travel s along the axis to the
 * angle θ about it: C = s − s₀ − pitch θ / 2π, J = J_s − (pitch / 2π) J_θ with the rows of parts `axis` and `angle`. θ counts its turns, so the
 * nut is where its turns say after any number of them; more than half a turn per step cannot be told from less the other way round.
 * A pitch above 0 is a right-handed thread: B turns right-handed about the axis and moves along +axis.
 * s₀ = 0 at first; a change of the pitch moves s₀ so that nothing jumps.
 * Either coordinate can be limited, driven and rubbed: both speak of the one freedom that is left.
 * Degenerate: opposite axes, as for the hinge. Source: users expect it; rows after Chappuis 2.3, 2.4.
 */

import { PhysicsError, requireFinite } from '../../../common/errors.ts'
import { frozen } from '../../../common/frozen.ts'
import type { Fields } from '../../../common/options.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  getFriction, getLimit, getMotor, setFriction, setLimit, setMotor, type FullLimit, type Limit, type Motor, type TorqueMotor,
} from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { axisRotation, draft, draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { AXES_A, ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { DATA_SIZE, OWN } from '../../store/joint-table.ts'
import { angleRow } from '../parts/angle.ts'
import { axisRow } from '../parts/axis.ts'
import { hingeRotationRows } from '../parts/hinge-rotation.ts'
import { unwrap } from '../../../common/math/unwrap.ts'

/** Own numbers: m per turn, and s₀. */
const PITCH = OWN
const START = OWN + 1

const TURN = 2 * Math.PI

/** Coordinates. */
const TRAVEL = 0
const ANGLE = 1

export const screwKind: JointKind = {
  name: 'screw',
  coordinates: ['length', 'turn'],
  angularRows: [false, false, true, true, false],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void {
    const { error, jacobian, value, gradient } = out
    out.rigid = 5
    error[0] = axisRow(pose, pose, AXES_A + 3, jacobian, 0)
    error[1] = axisRow(pose, pose, AXES_A + 6, jacobian, ROW)
    hingeRotationRows(pose, out, 2)
    value[TRAVEL] = axisRow(pose, pose, AXES_A, gradient, TRAVEL * ROW)
    value[ANGLE] = angleRow(pose, gradient, ANGLE * ROW)
    const lead = data[d + PITCH] / TURN
    error[4] = value[TRAVEL] - data[d + START] - lead * unwrap(value[ANGLE], turns[t + ANGLE])
    for (let k = 0; k < ROW; k++) jacobian[4 * ROW + k] = gradient[TRAVEL * ROW + k] - lead * gradient[ANGLE * ROW + k]
  },
}

/** What a screw is told: its axis, its pitch, and what acts along and about it. */
export interface ScrewDefinition extends AxisDefinition {
  /** How far B moves along the axis per turn, m; below 0 for a left-handed thread. */
  pitch: number
  /** Range of the travel along the axis, m. Default none. */
  travelLimit?: Limit | null
  /** Drives the travel, m/s and N. Default none. */
  travelMotor?: Motor | null
  /** Dry friction along the axis, N. Default 0. */
  travelFriction?: number
  /** Range of the angle, rad, any number of turns. Default none. */
  angleLimit?: Limit | null
  /** Drives the angle, rad/s and N m. Default none. */
  angleMotor?: TorqueMotor | null
  /** Dry friction about the axis, N m. Default 0. */
  angleFriction?: number
}

const FIELDS: Fields<ScrewDefinition> = {
  ...AXIS_FIELDS, pitch: 0, travelLimit: 1, travelMotor: 1, travelFriction: 0, angleLimit: 1, angleMotor: 1, angleFriction: 0,
}

function readPitch(value: unknown): number {
  const pitch = requireFinite(value, 'screw.pitch')
  if (pitch === 0) throw new PhysicsError('out-of-range', 'screw.pitch', pitch, 'moves nothing. Give the travel per turn in m, or use a hinge.')
  return pitch
}

export function writeScrew(state: WorldState, d: ScrewDefinition): number {
  const [a, b] = requireBodies(state, d, 'screw', FIELDS)
  const rotation = axisRotation(d, 'screw')
  const pitch = readPitch(d.pitch)
  draftFrames(state, a, b, d, 'screw', rotation)
  draft[PITCH] = pitch
  return writeJoint(state, screwKind, a, b, d, 'screw', (row) => {
    setLimit(state, row, TRAVEL, d.travelLimit, 'screw.travelLimit')
    setMotor(state, row, TRAVEL, d.travelMotor, 'screw.travelMotor', 'maxForce')
    setFriction(state, row, TRAVEL, d.travelFriction, 'screw.travelFriction')
    setLimit(state, row, ANGLE, d.angleLimit, 'screw.angleLimit')
    setMotor(state, row, ANGLE, d.angleMotor, 'screw.angleMotor', 'maxTorque')
    setFriction(state, row, ANGLE, d.angleFriction, 'screw.angleFriction')
  })
}

/** A vice, a bottle cap: turning about the axis moves B along it. */
export class ScrewJoint extends Joint {
  /** How far B has moved along the axis of A, m. */
  get travel(): number {
    return this.readCoordinate(TRAVEL)
  }

  /** Speed along the axis, m/s. */
  get travelSpeed(): number {
    return this.readCoordinateSpeed(TRAVEL)
  }

  /** How far B has turned about the axis, rad, turns counted. */
  get angle(): number {
    return this.readCoordinate(ANGLE)
  }

  /** Speed about the axis, rad/s. */
  get angleSpeed(): number {
    return this.readCoordinateSpeed(ANGLE)
  }

  /** How far B moves along the axis per turn, m. A new pitch holds from where the bodies are. */
  get pitch(): number {
    return this.own(PITCH)
  }

  set pitch(value: number) {
    const row = this.edit('pitch')
    const pitch = readPitch(value)
    const { data } = this.state.joints.columns
    const o = row * DATA_SIZE
    data[o + START] += ((data[o + PITCH] - pitch) / TURN) * this.readCoordinate(ANGLE)
    data[o + PITCH] = pitch
    wakeJoint(this.state, row)
  }

  /** Range of the travel along the axis, m; null = none. */
  get travelLimit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), TRAVEL))
  }

  set travelLimit(value: Limit | null) {
    setLimit(this.state, this.edit('travelLimit'), TRAVEL, value, 'screw.travelLimit')
  }

  /** Drives the travel; null = none. */
  get travelMotor(): Readonly<Motor> | null {
    return frozen(getMotor(this.state, this.row(), TRAVEL))
  }

  set travelMotor(value: Motor | null) {
    setMotor(this.state, this.edit('travelMotor'), TRAVEL, value, 'screw.travelMotor', 'maxForce')
  }

  /** Dry friction along the axis, N. */
  get travelFriction(): number {
    return getFriction(this.state, this.row(), TRAVEL)
  }

  set travelFriction(value: number) {
    setFriction(this.state, this.edit('travelFriction'), TRAVEL, value, 'screw.travelFriction')
  }

  /** Range of the angle, rad; null = none. */
  get angleLimit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), ANGLE))
  }

  set angleLimit(value: Limit | null) {
    setLimit(this.state, this.edit('angleLimit'), ANGLE, value, 'screw.angleLimit')
  }

  /** Drives the angle; null = none. */
  get angleMotor(): Readonly<TorqueMotor> | null {
    const motor = getMotor(this.state, this.row(), ANGLE)
    return frozen(motor && { speed: motor.speed, maxTorque: motor.maxForce })
  }

  set angleMotor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('angleMotor'), ANGLE, value, 'screw.angleMotor', 'maxTorque')
  }

  /** Dry friction about the axis, N m. */
  get angleFriction(): number {
    return getFriction(this.state, this.row(), ANGLE)
  }

  set angleFriction(value: number) {
    setFriction(this.state, this.edit('angleFriction'), ANGLE, value, 'screw.angleFriction')
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
