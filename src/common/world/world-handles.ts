/**
 * The objects users hold of a world's bodies, shapes and joints: one for each row, made when it is first asked for. Lists them, checks that they
 * are of this world, and takes what they stand for out of it.
 */

import { isMadeBy, PhysicsError, requireFinite } from '../errors.ts'
import { JointHandle } from '../joints/handles/joint-handle.ts'
import type { JointStore, JointWorld } from '../joints/joint-world.ts'
import { closedTo, HandleCache, labelOf, requireIdle, requireRow, type Handle } from '../memory/handles.ts'
import { isCurrent, rowOfHandle } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { destroyBodyRow, destroyShapeRow } from '../store/body-store.ts'
import { destroyJointRow, destroyJointsOf } from '../store/joint-store.ts'
import type { BodyIndex, ShapeIndex } from '../store/world-tables.ts'
import { BodyHandle } from './body-handle.ts'
import type { HandleOwner } from './handle-owner.ts'
import { ShapeHandle } from './shape-handle.ts'

/** A class of handles. Their constructors are closed to users, so this says no more of it. */
export interface HandleClass<T> {
  readonly prototype: T
}

/** What differs with the dimension. */
export interface HandleKinds<State, Body, Shape, Joint> {
  readonly body: HandleClass<Body>
  readonly shape: HandleClass<Shape>
  /** The class of joints of a kind; −1 = of one that is no more. */
  jointClass(kind: number, state: State): HandleClass<Joint>
  /** Brings a body's mass up to date with its shapes. */
  refreshMass(state: State, row: number): void
  /** Brings its extent up to date, and leaves its mass. */
  refreshExtent(state: State, row: number): void
}

interface AnyHandle extends Handle {
  readonly isValid: boolean
  readonly world: unknown
  userData: unknown
}

interface AnyShape<Body> extends AnyHandle {
  readonly body: Body
  readonly density: number
}

interface AnyBody<Shape> extends AnyHandle {
  readonly shapes: readonly Shape[]
  wake(): void
}

interface HandleState extends JointWorld {
  readonly inStep: boolean
}

export class WorldHandles<State extends HandleState, Body extends AnyBody<Shape>, Shape extends AnyShape<Body>, Joint extends AnyHandle>
  implements HandleOwner {
  readonly world: object
  readonly state: State
  readonly bodies: HandleCache<Body, BodyIndex>
  readonly shapes: HandleCache<Shape, ShapeIndex>
  readonly joints: HandleCache<Joint, JointStore>
  private readonly kinds: HandleKinds<State, Body, Shape, Joint>

  constructor(world: object, state: State, kinds: HandleKinds<State, Body, Shape, Joint>) {
    this.world = world
    this.state = state
    this.kinds = kinds
    this.bodies = new HandleCache(state.bodies as Table<BodyIndex>, (id) => this.make(kinds.body, id))
    this.shapes = new HandleCache(state.shapes as Table<ShapeIndex>, (id) => this.make(kinds.shape, id))
    const fits = (joint: Joint): boolean => !joint.isValid || (joint as object).constructor === this.jointClass(joint.id)
    this.joints = new HandleCache(state.joints as Table<JointStore>, (id) => this.make(this.jointClass(id), id), fits)
  }

  /** All live bodies, rows ascending. */
  *listBodies(): IterableIterator<Body> {
    const { bodies } = this.state
    // The table may grow or shrink between two bodies.
    for (let row = 0; row < bodies.count; row++) if (bodies.columns.alive[row] === 1) yield this.bodies.ofRow(row)
  }

  /** All live joints, rows ascending. */
  *listJoints(): IterableIterator<Joint> {
    const { joints } = this.state
    for (let row = 0; row < joints.count; row++) if (joints.columns.alive[row] === 1) yield this.joints.ofRow(row)
  }

  /** The live body with this id, or null. */
  bodyById(id: number): Body | null {
    requireFinite(id, 'world.bodyById')
    return isCurrent(this.state.bodies, id) ? this.bodies.ofHandle(id) : null
  }

  /** The joints of the body at a row. */
  jointsOf(row: number): Joint[] {
    const { alive, bodyA, bodyB } = this.state.joints.columns
    const found: Joint[] = []
    for (let j = 0; j < this.state.joints.count; j++) {
      if (alive[j] === 1 && (bodyA[j] === row || bodyB[j] === row)) found.push(this.joints.ofRow(j))
    }
    return found
  }

  /** Makes a joint: `write` checks the definition and puts it into the table; `name` is the call, for errors. */
  createJoint<Definition extends { userData?: unknown }, Kind extends Joint>(
    name: string, definition: Definition, write: (state: State, definition: Definition) => number,
  ): Kind {
    requireIdle(this.state, `world.${name}`)
    const userData = labelOf(definition)
    const joint = this.joints.ofRow(closedTo(this.state, () => write(this.state, definition))) as Kind
    joint.userData = userData
    return joint
  }

  destroyBody(body: Body): void {
    requireIdle(this.state, 'world.destroyBody')
    this.requireOwn(body, BodyHandle, 'Body', 'world.destroyBody')
    if (!body.isValid) return
    const row = requireRow(this.state.bodies, body.id, 'body')
    for (const shape of body.shapes) this.shapes.retire(requireRow(this.state.shapes, shape.id, 'shape'))
    destroyJointsOf(this.state, row, (joint) => this.joints.retire(joint))
    destroyBodyRow(this.state, row)
    this.bodies.retire(row)
  }

  /** `owner`: the body that was asked to remove it. */
  destroyShape(shape: Shape, owner?: Body): void {
    requireIdle(this.state, 'world.destroyShape')
    this.requireOwn(shape, ShapeHandle, 'Shape', 'world.destroyShape')
    if (!shape.isValid) return
    const row = requireRow(this.state.shapes, shape.id, 'shape')
    const body = shape.body
    if (owner !== undefined && owner !== body) {
      throw new PhysicsError('foreign-handle', 'body.removeShape', shape, 'is a shape of another body. Call removeShape on shape.body.')
    }
    const bodyRow = requireRow(this.state.bodies, body.id, 'body')
    body.wake()
    destroyShapeRow(this.state, row)
    this.shapes.retire(row)
    if (body.shapes.some((s) => s.density > 0) || body.shapes.length === 0) this.kinds.refreshMass(this.state, bodyRow)
    else this.kinds.refreshExtent(this.state, bodyRow)
  }

  destroyJoint(joint: Joint): void {
    requireIdle(this.state, 'world.destroyJoint')
    this.requireOwn(joint, JointHandle, 'joint', 'world.destroyJoint')
    if (!joint.isValid) return
    const row = requireRow(this.state.joints, joint.id, 'joint')
    destroyJointRow(this.state, row)
    this.joints.retire(row)
  }

  private make<T>(type: HandleClass<T>, id: number): T {
    return Object.freeze(new (type as unknown as new (owner: HandleOwner, id: number) => T)(this as HandleOwner, id))
  }

  private jointClass(id: number): HandleClass<Joint> {
    const { joints } = this.state
    return this.kinds.jointClass(isCurrent(joints, id) ? joints.columns.kind[rowOfHandle(id)] : -1, this.state)
  }

  /** `type` is a class of handles and `name` what users call it. */
  private requireOwn(handle: AnyHandle, type: { readonly prototype: object }, name: string, field: string): void {
    if (!isMadeBy(handle, type)) {
      throw new PhysicsError('wrong-type', field, handle, `must be a ${name} of this world.`)
    }
    if (handle.world !== this.world) {
      throw new PhysicsError('foreign-handle', field, handle, 'belongs to another world. Use the world that made it.')
    }
  }
}
