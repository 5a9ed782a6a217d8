/**
 * Swing–twist joint: shoulders, hips, necks and tails of ragdolls. Two bodies share a point; the limb leans within an oval and twists within a range.
 *
 * Removes three freedoms: `point`, C = p_B − p_A. Frame A: x along the limb at rest, y towards `planeAxis`, z across both. With q = q̄_A q_B =
 * swing · twist the swing's rotation vector σ stays within (σ_y/swingY)² + (σ_z/swingZ)² ≤ 1, the twist θ = 2 atan2(q_x, q_w) within twistLower …
 * twistUpper (parts `swing-twist` and `angle`, where C, J and the degenerate cases are). A swing about z leads the limb towards `planeAxis` and
 * back, one about y to either side. Friction brakes the relative spin; the drive pulls towards a pose (part `target-rotation`). It is the ball
 * joint's mathematics in a ragdoll's words; whatever is not an oval is made with a ball joint.
 * Angles are 0 where the frames agree: as the bodies stand when the joint is made. Source: Tamis A.3.7, 3.2.6, Hodges 16, 20.
 */

import { PhysicsError, requireRange } from '../../../common/errors.ts'
import { requireSized } from '../../../common/bounds.ts'
import { frozen } from '../../../common/frozen.ts'
import { requireOptions, type Fields } from '../../../common/options.ts'
import { writeQuat, type Quat, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  BALL_COORDINATES, DRIVE, fromTarget, getOrientationFriction, getOrientationSpring, getSwingLimit, measureBallAngles, measureBallRotation,
  planeRotation,
  relativeNow, setOrientationFriction, setOrientationSpring, setSwingLimit, setTwistLimit, swingAngleNow, TWIST, twistAngleNow,
  SOFT_LIMIT_FIELDS, type FullOrientationSpring, type HalfAngles, type LimitSoftness, type OrientationSpring,
} from './ball-rotation.ts'
import { getLimit, checkTogether, setLimit, type FullLimit } from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draftFrames, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { MAX_RIGID, type JointKind, type Measure } from '../joint-kind.ts'
import { FORCE_STRIDE, ROLE_SPRING, ROLES } from '../../store/joint-table.ts'
import { pointErrors, pointRows } from '../parts/point.ts'

/** Where nothing is said, rad. */
const SWING_DEFAULT = Math.PI / 4
const TWIST_DEFAULT = Math.PI / 6

