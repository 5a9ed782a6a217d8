/**
 * Distance: rods, ropes, bungees, gas struts, winches. Holds how far two anchors are apart; both ends turn as they like.
 *
 * One number, the length ℓ = |d| with d = p_B − p_A (part `length`), in four uses:
 *  rod — one rigid row, C = ℓ − L, removes one freedom. What it is when nothing else is asked for;
 *  range — a limit on ℓ: minLength ≤ ℓ ≤ maxLength, no force between; a rope has only a maximum;
 *  spring — pulls ℓ to L, with the ends of the range as stops;
 *  winch — a motor on ℓ.
 * n = d/ℓ, J = (−n, −(r_A × n), n, r_B × n), K = m_A + m_B + I_A (r_A × n)² + I_B (r_B × n)² > 0 (m, I inverse).
 * λ > 0 pushes the ends apart.
 *
 * Degenerate: at ℓ = 0 the direction is x of frame A, which is laid along d when the joint is made, so the ends part the way they once stood. A rod
 * or rope of length 0 would hold two freedoms, not one, and is refused: that is a hinge.
 * Source: Robson; Hodges 8; Tamis 3.1.1; Chipmunk's pin and slide joints. ERRATA: λ = −K⁻¹ J v, a number (Robson 12, 18); C = d·d has J = 0 where
 * it is satisfied for L = 0 (Hodges 8), hence the unit direction here; a minimum pushes the other way than a maximum (Chipmunk's slide), here because
 * limits may only push inwards.
 */

import { PhysicsError, requireBoolean, requireFinite, requireNonNegative, requireObject, requireRange } from '../../common/errors.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullSpring, type Motor, type Spring,
} from '../../common/joints/features.ts'
import { atan2 } from '../../common/deterministic-math.ts'
import { wakeJoint } from '../../common/joints/joint-lifecycle.ts'
import type { Vec2 } from '../math/types.ts'
import type { WorldState } from '../world-state.ts'
import { Joint } from './joint.ts'
import {
  draft, draftAnchors, draftFrames, readCoordinates, requireBodies, writeJoint, type JointDefinition, type JointFrame,
} from './joint-definition.ts'
import { MAX_COORDINATES, ROW, type JointKind, type Measure } from './joint-kind.ts'
import { DATA_SIZE, FEATURE_STRIDE, FORCE_STRIDE, OWN, SPRING_TARGET } from './joint-table.ts'
import { lengthRow } from './parts/length.ts'

/** Own numbers: L; 1 = a rod; restitution, which outlives a range that is switched off. */
export const LENGTH: number = OWN
export const ROD: number = OWN + 1
const RESTITUTION = OWN + 2

/** Shared with the pin joint, the slide joint and the damped spring. */
export function measureLength(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
  const length = lengthRow(pose, out.gradient, 0)
  out.value[0] = length
  out.rigid = data[d + ROD]
  out.error[0] = length - data[d + LENGTH]
  for (let k = 0; k < ROW; k++) out.jacobian[k] = out.gradient[k]
}

export const distanceKind: JointKind = { name: 'distance', coordinates: ['length'], measure: measureLength }

/** A spring about the joint's `length`, which is its target. */
export type LengthSpring = Omit<Spring, 'target'>
export type FullLengthSpring = Omit<FullSpring, 'target'>

export interface DistanceDefinition extends JointDefinition {
  /** World space. Default: the origin of body A, or of the world. */
  anchorA?: Vec2
  /** World space. Default: the origin of body B. */
  anchorB?: Vec2
  /** Instead of the anchors: on each body. Both must be given. */
  frameA?: JointFrame
  frameB?: JointFrame
  /** m: of the rod, or of the spring at rest. Default: how far the anchors are apart. */
  length?: number
  /** m. Default 0. */
  minLength?: number
  /** m, above 0. Default Infinity. A rope has this alone. */
  maxLength?: number
  /** Part of the speed kept when the range's ends are hit, 0 … 1. Default 0. */
  restitution?: number
  spring?: LengthSpring | null
  /** Winch: m/s at which the length grows, and the most force, N. */
  motor?: Motor | null
  /** Dry friction of a telescope, N. Default 0. */
  friction?: number
}

