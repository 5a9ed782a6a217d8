/**
 * Generic joint (six degrees of freedom): any machine part that has no joint of its own, and joints from glTF files (KHR_physics_rigid_bodies).
 * Every axis of frame A, linear or angular, is free, locked, limited alone or together with others, driven, rubbed.
 *
 * Removes one freedom per locked axis: a rigid row each, C = 0. All other limits, the drives and friction act on coordinates, of which the joint
 * has those that its definition needs, six at most. What the rows and coordinates are, C and J, stands with the parts named in `generic-measure.ts`.
 * Sets of axes limit the length of the vector of their coordinates: two linear axes a cylinder, three a ball, two angular axes a cone,
 * three the whole rotation.
 *
 * Rotation has no three coordinates that serve everywhere, so the definition decides how it is told:
 *  three axes locked — rotation vector; two — hinge: the angle about the third, turns counted, the swing of that axis being 0;
 *  one locked — cross of two shafts: the axis after the locked one (x after z) belongs to A, the next to B, turns of both counted; but if the
 *    other two are limited together — bend without twist, told by its rotation vector, as in a constant velocity joint;
 *  none locked — swing–twist, if two axes are limited together (about the third), if only one axis is limited, driven or rubbed (about it), or if
 *    two are (about the third); otherwise the components of the rotation vector.
 * Degenerate: swing of half a turn (twist undefined), rotation vector of half a turn (sign undefined), a cross at right angles to itself; see the
 * parts. Sources: glTF extension KHR_physics_rigid_bodies for the form of limits and drives; Chappuis 2.3–2.5, Tamis 3.1.4, 3.2.3, 3.2.6, 3.2.9.
 */

import { PhysicsError } from '../../../common/errors.ts'
import { frozen } from '../../../common/frozen.ts'
import type { Fields } from '../../../common/options.ts'
import type { WorldState } from '../../store/world-state.ts'
import { checkTogether, getFriction, getLimit, getSpring, setFriction, setLimit, setSpring } from '../../../common/joints/features.ts'
import { framesOf } from '../frames.ts'
import {
  ANGULAR, ANGULAR_LOCKS, BALL, BEND, CODES, CONE, COUNT, DISC, LINEAR, LINEAR_LOCKS, MAIN, measureCode, MODE, SWING_TWIST, TOTAL,
} from './generic-measure.ts'
import { planGeneric, type GenericDrive, type GenericFriction, type GenericLimit, type GenericPlan, type JointAxis } from './generic-plan.ts'
import { Joint } from '../joint.ts'
import { axisRotation, draft, draftFrames, readCoordinates, writeJoint, AXIS_FIELDS, type AxisDefinition } from '../joint-definition.ts'
import { kindNumber } from '../../../common/joints/kind-numbers.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { MAX_COORDINATES, MAX_RIGID, POSE_SIZE, ROW } from '../joint-kind.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { DATA_SIZE, FEATURE_STRIDE, FORCE_STRIDE, ROLE_SPRING, ROLES } from '../../store/joint-table.ts'
import { unwrap } from '../../../common/math/unwrap.ts'

/** What a generic joint is told. What nothing names is free. */
export interface GenericDefinition extends AxisDefinition {
  /** Axes that no limit names are free. Default none. */
  limits?: readonly GenericLimit[]
  /** At most one per axis. Default none. */
  drives?: readonly GenericDrive[]
  /** Dry friction. Default none. */
  friction?: GenericFriction
}

const FIELDS: Fields<GenericDefinition> = { ...AXIS_FIELDS, limits: 0, drives: 0, friction: 0 }

export function writeGeneric(state: WorldState, d: GenericDefinition): number {
  const [a, b] = requireBodies(state, d, 'generic', FIELDS)
  const plan = planGeneric(d.limits, d.drives, d.friction)
  const rotation = axisRotation(d, 'generic')
  draftFrames(state, a, b, d, 'generic', rotation)
  writePlan(plan, draft, 0)
  return writeJoint(state, plan.kind, a, b, d, 'generic', row => writeFeatures(state, row, plan))
}

