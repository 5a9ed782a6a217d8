/**
 * What handles on shapes have in common in two and three dimensions: the surface and who meets it.
 */

import { FILTER_FIELDS, GROUP_SHIFT, requireGroup, type CollisionFilter } from '../store/collision-filter.ts'
import { requireNonNegative } from '../bounds.ts'
import { requireOptions } from '../options.ts'
import { PERSIST_EVENTS, SENSES_SENSORS, SENSOR, STATIC } from '../store/column-codes.ts'
import { requireRule, ruleName, type CombineRule } from '../store/combine-rules.ts'
import { requireBits, requireBoolean, requireRange } from '../errors.ts'
import { requireIdle, requireRow } from '../memory/handles.ts'
import { isCurrent } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { removePairsOf } from '../store/body-store.ts'
import { isStaticProxy } from '../store/sensors.ts'
import { wakeRing, wakeTouching } from '../islands/sleep.ts'
import type { PairFinder, ShapeIndex, WorldTables } from '../store/world-tables.ts'
import { Handle } from './handle.ts'
import { seenOf, type HandleJson } from './handle-json.ts'

interface Surface extends ShapeIndex {
  density: Float64Array
  friction: Float64Array
  staticFriction: Float64Array
  restitution: Float64Array
  rolling: Float64Array
  frictionCombine: Uint8Array
  restitutionCombine: Uint8Array
}

interface ShapeWorld extends WorldTables {
  readonly shapes: Table<Surface>
  readonly broadPhase: PairFinder & { touch(shape: number): void; setStatic(shape: number, isStatic: boolean): void }
}

/** What users hold of a shape, but for its geometry: the surface and who meets it. */
export abstract class ShapeHandle<World, Body> extends Handle<World> {
  /** @internal */
  declare protected readonly state: ShapeWorld

  /**
   * What `JSON.stringify` writes: id, kind, its body by its id, place on it, friction, restitution, whether it is a sensor; of one that is gone,
   * its id and that it is.
   */
  toJSON(): HandleJson {
    return seenOf(this, ['kind', 'body', 'localPosition', 'localRotation', 'friction', 'restitution', 'sensor'])
  }

  /** What errors call it. */
  get [Symbol.toStringTag](): string {
    return 'Shape'
  }

  /** False once the shape or its body was destroyed. */
  get isValid(): boolean {
    return isCurrent(this.state.shapes, this.id)
  }

  /** The body it is part of. */
  get body(): Body {
    return this.owner.bodies.ofRow(this.state.shapes.columns.body[this.row()]) as Body
  }

  /** Coulomb's coefficient: 0 is ice, 1 is rubber. */
  get friction(): number {
    return this.state.shapes.columns.friction[this.row()]
  }

  set friction(value: number) {
    this.write(this.state.shapes.columns.friction, requireNonNegative(value, 'shape.friction'), 'shape.friction')
  }

  /** The coefficient of surfaces that do not slide yet; at least `friction`. 0: none of its own. */
  get staticFriction(): number {
    const row = this.row()
    const { friction, staticFriction } = this.state.shapes.columns
    return Math.max(friction[row], staticFriction[row])
  }

  set staticFriction(value: number) {
    this.write(this.state.shapes.columns.staticFriction, requireNonNegative(value, 'shape.staticFriction'), 'shape.staticFriction')
  }

  /** Share of the speed kept in a bounce, 0 … 1. */
  get restitution(): number {
    return this.state.shapes.columns.restitution[this.row()]
  }

  set restitution(value: number) {
    this.write(this.state.shapes.columns.restitution, requireRange(value, 0, 1, 'shape.restitution'), 'shape.restitution')
  }

  /** Resistance to rolling, m: torque = this × normal force. */
  get rollingResistance(): number {
    return this.state.shapes.columns.rolling[this.row()]
  }

  set rollingResistance(value: number) {
    this.write(this.state.shapes.columns.rolling, requireNonNegative(value, 'shape.rollingResistance'), 'shape.rollingResistance')
  }

  /** kg/m³, in 2D kg/m². Setting it brings the body's mass up to date. */
  get density(): number {
    return this.state.shapes.columns.density[this.row()]
  }

  set density(value: number) {
    const row = this.edit('shape.density')
    const { density, body } = this.state.shapes.columns
    const before = density[row]
    density[row] = requireNonNegative(value, 'shape.density')
    try {
      this.refreshMass(body[row])
    } catch (error) {
      density[row] = before
      this.refreshMass(body[row])
      throw error
    }
    wakeTouching(this.state, row)
  }

