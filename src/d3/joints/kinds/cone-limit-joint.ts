/**
 * Cone limit: a lamp that may be tilted only so far, a head on a neck, a mast in its guys. The angle between a direction fixed in A and one fixed
 * in B stays below a bound; positions, the direction of the lean and the turn about the direction itself are free.
 *
 * Removes no freedom; a limit with one side. The directions are x of the two frames, a and b. The coordinate is θ = atan2(|a × b|, a·b), its
 * gradient the unit vector along a × b (part `swing-twist`); the bound acts with a torque along it, never about a or b. The cosine, which the
 * source takes, is flat where a = b and where a = −b, so that a bound near either would act through a slope near 0; the angle's slope is 1
 * everywhere. Bounds narrower than 0.2 rad and the bound 0, which makes the directions one, are told as in `ball-rotation.ts`.
 * Degenerate: a = −b, where the lean has no direction; any way back is taken. Source: Tamis 3.2.6.
 */

import { PhysicsError, requireRange } from '../../../common/errors.ts'
import { frozen } from '../../../common/frozen.ts'
import { without, requireOptions, type Fields } from '../../../common/options.ts'
import type { Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  BALL_COORDINATES, getSwingLimit, measureBallRotation, setSwingLimit, SWING_Z, swingAngleNow, SOFT_LIMIT_FIELDS, type LimitSoftness,
} from './ball-rotation.ts'
import { Joint } from '../joint.ts'
import {
  axisRotation, draft, draftFrames, readAxis, rotationToAxis, writeJoint, JOINT_FIELDS, type JointDefinition, type JointFrame,
} from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { type CoordinateUnit, type JointKind, type Measure } from '../joint-kind.ts'
import { FRAME_A, FRAME_B } from '../../store/joint-table.ts'

const COORDINATES: readonly CoordinateUnit[] = BALL_COORDINATES.slice(0, SWING_Z + 1)

export const coneLimitKind: JointKind = {
  name: 'cone limit',
  coordinates: COORDINATES,
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    out.rigid = 0
    measureBallRotation(pose, data, d, out)
  },
}

/** The bound, how it bounces and how soft it is. */
export interface ConeBound extends LimitSoftness {
  /** Largest angle between the directions, rad, 0 … π. */
  angle: number
}

const CONE_FIELDS: Fields<ConeBound> = { ...SOFT_LIMIT_FIELDS, angle: 0 }

/** What a cone limit is told: a direction in each body, and the angle between them. */
export interface ConeLimitDefinition extends Omit<JointDefinition, 'softness' | 'breakForce'>, ConeBound {
  /** Direction in both bodies, world space: they agree as the bodies stand. Default: x of the world. */
  axis?: Vec3
  /** Instead: the direction in A, in A's own axes (the world's if there is no A). Left out: as `axis` says. */
  axisA?: Vec3
  /** The direction in B, in B's own axes; goes with `axisA`. Left out: as `axis` says. */
  axisB?: Vec3
  /** Instead: the directions are x of the frames. Positions are not looked at. Left out: as `axis` says. */
  frameA?: JointFrame
  /** The frame on B; goes with `frameA`. Left out: as `axis` says. */
  frameB?: JointFrame
}

const FIELDS: Fields<ConeLimitDefinition> = {
  ...without(JOINT_FIELDS, 'softness', 'breakForce'), ...CONE_FIELDS, axis: 0, axisA: 0, axisB: 0, frameA: 0, frameB: 0,
}

function readDirections(state: WorldState, a: number, b: number, d: ConeLimitDefinition): void {
  if (d.axisA === undefined && d.axisB === undefined) {
    const rotation = axisRotation(d, 'coneLimit')
    draftFrames(state, a, b, d, 'coneLimit', rotation)
    return
  }
  if (d.axisA === undefined || d.axisB === undefined) {
    const missing = d.axisA === undefined ? 'axisA' : 'axisB'
    throw new PhysicsError('wrong-type', `coneLimit.${missing}`, undefined, 'is missing. Give axisA and axisB, or axis in world space.')
  }
  const twice = d.axis !== undefined ? 'axis' : d.frameA !== undefined ? 'frameA' : d.frameB !== undefined ? 'frameB' : null
  if (twice !== null) throw new PhysicsError('wrong-type', `coneLimit.${twice}`, d[twice], 'and axisA are two answers to one question. Give one.')
  const axis = new Float64Array(3)
  readAxis(d.axisA, 'coneLimit.axisA', axis, 0)
  rotationToAxis(axis, 0, draft, FRAME_A)
  readAxis(d.axisB, 'coneLimit.axisB', axis, 0)
  rotationToAxis(axis, 0, draft, FRAME_B)
}

function setBound(state: WorldState, row: number, value: ConeBound | null, fields: object = CONE_FIELDS): void {
  const field = 'coneLimit'
  if (value === null) {
    setSwingLimit(state, row, null, field)
    return
  }
  const { angle, restitution, hertz, dampingRatio, stiffness, damping } = requireOptions(value, fields, field) as ConeBound
  const softness = { restitution, hertz, dampingRatio, stiffness, damping } as LimitSoftness
  setSwingLimit(state, row, { ...softness, cone: requireRange(angle, 0, Math.PI, `${field}.angle`) }, field)
}

export function writeConeLimit(state: WorldState, d: ConeLimitDefinition): number {
  const [a, b] = requireBodies(state, d, 'coneLimit', FIELDS)
  draft.fill(0)
  readDirections(state, a, b, d)
  return writeJoint(state, coneLimitKind, a, b, d, 'coneLimit', (row) => setBound(state, row, d, FIELDS))
}

/** Keeps the angle between two directions below a bound. */
export class ConeLimitJoint extends Joint {
  /** Angle between the two directions at this moment, rad. */
  get currentAngle(): number {
    return swingAngleNow(this.state, this.row())
  }

  /** Largest angle between them, rad; Infinity while there is no bound. */
  get angle(): number {
    return this.bound?.angle ?? Infinity
  }

  set angle(value: number) {
    setBound(this.state, this.edit('angle'), { ...this.bound, angle: value })
  }

  /** All that is said of the bound; null = off. */
  get bound(): Readonly<ConeBound & Required<Pick<ConeBound, 'restitution'>>> | null {
    const limit = getSwingLimit(this.state, this.row())
    if (limit === null) return null
    const { cone, ...more } = limit as LimitSoftness & { cone: number; restitution: number }
    return frozen({ angle: cone, ...more })
  }

  set bound(value: ConeBound | null) {
    setBound(this.state, this.edit('bound'), value)
  }
}
