/**
 * What handles on bodies have in common in two and three dimensions: everything that is no place and no direction.
 */

import { requireType, TYPE_NAMES, type BodyType } from '../store/body-types.ts'
import { requireNonNegative, requireSized, requireMass } from '../bounds.ts'
import { CAN_SLEEP, CHARACTER, DYNAMIC, ENABLED, GIVEN_MASS, QUARANTINED, STATIC } from '../store/column-codes.ts'
import { PhysicsError, requireBoolean } from '../errors.ts'
import { requireIdle, requireRow } from '../memory/handles.ts'
import { isCurrent } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { disableBody, leaveRing } from '../store/body-store.ts'
import { putToSleep, stopBody, tieSleepers, wakeRing } from '../islands/sleep.ts'
import { sleepPairsOfSleepers } from '../store/pair-rows.ts'
import type { BodyIndex, ShapeIndex, WorldTables } from '../store/world-tables.ts'
import { Handle } from './handle.ts'
import type { Labelled } from './handle-owner.ts'
import { seenOf, type HandleJson } from './handle-json.ts'

/** A shape, as far as its weight goes. */
interface Weighing extends Labelled {
  /** kg/m³, in 2D kg/m². */
  readonly density: number
}

interface BodyWorld extends WorldTables {
  readonly bodies: Table<BodyIndex & { linearDamping: Float64Array; angularDamping: Float64Array }>
  readonly shapes: Table<ShapeIndex & { density: Float64Array }>
}

/** What users hold of a body, but for places and directions. */
export abstract class BodyHandle<World, Shape extends Labelled, Joint, Definition extends Weighing> extends Handle<World> {
  /** @internal */
  declare protected readonly state: BodyWorld

  /**
   * What `JSON.stringify` writes: id, type, pose, velocities, mass, whether it is awake, and its shapes by their ids; of one that is gone, its id
   * and that it is.
   */
  toJSON(): HandleJson {
    return seenOf(this, ['type', 'position', 'rotation', 'linearVelocity', 'angularVelocity', 'mass', 'isAwake', 'shapes'])
  }

  /** What errors call it. */
  get [Symbol.toStringTag](): string {
    return 'Body'
  }

  /** The joints that hold this body, in the order of `world.joints`. */
  joints(): Joint[] {
    return this.owner.jointsOf(this.row()) as Joint[]
  }

  /**
   * Does it belong to the world of these tables?
   * @internal
   */
  isOf(state: object): boolean {
    return this.state === state
  }

  /** False once the body was destroyed. */
  get isValid(): boolean {
    return isCurrent(this.state.bodies, this.id)
  }

  /** How it takes part. A body that becomes static stops; one that becomes dynamic needs a mass. */
  get type(): BodyType {
    return TYPE_NAMES[this.state.bodies.columns.type[this.row()]]
  }

  set type(value: BodyType) {
    const row = this.edit('body.type')
    const type = requireType(value, 'body.type')
    const { state } = this
    const bodies = state.bodies.columns
    if (bodies.type[row] === type) return
    if ((bodies.flags[row] & CHARACTER) !== 0) {
      throw new PhysicsError('wrong-type', 'body.type', value, 'cannot be set: the body of a character is kinematic. Use a body of your own.')
    }
    this.checkType(row, type)
    const enabled = (bodies.flags[row] & ENABLED) !== 0
    if (type === DYNAMIC && !(bodies.mass[row] > 0) && bodies.firstShape[row] !== 0) {
      throw new PhysicsError('degenerate', 'body.mass', 0, 'of a dynamic body must be above 0. Set body.mass, or a density, first.')
    }
    if (bodies.type[row] !== STATIC) wakeRing(state, row)
    disableBody(state, row)
    bodies.type[row] = type
    if (type === DYNAMIC) this.refreshMass(row)
    else this.derive(row)
    if (type === STATIC) stopBody(state, row)
    if (!enabled) return
    this.enterBroadPhase(row)
    wakeRing(state, row)
  }

  /** Mass, kg. Setting it scales the inertia along; `null` goes back to the shapes' densities. */
  get mass(): number {
    return this.state.bodies.columns.mass[this.row()]
  }

  set mass(value: number | null) {
    const row = this.edit('body.mass')
    const bodies = this.state.bodies.columns
    if (value === null) {
      if (bodies.type[row] === DYNAMIC && bodies.firstShape[row] !== 0 && !this.weighs(row)) {
        throw new PhysicsError('degenerate', 'body.mass', null, 'leaves it to shapes that weigh nothing. Give a shape a density above 0 first.')
      }
      bodies.flags[row] &= ~GIVEN_MASS
    } else {
      bodies.mass[row] = requireMass(value, 'body.mass')
      bodies.flags[row] |= GIVEN_MASS
    }
    this.refreshMass(row)
    this.wake()
  }

  /** Damping of motion, 1/s: speed decays as exp(−damping × t). */
  get linearDamping(): number {
    return this.state.bodies.columns.linearDamping[this.row()]
  }

  set linearDamping(value: number) {
    const row = this.edit('body.linearDamping')
    this.state.bodies.columns.linearDamping[row] = requireNonNegative(value, 'body.linearDamping')
    this.wake()
  }

  /** Damping of turning, 1/s: spin decays as exp(−damping × t). */
  get angularDamping(): number {
    return this.state.bodies.columns.angularDamping[this.row()]
  }