  /** How its friction and that of another surface become the contact's. */
  get frictionCombine(): CombineRule {
    return ruleName(this.state.shapes.columns.frictionCombine[this.row()])
  }

  set frictionCombine(value: CombineRule) {
    this.write(this.state.shapes.columns.frictionCombine, requireRule(value, 'shape.frictionCombine'), 'shape.frictionCombine')
  }

  /** How its restitution and that of another surface become the contact's. */
  get restitutionCombine(): CombineRule {
    return ruleName(this.state.shapes.columns.restitutionCombine[this.row()])
  }

  set restitutionCombine(value: CombineRule) {
    this.write(this.state.shapes.columns.restitutionCombine, requireRule(value, 'shape.restitutionCombine'), 'shape.restitutionCombine')
  }

  /** Which shapes it collides with. Setting it ends its contacts and finds them anew. */
  get filter(): Readonly<Required<CollisionFilter>> {
    const row = this.row()
    const { category, mask, flags } = this.state.shapes.columns
    return Object.freeze({ category: category[row] >>> 0, mask: mask[row] >>> 0, group: flags[row] >> GROUP_SHIFT })
  }

  set filter(value: CollisionFilter) {
    const row = this.edit('shape.filter')
    requireOptions(value, FILTER_FIELDS, 'shape.filter')
    const category = requireBits(value.category ?? 1, 'shape.filter.category')
    const mask = requireBits(value.mask ?? 0xffffffff, 'shape.filter.mask')
    const group = requireGroup(value.group ?? 0, 'shape.filter.group')
    this.endPairs(row)
    const { category: categories, mask: masks, flags } = this.state.shapes.columns
    categories[row] = category
    masks[row] = mask
    flags[row] = (flags[row] & ((1 << GROUP_SHIFT) - 1)) | (group << GROUP_SHIFT)
    this.meetAnew(row)
  }

  /** Reports overlaps and pushes nothing? */
  get sensor(): boolean {
    return (this.state.shapes.columns.flags[this.row()] & SENSOR) !== 0
  }

  set sensor(value: boolean) {
    const row = this.edit('shape.sensor')
    requireBoolean(value, 'shape.sensor')
    this.endPairs(row)
    this.setFlag(row, SENSOR, value)
    this.state.sensorCount = -1
    this.state.broadPhase.setStatic(row, isStaticProxy(this.state, row))
    this.meetAnew(row)
  }

  /** As a sensor, does it sense other sensors, too? */
  get sensesSensors(): boolean {
    return (this.state.shapes.columns.flags[this.row()] & SENSES_SENSORS) !== 0
  }

  set sensesSensors(value: boolean) {
    const row = this.edit('shape.sensesSensors')
    requireBoolean(value, 'shape.sensesSensors')
    this.endPairs(row)
    this.setFlag(row, SENSES_SENSORS, value)
    this.meetAnew(row)
  }

  /** Are contacts that persist reported, too? */
  get contactEvents(): boolean {
    return (this.state.shapes.columns.flags[this.row()] & PERSIST_EVENTS) !== 0
  }

  set contactEvents(value: boolean) {
    const row = this.edit('shape.contactEvents')
    requireBoolean(value, 'shape.contactEvents')
    this.endPairs(row)
    this.setFlag(row, PERSIST_EVENTS, value)
    this.meetAnew(row)
  }

  /** @internal */
  protected row(): number {
    return requireRow(this.state.shapes, this.id, 'shape')
  }

  /** @internal */
  protected edit(what: string): number {
    requireIdle(this.state, what)
    return this.row()
  }

  /** @internal */
  protected abstract refreshMass(body: number): void

  private write(column: Float64Array | Uint8Array, value: number, what: string): void {
    const row = this.edit(what)
    column[row] = value
    wakeTouching(this.state, row)
  }

  /** @internal */
  protected setFlag(row: number, bit: number, on: boolean): void {
    const { flags } = this.state.shapes.columns
    flags[row] = on ? flags[row] | bit : flags[row] & ~bit
  }

  /** Ends this shape's pairs, under the rules that they began with. */
  private endPairs(row: number): void {
    removePairsOf(this.state, this.state.shapes.columns.body[row], row)
  }

  /** Lets the broad phase find this shape's pairs again under the new rules. */
  private meetAnew(row: number): void {
    const body = this.state.shapes.columns.body[row]
    this.state.broadPhase.touch(row)
    if (this.state.bodies.columns.type[body] !== STATIC) wakeRing(this.state, body)
  }
}
