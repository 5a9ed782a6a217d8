/**
 * The world: what users make, fill, step and ask. Holds no mathematics: it checks arguments and calls what does the work. Stepping, settings
 * and snapshots are in `common/world/world-core.ts`, queries and joints in the classes between.
 */

import { requireIdle } from '../../common/memory/handles.ts'
import { SnapshotCodec } from '../../common/memory/snapshot.ts'
import { clockOf, type CoreOptions } from '../../common/world/world-core.ts'
import { Body } from './body.ts'
import { writeBody, type BodyDefinition } from './body-definition.ts'
import { readContacts } from './read-contacts.ts'
import { refreshMass } from '../store/body-store.ts'
import { JointTypeRegistry } from '../../common/memory/joint-type-registry.ts'
import { readVec2, writeVec2, type Vec2 } from '../math/types.ts'
import { step } from '../step/step.ts'
import { readInterpolated, readPoses } from './poses.ts'
import { rebuild } from '../store/restore.ts'
import { Shape } from './shape.ts'
import { WorldEvents } from './events.ts'
import { WorldJoints } from './world-joints.ts'
import { WorldState } from '../store/world-state.ts'

export type { GuardCounts } from '../../common/world/guards.ts'
export type { WorldStats } from '../../common/world/world-core.ts'

export interface WorldOptions extends CoreOptions {
  /** m/s². Default 0, −9.81. */
  gravity?: Vec2
}

export class World extends WorldJoints {
  /** What happened in the last step. */
  readonly events: WorldEvents

  constructor(options: WorldOptions = {}) {
    super(new WorldState(clockOf(options)))
    this.events = new WorldEvents(this.state.events, this.bodyCache, this.shapeCache, this.jointCache)
    if (options.gravity !== undefined) this.gravity = options.gravity
    this.setOptions(options)
  }

  /** m/s². Setting it wakes everything. */
  get gravity(): Vec2 {
    return writeVec2(this.state.globals.columns.gravity, 0, { x: 0, y: 0 })
  }

  set gravity(value: Vec2) {
    requireIdle(this.state, 'world.gravity')
    readVec2(value, 'world.gravity', this.state.globals.columns.gravity, 0)
    this.wakeAll()
  }

  /** Adds a body. A definition that is refused leaves the world as it was. */
  createBody(definition: BodyDefinition = {}): Body {
    requireIdle(this.state, 'world.createBody')
    const row = writeBody(this.state, definition)
    const body = this.bodyCache.ofRow(row)
    body.userData = definition.userData
    const shapes = body.shapes
    definition.shapes?.flat().forEach((shape, i) => (shapes[i].userData = shape.userData))
    return body
  }

  /** Poses of all bodies: x y, angle. Returns how many bodies there are; fills as many as fit. */
  readPoses(out: Float64Array): number {
    return readPoses(this.state, out)
  }

  /** The same, blended between the last two steps by `alpha`. */
  readInterpolatedPoses(out: Float64Array): number {
    return readInterpolated(this.state, out, this.alpha)
  }

  /** Contact points of the last step: x y, normal, depth, impulse. Returns how many; fills as many as fit. */
  readContacts(out: Float64Array): number {
    return readContacts(this.state, out)
  }

  protected override makeBody(id: number): Body {
    return new Body(this, this.state, id)
  }

  protected override makeShape(id: number): Shape {
    return new Shape(this, this.state, id)
  }

  protected override makeCodec(): SnapshotCodec {
    return new SnapshotCodec(this.state.memory, this.state.polygonRegistry, ['shapeA', 'shapeB'], new JointTypeRegistry(this.state.jointKinds))
  }

  protected override runStep(): void {
    step(this.state)
  }

  protected override refreshMass(row: number): void {
    refreshMass(this.state, row)
  }

  protected override rebuild(redefined: boolean, relinked: boolean): void {
    rebuild(this.state, redefined, relinked)
  }
}
