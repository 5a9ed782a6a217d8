/**
 * What users hold of a joint: a handle on its row, in two and three dimensions. Places and directions it asks of its dimension
 * (`JointPlaces`). Every kind extends it with the names its users know.
 */

import { requireBoolean, PhysicsError } from '../../errors.ts'
import { frozen } from '../../frozen.ts'
import { requireNonNegative } from '../../bounds.ts'
import type { Fields } from '../../options.ts'
import { requireIdle, requireRow } from '../../memory/handles.ts'
import { isCurrent } from '../../memory/ids.ts'
import { getSoftness, setSoftness, type Softness } from '../features.ts'
import { BROKEN, COLLIDE_CONNECTED, ROLE_MOTOR, ROLES } from '../joint-codes.ts'
import { JOINT_ENABLED } from '../../store/column-codes.ts'
import { enableJoint, allowCollisions, stopCollisions, wakeJoint } from '../../store/joint-store.ts'
import { coordinatesOf } from '../joint-world.ts'
import { readJointRows, type ConstraintRow, type ReadWorld, type RowSource } from '../read-rows.ts'
import { Handle } from '../../world/handle.ts'
import { seenOf, type HandleJson } from '../../world/handle-json.ts'

/** What one dimension calls the things a joint speaks of: types only. */
export interface JointTerms {
  /** Its worlds. */
  world: unknown
  /** @internal */
  state: ReadWorld & { readonly jointPlaces: JointPlaces<JointTerms> }
  /** Its bodies. */
  body: unknown
  /** Its places and forces. */
  vector: unknown
  /** Its rotations. */
  rotation: unknown
  /** Its torques. */
  torque: unknown
}

/** Places and directions of the joint at a row: the part of its handle that has coordinates. */
export interface JointPlaces<Terms extends JointTerms> {
  /** On B at the end of the last step; none while the joint is off. */
  forceOn(state: Terms['state'], row: number): Terms['vector']
  torqueOn(state: Terms['state'], row: number): Terms['torque']
  anchorOn(state: Terms['state'], row: number, onB: boolean): Terms['vector']
  frameOn(state: Terms['state'], row: number, onB: boolean): Terms['rotation']
  rateOf(state: Terms['state'], row: number, c: number): number
  /** What to call for a joint that holds a point and nothing else; for advice. */
  readonly pointJoint: string
  /** Its rows, for readers. */
  readonly rows: RowSource<Terms['state'], Terms['vector'], Terms['torque']>
}

/** What users hold of any joint: who is joined, what it carries, whether it is on. Its kind's class adds the rest. */
export class JointHandle<Terms extends JointTerms> extends Handle<Terms['world']> {
  /** @internal */
  declare protected readonly state: Terms['state']

  /**
   * What `JSON.stringify` writes: id, type, its bodies by their ids, whether it is on, anchors and load; of one that is gone, its id and that it
   * is.
   */
  toJSON(): HandleJson {
    return seenOf(this, ['type', 'bodyA', 'bodyB', 'enabled', 'anchorA', 'anchorB', 'reactionForce', 'reactionTorque'])
  }

  /** What errors call it. */
  get [Symbol.toStringTag](): string {
    return 'Joint'
  }

  /** False once it was destroyed, by itself or with one of its bodies. */
  get isValid(): boolean {
    return isCurrent(this.state.joints, this.id)
  }

  /** The kind's name, such as 'hinge'. */
  get type(): string {
    return this.state.jointKinds[this.state.joints.columns.kind[this.row()]].name
  }

  /** The first body; null = the world itself. */
  get bodyA(): Terms['body'] | null {
    const row = this.state.joints.columns.bodyA[this.row()]
    return row < 0 ? null : this.owner.bodies.ofRow(row)
  }

  /** The second body, the one that forces, speeds and angles are told of. */
  get bodyB(): Terms['body'] {
    return this.owner.bodies.ofRow(this.state.joints.columns.bodyB[this.row()])
  }

  /** Force on B at the end of the last step, N, world axes. A gets the opposite. None while it is off. */
  get reactionForce(): Readonly<Terms['vector']> {
    return Object.freeze(this.places.forceOn(this.state, this.row()))
  }

  /** Torque on B about its anchor at the end of the last step, N m, world axes. */
  get reactionTorque(): Readonly<Terms['torque']> {
    return Object.freeze(this.places.torqueOn(this.state, this.row()))
  }

  /** Where it holds A, m, world space. */
  get anchorA(): Readonly<Terms['vector']> {
    return Object.freeze(this.places.anchorOn(this.state, this.row(), false))
  }

  /** Where it holds B, m, world space. */
  get anchorB(): Readonly<Terms['vector']> {
    return Object.freeze(this.places.anchorOn(this.state, this.row(), true))
  }

  /** World rotation of its frame on A; x is its main axis. */
  get rotationA(): Readonly<Terms['rotation']> {
    return Object.freeze(this.places.frameOn(this.state, this.row(), false))
  }

  /** World rotation of its frame on B. */
  get rotationB(): Readonly<Terms['rotation']> {
    return Object.freeze(this.places.frameOn(this.state, this.row(), true))
  }

  /** Off: it holds nothing, and its bodies collide. Switching it on mends a broken joint. */
  get enabled(): boolean {
    return (this.state.joints.columns.flags[this.row()] & JOINT_ENABLED) !== 0
  }

  set enabled(value: boolean) {
    const row = this.edit('enabled')
    requireBoolean(value, 'joint.enabled')
    const { flags, load } = this.state.joints.columns
    const { width } = this.state.joints.schema.load
    if (value) flags[row] &= ~BROKEN
    if (value !== this.enabled) load.fill(0, row * width, (row + 1) * width)
    enableJoint(this.state, row, value)
  }

