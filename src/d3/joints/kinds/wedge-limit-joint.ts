/**
 * Wedge limit: the arm that swings before the body but not behind it, a barrier's boom, an eye between its lids. A direction fixed in B stays
 * between two half planes that meet in an axis fixed in A; positions, the tilt towards the axis and the turn about the direction itself are free.
 *
 * Removes no freedom; a limit with two sides. Frame A has the wedge's axis as z and azimuth 0 as x, frame B the watched direction as x. Part
 * `wedge` gives four coordinates: the azimuth θ of the direction, to be read; its distances E along the sphere from the sides at θ = lower and θ =
 * upper; and that from the plane that closes the corners of a wedge narrower than half a turn. No E may be negative: through them the limit acts,
 * and so its torque turns the direction by the shortest way and never about itself. lower = upper locks it in one half plane. θ = 0 as the bodies
 * stand when the joint is made and grows right-handed about the axis; it is no count of turns, a wedge is a set of directions.
 *
 * Degenerate: the direction along the axis, where every θ is right and both E are 0: it touches both sides. Source: Tamis 3.2.7.
 */

import { AZIMUTH_LOST } from '../parts/tolerances.ts'
import { frozen } from '../../../common/frozen.ts'
import { without, requireOptions, type Fields } from '../../../common/options.ts'
import { cos, sin } from '../../../common/math/deterministic-math.ts'
import { PhysicsError, requireFinite } from '../../../common/errors.ts'
import type { Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import { rotationToPair } from './axis-pair.ts'
import { getLimit, setLimit, LIMIT_FIELDS, type FullLimit, type Limit } from '../../../common/joints/features.ts'
import { Joint } from '../joint.ts'
import { draft, draftFrames, readAxis, rotationToAxis, writeJoint, JOINT_FIELDS, type JointDefinition, type JointFrame } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { DATA_SIZE, FRAME_A, OWN } from '../../store/joint-table.ts'
import { azimuthRow, planeRow, setWedge, sideRow } from '../parts/wedge.ts'

/** Own numbers: the two azimuths, rad, their cosines and sines, and those of the middle. */
const LOWER = OWN
const UPPER = OWN + 1
const LOWER_COSINE = OWN + 2
const LOWER_SINE = OWN + 3
const UPPER_COSINE = OWN + 4
const UPPER_SINE = OWN + 5
const MIDDLE_COSINE = OWN + 6
const MIDDLE_SINE = OWN + 7

/** Coordinates. */
const AZIMUTH = 0
const FROM_CORNER = 1
const FROM_LOWER = 2
const FROM_UPPER = 3

export const wedgeLimitKind: JointKind = {
  name: 'wedge limit',
  coordinates: ['angle', 'angle', 'angle', 'angle'],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    const { value, gradient } = out
    const lower = data[d + LOWER]
    const upper = data[d + UPPER]
    out.rigid = 0
    setWedge(pose, 0.5 * (lower + upper), upper - lower < Math.PI)
    value[AZIMUTH] = azimuthRow(pose, gradient, AZIMUTH * ROW)
    value[FROM_CORNER] = planeRow(pose, data[d + MIDDLE_COSINE], data[d + MIDDLE_SINE], gradient, FROM_CORNER * ROW)
    value[FROM_LOWER] = sideRow(pose, lower, data[d + LOWER_COSINE], data[d + LOWER_SINE], 1, gradient, FROM_LOWER * ROW)
    value[FROM_UPPER] = sideRow(pose, upper, data[d + UPPER_COSINE], data[d + UPPER_SINE], -1, gradient, FROM_UPPER * ROW)
  },
}

/** What a wedge limit is told: the edge of the wedge, the direction that is watched, and the range. */
export interface WedgeLimitDefinition extends Omit<JointDefinition, 'softness' | 'breakForce'> {
  /** Direction of the wedge's edge, fixed in A, world space. Left out: the frames say it. */
  axis?: Vec3
  /**
   * Direction that is watched, fixed in B, world space; not along `axis`. Azimuth 0 is where it points now. Left out: the frames say it.
   */
  direction?: Vec3
  /**
   * Instead of the two: the axis is z of `frameA`, azimuth 0 its x, the direction x of `frameB`. Positions are not looked at. Left out:
   * `axis` and `direction` say it.
   */
  frameA?: JointFrame
  /** The frame on B; goes with `frameA`. Left out: `axis` and `direction` say it. */
  frameB?: JointFrame
  /** Azimuths in rad, at most one turn apart. Soft with hertz or stiffness (N m/rad); `restitution` makes it bounce. */
  limit: Limit | null
}

const FIELDS: Fields<WedgeLimitDefinition> = {
  ...without(JOINT_FIELDS, 'softness', 'breakForce'), axis: 0, direction: 0, frameA: 0, frameB: 0, limit: 1,
}