function writePlan(plan: GenericPlan, data: Float64Array, d: number): void {
  data[d + MODE] = plan.mode
  data[d + MAIN] = plan.main
  data[d + LINEAR_LOCKS] = plan.linearLocks
  data[d + ANGULAR_LOCKS] = plan.angularLocks
  data[d + COUNT] = plan.codes.length
  for (let c = 0; c < MAX_COORDINATES; c++) data[d + CODES + c] = plan.codes[c] ?? 0
}

function writeFeatures(state: WorldState, row: number, plan: GenericPlan): void {
  const { codes } = plan
  for (const { code, limit, field } of plan.limits) setLimit(state, row, codes.indexOf(code), limit, field)
  for (const { code, drive, field } of plan.drives) setSpring(state, row, codes.indexOf(code), drive, field)
  plan.friction.forEach((most, i) => {
    const c = codes.indexOf((i < 3 ? LINEAR : ANGULAR) + (i % 3))
    if (c >= 0) setFriction(state, row, c, most, 'generic.friction')
  })
}

/** Gives a joint new limits, drives or friction. If they are refused it stays as it was. */
function replaceFeatures(state: WorldState, row: number, plan: GenericPlan): void {
  const joints = state.joints.columns
  const d = row * DATA_SIZE
  const f = row * FEATURE_STRIDE * MAX_COORDINATES
  const t = row * MAX_COORDINATES
  const before = {
    data: joints.data.slice(d, d + DATA_SIZE),
    turns: joints.turns.slice(t, t + MAX_COORDINATES),
  }
  checkTogether(() => writeFeatures(state, row, plan))
  joints.features.fill(0, f, f + FEATURE_STRIDE * MAX_COORDINATES)
  writeFeatures(state, row, plan)
  writePlan(plan, joints.data, d)
  joints.kind[row] = kindNumber(state, plan.kind)
  joints.force.fill(0, row * FORCE_STRIDE, (row + 1) * FORCE_STRIDE)
  readCoordinates(state, row)
  // Turns that were counted stay counted where rotation is told as before.
  if (before.data[MODE] === plan.mode && before.data[MAIN] === plan.main) {
    plan.codes.forEach((code, c) => {
      const old = before.data.subarray(CODES, CODES + before.data[COUNT]).indexOf(code)
      if (old >= 0 && plan.kind.coordinates[c] === 'turn') joints.turns[t + c] = unwrap(joints.turns[t + c], before.turns[old])
    })
  }
  wakeJoint(state, row)
}

const pose = new Float64Array(POSE_SIZE)
const gradient = new Float64Array(ROW)

function requireAxis(axis: unknown, field: string): number {
  if (axis !== 0 && axis !== 1 && axis !== 2) throw new PhysicsError('out-of-range', field, axis, 'must be 0 (x), 1 (y) or 2 (z).')
  return axis
}

function axesOf(mask: number): JointAxis[] {
  return ([0, 1, 2] as const).filter(k => (mask & (1 << k)) !== 0)
}

function axesOfCode(code: number): Pick<GenericLimit, 'linearAxes' | 'angularAxes'> {
  if (code < DISC) return { linearAxes: axesOf(1 << code) }
  if (code < ANGULAR) return { linearAxes: axesOf(code === BALL ? 7 : 7 & ~(1 << (code - DISC))) }
  if (code < CONE) return { angularAxes: axesOf(1 << (code - ANGULAR)) }
  return { angularAxes: axesOf(code === TOTAL ? 7 : 7 & ~(1 << (code - CONE))) }
}

