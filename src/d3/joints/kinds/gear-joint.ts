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
 * Gears on something that turns itself, a car or the arm of a planetary gear, are to count from there. With `frame: 'axles'` each angle is that
 * against the line from axle to axle (part `line-angle`), which turns with whatever carries both: C as above, and the difference of the torques
 * goes to the axles as a pair of forces across the line between them. That is what their bearings feel; all of it together keeps its angular
 * momentum. Gears whose axles hang on bodies that may turn, without that frame, would hold those to the world: they jam.
 * phase = 0 at first, with the angles as the bodies stand; a change of the ratio moves it so that nothing jumps.
 * Degenerate: a body whose axis was reversed (its angle is then anything); axles in line. Source: Chipmunk IM11 in 2D; Willis' equation of
 * planetary gears.
 */

import { PhysicsError } from '../../../common/errors.ts'
import { requireRatio } from '../../../common/bounds.ts'
import { cos, sin } from '../../../common/math/deterministic-math.ts'
import { refuseTurningCarrier } from '../../../common/joints/gear-carriers.ts'
import { frozen } from '../../../common/frozen.ts'
import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import type { Fields } from '../../../common/options.ts'
import { quatMultiply, quatRotate } from '../../math/quaternion.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  getFriction, getLimit, getMotor, setFriction, setLimit, setMotor, type FullLimit, type Limit, type TorqueMotor,
} from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draft, measureRow, placeFrame, readAxis, rotationToAxis, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { AXES_A, AXES_B, MAX_COORDINATES, POSE_SIZE, QA, QB, RA, RB, ROW, XA, XB, type JointKind, type Measure } from '../joint-kind.ts'
import { framesOf } from '../frames.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B, OWN } from '../../store/joint-table.ts'
import { axesQuaternion } from '../parts/axes-quaternion.ts'
import { lineAngle } from '../parts/line-angle.ts'
import { worldAngle } from '../parts/world-angle.ts'
import { unwrap } from '../../../common/math/unwrap.ts'

/** Own numbers: world rotations of both axes, the ratio, the phase; 1 where angles are told from the line between the axles. */
const AXIS_A = OWN
const AXIS_B = OWN + 4
const RATIO = OWN + 8
const PHASE = OWN + 9
const AXLES = OWN + 10

/** Bits of `lockedAxes` that lock all rotation. */
const ROTATION_LOCKS = 56
const NOT_TURNED = new Float64Array(2)

export const gearKind: JointKind = {
  name: 'gear',
  coordinates: ['turn', 'turn'],
  angularRows: [true],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure, turns: Float64Array, t: number): void {
    const { jacobian, value, gradient } = out
    const ratio = data[d + RATIO]
    out.rigid = 1
    gradient.fill(0, 0, 2 * ROW)
    if (data[d + AXLES] === 1) {
      value[0] = lineAngle(pose, false, gradient, 0)
      value[1] = lineAngle(pose, true, gradient, ROW)
    } else {
      value[0] = worldAngle(pose, QA, data, d + AXIS_A, gradient, 3)
      value[1] = worldAngle(pose, QB, data, d + AXIS_B, gradient, ROW + 9)
    }
    out.error[0] = ratio * unwrap(value[0], turns[t]) + unwrap(value[1], turns[t + 1]) - data[d + PHASE]
    for (let k = 0; k < ROW; k++) jacobian[k] = ratio * gradient[k] + gradient[ROW + k]
  },
}

/** What the angles of a gear are told from. */
export type GearFrame = 'world' | 'axles'

/** What a gear is told. */
export interface GearDefinition extends JointDefinition {
  /** Direction of the axis about which A turns, world space; something else must hold it. Default: x of the world. */
  axisA?: Vec3
  /** Direction of the axis about which B turns, world space. Default: as `axisA`. */
  axisB?: Vec3
  /** Ratio of the teeth (or radii), those of A to those of B: B makes so many turns, the other way, for one of A. Below 0: the same way. */
  ratio: number
  /**
   * What the angles are told from: 'world', or 'axles', the line from axle A to axle B (`anchorA`, `anchorB`), which turns with whatever carries
   * both. For gears in a car, planetary gears and everything that floats free. Default 'world'; must be said if a wheel's hinge hangs on a
   * dynamic body that may turn.
   */
  frame?: GearFrame
  /** A point of A's axle, world space, m; used with `frame: 'axles'`. Default: A's origin. */
  anchorA?: Vec3
  /** A point of B's axle, world space, m. Default: B's origin. */
  anchorB?: Vec3
  /** Range of A's angle, rad, any number of turns. Default none. */
  limit?: Limit | null
  /** Drives A, and B with it. Default none. */
  motor?: TorqueMotor | null
  /** Dry friction on A, N m. Default 0. */
  friction?: number
}

const FIELDS: Fields<GearDefinition> = {
  ...JOINT_FIELDS, axisA: 0, axisB: 0, ratio: 0, frame: 0, anchorA: 0, anchorB: 0, limit: 1, motor: 1, friction: 0,
}

function readRatio(value: unknown): number {
  if (value === 0) throw new PhysicsError('out-of-range', 'gear.ratio', 0, 'ties nothing. Give teeth of A / teeth of B; below 0 for belts.')
  return requireRatio(value, 'gear.ratio')
}

