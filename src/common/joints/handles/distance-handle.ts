/**
 * The distance joint but for where its ends are: what its definition says of the length, and the handle that says so later.
 */

import { PhysicsError, requireBoolean, requireFinite, requireObject, requireRange } from '../../errors.ts'
import { frozen } from '../../frozen.ts'
import { requireNonNegative } from '../../bounds.ts'
import type { Fields } from '../../options.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullSpring, type Motor, type Spring,
} from '../features.ts'
import { FEATURE_STRIDE, OWN_NUMBERS, SPRING_TARGET } from '../joint-codes.ts'
import { JointHandle, type JointTerms } from './joint-handle.ts'
import { wakeJoint } from '../../store/joint-store.ts'
import { coordinatesOf, ownAt } from '../joint-world.ts'

/** Own numbers: L; 1 = a rod; restitution, which outlives a range that is switched off. */
export const LENGTH = 0
export const ROD = 1
const RESTITUTION = 2

type State = JointTerms['state']

/** A spring about the joint's `length`, which is its target. */
export type LengthSpring = Omit<Spring, 'target'>
/** A length spring as it is returned: everything filled in. */
export type FullLengthSpring = Omit<FullSpring, 'target'>

/** What a distance joint says of its length. With nothing but a length it is a rod. */
export interface LengthFeatures {
  /** Length of the rod, or of the spring at rest, m. Default: how far the anchors are apart. */
  length?: number
  /** Least length, m. Default 0. */
  minLength?: number
  /** Greatest length, m, above 0. A rope has this alone. Default Infinity. */
  maxLength?: number
  /** Share of the speed kept when an end of the range is hit, 0 … 1. Default 0. */
  restitution?: number
  /** A spring about `length`. Default none. */
  spring?: LengthSpring | null
  /** Winch: m/s at which the length grows, and the most force, N. Default none. */
  motor?: Motor | null
  /** Dry friction of a telescope, N. Default 0. */
  friction?: number
}

export const LENGTH_FIELDS: Fields<LengthFeatures> = { length: 0, minLength: 0, maxLength: 0, restitution: 0, spring: 1, motor: 1, friction: 0 }

/** The joint's own numbers into its data, as far as they are known before it is made. */
export function draftLength(state: State, d: LengthFeatures, draft: Float64Array): void {
  const sprung = d.spring !== undefined && d.spring !== null
  const ranged = d.minLength !== undefined || d.maxLength !== undefined
  const driven = d.motor !== undefined && d.motor !== null
  const rod = !sprung && !ranged && !driven && (d.friction === undefined || d.friction === 0)
  if (!rod && !sprung && d.length !== undefined) {
    throw new PhysicsError('wrong-type', 'distance.length', d.length, 'is for rods and springs. Add a spring, or leave it out.')
  }
  const own = draft.length - OWN_NUMBERS
  if (d.length !== undefined) draft[own + LENGTH] = readLength(state, d.length, rod)
  draft[own + ROD] = rod ? 1 : 0
}

/** The rest of the definition. `turns` knows how far the anchors are apart, if the definition does not say it. */
export function writeLength(state: State, row: number, d: LengthFeatures): void {
  const { data, turns } = state.joints.columns
  const o = ownAt(state, row)
  if (d.length === undefined) data[o + LENGTH] = readLength(state, turns[row * coordinatesOf(state)], data[o + ROD] === 1)
  setRange(state, row, d.minLength ?? 0, d.maxLength ?? Infinity, d.restitution ?? 0)
  setLengthSpring(state, row, d.spring)
  setMotor(state, row, 0, d.motor, 'distance.motor', 'maxForce')
  setFriction(state, row, 0, d.friction, 'distance.friction')
}

function readLength({ jointPlaces: { pointJoint } }: State, value: unknown, rod: boolean): number {
  const length = requireNonNegative(value, 'distance.length')
  if (rod && length === 0) {
    throw new PhysicsError('degenerate', 'distance.length', length, `is no rod but a point held in place. Use ${pointJoint} for that.`)
  }
  return length
}

/** The limit on the length; off where it says nothing. */
function setRange(state: State, row: number, min: unknown, max: unknown, restitution: unknown): void {
  const lower = requireNonNegative(min, 'distance.minLength')
  const upper = max === Infinity ? Infinity : requireFinite(max, 'distance.maxLength')
  const kept = requireRange(restitution, 0, 1, 'distance.restitution')
  if (upper <= 0) {
    const { pointJoint } = state.jointPlaces
    const advice = upper < 0 ? 'must be above 0.' : `would hold the anchors in one place. Use ${pointJoint} for that, or give a length above 0.`
    throw new PhysicsError('out-of-range', 'distance.maxLength', upper, advice)
  }
  if (lower > upper) throw new PhysicsError('out-of-range', 'distance.minLength', lower, `is above maxLength (${upper}). Swap them.`)
  state.joints.columns.data[ownAt(state, row) + RESTITUTION] = kept
  // A length is never below 0, so a minimum of 0 is none.
  const limit = { lower: lower > 0 ? lower : -Infinity, upper, restitution: kept }
  setLimit(state, row, 0, lower > 0 || upper < Infinity ? limit : null, 'distance')
}