export function writeWedgeLimit(state: WorldState, d: WedgeLimitDefinition): number {
  const [a, b] = requireBodies(state, d, 'wedgeLimit', FIELDS)
  if (d.frameA !== undefined || d.frameB !== undefined) {
    const given = d.axis !== undefined ? 'axis' : d.direction !== undefined ? 'direction' : null
    if (given !== null) throw new PhysicsError('wrong-type', `wedgeLimit.${given}`, d[given], 'and frames are two answers to one question. Give one.')
    draftFrames(state, a, b, d, 'wedgeLimit')
  } else draftDirections(state, a, b, d)
  return writeJoint(state, wedgeLimitKind, a, b, d, 'wedgeLimit', row => setWedgeLimit(state, row, d.limit))
}

function draftDirections(state: WorldState, a: number, b: number, d: WedgeLimitDefinition): void {
  const axis = new Float64Array(3)
  const direction = new Float64Array(3)
  readAxis(d.axis, 'wedgeLimit.axis', axis, 0)
  readAxis(d.direction, 'wedgeLimit.direction', direction, 0)
  const [x, y, z] = direction
  // y of the frame: across both; x then lies in their plane.
  const pair = new Float64Array([0, 0, 0, axis[1] * z - axis[2] * y, axis[2] * x - axis[0] * z, axis[0] * y - axis[1] * x])
  const sine = Math.sqrt(pair[3] * pair[3] + pair[4] * pair[4] + pair[5] * pair[5])
  if (!(sine > AZIMUTH_LOST)) {
    throw new PhysicsError('degenerate', 'wedgeLimit.direction', d.direction, 'lies along axis, where it has no azimuth. Give one across it.')
  }
  for (let k = 3; k < 6; k++) pair[k] /= sine
  pair[0] = pair[4] * axis[2] - pair[5] * axis[1]
  pair[1] = pair[5] * axis[0] - pair[3] * axis[2]
  pair[2] = pair[3] * axis[1] - pair[4] * axis[0]
  const rotation = new Float64Array(4)
  const place = { bodyB: d.bodyB }
  rotationToPair(pair, rotation)
  draftFrames(state, a, b, place, 'wedgeLimit', rotation)
  const frame = draft.slice(FRAME_A, FRAME_A + 4)
  rotationToAxis(direction, 0, rotation, 0)
  draftFrames(state, a, b, place, 'wedgeLimit', rotation)
  draft.set(frame, FRAME_A)
}

function setWedgeLimit(state: WorldState, row: number, value: Limit | null): void {
  const field = 'wedgeLimit.limit'
  if (value === null) {
    setLimit(state, row, FROM_CORNER, null, field)
    setLimit(state, row, FROM_LOWER, null, field)
    setLimit(state, row, FROM_UPPER, null, field)
    return
  }
  requireOptions(value, LIMIT_FIELDS, field)
  const lower = requireFinite(value.lower, `${field}.lower`)
  const upper = requireFinite(value.upper, `${field}.upper`)
  if (lower > upper) throw new PhysicsError('out-of-range', `${field}.lower`, lower, `is above upper (${upper}). Swap them.`)
  if (upper - lower > 2 * Math.PI) {
    const advice = 'is more than one turn above lower. A wedge has no turns: for those use an angular limit.'
    throw new PhysicsError('out-of-range', `${field}.upper`, upper, advice)
  }
  const side = { ...value, lower: 0, upper: Infinity }
  setLimit(state, row, FROM_CORNER, upper - lower < Math.PI ? side : null, field)
  // One half plane has no inside: a lock, not two sides back to back.
  setLimit(state, row, FROM_LOWER, lower === upper ? { ...side, upper: 0 } : side, field)
  setLimit(state, row, FROM_UPPER, lower === upper ? null : side, field)
  const { data } = state.joints.columns
  const o = row * DATA_SIZE
  data[o + LOWER] = lower
  data[o + UPPER] = upper
  data[o + LOWER_COSINE] = cos(lower)
  data[o + LOWER_SINE] = sin(lower)
  data[o + UPPER_COSINE] = cos(upper)
  data[o + UPPER_SINE] = sin(upper)
  data[o + MIDDLE_COSINE] = cos(0.5 * (lower + upper))
  data[o + MIDDLE_SINE] = sin(0.5 * (lower + upper))
}

/** Keeps a direction of B inside a wedge about an axis of A. */
export class WedgeLimitJoint extends Joint {
  /** Azimuth of the direction, rad, within half a turn of the wedge's middle. */
  get angle(): number {
    return this.readCoordinate(AZIMUTH)
  }

  /** Speed of the azimuth, rad/s. */
  get speed(): number {
    return this.readCoordinateSpeed(AZIMUTH)
  }

  /** Distance from the nearer side along the sphere, rad; negative outside. */
  get margin(): number {
    return Math.min(this.readCoordinate(FROM_LOWER), this.readCoordinate(FROM_UPPER))
  }

  /** The wedge: azimuths in rad; null = none. */
  get limit(): Readonly<FullLimit> | null {
    const limit = getLimit(this.state, this.row(), FROM_LOWER)
    return frozen(limit && { ...limit, lower: this.own(LOWER), upper: this.own(UPPER) })
  }

  set limit(value: Limit | null) {
    setWedgeLimit(this.state, this.edit('limit'), value)
  }
}
