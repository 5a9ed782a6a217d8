/**
 * A contact as `world.onContact` sees it: read, changed or dropped before the step is solved. One object is shown again and again; the numbers
 * are in columns.
 */

import { requireNonNegative } from '../../common/bounds.ts'
import { PhysicsError, requireRange } from '../../common/errors.ts'
import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import {
  CHANGE_STRIDE, NEW_FRICTION, NEW_RESTITUTION, NEW_STATIC_FRICTION, NEW_VELOCITY, NORMAL_SPEED,
} from '../../common/store/contact-hooks.ts'
import { combineFriction, combineRestitution, combineStaticFriction } from '../../common/store/materials.ts'
import { readVec2, writeVec2, type Vec2 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import type { Body } from './body.ts'
import { readContactRows, type ContactRow } from './contact-rows.ts'
import type { OverlapPoint } from './queries.ts'
import type { Shape } from './shape.ts'

/** Numbers of a contact that is none yet. */
const ahead = new Float64Array(CHANGE_STRIDE)

/**
 * Two shapes that touch or are about to, as `world.onContact` is shown them. It lasts as long as the call. What is set counts for this step;
 * in the next one it is as the surfaces say again.
 */
export class Contact {
  private readonly state: WorldState
  private readonly shapes: { ofRow(row: number): Shape }
  private isOpen = false
  private acts = true
  /** Contact row; −1: a fast body is about to be stopped. */
  private row = -1
  private a = 0
  private b = 0
  private values: Float64Array = ahead
  private at = 0

  /** @internal */
  constructor(state: WorldState, shapes: { ofRow(row: number): Shape }) {
    this.state = state
    this.shapes = shapes
    // A misspelt option throws instead of doing nothing.
    Object.preventExtensions(this)
  }

  /** What `JSON.stringify` writes: both shapes, normal and points. */
  toJSON(): Readonly<Record<string, unknown>> {
    return { shapeA: this.shapeA, shapeB: this.shapeB, normal: this.normal, points: this.points }
  }

  /** One of the two shapes. */
  get shapeA(): Shape {
    this.require('shapeA')
    return this.shapes.ofRow(this.a)
  }

  /** The other shape. */
  get shapeB(): Shape {
    this.require('shapeB')
    return this.shapes.ofRow(this.b)
  }

  /** The body of `shapeA`. */
  get bodyA(): Body {
    return this.shapeA.body
  }

  /** The body of `shapeB`. */
  get bodyB(): Body {
    return this.shapeB.body
  }

  /** Unit vector from A to B, world axes. */
  get normal(): Readonly<Vec2> {
    this.require('normal')
    const [source, o] = this.row < 0 ? [this.state.hooks.impact, 0] : [this.state.contacts.columns.normal, this.row * 2]
    return Object.freeze(writeVec2(source, o, { x: 0, y: 0 }))
  }

  /** Where they touch or will, and how deep; negative while they are apart. */
  get points(): readonly OverlapPoint[] {
    this.require('points')
    const { impact } = this.state.hooks
    if (this.row < 0) return [{ position: writeVec2(impact, 2, { x: 0, y: 0 }), depth: 0 }]
    const { count, points, separation } = this.state.contacts.columns
    const { center } = this.state.shapes.columns
    return Array.from({ length: count[this.row] }, (_, i) => {
      const [x, y] = [0, 1].map((k) => center[this.a * 2 + k] + points[this.row * 4 + i * 2 + k])
      return { position: { x, y }, depth: -separation[this.row * 2 + i] }
    })
  }

  /** Is this its first step? Count on it for what happens once, such as a sound, only together with `events.contactBegin`. */
  get isNew(): boolean {
    this.require('isNew')
    return this.row < 0 || this.state.contacts.columns.age[this.row] === 0
  }

  /** Coulomb's coefficient of sliding. As the two surfaces combine it. */
  get friction(): number {
    return this.read('friction', NEW_FRICTION)
  }

  set friction(value: number) {
    this.write('friction', NEW_FRICTION, requireNonNegative(value, 'contact.friction'))
    // What was more than sliding goes with it.
    this.values[this.at + NEW_STATIC_FRICTION] = value
  }

  /** Coulomb's coefficient of surfaces that do not slide yet; at least `friction`. Setting `friction` sets it, too. */
  get staticFriction(): number {
    return this.read('staticFriction', NEW_STATIC_FRICTION)
  }

  set staticFriction(value: number) {
    requireNonNegative(value, 'contact.staticFriction')
    this.write('staticFriction', NEW_STATIC_FRICTION, Math.max(value, this.friction))
  }

  /** Share of the speed kept in a bounce, 0 … 1. */
  get restitution(): number {
    return this.read('restitution', NEW_RESTITUTION)
  }

  set restitution(value: number) {
    this.write('restitution', NEW_RESTITUTION, requireRange(value, 0, 1, 'contact.restitution'))
  }

  /** Speed at which the two part where they touch, m/s: springboards. 0: they stay in touch. */
  get normalSpeed(): number {
    return this.read('normalSpeed', NORMAL_SPEED)
  }

  set normalSpeed(value: number) {
    this.write('normalSpeed', NORMAL_SPEED, requireNonNegative(value, 'contact.normalSpeed'))
  }

  /** Velocity at which friction carries B over A, world axes, m/s: conveyor belts. Of it the part along the surface counts. */
  get surfaceVelocity(): Readonly<Vec2> {
    this.require('surfaceVelocity')
    return Object.freeze(writeVec2(this.values, this.at + NEW_VELOCITY, { x: 0, y: 0 }))
  }

  set surfaceVelocity(value: Vec2) {
    this.require('surfaceVelocity')
    readVec2(value, 'contact.surfaceVelocity', this.values, this.at + NEW_VELOCITY)
    this.mark()
  }

  /** Will it act in this step? */
  get enabled(): boolean {
    this.require('enabled')
    return this.acts
  }

  /** Drops the contact for this step: the two pass through each other, no event tells of it, and it wakes nobody. */
  disable(): void {
    this.require('disable')
    this.acts = false
  }

  /**
   * Its rows before this step is solved, with the impulses of the step before: a normal for each point, the tangent. What has been changed counts:
   * the bounds of friction follow `staticFriction`. A fast body that is about to be stopped has no impulses.
   */
  readRows(): ContactRow[] {
    this.require('readRows')
    const { body } = this.state.shapes.columns
    const { normalForce } = this.state.contacts.columns
    const points = this.points.map(({ position, depth }, i) => {
      return { position, depth, force: this.row < 0 ? 0 : normalForce[this.row * 2 + i] }
    })
    const bodies = { bodyA: body[this.a], bodyB: body[this.b] }
    return readContactRows(this.state, { ...bodies, normal: this.normal, points, contact: this.row, friction: this.staticFriction })
  }

  /** @internal */
  open(contact: number): void {
    const pair = this.state.contacts.columns.pair[contact]
    const { shapeA, shapeB } = this.state.pairs.columns
    this.begin(contact, shapeA[pair], shapeB[pair], this.state.hooks.values, contact * CHANGE_STRIDE)
  }

  /** @internal */
  openImpact(a: number, b: number): void {
    this.begin(-1, a, b, ahead, 0)
  }

  /** @internal */
  close(): boolean {
    this.isOpen = false
    return this.acts
  }

  private begin(row: number, a: number, b: number, values: Float64Array, at: number): void {
    this.isOpen = true
    this.acts = true
    this.row = row
    this.a = a
    this.b = b
    this.values = values
    this.at = at
    const shapes = this.state.shapes.columns
    combineFriction(shapes, a, shapes, b, values, at + NEW_FRICTION)
    values[at + NEW_STATIC_FRICTION] = values[at + NEW_FRICTION]
    combineStaticFriction(shapes, a, shapes, b, values, at + NEW_STATIC_FRICTION)
    combineRestitution(shapes, a, shapes, b, values, at + NEW_RESTITUTION)
    values[at + NORMAL_SPEED] = 0
    for (let k = 0; k < 2; k++) values[at + NEW_VELOCITY + k] = 0
    this.addBelt(a, 1)
    this.addBelt(b, -1)
  }

  private addBelt(shape: number, sign: number): void {
    const { flags, surfaceVelocity: own, body } = this.state.shapes.columns
    if ((flags[shape] & SURFACE_MOVES) === 0) return
    const { rotation } = this.state.bodies.columns
    const c = rotation[body[shape] * 2]
    const s = rotation[body[shape] * 2 + 1]
    this.values[this.at + NEW_VELOCITY] += sign * (c * own[shape * 2] - s * own[shape * 2 + 1])
    this.values[this.at + NEW_VELOCITY + 1] += sign * (s * own[shape * 2] + c * own[shape * 2 + 1])
  }

  private read(field: string, index: number): number {
    this.require(field)
    return this.values[this.at + index]
  }

  private write(field: string, index: number, value: number): void {
    this.require(field)
    this.values[this.at + index] = value
    this.mark()
  }

  private mark(): void {
    if (this.row >= 0) this.state.hooks.changed[this.row] = 1
  }

  private require(field: string): void {
    if (this.isOpen) return
    throw new PhysicsError('stale-handle', `contact.${field}`, this, 'is used after world.onContact has returned. Read what you need inside it.')
  }
}
