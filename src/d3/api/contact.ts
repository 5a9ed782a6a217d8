/**
 * A contact as `world.onContact` sees it: read, changed or dropped before the step is solved. One object is shown again and again; the numbers
 * are in columns.
 */

import { requireNonNegative } from '../../common/bounds.ts'
import { PhysicsError, requireRange } from '../../common/errors.ts'
import {
  CHANGE_STRIDE, NEW_FRICTION, NEW_RESTITUTION, NEW_STATIC_FRICTION, NEW_VELOCITY, NORMAL_SPEED,
} from '../../common/store/contact-hooks.ts'
import { combineFriction, combineRestitution, combineStaticFriction } from '../../common/store/materials.ts'
import { type ContactSurface, materialAt, pieceNear, surfaceMoves, surfaceOf, surfaceOfMaterial, surfaceRow } from '../contacts/contact-surfaces.ts'
import { asLevel, LEVEL } from '../geometry/shapes/level.ts'
import { quatRotate } from '../math/quaternion.ts'
import { readVec3, writeVec3, type Vec3 } from '../math/types.ts'
import type { WorldState } from '../store/world-state.ts'
import { chassisOf } from '../vehicles/vehicle-rows.ts'
import { MAX_WHEELS } from '../vehicles/vehicle-table.ts'
import { tyreFriction } from '../vehicles/wheel-row.ts'
import type { Body } from './body.ts'
import { readContactRows, type ContactRow } from './contact-rows.ts'
import type { OverlapPoint } from './queries.ts'
import type { Shape } from './shape.ts'

