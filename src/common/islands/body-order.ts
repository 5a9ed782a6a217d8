/**
 * Order of the solver's bodies: row 0 is the immovable, then the kinematic ones, then batch by batch and island by island. Part of the stage
 * `prepare-bodies`.
 */

import type { Table } from '../memory/world-memory.ts'
import { KINEMATIC } from '../store/column-codes.ts'
import type { BodyIndex, WorldTables } from '../store/world-tables.ts'
import { BATCH_COUNT, type Batches } from './batches.ts'
import type { IslandData } from './islands.ts'

export interface OrderedWorld extends WorldTables {
  readonly bodies: Table<BodyIndex & { lockedAxes: Uint8Array }>
  readonly batches: Batches
  readonly islands: IslandData
}

/** Gives every awake body its solver row and makes room for all of them. `linearLocks`: the bits of locked axes that stop displacements. */
export function orderBodies(state: OrderedWorld, linearLocks: number): void {
  const { awakeCount, awakeRows, batches, islands } = state
  state.solverBodies.reserve(awakeCount + 1)
  state.solverBodies.count = awakeCount + 1
  const { type, island, solver, lockedAxes } = state.bodies.columns
  const { bodyStart } = batches
  bodyStart.fill(0)
  batches.locked.fill(0)
  let kinematic = 0
  for (let k = 0; k < awakeCount; k++) {
    const row = awakeRows[k]
    if (type[row] === KINEMATIC) kinematic++
    else {
      const batch = islands.classOf[island[row]]
      bodyStart[batch]++
      if ((lockedAxes[row] & linearLocks) !== 0) batches.locked[batch]++
    }
  }
  let at = 1 + kinematic
  for (let b = 0; b < BATCH_COUNT; b++) {
    const count = bodyStart[b]
    bodyStart[b] = at
    at += count
  }
  bodyStart[BATCH_COUNT] = at
  const { firstSolver, members, classOf } = islands
  for (let i = 0; i < batches.islandCount; i++) {
    firstSolver[i] = bodyStart[classOf[i]]
    bodyStart[classOf[i]] += members[i]
  }
  let nextKinematic = 1
  for (let k = 0; k < awakeCount; k++) {
    const row = awakeRows[k]
    solver[row] = type[row] === KINEMATIC ? nextKinematic++ : firstSolver[island[row]]++
  }
  for (let i = 0; i < batches.islandCount; i++) firstSolver[i] -= members[i]
  for (let b = BATCH_COUNT; b > 0; b--) bodyStart[b] = bodyStart[b - 1]
  bodyStart[0] = 1 + kinematic
}
