/**
 * Gear: meshing wheels, belts, bevel drives, differentials of clocks. Two bodies turn at a fixed ratio, whatever turns them.
 *
 * Removes one freedom. With θ_A and θ_B the angles by which the bodies have turned about axes that stand still in the world (part `world-angle`),
 * turns counted: C = ratio θ_A + θ_B − phase, J = (0, ratio ∂θ_A, 0, ∂θ_B). ratio = teeth of A / teeth of B makes wheels on parallel axes turn
 * against each other, as outer gears do; below 0 they turn the same way: inner gears, belts, chains. Because the row speaks of counted angles and not
 * of speeds nothing drifts, however many turns it makes. Below half a turn of either body per step no turn is missed.
 *
 * The joint ties two angles and holds nothing: each body is to be held by a hinge (or slider, or locked axes) to something that does not turn.
 * The teeth's push on the axles is left out: torques appear on both bodies that are not opposite, the hinges hand the difference to the ground.
 * phase = 0 at first; a change of the ratio moves it so that nothing jumps.
 * Degenerate: a body whose axis was reversed (its angle is then anything). Source: users expect it; Chipmunk IM11 in 2D.
 */

import { PhysicsError, requireFinite } from '../../../common/errors.ts'
import { frozen } from '../../../common/frozen.ts'
import type { Fields } from '../../../common/options.ts'
import type { Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  getFriction, getLimit, getMotor, setFriction, setLimit, setMotor, type FullLimit, type Limit, type TorqueMotor,
} from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draft, placeFrame, readAxis, rotationToAxis, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { QA, QB, ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B, OWN } from '../../store/joint-table.ts'
import { worldAngle } from '../parts/world-angle.ts'
import { unwrap } from '../../../common/math/unwrap.ts'

/** Own numbers: world rotations of both axes, the ratio, the phase. */
const AXIS_A = OWN
const AXIS_B = OWN + 4
const RATIO = OWN + 8
const PHASE = OWN + 9

export const gearKind: JointKind = {
  name: 'gear',
  coordinates: ['turn', 'turn'],
  angularRows: [true],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void {
    const { jacobian, value, gradient } = out
    const ratio = data[d + RATIO]
    out.rigid = 1
    gradient.fill(0, 0, 2 * ROW)
    value[0] = worldAngle(pose, QA, data, d + AXIS_A, gradient, 3)
    value[1] = worldAngle(pose, QB, data, d + AXIS_B, gradient, ROW + 9)
    out.error[0] = ratio * unwrap(value[0], turns[t]) + unwrap(value[1], turns[t + 1]) - data[d + PHASE]
    for (let k = 0; k < ROW; k++) jacobian[k] = ratio * gradient[k] + gradient[ROW + k]
  },
}

/** What a gear is told. */
export interface GearDefinition extends JointDefinition {
  /** Direction of the axis about which A turns, world space; something else must hold it. Default: x of the world. */
  axisA?: Vec3
  /** Direction of the axis about which B turns, world space. Default: as `axisA`. */
  axisB?: Vec3
  /** Ratio of the teeth (or radii), those of A to those of B: B makes so many turns, the other way, for one of A. Below 0: the same way. */
  ratio: number
  /** Range of A's angle, rad, any number of turns. Default none. */
  limit?: Limit | null
  /** Drives A, and B with it. Default none. */
  motor?: TorqueMotor | null
  /** Dry friction on A, N m. Default 0. */
  friction?: number
}

const FIELDS: Fields<GearDefinition> = { ...JOINT_FIELDS, axisA: 0, axisB: 0, ratio: 0, limit: 1, motor: 1, friction: 0 }

function readRatio(value: unknown): number {
  const ratio = requireFinite(value, 'gear.ratio')
  if (ratio === 0) throw new PhysicsError('out-of-range', 'gear.ratio', ratio, 'ties nothing. Give teeth of A / teeth of B; below 0 for belts.')
  return ratio
}

export function writeGear(state: WorldState, d: GearDefinition): number {
  const [a, b] = requireBodies(state, d, 'gear', FIELDS)
  const axes = new Float64Array([1, 0, 0, 1, 0, 0])
  if (d.axisA !== undefined) readAxis(d.axisA, 'gear.axisA', axes, 0)
  axes.copyWithin(3, 0, 3)
  if (d.axisB !== undefined) readAxis(d.axisB, 'gear.axisB', axes, 3)
  const ratio = readRatio(d.ratio)
  draft.fill(0)
  rotationToAxis(axes, 0, draft, AXIS_A)
  rotationToAxis(axes, 3, draft, AXIS_B)
  const nowhere = new Float64Array(3)
  placeFrame(state, a, nowhere, draft, AXIS_A, draft, ANCHOR_A, FRAME_A)
  placeFrame(state, b, nowhere, draft, AXIS_B, draft, ANCHOR_B, FRAME_B)
  // It acts on turning alone; the bodies' origins stand for anchors.
  draft.fill(0, ANCHOR_A, ANCHOR_A + 3)
  draft.fill(0, ANCHOR_B, ANCHOR_B + 3)
  draft[RATIO] = ratio
  return writeJoint(state, gearKind, a, b, d, 'gear', (row) => {
    setLimit(state, row, 0, d.limit, 'gear.limit')
    setMotor(state, row, 0, d.motor, 'gear.motor', 'maxTorque')
    setFriction(state, row, 0, d.friction, 'gear.friction')
  })
}

/** Two cogwheels: two bodies turn at a fixed ratio. */
export class GearJoint extends Joint {
  /** How far A has turned about its axis since the joint was made, rad, turns counted. */
  get angleA(): number {
    return this.readCoordinate(0)
  }

  /** How far B has turned, rad, turns counted. */
  get angleB(): number {
    return this.readCoordinate(1)
  }

  /** Speed of A about its axis, rad/s. */
  get speedA(): number {
    return this.readCoordinateSpeed(0)
  }

  /** Speed of B about its axis, rad/s. */
  get speedB(): number {
    return this.readCoordinateSpeed(1)
  }

  /** Ratio of the teeth. A new one holds from where the bodies are. */
  get ratio(): number {
    return this.own(RATIO)
  }

  set ratio(value: number) {
    const row = this.edit('ratio')
    const ratio = readRatio(value)
    const { data } = this.state.joints.columns
    const o = row * DATA_SIZE
    data[o + PHASE] += (ratio - data[o + RATIO]) * this.readCoordinate(0)
    data[o + RATIO] = ratio
    wakeJoint(this.state, row)
  }

  /** Range of A's angle, rad; null = none. */
  get limit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), 0))
  }

  set limit(value: Limit | null) {
    setLimit(this.state, this.edit('limit'), 0, value, 'gear.limit')
  }

  /** Drives A, and B with it; null = none. */
  get motor(): Readonly<TorqueMotor> | null {
    const motor = getMotor(this.state, this.row(), 0)
    return frozen(motor && { speed: motor.speed, maxTorque: motor.maxForce })
  }

  set motor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('motor'), 0, value, 'gear.motor', 'maxTorque')
  }

  /** Dry friction on A, N m. */
  get friction(): number {
    return getFriction(this.state, this.row(), 0)
  }

  set friction(value: number) {
    setFriction(this.state, this.edit('friction'), 0, value, 'gear.friction')
  }

  /** Torque the motor gave at the end of the last step, N m about A's axis. */
  get motorTorque(): number {
    return this.motorForceOf(0)
  }
}
