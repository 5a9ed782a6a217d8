/**
 * Forces and `advance`: forces that were applied before the call act in all of its steps, as if they had been applied before each. If the call
 * takes no step, they wait for the next one, and forces applied until then replace them: a force that is applied in every frame acts with its
 * own size, whatever the frame rate.
 */

import { wakeRing } from '../islands/sleep.ts'
import { handleOf, isCurrent, rowOfHandle } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { STALE_FORCE } from '../store/column-codes.ts'
import type { BodyIndex, WorldTables } from '../store/world-tables.ts'

export interface PushedBodies extends BodyIndex {
  force: Float64Array
  torque: Float64Array
}

export interface PushedWorld extends WorldTables {
  readonly bodies: Table<PushedBodies>
}

/** The forces on the bodies of one world at the start of an `advance`. */
export class HeldForces {
  private readonly handles: number[] = []
  private readonly values: number[] = []
  private count = 0

  /** Notes all forces. */
  hold(state: PushedWorld): void {
    const { alive, force, torque } = state.bodies.columns
    const linear = state.bodies.schema.force.width
    const angular = state.bodies.schema.torque.width
    this.count = 0
    for (let row = 0; row < state.bodies.count; row++) {
      if (alive[row] === 0 || !isPushed(state, row)) continue
      let at = this.count * (linear + angular)
      for (let k = 0; k < linear; k++) this.values[at++] = force[row * linear + k]
      for (let k = 0; k < angular; k++) this.values[at++] = torque[row * angular + k]
      this.handles[this.count++] = handleOf(state.bodies, row)
    }
  }

  /** Applies the noted forces once more, to the bodies that are still there. */
  apply(state: PushedWorld): void {
    const { force, torque } = state.bodies.columns
    const linear = state.bodies.schema.force.width
    const angular = state.bodies.schema.torque.width
    for (let i = 0; i < this.count; i++) {
      if (!isCurrent(state.bodies, this.handles[i])) continue
      const row = rowOfHandle(this.handles[i])
      let at = i * (linear + angular)
      for (let k = 0; k < linear; k++) force[row * linear + k] += this.values[at++]
      for (let k = 0; k < angular; k++) torque[row * angular + k] += this.values[at++]
      wakeRing(state, row)
    }
  }

  /** Nothing is noted. */
  forget(): void {
    this.count = 0
  }
}

function isPushed(state: PushedWorld, row: number): boolean {
  const { force, torque } = state.bodies.columns
  const linear = state.bodies.schema.force.width
  const angular = state.bodies.schema.torque.width
  for (let k = row * linear; k < (row + 1) * linear; k++) if (force[k] !== 0) return true
  for (let k = row * angular; k < (row + 1) * angular; k++) if (torque[k] !== 0) return true
  return false
}

/** An `advance` took no step: the forces of the moment are replaced by the next ones. */
export function markStale(state: PushedWorld): void {
  const { alive, flags } = state.bodies.columns
  for (let row = 0; row < state.bodies.count; row++) if (alive[row] === 1 && isPushed(state, row)) flags[row] |= STALE_FORCE
}

/** Before a force is applied: removes those from before an `advance` that took no step. */
export function dropStale(state: PushedWorld, row: number): void {
  const { flags, force, torque } = state.bodies.columns
  if ((flags[row] & STALE_FORCE) === 0) return
  const linear = state.bodies.schema.force.width
  const angular = state.bodies.schema.torque.width
  flags[row] &= ~STALE_FORCE
  force.fill(0, row * linear, (row + 1) * linear)
  torque.fill(0, row * angular, (row + 1) * angular)
}
