/**
 * Rack and pinion: steering racks, drill presses, lift gates, hoists with a drum. A wheel (A, the pinion) turns, a bar (B, the rack) moves along.
 *
 * Removes one freedom. With θ the angle by which A has turned about an axis that stands still in the world (part `world-angle`), turns counted, and
 * s = u·(p_B − p₀) how far B's anchor has moved along a direction u that stands still too: C = s − radius θ − phase, J = (0, −radius ∂θ, u, r_B × u).
 * A radius above 0: A turning right-handed about its axis moves B along +u; below 0 the other way.
 *
 * The joint ties an angle to a travel and holds nothing: a hinge has to hold the pinion, a slider the rack, both to something that does not turn.
 * The teeth push on the rack's anchor, not on the pinion's axle: that part is left out. phase = 0 at first; a change of the radius moves it so that
 * nothing jumps. Degenerate: a pinion whose axis was reversed. Source: users expect it; rows as in `gear-joint.ts`.
 */

import { PhysicsError, requireFinite } from '../../../common/errors.ts'
import { frozen } from '../../../common/frozen.ts'
import type { Fields } from '../../../common/options.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  getFriction, getLimit, getMotor, setFriction, setLimit, setMotor, type FullLimit, type Limit, type Motor, type TorqueMotor,
} from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draft, draftFrames, placeFrame, readAxis, rotationToAxis, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { QA, RB, ROW, XB, type JointKind, type Measure } from '../joint-kind.ts'
import { ANCHOR_A, DATA_SIZE, FRAME_A, OWN } from '../../store/joint-table.ts'
import { worldAngle } from '../parts/world-angle.ts'
import { unwrap } from '../../../common/math/unwrap.ts'

/** Own numbers: world rotation of the pinion's axis, u, p₀, the radius, the phase. */
const AXIS_A = OWN
const DIRECTION = OWN + 4
const START = OWN + 7
const RADIUS = OWN + 10
const PHASE = OWN + 11

/** Coordinates. */
const ANGLE = 0
const TRAVEL = 1

export const rackAndPinionKind: JointKind = {
  name: 'rack-and-pinion',
  coordinates: ['turn', 'length'],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void {
    const { jacobian, value, gradient } = out
    const radius = data[d + RADIUS]
    out.rigid = 1
    gradient.fill(0, 0, 2 * ROW)
    value[ANGLE] = worldAngle(pose, QA, data, d + AXIS_A, gradient, 3)
    const x = data[d + DIRECTION]
    const y = data[d + DIRECTION + 1]
    const z = data[d + DIRECTION + 2]
    const rx = pose[RB]
    const ry = pose[RB + 1]
    const rz = pose[RB + 2]
    value[TRAVEL] =
      x * (pose[XB] - data[d + START] + rx) + y * (pose[XB + 1] - data[d + START + 1] + ry) + z * (pose[XB + 2] - data[d + START + 2] + rz)
    gradient[ROW + 6] = x
    gradient[ROW + 7] = y
    gradient[ROW + 8] = z
    gradient[ROW + 9] = ry * z - rz * y
    gradient[ROW + 10] = rz * x - rx * z
    gradient[ROW + 11] = rx * y - ry * x
    out.error[0] = value[TRAVEL] - radius * unwrap(value[ANGLE], turns[t + ANGLE]) - data[d + PHASE]
    for (let k = 0; k < ROW; k++) jacobian[k] = gradient[ROW + k] - radius * gradient[k]
  },
}

/** What a rack and pinion is told. A is the pinion, B the rack. */
export interface RackAndPinionDefinition extends JointDefinition {
  /** Direction of the axis about which A, the pinion, turns, world space; a hinge must hold it. Default: x of the world. */
  axis?: Vec3
  /** Direction in which B, the rack, moves, world space; a slider must hold it. Default: y of the world. */
  direction?: Vec3
  /** Where the teeth push on the rack, m, world space. Default: the origin of B. */
  anchor?: Vec3
  /** Radius of the pinion, m of travel per radian. Below 0: the rack moves the other way. */
  radius: number
  /** Range of the pinion's angle, rad, any number of turns. Default none. */
  angleLimit?: Limit | null
  /** Drives the pinion, rad/s and N m. Default none. */
  angleMotor?: TorqueMotor | null
  /** Dry friction of the pinion, N m. Default 0. */
  angleFriction?: number
  /** Range of the rack's travel, m. Default none. */
  travelLimit?: Limit | null
  /** Drives the rack, m/s and N. Default none. */
  travelMotor?: Motor | null
  /** Dry friction of the rack, N. Default 0. */
  travelFriction?: number
}

const FIELDS: Fields<RackAndPinionDefinition> = {
  ...JOINT_FIELDS, axis: 0, direction: 0, anchor: 0, radius: 0, angleLimit: 1, angleMotor: 1, angleFriction: 0, travelLimit: 1,
  travelMotor: 1, travelFriction: 0,
}

const NAME = 'rackAndPinion'

function requireRadius(value: unknown, field: string): number {
  const radius = requireFinite(value, field)
  if (radius === 0) throw new PhysicsError('out-of-range', field, radius, 'moves nothing. Give the travel per radian in m.')
  return radius
}

