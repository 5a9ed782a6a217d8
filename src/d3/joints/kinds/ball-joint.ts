/**
 * Ball-and-socket (point to point, spherical): shoulders, trailer hitches, links of chains, joysticks. Two anchors coincide; rotation is free unless
 * it is limited, driven, sprung or rubbed.
 *
 * Removes three freedoms: `point`, C = p_B − p_A. Rotation is told from the frames: x is the twist axis. With q = q̄_A q_B = swing · twist (part
 * `swing-twist`):
 *  swing — how far x_B leans away from x_A, held within a cone, an ellipse or a pyramid (a rectangle in the plane of the swing's rotation vector);
 *  twist — how far B has turned about x (part `angle`), turns counted while it is limited;
 *  motor, spring, friction — on the relative spin, the spring towards an orientation (part `target-rotation`).
 * All angles are 0 where the frames agree, for an axis in world space as the bodies stand when the joint is made.
 * Degenerate: x_B = −x_A exactly, where the swing has no direction and the twist no meaning; any way back is taken.
 * Source: Chappuis 2.2, Tamis 3.1.3, 3.2.6, A.3.7, Hodges 16, 20, 22.
 */

import type { Vec3 } from '../../math/types.ts'
import { frozen } from '../../../common/frozen.ts'
import type { Fields } from '../../../common/options.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  BALL_COORDINATES, DRIVE, fromTarget, getOrientationFriction, getOrientationMotor, getOrientationSpring, getSwingLimit, measureBallAngles,
  measureBallRotation,
  planeRotation, setOrientationFriction, setOrientationMotor, setOrientationSpring, setSwingLimit, setTwistLimit, swingAngleNow, TWIST,
  twistAngleNow, type FullOrientationSpring, type FullSwingLimit, type OrientationMotor, type OrientationSpring, type SwingLimit,
} from './ball-rotation.ts'
import { getLimit, type FullLimit, type Limit } from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { type JointKind, type Measure } from '../joint-kind.ts'
import { pointErrors, pointRows } from '../parts/point.ts'

export const ballKind: JointKind = {
  name: 'ball',
  coordinates: BALL_COORDINATES,
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    out.rigid = 3
    pointRows(pose, out, 0)
    measureBallRotation(pose, data, d, out)
  },
  measureErrors(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    out.rigid = 3
    pointErrors(pose, out, 0)
    measureBallAngles(pose, data, d, out)
  },
}

/** What a ball joint is told. `axis` is the twist axis. */
export interface BallDefinition extends AxisDefinition {
  /** Direction across `axis`, world space: y of the frames. Tells the two half angles of an ellipse or a pyramid apart. Default: any. */
  planeAxis?: Vec3
  /** How far the axis may lean. Default: any way. */
  swingLimit?: SwingLimit | null
  /** Range of the turn about the axis, rad, any number of turns. Default none. */
  twistLimit?: Limit | null
  /** Drives the spin of B against A. Default none. */
  motor?: OrientationMotor | null
  /** Pulls B to an orientation. Default none. */
  spring?: OrientationSpring | null
  /** Dry friction, N m about each axis of frame A (of the spring's target, if there is a spring). Default 0. */
  friction?: number
}

const FIELDS: Fields<BallDefinition> = { ...AXIS_FIELDS, planeAxis: 0, swingLimit: 1, twistLimit: 1, motor: 1, spring: 1, friction: 0 }

export function writeBall(state: WorldState, d: BallDefinition): number {
  const [a, b] = requireBodies(state, d, 'ball', FIELDS)
  const rotation = planeRotation(d, 'ball')
  draftFrames(state, a, b, d, 'ball', rotation)
  return writeJoint(state, ballKind, a, b, d, 'ball', (row) => {
    setSwingLimit(state, row, d.swingLimit, 'ball.swingLimit')
    setTwistLimit(state, row, d.twistLimit, 'ball.twistLimit')
    setOrientationMotor(state, row, d.motor, 'ball.motor')
    setOrientationSpring(state, row, d.spring, 'ball.spring')
    setOrientationFriction(state, row, d.friction, 'ball.friction')
  })
}

/** A shoulder or a tow hitch: two anchors coincide, every turn is free. */
export class BallJoint extends Joint {
  /** Angle between the twist axes of A and B at this moment, rad, 0 … π. */
  get swingAngle(): number {
    return swingAngleNow(this.state, this.row())
  }

  /** How far B has turned about its twist axis at this moment, rad: within ±π, or turns counted while there is a twist limit. */
  get twistAngle(): number {
    return twistAngleNow(this.state, this.row())
  }

  /** How far the axis may lean; null = any way. */
  get swingLimit(): Readonly<FullSwingLimit> | null {
    return frozen(getSwingLimit(this.state, this.row()))
  }

  set swingLimit(value: SwingLimit | null) {
    setSwingLimit(this.state, this.edit('swingLimit'), value, 'ball.swingLimit')
  }

  /** Range of the turn about the axis, rad; null = none. */
  get twistLimit(): Readonly<FullLimit> | null {
    return frozen(getLimit(this.state, this.row(), TWIST))
  }

  set twistLimit(value: Limit | null) {
    setTwistLimit(this.state, this.edit('twistLimit'), value, 'ball.twistLimit')
  }

  /** Drives the spin of B against A; null = none. */
  get motor(): Readonly<OrientationMotor> | null {
    return frozen(getOrientationMotor(this.state, this.row()))
  }

  set motor(value: OrientationMotor | null) {
    setOrientationMotor(this.state, this.edit('motor'), value, 'ball.motor')
  }

  /** Pulls B to an orientation; null = none. */
  get spring(): Readonly<FullOrientationSpring> | null {
    return frozen(getOrientationSpring(this.state, this.row()))
  }

  set spring(value: OrientationSpring | null) {
    setOrientationSpring(this.state, this.edit('spring'), value, 'ball.spring')
  }

  /** Dry friction, N m about each axis of frame A. */
  get friction(): number {
    return getOrientationFriction(this.state, this.row())
  }

  set friction(value: number) {
    setOrientationFriction(this.state, this.edit('friction'), value, 'ball.friction')
  }

  /** Torque the motor gave at the end of the last step, N m on B, along the axes of frame A. */
  get motorTorque(): Readonly<Vec3> {
    return Object.freeze(fromTarget(this.state, this.row(), this.motorForceOf(DRIVE), this.motorForceOf(DRIVE + 1), this.motorForceOf(DRIVE + 2)))
  }
}