export function writeDistance(state: WorldState, d: DistanceDefinition): number {
  const [a, b] = requireBodies(state, d, 'distance')
  draftEnds(state, a, b, d)
  const sprung = d.spring !== undefined && d.spring !== null
  const ranged = d.minLength !== undefined || d.maxLength !== undefined
  const driven = d.motor !== undefined && d.motor !== null
  const rod = !sprung && !ranged && !driven && (d.friction === undefined || d.friction === 0)
  if (!rod && !sprung && d.length !== undefined) {
    throw new PhysicsError('wrong-type', 'distance.length', d.length, 'is for rods and springs. Add a spring, or leave it out.')
  }
  if (d.length !== undefined) draft[LENGTH] = readLength(d.length, rod)
  draft[ROD] = rod ? 1 : 0
  return writeJoint(state, distanceKind, a, b, d, 'distance', (row) => {
    if (d.length === undefined) {
      readCoordinates(state, row)
      state.joints.columns.data[row * DATA_SIZE + LENGTH] = readLength(state.joints.columns.turns[row * MAX_COORDINATES], rod)
    }
    setRange(state, row, d.minLength ?? 0, d.maxLength ?? Infinity, d.restitution ?? 0)
    setLengthSpring(state, row, d.spring)
    setMotor(state, row, 0, d.motor, 'distance.motor', 'maxForce')
    setFriction(state, row, 0, d.friction, 'distance.friction')
  })
}

/** Where the ends are fixed, into `draft`. */
function draftEnds(state: WorldState, a: number, b: number, d: DistanceDefinition): void {
  const { bodyA, bodyB, anchorA, anchorB, frameA, frameB } = d
  if (frameA !== undefined || frameB !== undefined) {
    const stray = anchorA !== undefined ? 'anchorA' : 'anchorB'
    if (d[stray] !== undefined) {
      throw new PhysicsError('wrong-type', `distance.${stray}`, d[stray], 'and frames are two answers to one question. Give one.')
    }
    draftFrames(state, a, b, d, 'distance', 0)
    return
  }
  draft.fill(0)
  const from = anchorA ?? bodyA?.position ?? { x: 0, y: 0 }
  const to = anchorB ?? bodyB.position
  draftAnchors(state, a, b, from, to, 'distance.anchorA', 'distance.anchorB', atan2(to.y - from.y, to.x - from.x))
}

function readLength(value: unknown, rod: boolean): number {
  const length = requireNonNegative(value, 'distance.length')
  if (rod && length === 0) {
    throw new PhysicsError('degenerate', 'distance.length', length, 'is no rod but a point held in place. Use createHingeJoint for that.')
  }
  return length
}

/** The limit on the length; off where it says nothing. */
function setRange(state: WorldState, row: number, min: unknown, max: unknown, restitution: unknown): void {
  const lower = requireNonNegative(min, 'distance.minLength')
  const upper = max === Infinity ? Infinity : requireFinite(max, 'distance.maxLength')
  const kept = requireRange(restitution, 0, 1, 'distance.restitution')
  if (upper <= 0) {
    const advice = upper < 0 ? 'must be above 0.' : 'would hold the anchors in one place. Use createHingeJoint for that, or give a length above 0.'
    throw new PhysicsError('out-of-range', 'distance.maxLength', upper, advice)
  }
  if (lower > upper) throw new PhysicsError('out-of-range', 'distance.minLength', lower, `is above maxLength (${upper}). Swap them.`)
  state.joints.columns.data[row * DATA_SIZE + RESTITUTION] = kept
  // A length is never below 0, so a minimum of 0 is none.
  const limit = { lower: lower > 0 ? lower : -Infinity, upper, restitution: kept }
  setLimit(state, row, 0, lower > 0 || upper < Infinity ? limit : null, 'distance')
}

