/**
 * Universal joint (Cardan, Hooke): drive shafts, steering columns, socket wrenches. A cross with one arm on each body: A may turn about the arm it
 * holds and B about the other, and the arms stay at right angles.
 *
 * Removes four freedoms: `point` (3 rows) and γ of part `cardan-angles` (1 row). With a = x_A the arm fixed in A and b = y_B the arm fixed in B,
 * the rotation of B seen from A is R_x(α) R_z(γ) R_y(β): α turns the cross against A about a, β turns B against the cross about b, and γ =
 * −asin(a·b) is 0 as long as the arms are square. α and β are left, turns counted; each can be limited, driven, sprung and rubbed. Both are 0 as
 * the bodies stand when the joint is made.
 *
 * C = (p_B − p_A, γ). J of γ is n = a × b / |a × b| on B, −n on A. γ grows with the violation right up to a quarter turn, which is as far off as
 * two lines can be, and is 0 for square arms only; a·b itself has the same zeros but no slope left at a quarter turn. There α and β cannot be told
 * apart and n is any axis across, so the joint comes back either way. With γ = 0, α and β never lose their meaning.
 *
 * Two shafts joined by it do not turn evenly. At an angle δ between them tan φ_A = cos δ tan φ_B, φ counted from where a lies in their plane, and
 * the ratio of their speeds runs between cos δ and 1 / cos δ twice per turn. At δ = 90° nothing is passed on. Source: Tamis 3.2.9 (there C = a·b).
 */

import { PERPENDICULAR } from '../parts/tolerances.ts'
import { frozen } from '../../../common/frozen.ts'
import type { Fields } from '../../../common/options.ts'
import { PhysicsError } from '../../../common/errors.ts'
import type { Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import { rotationToPair } from './axis-pair.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type FullSpring, type Limit,
  type Spring, type TorqueMotor,
} from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draftFrames, NO_TURN, readAxis, writeJoint, ANCHORED_FIELDS, type AnchoredDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { ALPHA, BETA, cardanAngle, GAMMA } from '../parts/cardan-angles.ts'
import { pointRows } from '../parts/point.ts'

export const universalKind: JointKind = {
  name: 'universal',
  coordinates: ['turn', 'turn'],
  angularRows: [false, false, false, true],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 4
    pointRows(pose, out, 0)
    out.error[3] = cardanAngle(pose, GAMMA, out.jacobian, 3 * ROW)
    out.value[0] = cardanAngle(pose, ALPHA, out.gradient, 0)
    out.value[1] = cardanAngle(pose, BETA, out.gradient, ROW)
  },
}

/** What a universal joint is told: the two arms of its cross, and what acts on the turns about them. */
export interface UniversalDefinition extends AnchoredDefinition {
  /** Direction of the arm that A holds, world space, any length above 0. Default: x of the world. */
  axisA?: Vec3
  /**
   * Direction of the arm that B holds, at a right angle to `axisA`. Default: y of the world. With frames, the arms are x of `frameA` and y
   * of `frameB`.
   */
  axisB?: Vec3
  /** Range of the turn about `axisA`, rad. Default none. */
  limitA?: Limit | null
  /** Drives the turn about `axisA`. Default none. */
  motorA?: TorqueMotor | null
  /** Spring or position drive of the turn about `axisA`. Default none. */
  springA?: Spring | null
  /** Dry friction about `axisA`, N m. Default 0. */
  frictionA?: number
  /** Range of the turn about `axisB`, rad. Default none. */
  limitB?: Limit | null
  /** Drives the turn about `axisB`. Default none. */
  motorB?: TorqueMotor | null
  /** Spring or position drive of the turn about `axisB`. Default none. */
  springB?: Spring | null
  /** Dry friction about `axisB`, N m. Default 0. */
  frictionB?: number
}

const FIELDS: Fields<UniversalDefinition> = {
  ...ANCHORED_FIELDS, axisA: 0, axisB: 0, limitA: 1, motorA: 1, springA: 1, frictionA: 0, limitB: 1, motorB: 1, springB: 1, frictionB: 0,
}

export function writeUniversal(state: WorldState, d: UniversalDefinition): number {
  const [a, b] = requireBodies(state, d, 'universal', FIELDS)
  const rotation = armsRotation(d)
  draftFrames(state, a, b, d, 'universal', rotation)
  return writeJoint(state, universalKind, a, b, d, 'universal', row => {
    setLimit(state, row, 0, d.limitA, 'universal.limitA')
    setMotor(state, row, 0, d.motorA, 'universal.motorA', 'maxTorque')
    setSpring(state, row, 0, d.springA, 'universal.springA')
    setFriction(state, row, 0, d.frictionA, 'universal.frictionA')
    setLimit(state, row, 1, d.limitB, 'universal.limitB')
    setMotor(state, row, 1, d.motorB, 'universal.motorB', 'maxTorque')
    setSpring(state, row, 1, d.springB, 'universal.springB')
    setFriction(state, row, 1, d.frictionB, 'universal.frictionB')
  })
}

