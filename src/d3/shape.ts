/**
 * The shape users hold: a thin handle on a row of the shape table. Geometry is fixed for life; the surface can be changed at any time.
 */

import { requireRule, ruleName, type CombineRule } from '../common/combine-rules.ts'
import { requireBits, requireBoolean, requireNonNegative, requireObject, requireRange } from '../common/errors.ts'
import { isCurrent } from '../common/ids.ts'
import { STATIC } from './bodies.ts'
import type { Body } from './body.ts'
import { refreshMass } from './creating.ts'
import { requireIdle, requireRow } from './handles.ts'
import { readVec3, writeQuat, writeVec3, type Quat, type Vec3 } from './math/types.ts'
import { removePairsOf } from './removing.ts'
import type { CollisionFilter } from './shape-definition.ts'
import { PERSIST_EVENTS, SENSOR, SURFACE_MOVES } from './shapes.ts'
import { BOX, CAPSULE, SHAPE_KIND_NAMES, SPHERE, type ShapeKindName } from './shapes/shape-kinds.ts'
import { wakeRing, wakeTouching } from './sleeping.ts'
import type { World } from './world.ts'
import type { WorldState } from './world-state.ts'

const vector = new Float64Array(3)

export class Shape {
  /** Stable number, never reused while the world lives. */
  readonly id: number
  readonly world: World
  /** Anything you like; the engine does not look at it. */
  userData: unknown
  private readonly state: WorldState

  /** Shapes are made by `world.createBody` and `body.addShape`. */
  constructor(world: World, state: WorldState, id: number) {
    this.world = world
    this.state = state
    this.id = id
  }

  /** False once the shape or its body was destroyed. */
  get isValid(): boolean {
    return isCurrent(this.state.shapes, this.id)
  }

  get body(): Body {
    return this.world.bodyOfRow(this.state.shapes.columns.body[this.row()])
  }

  get kind(): ShapeKindName {
    return SHAPE_KIND_NAMES[this.state.shapes.columns.kind[this.row()]]
  }

  /** Of spheres and capsules; 0 otherwise. */
  get radius(): number {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return kind[row] === SPHERE || kind[row] === CAPSULE ? size[row * 4] : 0
  }

  /** Of capsules: half the distance between the caps' centres; 0 otherwise. */
  get halfLength(): number {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return kind[row] === CAPSULE ? size[row * 4 + 1] : 0
  }

  /** Of boxes; null otherwise. */
  get halfExtents(): Vec3 | null {
    const row = this.row()
    const { kind, size } = this.state.shapes.columns
    return kind[row] === BOX ? writeVec3(size, row * 4, { x: 0, y: 0, z: 0 }) : null
  }

  /** Of hulls: its corners, x y z in a row, in the shape's frame; null otherwise. A copy. */
  get points(): Float64Array | null {
    const index = this.state.shapes.columns.hull[this.row()]
    return index < 0 ? null : this.state.hulls[index].vertices.slice()
  }