function setLengthSpring(state: WorldState, row: number, spring: LengthSpring | null | undefined): void {
  if (spring === null || spring === undefined) {
    setSpring(state, row, 0, null, 'distance.spring')
    return
  }
  requireObject(spring, 'distance.spring')
  const { target } = spring as Spring
  if (target !== undefined) {
    throw new PhysicsError('wrong-type', 'distance.spring.target', target, "is the joint's length. Give it as distance.length.")
  }
  setSpring(state, row, 0, { ...spring, target: state.joints.columns.data[row * DATA_SIZE + LENGTH] }, 'distance.spring')
}

export class DistanceJoint extends Joint {
  /** How far the anchors are apart, m. */
  get currentLength(): number {
    return this.coordinate(0)
  }

  /** m/s at which they part. */
  get speed(): number {
    return this.coordinateSpeed(0)
  }

  /** Length of the rod, or of the spring at rest, m. */
  get length(): number {
    return this.own(LENGTH)
  }

  set length(value: number) {
    const row = this.edit('length')
    const length = readLength(value, this.isRod)
    const { data, features } = this.state.joints.columns
    data[row * DATA_SIZE + LENGTH] = length
    features[row * MAX_COORDINATES * FEATURE_STRIDE + SPRING_TARGET] = length
    wakeJoint(this.state, row)
  }

  /**
   * Is it a rod? A spring, a range, a motor or friction makes it none. Taking those away does not make it one again; setting this does, at
   * `length`, and takes them away.
   */
  get isRod(): boolean {
    return this.own(ROD) === 1
  }

  set isRod(value: boolean) {
    const row = this.edit('isRod')
    requireBoolean(value, 'distance.isRod')
    if (value) {
      readLength(this.length, true)
      setLimit(this.state, row, 0, null, 'distance')
      setSpring(this.state, row, 0, null, 'distance.spring')
      setMotor(this.state, row, 0, null, 'distance.motor', 'maxForce')
      setFriction(this.state, row, 0, 0, 'distance.friction')
    }
    this.becomeRod(row, value)
  }

  /** m; 0 = none. */
  get minLength(): number {
    return Math.max(0, getLimit(this.state, this.row(), 0)?.lower ?? 0)
  }

  set minLength(value: number) {
    this.setRange('minLength', value, this.maxLength, this.restitution)
  }

  /** m; Infinity = none. */
  get maxLength(): number {
    return getLimit(this.state, this.row(), 0)?.upper ?? Infinity
  }

  set maxLength(value: number) {
    this.setRange('maxLength', this.minLength, value, this.restitution)
  }

  /** Both ends of the range at once. */
  setLengthRange(minLength: number, maxLength: number): void {
    this.setRange('setLengthRange', minLength, maxLength, this.restitution)
  }

  /** Part of the speed kept at the ends of the range. */
  get restitution(): number {
    return this.own(RESTITUTION)
  }

  set restitution(value: number) {
    this.setRange('restitution', this.minLength, this.maxLength, value)
  }

  get spring(): FullLengthSpring | null {
    const spring = getSpring(this.state, this.row(), 0)
    if (spring === null) return null
    const { target: _, ...rest } = spring
    return rest
  }

  set spring(value: LengthSpring | null) {
    const row = this.edit('spring')
    setLengthSpring(this.state, row, value)
    if (value !== null) this.becomeRod(row, false)
  }

  get motor(): Motor | null {
    return getMotor(this.state, this.row(), 0)
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

  private setRange(what: string, min: number, max: number, restitution: number): void {
    const row = this.edit(what)
    setRange(this.state, row, min, max, restitution)
    if (min > 0 || max < Infinity) this.becomeRod(row, false)
  }

  /** Rows come and go: what they pressed is forgotten. */
  private becomeRod(row: number, rod: boolean): void {
    const { data, force } = this.state.joints.columns
    if (rod === this.isRod) return
    data[row * DATA_SIZE + ROD] = rod ? 1 : 0
    force.fill(0, row * FORCE_STRIDE, (row + 1) * FORCE_STRIDE)
    wakeJoint(this.state, row)
  }
}
