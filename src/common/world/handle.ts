/**
 * What every handle is: the number of a row in a world, and what its user keeps with it. Handles are frozen: what is set on one and is no property
 * of it is a mistake, and so is another number or world.
 */

import { PhysicsError } from '../errors.ts'
import type { HandleOwner, Labelled } from './handle-owner.ts'

/** What users hold of something in a world. */
export abstract class Handle<World> implements Labelled {
  /** Stable number, never reused while the world lives. */
  readonly id: number
  /** The world it belongs to. */
  readonly world: World
  /** @internal */
  protected readonly state: object
  /** @internal */
  protected readonly owner: HandleOwner
  /** @internal */
  private readonly label: { value: unknown } = { value: undefined }

  /** Handles are made by their world. */
  protected constructor(owner: HandleOwner, id: number) {
    if (typeof owner?.jointsOf !== 'function') {
      const name = Object.prototype.toString.call(this).slice('[object '.length, -1)
      const advice = 'belongs to no world. Ask one for it: world.createBody, createHingeJoint and the like.'
      throw new PhysicsError('foreign-handle', `new ${name}`, owner, advice)
    }
    this.world = owner.world as World
    this.state = owner.state
    this.owner = owner
    this.id = id
  }

  /** Anything you like; the engine does not look at it. */
  get userData(): unknown {
    return this.label.value
  }

  set userData(value: unknown) {
    this.label.value = value
  }
}
