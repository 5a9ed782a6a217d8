/**
 * Generic joint (three degrees of freedom): any machine part that has no joint of its own. Both axes of frame A and the angle against it are each
 * free, locked, limited, driven, rubbed; the two axes may also be limited together, to a disc or ring.
 *
 * Removes one freedom per locked axis: a rigid row each, C = 0, in the order x, y, angle. All other limits, the drives and friction act on the
 * coordinates x, y and angle (parts `axis` and `angle`, turns counted); where the axes are limited together the distance of the anchors (part
 * `length`) takes the place of x. Degenerate: half a turn off a locked angle. Source: glTF extension KHR_physics_rigid_bodies for the form of
 * limits and drives; Chappuis 2.3, 2.5 in the plane.
 */

import { mapEntries, isArray, PhysicsError, requireVector } from '../../../common/errors.ts'
import { requireNonNegative, requireSized } from '../../../common/bounds.ts'
import { frozen } from '../../../common/frozen.ts'
import { without, requireOptions, type Fields } from '../../../common/options.ts'
import {
  checkTogether, getFriction, getLimit, getSpring, setFriction, setLimit, setSpring, SPRING_FIELDS, type Limit, type Spring,
} from '../../../common/joints/features.ts'
import { ROLE_SPRING } from '../../../common/joints/joint-codes.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { unwrap } from '../../../common/math/unwrap.ts'
import type { Vec2 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import { framesOf } from '../frames.ts'
import { Joint } from '../joint.ts'
import { axisAngle, draft, draftFrames, rateOf, readCoordinates, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { kindNumber } from '../../../common/joints/kind-numbers.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { MAX_COORDINATES, Measure, POSE_SIZE, ROW, type JointKind } from '../joint-kind.ts'
import { DATA_SIZE, FEATURE_STRIDE, FORCE_STRIDE, OWN } from '../../store/joint-table.ts'
import { measurePlane } from './motor-joint.ts'
import { lengthRow } from '../parts/length.ts'

/** Own numbers: bits of the locked axes; 1 = the axes are limited together. */
const LOCKS = OWN
const DISC = OWN + 1

/** Coordinates, and bits of the locks. */
const ANGLE = 2
const ALL = 7

/** One kind per set of locks: which rows are angles is part of a kind. */
function genericKind(locks: number): JointKind {
  const locked = [0, 1, ANGLE].filter((axis) => (locks & (1 << axis)) !== 0)
  return {
    name: 'generic',
    coordinates: ['length', 'length', 'turn'],
    angularRows: locked.map((axis) => axis === ANGLE),
    measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
      measurePlane(pose, out)
      for (let axis = 0; axis <= ANGLE; axis++) {
        if ((locks & (1 << axis)) === 0) continue
        out.error[out.rigid] = axis === ANGLE ? unwrap(out.value[ANGLE], 0) : out.value[axis]
        for (let k = 0; k < ROW; k++) out.jacobian[out.rigid * ROW + k] = out.gradient[axis * ROW + k]
        out.rigid++
      }
      if (data[d + DISC] === 1) out.value[0] = lengthRow(pose, out.gradient, 0)
    },
  }
}

export const GENERIC_KINDS: readonly JointKind[] = [0, 1, 2, 3, 4, 5, 6, ALL].map(genericKind)

/** 0, 1: x, y of frame A. */
export type JointAxis = 0 | 1

/**
 * Keeps one axis, the angle, or the length of both axes together within min … max. `min` = `max` = 0 locks what is named. Hard unless it is given a
 * softness.
 */
export interface GenericLimit {
  /** The axes it keeps; both: the length of the two together. Left out: `angular`. */
  linearAxes?: readonly JointAxis[]
  /** True: it keeps the angle. Default false. */
  angular?: boolean
  /** Least value, m or rad. Default −Infinity, 0 for both axes together. */
  min?: number
  /** Greatest value, m or rad. Default Infinity. */
  max?: number
  /** Share of the speed kept when it is hit, 0 … 1. Default 0. */
  restitution?: number
  /** Makes it a soft stop of this frequency, Hz. Default: hard. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** Makes it a soft stop, N/m or N m/rad; instead of `hertz`. Default: hard. */
  stiffness?: number
  /** N s/m or N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
}

const LIMIT_FIELDS: Fields<GenericLimit> = {
  linearAxes: 0, angular: 0, min: 0, max: 0, restitution: 0, hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0,
}

/** Pulls one axis to a position and a velocity. */
export interface GenericDrive extends Omit<Spring, 'target' | 'targetSpeed'> {
  /** Does it move an axis or turn the angle? */
  type: 'linear' | 'angular'
  /** The axis of a linear drive. Left out: the drive is angular. */
  axis?: JointAxis
  /** Where it pulls to, m or rad. Default 0. */
  positionTarget?: number
  /** Speed of the target, m/s or rad/s. Default 0. */
  velocityTarget?: number
}

const DRIVE_FIELDS: Fields<GenericDrive> = {
  ...without(SPRING_FIELDS, 'target', 'targetSpeed'), type: 0, axis: 0, positionTarget: 0, velocityTarget: 0,
}

/** Dry friction, N and N m. */
export interface GenericFriction {
  /** Along each axis of frame A, N. Default 0, 0. */
  linear?: Vec2
  /** Against turning, N m. Default 0. */
  angular?: number
}

const FRICTION_FIELDS: Fields<GenericFriction> = { linear: 0, angular: 0 }

/** What a generic joint is told. What nothing names is free. */
export interface GenericDefinition extends AxisDefinition {
  /** What no limit names is free. Default none. */
  limits?: readonly GenericLimit[]
  /** At most one per axis. Default none. */
  drives?: readonly GenericDrive[]
  /** Dry friction. Default none. */
  friction?: GenericFriction
}

const FIELDS: Fields<GenericDefinition> = { ...AXIS_FIELDS, limits: 0, drives: 0, friction: 0 }

interface Plan {
  locks: number
  disc: boolean
  limits: (readonly [number, Limit, string])[]
  drives: (readonly [number, Spring, string])[]
  friction: readonly number[]
}

const NAMES = ['x', 'y', 'angle']

function planGeneric(limits: readonly GenericLimit[] = [], drives: readonly GenericDrive[] = [], friction: GenericFriction = {}): Plan {
  for (const [list, field] of [[limits, 'limits'], [drives, 'drives']] as const) {
    if (!isArray(list)) throw new PhysicsError('wrong-type', `generic.${field}`, list, 'must be a list.')
  }
  const plan: Plan = { locks: 0, disc: false, limits: [], drives: [], friction: readFriction(friction) }
  let named = 0
  mapEntries(limits, (value, i) => {
    const field = `generic.limits[${i}]`
    const mask = readMask(value, field)
    if ((mask & named) !== 0) throw new PhysicsError('wrong-type', field, NAMES[mask & named & 1 ? 0 : mask & named & 2 ? 1 : 2], 'is limited twice.')
    named |= mask
    const { linearAxes: _, angular: __, min, max, ...rest } = value
    const several = mask === 3
    const lower = min === undefined || min === -Infinity ? (several ? 0 : -Infinity) : requireSized(min, `${field}.min`)
    const upper = max === undefined || max === Infinity ? Infinity : requireSized(max, `${field}.max`)
    if (lower > upper) throw new PhysicsError('out-of-range', `${field}.min`, lower, `is above max (${upper}). Swap them.`)
    if (several && lower < 0) throw new PhysicsError('out-of-range', `${field}.min`, lower, 'must not be negative: it is a distance.')
    const hard = rest.hertz === undefined && rest.stiffness === undefined && rest.damping === undefined
    if (lower === 0 && upper === 0 && hard) plan.locks |= mask
    else {
      plan.disc ||= several
      plan.limits.push([several ? 0 : mask >> 1, { ...rest, lower: several && lower === 0 ? -Infinity : lower, upper }, field])
    }
  })
  let driven = 0
  mapEntries(drives, (value, i) => {
    const field = `generic.drives[${i}]`
    const { type, axis, positionTarget, velocityTarget, ...rest } = requireOptions(value, DRIVE_FIELDS, field) as GenericDrive
    const c = coordinateOf(type, axis, field)
    if ((driven & (1 << c)) !== 0) throw new PhysicsError('wrong-type', field, NAMES[c], 'is driven twice.')
    driven |= 1 << c
    if ((plan.locks & (1 << c)) !== 0) throw new PhysicsError('wrong-type', field, NAMES[c], 'is locked. A drive cannot move it.')
    refuseDisc(plan, c, field)
    const target = positionTarget === undefined ? 0 : requireSized(positionTarget, `${field}.positionTarget`)
    const targetSpeed = velocityTarget === undefined ? 0 : requireSized(velocityTarget, `${field}.velocityTarget`)
    plan.drives.push([c, { ...rest, target, targetSpeed }, field])
  })
  plan.friction.forEach((most, c) => most > 0 && refuseDisc(plan, c, 'generic.friction'))
  return plan
}

function refuseDisc(plan: Plan, c: number, field: string): void {
  if (!plan.disc || c === ANGLE) return
  throw new PhysicsError('wrong-type', field, NAMES[c], 'cannot act beside a limit of both axes together. Use a second joint for it.')
}

function readMask(value: GenericLimit, field: string): number {
  const { linearAxes, angular } = requireOptions(value, LIMIT_FIELDS, field) as GenericLimit
  if ((linearAxes === undefined) === (angular !== true)) {
    throw new PhysicsError('wrong-type', field, value, 'must have either linearAxes or angular: true. Make two limits of it if both are meant.')
  }
  if (linearAxes === undefined) return 1 << ANGLE
  if (!isArray(linearAxes) || linearAxes.length === 0) {
    throw new PhysicsError('wrong-type', `${field}.linearAxes`, linearAxes, 'must be a list of axes, such as [0, 1].')
  }
  return mapEntries(linearAxes, (axis) => 1 << requireAxis(axis, `${field}.linearAxes`)).reduce((mask, bit) => mask | bit, 0)
}

function requireAxis(axis: unknown, field: string): number {
  if (axis !== 0 && axis !== 1) throw new PhysicsError('out-of-range', field, axis, 'must be 0 (x) or 1 (y).')
  return axis
}

function coordinateOf(type: unknown, axis: unknown, field: string): number {
  if (type !== 'linear' && type !== 'angular') throw new PhysicsError('wrong-type', `${field}.type`, type, "must be 'linear' or 'angular'.")
  return type === 'angular' ? ANGLE : requireAxis(axis, `${field}.axis`)
}

function readFriction(value: GenericFriction): readonly number[] {
  const { linear, angular } = requireOptions(value, FRICTION_FIELDS, 'generic.friction') as GenericFriction
  const field = 'generic.friction'
  const most = (force: unknown, where: string): number => (force === Infinity ? Infinity : requireNonNegative(force, where))
  const turning = angular === undefined ? 0 : most(angular, `${field}.angular`)
  if (linear === undefined) return [0, 0, turning]
  const { x, y } = requireVector(linear, `${field}.linear`, '{ x: 0, y: 0 }') as Vec2
  return [most(x, `${field}.linear.x`), most(y, `${field}.linear.y`), turning]
}

export function writeGeneric(state: WorldState, d: GenericDefinition): number {
  const [a, b] = requireBodies(state, d, 'generic', FIELDS)
  const plan = planGeneric(d.limits, d.drives, d.friction)
  draftFrames(state, a, b, d, 'generic', axisAngle(d, 'generic'))
  draft[LOCKS] = plan.locks
  draft[DISC] = plan.disc ? 1 : 0
  return writeJoint(state, GENERIC_KINDS[plan.locks], a, b, d, 'generic', (row) => writeFeatures(state, row, plan))
}

function writeFeatures(state: WorldState, row: number, plan: Plan): void {
  for (const [c, limit, field] of plan.limits) setLimit(state, row, c, limit, field)
  for (const [c, drive, field] of plan.drives) setSpring(state, row, c, drive, field)
  plan.friction.forEach((most, c) => setFriction(state, row, c, (plan.locks & (1 << c)) === 0 ? most : 0, 'generic.friction'))
}

/** Gives a joint new limits, drives or friction. If they are refused it stays as it was. */
function replaceFeatures(state: WorldState, row: number, plan: Plan): void {
  const joints = state.joints.columns
  const f = row * FEATURE_STRIDE * MAX_COORDINATES
  const turn = joints.turns[row * MAX_COORDINATES + ANGLE]
  checkTogether(() => writeFeatures(state, row, plan))
  joints.features.fill(0, f, f + FEATURE_STRIDE * MAX_COORDINATES)
  writeFeatures(state, row, plan)
  joints.data[row * DATA_SIZE + LOCKS] = plan.locks
  joints.data[row * DATA_SIZE + DISC] = plan.disc ? 1 : 0
  joints.kind[row] = kindNumber(state, GENERIC_KINDS[plan.locks])
  joints.force.fill(0, row * FORCE_STRIDE, (row + 1) * FORCE_STRIDE)
  readCoordinates(state, row)
  const at = row * MAX_COORDINATES + ANGLE
  joints.turns[at] = unwrap(joints.turns[at], turn)
  wakeJoint(state, row)
}

const pose = new Float64Array(POSE_SIZE)
const plane = new Measure()

/** Both axes and the angle, each free, locked, limited, driven or rubbed. */
export class GenericJoint extends Joint {
  /** What limits it now: first what is locked, then the rest. Means the same as what was given, if not always in the same words. */
  get limits(): readonly Readonly<GenericLimit>[] {
    const row = this.row()
    const locks = this.own(LOCKS)
    const limits: GenericLimit[] = []
    const axes = ([0, 1] as const).filter((axis) => (locks & (1 << axis)) !== 0)
    if (axes.length > 0) limits.push({ linearAxes: axes, min: 0, max: 0 })
    if ((locks & (1 << ANGLE)) !== 0) limits.push({ angular: true, min: 0, max: 0 })
    for (let c = 0; c <= ANGLE; c++) {
      const limit = getLimit(this.state, row, c)
      if (limit === null) continue
      const { lower, upper, ...rest } = limit
      const disc = c === 0 && this.own(DISC) === 1
      const what: GenericLimit = c === ANGLE ? { angular: true } : { linearAxes: disc ? [0, 1] : [c as JointAxis] }
      limits.push({ ...what, min: disc ? Math.max(lower, 0) : lower, max: upper, ...rest })
    }
    return frozen(limits)
  }

  /** Replaces all limits. Warm starts are forgotten; turns that were counted are kept. */
  setLimits(limits: readonly GenericLimit[]): void {
    replaceFeatures(this.state, this.edit('setLimits'), planGeneric(limits, this.drives, this.friction))
  }

  /** The drives it has. */
  get drives(): readonly Readonly<GenericDrive>[] {
    const drives: GenericDrive[] = []
    for (let c = 0; c <= ANGLE; c++) {
      const spring = getSpring(this.state, this.row(), c)
      if (spring === null) continue
      const { target, targetSpeed, ...rest } = spring
      const what = c === ANGLE ? { type: 'angular' as const } : { type: 'linear' as const, axis: c as JointAxis }
      drives.push({ ...what, positionTarget: target, velocityTarget: targetSpeed, ...rest })
    }
    return frozen(drives)
  }

  /** Replaces all drives. */
  setDrives(drives: readonly GenericDrive[]): void {
    replaceFeatures(this.state, this.edit('setDrives'), planGeneric(this.limits, drives, this.friction))
  }

  /** Moves the target of a drive that is there: m or rad, and m/s or rad/s. */
  setDriveTarget(type: 'linear' | 'angular', axis: JointAxis, positionTarget: number, velocityTarget: number = 0): void {
    const row = this.edit('setDriveTarget')
    const c = coordinateOf(type, axis, 'generic.setDriveTarget')
    const spring = getSpring(this.state, row, c)
    if (spring === null) {
      throw new PhysicsError('wrong-type', 'generic.setDriveTarget', NAMES[c], 'has no drive. Give it one with setDrives first.')
    }
    setSpring(this.state, row, c, { ...spring, target: positionTarget, targetSpeed: velocityTarget }, 'generic.drive')
  }

  /** Dry friction, N and N m; 0 on locked axes. */
  get friction(): Readonly<Required<GenericFriction>> {
    const of = (c: number): number => getFriction(this.state, this.row(), c)
    return frozen({ linear: { x: of(0), y: of(1) }, angular: of(ANGLE) })
  }

  /** Replaces all friction, N and N m. */
  setFriction(friction: GenericFriction): void {
    replaceFeatures(this.state, this.edit('setFriction'), planGeneric(this.limits, this.drives, friction))
  }

  /** How far anchor B lies from anchor A along an axis of frame A now, m. */
  linearPosition(axis: JointAxis): number {
    return this.plane().value[requireAxis(axis, 'generic.axis')]
  }

  /** How far B is turned against A, rad, turns counted. */
  get angle(): number {
    return this.readCoordinate(ANGLE)
  }

  /** Speed of B against A along an axis of frame A, m/s. */
  linearSpeed(axis: JointAxis): number {
    return rateOf(this.state, this.row(), this.plane().gradient, requireAxis(axis, 'generic.axis') * ROW)
  }

  /** Speed of B against A, rad/s. */
  get angularSpeed(): number {
    return this.readCoordinateSpeed(ANGLE)
  }

  /** What a drive gave at the end of the last step, N or N m, on B. */
  driveForce(type: 'linear' | 'angular', axis: JointAxis = 0): number {
    return this.forceOf(coordinateOf(type, axis, 'generic.driveForce'), ROLE_SPRING)
  }

  private plane(): Measure {
    framesOf(this.state, this.row(), pose)
    measurePlane(pose, plane)
    return plane
  }
}