/** All six axes, each free, locked, limited, driven or rubbed. */
export class GenericJoint extends Joint {
  /** What limits it now: first the locked axes, then the rest. Means the same as what was given, if not always in the same words. */
  get limits(): readonly Readonly<GenericLimit>[] {
    const limits: GenericLimit[] = []
    const linear = axesOf(this.own(LINEAR_LOCKS))
    const angular = axesOf(this.own(ANGULAR_LOCKS))
    if (linear.length > 0) limits.push({ linearAxes: linear, min: 0, max: 0 })
    if (angular.length > 0) limits.push({ angularAxes: angular, min: 0, max: 0 })
    const { codes } = this
    const [first, second] = this.heldTogether(codes)
    // The first two angular axes that are limited together decide how rotation is told, so they must come first again.
    const leads = (c: number): number => Number(c === first || codes[c] === CONE + this.own(MAIN))
    const order = codes.map((_, c) => c).sort((a, b) => leads(b) - leads(a))
    for (const c of order) {
      const limit = getLimit(this.state, this.row(), c)
      if (limit === null || c === second) continue
      const { lower, upper, ...rest } = limit
      const axes = c === first ? { angularAxes: [codes[first] - ANGULAR, codes[second] - ANGULAR] as JointAxis[] } : axesOfCode(codes[c])
      const several = (axes.linearAxes ?? axes.angularAxes)!.length > 1
      limits.push({ ...axes, min: several ? Math.max(lower, 0) : lower, max: upper, ...rest })
    }
    return frozen(limits)
  }

  /** Coordinates of the two axes that one soft limit holds at 0, where it is this pair that decides how rotation is told; −1, −1: none. */
  private heldTogether(codes: readonly number[]): readonly [number, number] {
    const [mode, main] = [this.own(MODE), this.own(MAIN)]
    const pair = [0, 1, 2].filter(k => k !== main).map(k => codes.indexOf(ANGULAR + k))
    if ((mode !== SWING_TWIST && mode !== BEND) || pair.includes(-1)) return [-1, -1]
    const [a, b] = pair.map(c => getLimit(this.state, this.row(), c))
    const held = (limit: typeof a): boolean => limit !== null && limit.lower === 0 && limit.upper === 0
    return held(a) && held(b) && JSON.stringify(a) === JSON.stringify(b) ? [pair[0], pair[1]] : [-1, -1]
  }

  /** Replaces all limits. Warm starts are forgotten; turns that were counted are kept. */
  setLimits(limits: readonly GenericLimit[]): void {
    const row = this.edit('setLimits')
    replaceFeatures(this.state, row, planGeneric(limits, this.drives, this.friction))
  }

  /** The drives it has. */
  get drives(): readonly Readonly<GenericDrive>[] {
    const drives: GenericDrive[] = []
    this.codes.forEach((code, c) => {
      const spring = getSpring(this.state, this.row(), c)
      if (spring === null) return
      const { target, targetSpeed, ...rest } = spring
      const linear = code < ANGULAR
      const axis = (code - (linear ? LINEAR : ANGULAR)) as JointAxis
      drives.push({ type: linear ? 'linear' : 'angular', axis, positionTarget: target, velocityTarget: targetSpeed, ...rest })
    })
    return frozen(drives)
  }

  /** Replaces all drives. */
  setDrives(drives: readonly GenericDrive[]): void {
    const row = this.edit('setDrives')
    replaceFeatures(this.state, row, planGeneric(this.limits, drives, this.friction))
  }

  /** Moves the target of a drive that is there: m or rad, and m/s or rad/s. */
  setDriveTarget(type: 'linear' | 'angular', axis: JointAxis, positionTarget: number, velocityTarget: number = 0): void {
    const row = this.edit('setDriveTarget')
    const c = this.coordinateOf(type, axis)
    const spring = c < 0 ? null : getSpring(this.state, row, c)
    if (spring === null) {
      throw new PhysicsError('wrong-type', 'generic.setDriveTarget', axis, `has no ${type} drive. Give it one with setDrives first.`)
    }
    setSpring(this.state, row, c, { ...spring, target: positionTarget, targetSpeed: velocityTarget }, 'generic.drive')
  }