  /** Has it broken? It is off then. */
  get isBroken(): boolean {
    return (this.state.joints.columns.flags[this.row()] & BROKEN) !== 0
  }

  /** Do its two bodies collide? Setting it wakes them. */
  get collideConnected(): boolean {
    return (this.state.joints.columns.flags[this.row()] & COLLIDE_CONNECTED) !== 0
  }

  set collideConnected(value: boolean) {
    const row = this.edit('collideConnected')
    requireBoolean(value, 'joint.collideConnected')
    const { flags } = this.state.joints.columns
    flags[row] = value ? flags[row] | COLLIDE_CONNECTED : flags[row] & ~COLLIDE_CONNECTED
    if (value) allowCollisions(this.state, row)
    else stopCollisions(this.state, row)
    wakeJoint(this.state, row)
  }

  /** Force beyond which it breaks, N; Infinity = never. */
  get breakForce(): number {
    return this.state.joints.columns.breakForce[this.row()]
  }

  set breakForce(value: number) {
    const row = this.edit('breakForce')
    this.state.joints.columns.breakForce[row] = readBreak(value, 'joint.breakForce')
    // What it carries in its sleep may be too much now.
    wakeJoint(this.state, row)
  }

  /** Torque about the anchor beyond which it breaks, N m; Infinity = never. */
  get breakTorque(): number {
    return this.state.joints.columns.breakTorque[this.row()]
  }

  set breakTorque(value: number) {
    const row = this.edit('breakTorque')
    this.state.joints.columns.breakTorque[row] = readBreak(value, 'joint.breakTorque')
    wakeJoint(this.state, row)
  }

  /** Softness of what it holds rigidly; null = hard. */
  get softness(): Readonly<Softness> | null {
    return frozen(getSoftness(this.state, this.row()))
  }

  set softness(value: Softness | null) {
    setSoftness(this.state, this.edit('softness'), value, 'joint.softness')
  }

  /**
   * Its rows where the bodies stand now: error, Jacobian, K, bias, and the impulses of the last step. First what it holds, then limits, motors,
   * springs and friction. Changes nothing; makes new objects. A joint that is off has the rows it would have, without impulses.
   */
  readRows(): ConstraintRow<Terms['vector'], Terms['torque']>[] {
    return readJointRows(this.state, this.places.rows, this.row())
  }

  /** Takes it out of the world. Twice is harmless. */
  destroy(): void {
    this.owner.destroyJoint(this as never)
  }

  /**
   * Coordinate c as last measured: at creation, or at the end of the last step.
   * @internal
   */
  protected readCoordinate(c: number): number {
    return this.state.joints.columns.turns[this.row() * coordinatesOf(this.state) + c]
  }

  /**
   * How fast coordinate c changes with the velocities of this moment.
   * @internal
   */
  protected readCoordinateSpeed(c: number): number {
    return this.places.rateOf(this.state, this.row(), c)
  }

  /**
   * What the motor of coordinate c gave at the end of the last step, N or N m.
   * @internal
   */
  protected motorForceOf(c: number): number {
    return this.forceOf(c, ROLE_MOTOR)
  }

  /**
   * What a row of coordinate c gave at the end of the last step, N or N m.
   * @internal
   */
  protected forceOf(c: number, role: number): number {
    const { columns, schema } = this.state.joints
    return columns.force[(this.row() + 1) * schema.force.width - (coordinatesOf(this.state) - c) * ROLES + role]
  }

  /**
   * A number of the kind's own.
   * @internal
   */
  protected own(at: number): number {
    return this.state.joints.columns.data[this.row() * this.state.joints.schema.data.width + at]
  }

  private get places(): JointPlaces<Terms> {
    return this.state.jointPlaces as JointPlaces<Terms>
  }

  /** @internal */
  protected row(): number {
    return requireRow(this.state.joints, this.id, 'joint')
  }

  /**
   * The row, for a change: not while a step runs.
   * @internal
   */
  protected edit(what: string): number {
    requireIdle(this.state, `joint.${what}`)
    return this.row()
  }
}

/** What a definition says of a joint as a whole. */
export interface StrengthDefinition {
  /** Do the two bodies collide? Default false. */
  collideConnected?: boolean
  /** Does it hold from the start? Default true. */
  enabled?: boolean
  /** Force beyond which it breaks, N. Default Infinity. */
  breakForce?: number
  /** Torque about the anchor beyond which it breaks, N m. Default Infinity. */
  breakTorque?: number
}

export const STRENGTH_FIELDS: Fields<StrengthDefinition> = { collideConnected: 0, enabled: 0, breakForce: 0, breakTorque: 0 }

export interface Strength {
  flags: number
  breakForce: number
  breakTorque: number
}

export function readStrength(d: StrengthDefinition, field: string): Strength {
  const on = d.enabled === undefined || requireBoolean(d.enabled, `${field}.enabled`)
  const collide = d.collideConnected !== undefined && requireBoolean(d.collideConnected, `${field}.collideConnected`)
  return {
    flags: (on ? JOINT_ENABLED : 0) | (collide ? COLLIDE_CONNECTED : 0),
    breakForce: readBreak(d.breakForce, `${field}.breakForce`),
    breakTorque: readBreak(d.breakTorque, `${field}.breakTorque`),
  }
}

/** A strength: above 0, or Infinity. */
export function readBreak(value: unknown, field: string): number {
  if (value === undefined || value === Infinity) return Infinity
  const number = requireNonNegative(value, field)
  if (number === 0) throw new PhysicsError('out-of-range', field, number, 'would break at once. Give a load above 0, or Infinity.')
  return number
}