export function writeRackAndPinion(state: WorldState, d: RackAndPinionDefinition): number {
  const [a, b] = requireBodies(state, d, NAME, FIELDS)
  const axes = new Float64Array([1, 0, 0, 0, 1, 0])
  if (d.axis !== undefined) readAxis(d.axis, `${NAME}.axis`, axes, 0)
  if (d.direction !== undefined) readAxis(d.direction, `${NAME}.direction`, axes, 3)
  const radius = requireRadius(d.radius, `${NAME}.radius`)
  const start = new Float64Array(3)
  if (d.anchor !== undefined) readVec3(d.anchor, `${NAME}.anchor`, start, 0)
  else readVec3(d.bodyB.position, `${NAME}.bodyB`, start, 0)
  const rotation = new Float64Array(4)
  rotationToAxis(axes, 0, rotation, 0)
  draftFrames(state, a, b, { bodyB: d.bodyB, anchor: { x: start[0], y: start[1], z: start[2] } }, NAME, rotation)
  // On the pinion only turning counts; its origin stands for the anchor.
  placeFrame(state, a, start, rotation, 0, draft, ANCHOR_A, FRAME_A)
  draft.fill(0, ANCHOR_A, ANCHOR_A + 3)
  draft.set(rotation, AXIS_A)
  draft.set(axes.subarray(3), DIRECTION)
  draft.set(start, START)
  draft[RADIUS] = radius
  return writeJoint(state, rackAndPinionKind, a, b, d, NAME, (row) => {
    setLimit(state, row, ANGLE, d.angleLimit, `${NAME}.angleLimit`)
    setMotor(state, row, ANGLE, d.angleMotor, `${NAME}.angleMotor`, 'maxTorque')
    setFriction(state, row, ANGLE, d.angleFriction, `${NAME}.angleFriction`)
    setLimit(state, row, TRAVEL, d.travelLimit, `${NAME}.travelLimit`)
    setMotor(state, row, TRAVEL, d.travelMotor, `${NAME}.travelMotor`, 'maxForce')
    setFriction(state, row, TRAVEL, d.travelFriction, `${NAME}.travelFriction`)
  })
}

/** A steering rack: a pinion turns, a rack moves. */
export class RackAndPinionJoint extends Joint {
  /** How far the pinion has turned since the joint was made, rad, turns counted. */
  get angle(): number {
    return this.readCoordinate(ANGLE)
  }

  /** Speed of the pinion, rad/s. */
  get angleSpeed(): number {
    return this.readCoordinateSpeed(ANGLE)
  }

  /** How far the rack has moved since the joint was made, m. */
  get travel(): number {
    return this.readCoordinate(TRAVEL)
  }

  /** Speed of the rack, m/s. */
  get travelSpeed(): number {
    return this.readCoordinateSpeed(TRAVEL)
  }

  /** Radius of the pinion, m of travel per radian. A new one holds from where the bodies are. */
  get radius(): number {
    return this.own(RADIUS)
  }

  set radius(value: number) {
    const row = this.edit('radius')
    const radius = requireRadius(value, `${NAME}.radius`)
    const { data } = this.state.joints.columns
    const o = row * DATA_SIZE
    data[o + PHASE] += (data[o + RADIUS] - radius) * this.readCoordinate(ANGLE)
    data[o + RADIUS] = radius
    wakeJoint(this.state, row)
  }

  /** Range of the pinion's angle, rad; null = none. */
  get angleLimit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), ANGLE))
  }

  set angleLimit(value: Limit | null) {
    setLimit(this.state, this.edit('angleLimit'), ANGLE, value, `${NAME}.angleLimit`)
  }

  /** Drives the pinion; null = none. */
  get angleMotor(): Readonly<TorqueMotor> | null {
    const motor = getMotor(this.state, this.row(), ANGLE)
    return frozen(motor && { speed: motor.speed, maxTorque: motor.maxForce })
  }

  set angleMotor(value: TorqueMotor | null) {
    setMotor(this.state, this.edit('angleMotor'), ANGLE, value, `${NAME}.angleMotor`, 'maxTorque')
  }

  /** Dry friction of the pinion, N m. */
  get angleFriction(): number {
    return getFriction(this.state, this.row(), ANGLE)
  }

  set angleFriction(value: number) {
    setFriction(this.state, this.edit('angleFriction'), ANGLE, value, `${NAME}.angleFriction`)
  }

  /** Range of the rack's travel, m; null = none. */
  get travelLimit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), TRAVEL))
  }

  set travelLimit(value: Limit | null) {
    setLimit(this.state, this.edit('travelLimit'), TRAVEL, value, `${NAME}.travelLimit`)
  }

  /** Drives the rack; null = none. */
  get travelMotor(): Readonly<Motor> | null {
    return frozen(getMotor(this.state, this.row(), TRAVEL))
  }

  set travelMotor(value: Motor | null) {
    setMotor(this.state, this.edit('travelMotor'), TRAVEL, value, `${NAME}.travelMotor`, 'maxForce')
  }

  /** Dry friction of the rack, N. */
  get travelFriction(): number {
    return getFriction(this.state, this.row(), TRAVEL)
  }

  set travelFriction(value: number) {
    setFriction(this.state, this.edit('travelFriction'), TRAVEL, value, `${NAME}.travelFriction`)
  }

  /** Torque the pinion's motor gave at the end of the last step, N m. */
  get motorTorque(): number {
    return this.motorForceOf(ANGLE)
  }

  /** Force the rack's motor gave at the end of the last step, N. */
  get motorForce(): number {
    return this.motorForceOf(TRAVEL)
  }
}