  /** Dry friction per axis, N and N m; 0 on locked axes. */
  get friction(): Readonly<Required<GenericFriction>> {
    const of = (type: 'linear' | 'angular', axis: JointAxis): number => {
      const c = this.coordinateOf(type, axis)
      return frozen(c < 0 ? 0 : getFriction(this.state, this.row(), c))
    }
    return frozen({
      linear: { x: of('linear', 0), y: of('linear', 1), z: of('linear', 2) },
      angular: { x: of('angular', 0), y: of('angular', 1), z: of('angular', 2) },
    })
  }

  /** Replaces all friction, N and N m. */
  setFriction(friction: GenericFriction): void {
    const row = this.edit('setFriction')
    replaceFeatures(this.state, row, planGeneric(this.limits, this.drives, friction))
  }

  /** How far anchor B lies from anchor A along an axis of frame A, m. */
  linearPosition(axis: JointAxis): number {
    return this.position('linear', axis)
  }

  /** How far B is turned about an axis, rad, in the way the joint tells rotation (see the head of the file). */
  angularPosition(axis: JointAxis): number {
    return this.position('angular', axis)
  }

  /** Speed of B against A along an axis of frame A, m/s. */
  linearSpeed(axis: JointAxis): number {
    return this.axisSpeed('linear', axis)
  }

  /** Speed at which `angularPosition` changes, rad/s. */
  angularSpeed(axis: JointAxis): number {
    return this.axisSpeed('angular', axis)
  }

  /** What a drive gave at the end of the last step, N or N m, on B. */
  driveForce(type: 'linear' | 'angular', axis: JointAxis): number {
    const c = this.coordinateOf(type, axis)
    return c < 0 ? 0 : this.state.joints.columns.force[this.row() * FORCE_STRIDE + MAX_RIGID + c * ROLES + ROLE_SPRING]
  }

  private get codes(): number[] {
    const o = this.row() * DATA_SIZE
    const { data } = this.state.joints.columns
    return [...data.subarray(o + CODES, o + CODES + data[o + COUNT])]
  }

  /** −1 if the joint has none for it. */
  private coordinateOf(type: 'linear' | 'angular', axis: JointAxis): number {
    return this.codes.indexOf(this.codeOf(type, axis))
  }

  private codeOf(type: 'linear' | 'angular', axis: JointAxis): number {
    if (type !== 'linear' && type !== 'angular') throw new PhysicsError('wrong-type', 'generic.type', type, "must be 'linear' or 'angular'.")
    return (type === 'linear' ? LINEAR : ANGULAR) + requireAxis(axis, 'generic.axis')
  }

  private position(type: 'linear' | 'angular', axis: JointAxis): number {
    const c = this.coordinateOf(type, axis)
    return c >= 0 ? this.readCoordinate(c) : this.measureAxis(type, axis)
  }

  private axisSpeed(type: 'linear' | 'angular', axis: JointAxis): number {
    this.measureAxis(type, axis)
    const { bodyA, bodyB } = this.state.joints.columns
    const { v, w } = this.state.bodies.columns
    let speed = 0
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? bodyA[this.row()] : bodyB[this.row()]
      if (body < 0) continue
      for (let k = 0; k < 3; k++) speed += gradient[side * 6 + k] * v[body * 3 + k] + gradient[side * 6 + 3 + k] * w[body * 3 + k]
    }
    return speed
  }

  /** Where the bodies stand now, whether the axis has a coordinate or not. */
  private measureAxis(type: 'linear' | 'angular', axis: JointAxis): number {
    framesOf(this.state, this.row(), pose)
    return measureCode(pose, this.codeOf(type, axis), this.own(MODE), this.own(MAIN), gradient, 0)
  }
}