export const swingTwistKind: JointKind = {
  name: 'swing-twist',
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

/** How far a limb goes. */
export interface SwingTwistRange {
  /** Half angle of the swing about y: sideways, away from the plane of `axis` and `planeAxis`. rad, 0 … π. Default π/4. */
  swingY: number
  /** Half angle of the swing about z: towards `planeAxis` and back. rad, 0 … π. Default π/4. */
  swingZ: number
  /** Least twist about the limb, rad. May be −Infinity. Default −π/6. */
  twistLower: number
  /** Greatest twist about the limb, rad. May be Infinity. Default π/6. */
  twistUpper: number
}

const RANGE_FIELDS: Fields<SwingTwistRange> = { swingY: 0, swingZ: 0, twistLower: 0, twistUpper: 0 }

/** What a swing–twist joint is told. `axis` points along the limb, from the joint outwards. */
export interface SwingTwistDefinition extends AxisDefinition, Partial<SwingTwistRange> {
  /** Direction across `axis`, world space: where the limb swings by up to `swingZ`. Default: any. */
  planeAxis?: Vec3
  /** Makes all limits bounce or give way; null = hard. Default null. */
  limitSoftness?: LimitSoftness | null
  /** Dry friction, N m about each axis of frame A (of the drive's target, if there is a drive). Default 0. */
  friction?: number
  /** Pulls towards a pose, as muscles do. Default none. */
  drive?: OrientationSpring | null
}

const FIELDS: Fields<SwingTwistDefinition> = { ...AXIS_FIELDS, ...RANGE_FIELDS, planeAxis: 0, limitSoftness: 1, friction: 0, drive: 1 }

function readRange(d: Partial<SwingTwistRange>, other: SwingTwistRange, fields: object): SwingTwistRange {
  requireOptions(d, fields, 'swingTwist')
  const { swingY = other.swingY, swingZ = other.swingZ, twistLower = other.twistLower, twistUpper = other.twistUpper } = d
  requireRange(swingY, 0, Math.PI, 'swingTwist.swingY')
  requireRange(swingZ, 0, Math.PI, 'swingTwist.swingZ')
  if (twistLower !== -Infinity) requireSized(twistLower, 'swingTwist.twistLower')
  if (twistUpper !== Infinity) requireSized(twistUpper, 'swingTwist.twistUpper')
  if (twistLower > twistUpper) {
    throw new PhysicsError('out-of-range', 'swingTwist.twistLower', twistLower, `is above twistUpper (${twistUpper}). Swap them.`)
  }
  return { swingY, swingZ, twistLower, twistUpper }
}

function setRange(state: WorldState, row: number, range: SwingTwistRange, softness: LimitSoftness | null): void {
  const field = 'swingTwist.limitSoftness'
  if (softness !== null) requireOptions(softness, SOFT_LIMIT_FIELDS, field)
  checkTogether(() => setLimit(state, row, TWIST, { ...softness, lower: range.twistLower, upper: range.twistUpper }, field))
  setSwingLimit(state, row, { ...softness, ellipse: { y: range.swingY, z: range.swingZ } }, field)
  setTwistLimit(state, row, { ...softness, lower: range.twistLower, upper: range.twistUpper }, field)
}

export function writeSwingTwist(state: WorldState, d: SwingTwistDefinition): number {
  const [a, b] = requireBodies(state, d, 'swingTwist', FIELDS)
  const rotation = planeRotation(d, 'swingTwist')
  const usual = { swingY: SWING_DEFAULT, swingZ: SWING_DEFAULT, twistLower: -TWIST_DEFAULT, twistUpper: TWIST_DEFAULT }
  const range = readRange(d, usual, FIELDS)
  draftFrames(state, a, b, d, 'swingTwist', rotation)
  return writeJoint(state, swingTwistKind, a, b, d, 'swingTwist', (row) => {
    setRange(state, row, range, d.limitSoftness ?? null)
    setOrientationFriction(state, row, d.friction, 'swingTwist.friction')
    setOrientationSpring(state, row, d.drive, 'swingTwist.drive')
  })
}

/** A shoulder or hip of a figure: a shared point, an oval of swing, a range of twist. */
export class SwingTwistJoint extends Joint {
  /** How far the limb leans from its rest direction at this moment, rad, 0 … π. */
  get swingAngle(): number {
    return swingAngleNow(this.state, this.row())
  }

  /** How far it is twisted at this moment, rad. */
  get twistAngle(): number {
    return twistAngleNow(this.state, this.row())
  }

  /** Orientation of B as seen from A at this moment, in the joint's frames: what `drive.target` means. */
  get pose(): Readonly<Quat> {
    return Object.freeze(writeQuat(relativeNow(this.state, this.row()), 0, { x: 0, y: 0, z: 0, w: 1 }))
  }

  /** How far the limb goes, rad. Setting it keeps what is left out. */
  get range(): Readonly<SwingTwistRange> {
    const { y, z } = (getSwingLimit(this.state, this.row()) as { ellipse?: HalfAngles }).ellipse as HalfAngles
    const { lower, upper } = getLimit(this.state, this.row(), TWIST) as FullLimit
    return frozen({ swingY: y, swingZ: z, twistLower: lower, twistUpper: upper })
  }

  /** What is left out stays. */
  set range(value: Partial<SwingTwistRange>) {
    const row = this.edit('range')
    setRange(this.state, row, readRange(value, this.range, RANGE_FIELDS), this.limitSoftness)
  }

  /** Half angle of the swing about y, rad, 0 … π. */
  get swingY(): number {
    return this.range.swingY
  }

  set swingY(value: number) {
    this.range = { swingY: value }
  }

  /** Half angle of the swing about z, rad, 0 … π. */
  get swingZ(): number {
    return this.range.swingZ
  }

  set swingZ(value: number) {
    this.range = { swingZ: value }
  }

  /** Least twist, rad. */
  get twistLower(): number {
    return this.range.twistLower
  }

  set twistLower(value: number) {
    this.range = { twistLower: value }
  }

  /** Greatest twist, rad. */
  get twistUpper(): number {
    return this.range.twistUpper
  }

  set twistUpper(value: number) {
    this.range = { twistUpper: value }
  }

  /** How the limits bounce or give way; null = hard, and without bounce. */
  get limitSoftness(): Readonly<LimitSoftness> | null {
    const { lower: _lower, upper: _upper, ...softness } = getLimit(this.state, this.row(), TWIST) as FullLimit
    return frozen(softness.restitution === 0 && Object.keys(softness).length === 1 ? null : softness)
  }

  set limitSoftness(value: LimitSoftness | null) {
    setRange(this.state, this.edit('limitSoftness'), this.range, value)
  }

  /** Dry friction, N m about each axis of frame A. */
  get friction(): number {
    return getOrientationFriction(this.state, this.row())
  }

  set friction(value: number) {
    setOrientationFriction(this.state, this.edit('friction'), value, 'swingTwist.friction')
  }

  /** Pulls towards a pose, as muscles do; null = none. */
  get drive(): Readonly<FullOrientationSpring> | null {
    return frozen(getOrientationSpring(this.state, this.row()))
  }

  set drive(value: OrientationSpring | null) {
    setOrientationSpring(this.state, this.edit('drive'), value, 'swingTwist.drive')
  }

  /** Torque the drive gave at the end of the last step, N m on B, along the axes of frame A. */
  get driveTorque(): Readonly<Vec3> {
    const { force } = this.state.joints.columns
    const at = this.row() * FORCE_STRIDE + MAX_RIGID + DRIVE * ROLES + ROLE_SPRING
    return Object.freeze(fromTarget(this.state, this.row(), force[at], force[at + ROLES], force[at + 2 * ROLES]))
  }
}