const belt = new Float64Array(3)
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
  /** Contact row; −1: a fast body is about to be stopped, or a wheel. */
  private row = -1
  /** Slot of the wheel that stands on B, −1 = none. */
  private slot = -1
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
  get normal(): Readonly<Vec3> {
    this.require('normal')
    if (this.slot >= 0) {
      const { x, y, z } = writeVec3(this.state.vehicles.columns.groundNormal, this.slot * 3, { x: 0, y: 0, z: 0 })
      return Object.freeze({ x: -x, y: -y, z: -z })
    }
    const [source, o] = this.row < 0 ? [this.state.hooks.impact, 0] : [this.state.contacts.columns.normal, this.row * 3]
    return Object.freeze(writeVec3(source, o, { x: 0, y: 0, z: 0 }))
  }

  /** Where they touch or will, and how deep; negative while they are apart. */
  get points(): readonly OverlapPoint[] {
    this.require('points')
    if (this.slot >= 0) return [{ position: writeVec3(this.state.vehicles.columns.groundPoint, this.slot * 3, { x: 0, y: 0, z: 0 }), depth: 0 }]
    const { impact } = this.state.hooks
    if (this.row < 0) return [{ position: writeVec3(impact, 3, { x: 0, y: 0, z: 0 }), depth: 0 }]
    const { count, points, separation } = this.state.contacts.columns
    const { center } = this.state.shapes.columns
    return Array.from({ length: count[this.row] }, (_, i) => {
      const [x, y, z] = [0, 1, 2].map((k) => center[this.a * 3 + k] + points[this.row * 12 + i * 3 + k])
      return { position: { x, y, z }, depth: -separation[this.row * 4 + i] }
    })
  }

  /** Is this its first step? Count on it for what happens once, such as a sound, only together with `events.contactBegin`. */
  get isNew(): boolean {
    this.require('isNew')
    if (this.slot >= 0) return this.state.vehicleList.fresh[this.slot] === 1
    return this.row < 0 || this.state.contacts.columns.age[this.row] === 0
  }

  /**
   * Index of the wheel of a vehicle that stands on `shapeB`; −1 if shapes touch. `bodyA` is the chassis then, and `shapeA` its first shape. Of
   * wheels `friction` and `surfaceVelocity` count; they do not bounce.
   */
  get wheel(): number {
    this.require('wheel')
    return this.slot < 0 ? -1 : this.slot % MAX_WHEELS
  }

  /** If `shapeA` is level geometry, the triangle of the deepest point, as its index in what it was built from; −1 otherwise. */
  get triangleA(): number {
    return this.triangle('triangleA', 0, this.a)
  }

  /** The same index of `shapeB`. */
  get triangleB(): number {
    return this.triangle('triangleB', 1, this.b)
  }

  /** Index of the material of that triangle of `shapeA`; −1 if it has none. */
  get materialA(): number {
    return this.triangleA < 0 ? -1 : this.state.contacts.columns.material[2 * this.row]
  }

  /** The same index of `shapeB`. */
  get materialB(): number {
    if (this.slot >= 0) return this.triangleB < 0 ? -1 : this.materialUnder()
    return this.triangleB < 0 ? -1 : this.state.contacts.columns.material[2 * this.row + 1]
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
  get surfaceVelocity(): Readonly<Vec3> {
    this.require('surfaceVelocity')
    return Object.freeze(writeVec3(this.values, this.at + NEW_VELOCITY, { x: 0, y: 0, z: 0 }))
  }

  set surfaceVelocity(value: Vec3) {
    this.require('surfaceVelocity')
    readVec3(value, 'contact.surfaceVelocity', this.values, this.at + NEW_VELOCITY)
    this.mark()
  }

  /** Will it act in this step? */
  get enabled(): boolean {
    this.require('enabled')
    return this.acts
  }

  /**
   * Drops the contact for this step: the two pass through each other, and no event tells of it, nor does it wake anybody. Level geometry may have
   * several contacts with one shape, each with a normal of its own: this drops the one that is shown, and the others act.
   */
  disable(): void {
    this.require('disable')
    this.acts = false
  }

  /**
   * Its rows before this step is solved, with the impulses of the step before: a normal for each point, the tangents, the twist. What has been
   * changed counts: the bounds of friction follow `staticFriction`. A fast body that is about to be stopped has no impulses.
   */
  readRows(): ContactRow[] {
    this.require('readRows')
    const { body } = this.state.shapes.columns
    const { normalForce } = this.state.contacts.columns
    const points = this.points.map(({ position, depth }, i) => {
      return { position, depth, force: this.row < 0 ? 0 : normalForce[this.row * 4 + i] }
    })
    const bodies = { bodyA: body[this.a], bodyB: body[this.b] }
    const friction = this.staticFriction
    return readContactRows(this.state, { ...bodies, normal: this.normal, points, contact: this.row, friction, flipped: false })
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
  openWheel(slot: number, shape: number): void {
    const { state } = this
    const { values, changed } = state.vehicleList
    const at = slot * CHANGE_STRIDE
    const chassis = chassisOf(state, Math.floor(slot / MAX_WHEELS))
    this.begin(-1, state.bodies.columns.firstShape[chassis] - 1, shape, values, at)
    this.slot = slot
    changed[slot] = 0
    const material = this.materialUnder()
    tyreFriction(state, slot, shape, material, values, at + NEW_FRICTION)
    values[at + NEW_STATIC_FRICTION] = values[at + NEW_FRICTION]
    for (let k = 0; k < 3; k++) values[at + NEW_VELOCITY + k] = 0
    this.addBelt(surfaceOfMaterial(state, material, 1, shape), 1, shape, -1)
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
    this.slot = -1
    this.a = a
    this.b = b
    this.values = values
    this.at = at
    const first = this.surface(0, a)
    const second = this.surface(1, b)
    const [ofA, ofB] = surfaceRow
    combineFriction(first, ofA, second, ofB, values, at + NEW_FRICTION)
    values[at + NEW_STATIC_FRICTION] = values[at + NEW_FRICTION]
    combineStaticFriction(first, ofA, second, ofB, values, at + NEW_STATIC_FRICTION)
    combineRestitution(first, ofA, second, ofB, values, at + NEW_RESTITUTION)
    values[at + NORMAL_SPEED] = 0
    for (let k = 0; k < 3; k++) values[at + NEW_VELOCITY + k] = 0
    this.addBelt(first, 0, a, 1)
    this.addBelt(second, 1, b, -1)
  }

  /** The material that the wheel at hand stands on. */
  private materialUnder(): number {
    return materialAt(this.state, this.b, this.state.vehicles.columns.groundPoint, this.slot * 3)
  }

  /** The surface of a side; its row goes to `surfaceRow`. */
  private surface(side: number, shape: number): ContactSurface {
    if (this.row >= 0) return surfaceOf(this.state, this.row, side, shape)
    surfaceRow[side] = shape
    return this.state.shapes.columns
  }

  /** The row of the surface is in `surfaceRow`. */
  private addBelt(surface: ContactSurface, side: number, shape: number, sign: number): void {
    if (!surfaceMoves(this.state, surface, side)) return
    const { surfaceVelocity: own } = surface
    const v = surfaceRow[side] * 3
    quatRotate(this.state.bodies.columns.q, this.state.shapes.columns.body[shape] * 4, own[v], own[v + 1], own[v + 2], belt, 0)
    for (let k = 0; k < 3; k++) this.values[this.at + NEW_VELOCITY + k] += sign * belt[k]
  }

  private triangle(field: string, side: number, shape: number): number {
    this.require(field)
    const { kind, hull } = this.state.shapes.columns
    if (kind[shape] < LEVEL || (this.row < 0 && (this.slot < 0 || side === 0))) return -1
    if (this.slot >= 0) {
      const piece = pieceNear(this.state, shape, this.state.vehicles.columns.groundPoint, this.slot * 3)
      return piece < 0 ? -1 : asLevel(this.state.hulls[hull[shape]]).sourceOf(piece)
    }
    return asLevel(this.state.hulls[hull[shape]]).sourceOf(this.state.contacts.columns.piece[2 * this.row + side])
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
    else if (this.slot >= 0) this.state.vehicleList.changed[this.slot] = 1
  }

  private require(field: string): void {
    if (this.isOpen) return
    throw new PhysicsError('stale-handle', `contact.${field}`, this, 'is used after world.onContact has returned. Read what you need inside it.')
  }
}
