/** Energy budget of islands: the index-only part of `energy-limiter.ts`. */

import type { Batches } from '../islands/batches.ts'
import type { Table } from '../memory/world-memory.ts'
import type { JointGroups } from './joint-groups.ts'

interface ImpulseColumns {
  impulse: Float64Array
}

interface EnergyWorld {
  readonly jointGroups: JointGroups
  readonly batches: Batches
  readonly joints: Table<{ row: Int32Array }>
  readonly jointRows: Table<ImpulseColumns & { scalarStart: Int32Array; scalarEnd: Int32Array }>
  readonly scalarRows: Table<ImpulseColumns>
  readonly contactRows: Table<{ flags: Uint8Array | Int32Array; island: Int32Array; bodyA: Int32Array; bodyB: Int32Array }>
}

/**
 * Marks driven islands: kinematic bodies, and surfaces that move (the bit `conveys`), give energy to the bodies they touch, which is not
 * accounted for.
 */
export function markDrivenIslands(state: EnergyWorld, batch: number, conveys: number): void {
  const { flags, island, bodyA, bodyB } = state.contactRows.columns
  const { unaccounted } = state.jointGroups
  const movable = state.batches.bodyStart[0]
  for (let r = state.batches.rowStart(batch); r < state.batches.rowEnd(batch); r++) {
    const driven = (bodyA[r] > 0 && bodyA[r] < movable) || (bodyB[r] > 0 && bodyB[r] < movable)
    if (driven || (flags[r] & conveys) !== 0) unaccounted[island[r]] = 1
  }
}

/**
 * Resets the impulses of groups that have run away: those that made too much energy are no warm start for the next substep. They are what
 * acted, though, and loads are read before. `rowsPerJoint` is the number of rigid rows a joint has room for.
 */
export function dropRunaway(state: EnergyWorld, batch: number, rowsPerJoint: number): void {
  const { batchStart, order, runaway } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    if (runaway[order[k]] === 0) continue
    resetImpulses(state, order[k], rowsPerJoint)
    runaway[order[k]] = 0
  }
}

/** Whether the impulses of joint row r are no warm start for the next step. */
export function isRunaway(state: EnergyWorld, r: number): boolean {
  const { groupOf, runaway } = state.jointGroups
  return groupOf[r] >= 0 && runaway[groupOf[r]] === 1
}

function resetImpulses(state: EnergyWorld, g: number, rowsPerJoint: number): void {
  const { memberStart, member } = state.jointGroups.plan
  const { impulse, scalarStart, scalarEnd } = state.jointRows.columns
  const scalars = state.scalarRows.columns
  for (let m = memberStart[g]; m < memberStart[g + 1]; m++) {
    const r = state.joints.columns.row[member[m]]
    impulse.fill(0, r * rowsPerJoint, (r + 1) * rowsPerJoint)
    scalars.impulse.fill(0, scalarStart[r], scalarEnd[r])
  }
}