/** World rotation with x along axisA and y along axisB. */
function armsRotation(d: UniversalDefinition): Float64Array {
  if (d.axisA === undefined && d.axisB === undefined) return NO_TURN
  if (d.frameA !== undefined) {
    const given = d.axisA === undefined ? 'axisB' : 'axisA'
    throw new PhysicsError('wrong-type', `universal.${given}`, d[given], 'and frames are two answers to one question. Give one.')
  }
  if (d.axisA === undefined || d.axisB === undefined) {
    const missing = d.axisA === undefined ? 'axisA' : 'axisB'
    throw new PhysicsError('wrong-type', `universal.${missing}`, undefined, 'is missing. Give both arms of the cross, or neither.')
  }
  const axes = new Float64Array(6)
  readAxis(d.axisA, 'universal.axisA', axes, 0)
  readAxis(d.axisB, 'universal.axisB', axes, 3)
  const cosine = axes[0] * axes[3] + axes[1] * axes[4] + axes[2] * axes[5]
  if (!(Math.abs(cosine) < PERPENDICULAR)) {
    const how = Math.abs(cosine) > 1 - 1e-9 ? 'is parallel to axisA' : 'is not perpendicular to axisA'
    throw new PhysicsError('degenerate', 'universal.axisB', d.axisB, `${how}. The arms of the cross stand at a right angle.`)
  }
  const rotation = new Float64Array(4)
  rotationToPair(axes, rotation)
  return rotation
}

/** A cardan joint: two shafts under an angle, joined by a cross. */
export class UniversalJoint extends Joint {
  /** How far the cross has turned against A about its arm, rad, turns counted. */
  get angleA(): number {
    return this.readCoordinate(0)
  }

  /** How far B has turned against the cross about its arm, rad, turns counted. */
  get angleB(): number {
    return this.readCoordinate(1)
  }

  /** Speed of the turn about A's arm, rad/s. */
  get speedA(): number {
    return this.readCoordinateSpeed(0)
  }

  /** Speed of the turn about B's arm, rad/s. */
  get speedB(): number {
    return this.readCoordinateSpeed(1)
  }

  /** Range of the turn about A's arm, rad; null = none. */
  get limitA(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), 0))
  }

  set limitA(value: Limit | null) {
    setLimit(this.state, this.edit('limitA'), 0, value, 'universal.limitA')
  }

  /** Drives the turn about A's arm; null = none. */
  get motorA(): Readonly<TorqueMotor> | null {
    return frozen(this.motorOf(0))
  }

  set motorA(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motorA'), 0, value, 'universal.motorA', 'maxTorque')
  }

  /** Spring or position drive of the turn about A's arm; null = none. */
  get springA(): Readonly<FullSpring> | null {
    return frozen(getSpring(this.state, this.row(), 0))
  }

  set springA(value: Spring | null) {
    setSpring(this.state, this.edit('springA'), 0, value, 'universal.springA')
  }

  /** Dry friction about A's arm, N m. */
  get frictionA(): number {
    return getFriction(this.state, this.row(), 0)
  }

  set frictionA(value: number) {
    setFriction(this.state, this.edit('frictionA'), 0, value, 'universal.frictionA')
  }

  /** Torque of motorA at the end of the last step, N m, on B. */
  get motorTorqueA(): number {
    return this.motorForceOf(0)
  }

  /** Range of the turn about B's arm, rad; null = none. */
  get limitB(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), 1))
  }

  set limitB(value: Limit | null) {
    setLimit(this.state, this.edit('limitB'), 1, value, 'universal.limitB')
  }

  /** Drives the turn about B's arm; null = none. */
  get motorB(): Readonly<TorqueMotor> | null {
    return frozen(this.motorOf(1))
  }

  set motorB(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motorB'), 1, value, 'universal.motorB', 'maxTorque')
  }

  /** Spring or position drive of the turn about B's arm; null = none. */
  get springB(): Readonly<FullSpring> | null {
    return frozen(getSpring(this.state, this.row(), 1))
  }

  set springB(value: Spring | null) {
    setSpring(this.state, this.edit('springB'), 1, value, 'universal.springB')
  }

  /** Dry friction about B's arm, N m. */
  get frictionB(): number {
    return getFriction(this.state, this.row(), 1)
  }

  set frictionB(value: number) {
    setFriction(this.state, this.edit('frictionB'), 1, value, 'universal.frictionB')
  }

  /** Torque of motorB at the end of the last step, N m, on B. */
  get motorTorqueB(): number {
    return this.motorForceOf(1)
  }

  private motorOf(coordinate: number): TorqueMotor | null {
    const motor = getMotor(this.state, this.row(), coordinate)
    return motor && { speed: motor.speed, maxTorque: motor.maxForce }
  }
}