function setLengthSpring(state: State, row: number, spring: LengthSpring | null | undefined): void {
  if (spring === null || spring === undefined) {
    setSpring(state, row, 0, null, 'distance.spring')
    return
  }
  requireObject(spring, 'distance.spring')
  const { target } = spring as Spring
  if (target !== undefined) {
    throw new PhysicsError('wrong-type', 'distance.spring.target', target, "is the joint's length. Give it as distance.length.")
  }
  setSpring(state, row, 0, { ...spring, target: state.joints.columns.data[ownAt(state, row) + LENGTH] }, 'distance.spring')
}

/** A rod, a rope, a spring or a winch between two anchors. */
export class DistanceHandle<Terms extends JointTerms> extends JointHandle<Terms> {
  /** How far the anchors are apart, m. */
  get currentLength(): number {
    return this.readCoordinate(0)
  }

  /** Speed at which the anchors part, m/s. */
  get speed(): number {
    return this.readCoordinateSpeed(0)
  }

  /** Length of the rod, or of the spring at rest, m. */
  get length(): number {
    return this.number(LENGTH)
  }

  set length(value: number) {
    const row = this.edit('length')
    const length = readLength(this.state, value, this.isRod)
    const { data, features } = this.state.joints.columns
    data[ownAt(this.state, row) + LENGTH] = length
    features[row * coordinatesOf(this.state) * FEATURE_STRIDE + SPRING_TARGET] = length
    wakeJoint(this.state, row)
  }

  /**
   * Is it a rod? A spring, a range, a motor or friction makes it none. Taking those away does not make it one again; setting this does, at
   * `length`, and takes them away.
   */
  get isRod(): boolean {
    return this.number(ROD) === 1
  }

  set isRod(value: boolean) {
    const row = this.edit('isRod')
    requireBoolean(value, 'distance.isRod')
    if (value) {
      readLength(this.state, this.length, true)
      setLimit(this.state, row, 0, null, 'distance')
      setSpring(this.state, row, 0, null, 'distance.spring')
      setMotor(this.state, row, 0, null, 'distance.motor', 'maxForce')
      setFriction(this.state, row, 0, 0, 'distance.friction')
    }
    this.becomeRod(row, value)
  }

  /** Least length, m; 0 = none. */
  get minLength(): number {
    return Math.max(0, getLimit(this.state, this.row(), 0)?.lower ?? 0)
  }

  set minLength(value: number) {
    this.setRange('minLength', value, this.maxLength, this.restitution)
  }

  /** Greatest length, m; Infinity = none. */
  get maxLength(): number {
    return getLimit(this.state, this.row(), 0)?.upper ?? Infinity
  }

  set maxLength(value: number) {
    this.setRange('maxLength', this.minLength, value, this.restitution)
  }

  /** Both ends of the range at once, m. */
  setLengthRange(minLength: number, maxLength: number): void {
    this.setRange('setLengthRange', minLength, maxLength, this.restitution)
  }

  /** Share of the speed kept at the ends of the range, 0 … 1. */
  get restitution(): number {
    return this.number(RESTITUTION)
  }

  set restitution(value: number) {
    this.setRange('restitution', this.minLength, this.maxLength, value)
  }

  /** The spring about `length`; null = none. */
  get spring(): Readonly<FullLengthSpring> | null {
    const spring = getSpring(this.state, this.row(), 0)
    if (spring === null) return null
    const { target: _, ...rest } = spring
    return frozen(rest)
  }

  set spring(value: LengthSpring | null) {
    const row = this.edit('spring')
    setLengthSpring(this.state, row, value)
    if (value !== null) this.becomeRod(row, false)
  }

  /** The winch: m/s at which the length grows, and the most force, N; null = none. */
  get motor(): Readonly<Motor> | null {
    return frozen(getMotor(this.state, this.row(), 0))
  }

  set motor(value: Motor | null) {
    const row = this.edit('motor')
    setMotor(this.state, row, 0, value, 'distance.motor', 'maxForce')
    if (value !== null) this.becomeRod(row, false)
  }

  /** Dry friction, N. */
  get friction(): number {
    return getFriction(this.state, this.row(), 0)
  }

  set friction(value: number) {
    const row = this.edit('friction')
    setFriction(this.state, row, 0, value, 'distance.friction')
    if (value > 0) this.becomeRod(row, false)
  }

  /** Force the motor gave at the end of the last step, N; positive pushes the ends apart. */
  get motorForce(): number {
    return this.motorForceOf(0)
  }

  private number(i: number): number {
    return this.state.joints.columns.data[ownAt(this.state, this.row()) + i]
  }

  private setRange(what: string, min: number, max: number, restitution: number): void {
    const row = this.edit(what)
    setRange(this.state, row, min, max, restitution)
    if (min > 0 || max < Infinity) this.becomeRod(row, false)
  }

  /** Rows come and go: what they pressed is forgotten. */
  private becomeRod(row: number, rod: boolean): void {
    const { data, force } = this.state.joints.columns
    if (rod === this.isRod) return
    data[ownAt(this.state, row) + ROD] = rod ? 1 : 0
    const { width } = this.state.joints.schema.force
    force.fill(0, row * width, (row + 1) * width)
    wakeJoint(this.state, row)
  }
}