export function writeGear(state: WorldState, d: GearDefinition): number {
  const [a, b] = requireBodies(state, d, 'gear', FIELDS)
  const axes = new Float64Array([1, 0, 0, 1, 0, 0])
  if (d.axisA !== undefined) readAxis(d.axisA, 'gear.axisA', axes, 0)
  axes.copyWithin(3, 0, 3)
  if (d.axisB !== undefined) readAxis(d.axisB, 'gear.axisB', axes, 3)
  const ratio = readRatio(d.ratio)
  let even = true
  for (let k = 0; k < 3; k++) if (Math.abs(ratio * axes[k] + axes[3 + k]) > LOST_DIGITS) even = false
  refuseTurningCarrier(state, a, b, d.frame, even, ROTATION_LOCKS)
  const places = new Float64Array(6)
  placeOf(state, a, d.anchorA, 'gear.anchorA', places, 0)
  placeOf(state, b, d.anchorB, 'gear.anchorB', places, 3)
  draft.fill(0)
  draft[RATIO] = ratio
  draftFrame(state, a, b, d.frame ?? 'world', axes, places, NOT_TURNED)
  return writeJoint(state, gearKind, a, b, d, 'gear', (row) => {
    setLimit(state, row, 0, d.limit, 'gear.limit')
    setMotor(state, row, 0, d.motor, 'gear.motor', 'maxTorque')
    setFriction(state, row, 0, d.friction, 'gear.friction')
  })
}

/**
 * Writes anchors, frames and world axes to `draft`, so that both angles, told from `frame`, read `angles`: x of each frame along its axis, y
 * along the line between the axles or as it comes, then turned by the angle.
 */
function draftFrame(
  state: WorldState, a: number, b: number, frame: unknown, axes: Float64Array, places: Float64Array, angles: Float64Array,
): void {
  if (frame !== 'world' && frame !== 'axles') throw new PhysicsError('wrong-type', 'gear.frame', frame, "must be 'world' or 'axles'.")
  const rotation = new Float64Array(4)
  const turned = new Float64Array(4)
  for (let side = 0; side < 2; side++) {
    const axis = side === 0 ? AXIS_A : AXIS_B
    rotationToAxis(axes, side * 3, draft, axis)
    if (frame === 'axles') alignWithLine(axes, side * 3, places, rotation)
    else rotation.set(draft.subarray(axis, axis + 4))
    const half = 0.5 * angles[side]
    quatMultiply(rotation, 0, new Float64Array([sin(half), 0, 0, cos(half)]), 0, turned, 0)
    const anchor = side === 0 ? ANCHOR_A : ANCHOR_B
    placeFrame(state, side === 0 ? a : b, places.subarray(side * 3, side * 3 + 3), turned, 0, draft, anchor, side === 0 ? FRAME_A : FRAME_B)
  }
  draft[AXLES] = frame === 'axles' ? 1 : 0
}

/** The rotation whose x is the axis at axes[o …] and whose y lies along the line between the axles. */
function alignWithLine(axes: Float64Array, o: number, places: Float64Array, out: Float64Array): void {
  const line = places.slice(3).map((value, k) => value - places[k])
  const x = axes.slice(o, o + 3)
  const along = x[0] * line[0] + x[1] * line[1] + x[2] * line[2]
  const y = line.map((value, k) => value - along * x[k])
  const length = Math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2])
  if (!(length > 1e-6 * Math.sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]))) {
    const advice = 'needs axles that are apart, across their axes. Give anchorA and anchorB, or leave frame out.'
    throw new PhysicsError('degenerate', 'gear.frame', 'axles', advice)
  }
  for (let k = 0; k < 3; k++) y[k] /= length
  const z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
  axesQuaternion(new Float64Array([...x, ...y, ...z]), out, 0)
}

/** Tells the angles of a gear from another frame. They read as before, so that nothing jumps and limits stay where they are. */
function changeFrame(state: WorldState, row: number, frame: unknown): void {
  const { data, bodyA, bodyB, turns } = state.joints.columns
  const pose = new Float64Array(POSE_SIZE)
  framesOf(state, row, pose)
  const axes = new Float64Array([...pose.subarray(AXES_A, AXES_A + 3), ...pose.subarray(AXES_B, AXES_B + 3)])
  const places = new Float64Array(6)
  for (let k = 0; k < 3; k++) {
    places[k] = pose[XA + k] + pose[RA + k]
    places[3 + k] = pose[XB + k] + pose[RB + k]
  }
  const { value } = measureRow(state, row)
  const angles = new Float64Array([value[0], value[1]])
  const d = row * DATA_SIZE
  draft.set(data.subarray(d, d + DATA_SIZE))
  draftFrame(state, bodyA[row], bodyB[row], frame, axes, places, angles)
  data.set(draft, d)
  for (let c = 0; c < 2; c++) turns[row * MAX_COORDINATES + c] = unwrap(angles[c], turns[row * MAX_COORDINATES + c])
}

function placeOf(state: WorldState, body: number, value: unknown, field: string, out: Float64Array, o: number): void {
  if (value !== undefined) readVec3(value, field, out, o)
  else if (body >= 0) {
    const { x, q, localCenter } = state.bodies.columns
    quatRotate(q, body * 4, localCenter[body * 3], localCenter[body * 3 + 1], localCenter[body * 3 + 2], out, o)
    for (let k = 0; k < 3; k++) out[o + k] = x[body * 3 + k] - out[o + k]
  }
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

  /**
   * What the angles are told from. A new one holds from where the bodies are: angles read as before. Its axes are those the wheels have now, the
   * axles those of `anchorA` and `anchorB`.
   */
  get frame(): GearFrame {
    return this.own(AXLES) === 1 ? 'axles' : 'world'
  }

  set frame(value: GearFrame) {
    const row = this.edit('frame')
    changeFrame(this.state, row, value)
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