  /** Of hulls: corners of each face, counter-clockwise from outside; null otherwise. */
  get faces(): number[][] | null {
    const index = this.state.shapes.columns.hull[this.row()]
    if (index < 0) return null
    const { faceCount, faceStart, faceVertices } = this.state.hulls[index]
    const faces: number[][] = []
    for (let f = 0; f < faceCount; f++) faces.push(Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1])))
    return faces
  }

  /** Place in the body's frame. */
  get localPosition(): Vec3 {
    return writeVec3(this.state.shapes.columns.localPosition, this.row() * 3, { x: 0, y: 0, z: 0 })
  }

  get localRotation(): Quat {
    return writeQuat(this.state.shapes.columns.localRotation, this.row() * 4, { x: 0, y: 0, z: 0, w: 1 })
  }

  get friction(): number {
    return this.state.shapes.columns.friction[this.row()]
  }

  set friction(value: number) {
    this.write(this.state.shapes.columns.friction, requireNonNegative(value, 'shape.friction'), 'shape.friction')
  }

  get restitution(): number {
    return this.state.shapes.columns.restitution[this.row()]
  }

  set restitution(value: number) {
    this.write(this.state.shapes.columns.restitution, requireRange(value, 0, 1, 'shape.restitution'), 'shape.restitution')
  }

  get rollingResistance(): number {
    return this.state.shapes.columns.rolling[this.row()]
  }

  set rollingResistance(value: number) {
    this.write(this.state.shapes.columns.rolling, requireNonNegative(value, 'shape.rollingResistance'), 'shape.rollingResistance')
  }

  /** kg/m³. Setting it brings the body's mass up to date. */
  get density(): number {
    return this.state.shapes.columns.density[this.row()]
  }

  set density(value: number) {
    const before = this.density
    this.write(this.state.shapes.columns.density, requireNonNegative(value, 'shape.density'), 'shape.density')
    const row = this.row()
    try {
      refreshMass(this.state, this.state.shapes.columns.body[row])
    } catch (error) {
      this.state.shapes.columns.density[row] = before
      refreshMass(this.state, this.state.shapes.columns.body[row])
      throw error
    }
  }

  get surfaceVelocity(): Vec3 {
    return writeVec3(this.state.shapes.columns.surfaceVelocity, this.row() * 3, { x: 0, y: 0, z: 0 })
  }

  set surfaceVelocity(value: Vec3) {
    const row = this.edit('shape.surfaceVelocity')
    readVec3(value, 'shape.surfaceVelocity', vector, 0)
    const { surfaceVelocity, flags } = this.state.shapes.columns
    surfaceVelocity.set(vector, row * 3)
    const moves = vector[0] !== 0 || vector[1] !== 0 || vector[2] !== 0
    flags[row] = moves ? flags[row] | SURFACE_MOVES : flags[row] & ~SURFACE_MOVES
    wakeTouching(this.state, row)
  }

  get frictionCombine(): CombineRule {
    return ruleName(this.state.shapes.columns.frictionCombine[this.row()])
  }

  set frictionCombine(value: CombineRule) {
    this.write(this.state.shapes.columns.frictionCombine, requireRule(value, 'shape.frictionCombine'), 'shape.frictionCombine')
  }

  get restitutionCombine(): CombineRule {
    return ruleName(this.state.shapes.columns.restitutionCombine[this.row()])
  }

  set restitutionCombine(value: CombineRule) {
    this.write(this.state.shapes.columns.restitutionCombine, requireRule(value, 'shape.restitutionCombine'), 'shape.restitutionCombine')
  }

  get filter(): Required<CollisionFilter> {
    const row = this.row()
    const { category, mask } = this.state.shapes.columns
    return { category: category[row] >>> 0, mask: mask[row] >>> 0 }
  }

  set filter(value: CollisionFilter) {
    const row = this.edit('shape.filter')
    requireObject(value, 'shape.filter')
    const category = requireBits(value.category ?? 1, 'shape.filter.category')
    const mask = requireBits(value.mask ?? 0xffffffff, 'shape.filter.mask')
    this.state.shapes.columns.category[row] = category
    this.state.shapes.columns.mask[row] = mask
    this.meetAnew(row)
  }

  get sensor(): boolean {
    return (this.state.shapes.columns.flags[this.row()] & SENSOR) !== 0
  }

  set sensor(value: boolean) {
    const row = this.edit('shape.sensor')
    this.setFlag(row, SENSOR, requireBoolean(value, 'shape.sensor'))
    this.meetAnew(row)
  }

  /** Report contacts that persist, too. */
  get contactEvents(): boolean {
    return (this.state.shapes.columns.flags[this.row()] & PERSIST_EVENTS) !== 0
  }

  set contactEvents(value: boolean) {
    const row = this.edit('shape.contactEvents')
    this.setFlag(row, PERSIST_EVENTS, requireBoolean(value, 'shape.contactEvents'))
    this.meetAnew(row)
  }

  private row(): number {
    return requireRow(this.state.shapes, this.id, 'shape')
  }

  private edit(what: string): number {
    requireIdle(this.state, what)
    return this.row()
  }

  private write(column: Float64Array | Uint8Array, value: number, what: string): void {
    const row = this.edit(what)
    column[row] = value
    wakeTouching(this.state, row)
  }

  private setFlag(row: number, bit: number, on: boolean): void {
    const { flags } = this.state.shapes.columns
    flags[row] = on ? flags[row] | bit : flags[row] & ~bit
  }

  /** Ends this shape's pairs and lets the broad phase find them again under the new rules. */
  private meetAnew(row: number): void {
    const body = this.state.shapes.columns.body[row]
    removePairsOf(this.state, body, row)
    this.state.broadPhase.touch(row)
    if (this.state.bodies.columns.type[body] !== STATIC) wakeRing(this.state, body)
  }
}