  set angularDamping(value: number) {
    const row = this.edit('body.angularDamping')
    this.state.bodies.columns.angularDamping[row] = requireNonNegative(value, 'body.angularDamping')
    this.wake()
  }

  /** Factor on the world's gravity: 0 floats, below 0 rises. */
  get gravityScale(): number {
    return this.state.bodies.columns.gravityScale[this.row()]
  }

  set gravityScale(value: number) {
    const row = this.edit('body.gravityScale')
    this.state.bodies.columns.gravityScale[row] = requireSized(value, 'body.gravityScale')
    this.wake()
  }

  /** A disabled body keeps its data but takes no part: no motion, no contacts, no queries. */
  get enabled(): boolean {
    return (this.state.bodies.columns.flags[this.row()] & ENABLED) !== 0
  }

  set enabled(value: boolean) {
    const row = this.edit('body.enabled')
    requireBoolean(value, 'body.enabled')
    const { state } = this
    const bodies = state.bodies.columns
    if (value === ((bodies.flags[row] & ENABLED) !== 0)) return
    if (!value) {
      if (bodies.type[row] !== STATIC) wakeRing(state, row)
      disableBody(state, row)
      bodies.flags[row] &= ~ENABLED
      return
    }
    bodies.flags[row] = (bodies.flags[row] | ENABLED) & ~QUARANTINED
    this.enterBroadPhase(row)
    if (bodies.type[row] !== STATIC) wakeRing(state, row)
  }

  /** True if numbers went bad and the body was switched off; setting `enabled = true` brings it back. */
  get isQuarantined(): boolean {
    return (this.state.bodies.columns.flags[this.row()] & QUARANTINED) !== 0
  }

  /** May it fall asleep? Switching it off wakes it. */
  get canSleep(): boolean {
    return (this.state.bodies.columns.flags[this.row()] & CAN_SLEEP) !== 0
  }

  set canSleep(value: boolean) {
    const row = this.edit('body.canSleep')
    requireBoolean(value, 'body.canSleep')
    const { flags } = this.state.bodies.columns
    flags[row] = value ? flags[row] | CAN_SLEEP : flags[row] & ~CAN_SLEEP
    if (!value) this.wake()
  }

  /** Is it awake? Static bodies never are. */
  get isAwake(): boolean {
    return this.state.bodies.columns.awake[this.row()] === 1
  }

  /** Wakes the body and everything that sleeps with it. */
  wake(): void {
    const row = this.edit('body.wake')
    if (this.state.bodies.columns.type[row] !== STATIC) wakeRing(this.state, row)
  }

  /** Puts this body to sleep until something touches or changes it. */
  sleep(): void {
    const row = this.edit('body.sleep')
    if (this.state.bodies.columns.type[row] !== DYNAMIC) return
    leaveRing(this.state.bodies.columns.sleepNext, row)
    putToSleep(this.state, row)
    tieSleepers(this.state, row)
    sleepPairsOfSleepers(this.state, false)
  }

  /** The body's shapes in the order they were added. */
  get shapes(): readonly Shape[] {
    const row = this.row()
    const shapes: Shape[] = []
    const { nextOfBody } = this.state.shapes.columns
    for (let s = this.state.bodies.columns.firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) shapes.push(this.owner.shapes.ofRow(s) as Shape)
    return Object.freeze(shapes)
  }

  /** Adds a shape; the mass follows. Wakes the body. */
  addShape(definition: Definition): Shape {
    const row = this.edit('body.addShape')
    this.check(definition)
    const { type, flags } = this.state.bodies.columns
    if (type[row] === DYNAMIC && (flags[row] & GIVEN_MASS) === 0 && !(definition.density > 0) && !this.weighs(row)) {
      const advice = 'weighs nothing, and so would the body. Give it a density above 0, or give body.mass first.'
      throw new PhysicsError('degenerate', 'body.addShape', definition, advice)
    }
    const shape = this.createShape(row, definition)
    this.refreshMass(row)
    this.enterBroadPhase(row)
    this.wake()
    const handle = this.owner.shapes.ofRow(shape) as Shape
    handle.userData = definition.userData
    return handle
  }

  /** Removes one of its shapes; the mass follows. Removing it twice is harmless. */
  removeShape(shape: Shape): void {
    this.owner.destroyShape(shape as never, this as never)
  }

  /** @internal */
  protected row(): number {
    return requireRow(this.state.bodies, this.id, 'body')
  }

  /** @internal */
  protected edit(what: string): number {
    requireIdle(this.state, what)
    return this.row()
  }

  /** Has it a shape with a density? */
  private weighs(row: number): boolean {
    const { nextOfBody, density } = this.state.shapes.columns
    for (let s = this.state.bodies.columns.firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) if (density[s] > 0) return true
    return false
  }

  /**
   * Refuses what is no definition of a shape.
   * @internal
   */
  protected abstract check(definition: Definition): void
  /**
   * Puts a shape on the body; returns its row.
   * @internal
   */
  /** Throws if a shape of the body does not suit the type. */
  protected checkType(_row: number, _type: number): void {}

  /** @internal */
  protected abstract createShape(row: number, definition: Definition): number
  /** @internal */
  protected abstract refreshMass(row: number): void
  /** @internal */
  protected abstract derive(row: number): void
  /** @internal */
  protected abstract enterBroadPhase(row: number): void
}
