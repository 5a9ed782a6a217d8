/**
 * The part of a world that lists and removes joints, whatever kinds there are.
 */

import { HandleCache, requireIdle, requireRow } from '../memory/handles.ts'
import { isCurrent, rowOfHandle } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { WorldCore, type CoreBody, type CoreShape, type CoreState } from '../world/world-core.ts'
import { JointHandle } from './handles/joint-handle.ts'
import { destroyJointRow, destroyJointsOf } from '../store/joint-store.ts'
import type { JointStore, JointWorld } from './joint-world.ts'

interface CoreJoint {
  readonly id: number
  readonly isValid: boolean
  readonly world: object
  userData: unknown
}

export abstract class JointedWorld<
  State extends CoreState & JointWorld, Body extends CoreBody<Shape>, Shape extends CoreShape & { readonly body: Body }, Joint extends CoreJoint,
> extends WorldCore<State, Body, Shape> {
  protected readonly jointCache: HandleCache<Joint, JointStore>

  constructor(state: State) {
    super(state)
    const fits = (joint: Joint): boolean => !joint.isValid || joint.constructor === this.classOf(joint.id)
    const make = (id: number): Joint => new (this.classOf(id))(this as never, state, id)
    this.jointCache = new HandleCache(state.joints as Table<JointStore>, make, fits)
  }

  /** Removes a joint. Removing it twice is harmless. */
  destroyJoint(joint: Joint): void {
    requireIdle(this.state, 'world.destroyJoint')
    this.requireOwn(joint, JointHandle, 'joint', 'world.destroyJoint')
    if (!joint.isValid) return
    const row = requireRow(this.state.joints, joint.id, 'joint')
    destroyJointRow(this.state, row)
    this.jointCache.retire(row)
  }

  /** All joints, in the order of their rows. */
  get joints(): IterableIterator<Joint> {
    return this.iterateJoints()
  }

  get jointCount(): number {
    return this.state.globals.columns.jointCount[0]
  }

  /** The joints of a body. For the engine's own classes. */
  jointsOf(body: Body): Joint[] {
    const row = requireRow(this.state.bodies, body.id, 'body')
    const { alive, bodyA, bodyB } = this.state.joints.columns
    const found: Joint[] = []
    for (let j = 0; j < this.state.joints.count; j++) {
      if (alive[j] === 1 && (bodyA[j] === row || bodyB[j] === row)) found.push(this.jointCache.ofRow(j))
    }
    return found
  }

  /** What users hold of joints of a kind; −1 = of one that is no more. */
  protected abstract jointClass(kind: number): new (world: never, state: State, id: number) => Joint

  protected override destroyJointsOfRow(body: number): void {
    destroyJointsOf(this.state, body, (row) => this.jointCache.retire(row))
  }

  /** Makes a joint: `write` puts it into the table; `name` is the call, for errors. */
  protected joint<Definition extends { userData?: unknown }, Handle extends Joint>(
    name: string, definition: Definition, write: (state: State, definition: Definition) => number,
  ): Handle {
    requireIdle(this.state, `world.${name}`)
    const joint = this.jointCache.ofRow(write(this.state, definition)) as Handle
    joint.userData = definition.userData
    return joint
  }

  private classOf(id: number): new (world: never, state: State, id: number) => Joint {
    const { joints } = this.state
    return this.jointClass(isCurrent(joints, id) ? joints.columns.kind[rowOfHandle(id)] : -1)
  }

  private *iterateJoints(): IterableIterator<Joint> {
    // The table may grow or shrink between two joints.
    for (let row = 0; row < this.state.joints.count; row++) if (this.state.joints.columns.alive[row] === 1) yield this.jointCache.ofRow(row)
  }
}
