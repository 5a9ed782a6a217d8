/**
 * The part of the world that makes, lists and removes joints.
 */

import type { Body } from './body.ts'
import { HandleCache, requireRow } from './handles.ts'
import { Joint } from './joints/joint.ts'
import type { JointColumns } from './joints/joint-table.ts'
import { WorldQueries } from './queries/world-queries.ts'
import type { World } from './world.ts'
import type { WorldState } from './world-state.ts'

export abstract class WorldJoints extends WorldQueries {
  protected readonly jointCache: HandleCache<Joint, JointColumns>

  constructor(state: WorldState) {
    super(state)
    this.jointCache = new HandleCache(state.joints, (id) => new Joint(this as unknown as World, state, id))
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

  protected override destroyJointsOfRow(_body: number): void {}

  private *iterateJoints(): IterableIterator<Joint> {
    // The table may grow or shrink between two joints.
    for (let row = 0; row < this.state.joints.count; row++) if (this.state.joints.columns.alive[row] === 1) yield this.jointCache.ofRow(row)
  }
}
