/**
 * Free islands: bodies that touch each other or hang on each other, and hold to nothing immovable. Nothing can take their angular momentum
 * (`contacts/free-island-momentum.ts` of both dimensions keeps it).
 */

import { roomFor } from '../memory/growing.ts'
import type { ScratchTable } from '../memory/scratch-table.ts'
import type { Table } from '../memory/world-memory.ts'
import type { JointGroups } from '../solver/joint-groups.ts'
import type { ContactRowIndex, SolverBodyIndex } from '../store/world-tables.ts'
import { BATCH_COUNT } from './batches.ts'
import type { IslandWorld } from './islands.ts'

export class FreeIslands {
  /** Solver rows of the bodies of free islands, island by island; where each island ends among them. */
  bodies: Int32Array = new Int32Array(64)
  end: Int32Array = new Int32Array(64)
  /** Angular momentum that each free island lacks, `axes` numbers. */
  lost: Float64Array = new Float64Array(64)
  /** Where the free islands of each batch begin. */
  readonly start: Int32Array = new Int32Array(BATCH_COUNT + 1)
  /** By dense island: 1 if its angular momentum is not conserved; where its next body goes. */
  anchored: Uint8Array = new Uint8Array(64)
  place: Int32Array = new Int32Array(64)
}

interface FreeWorld extends Pick<IslandWorld, 'islands' | 'batches'> {
  readonly freeIslands: FreeIslands
  readonly jointGroups: JointGroups
  readonly solverBodies: ScratchTable<SolverBodyIndex>
  readonly contactRows: ScratchTable<ContactRowIndex>
  readonly jointRows: Table<{ island: Int32Array }>
}

/**
 * Lists the free islands of this step. `isInternal`: do all rows of a joint act as equal and opposite forces of its two bodies? `isHeld`: is
 * a body kept from moving or turning by itself? `axes`: numbers of an angular momentum.
 */
export function listFreeIslands<World extends FreeWorld>(
  state: World, axes: number, isInternal: (state: World, r: number) => boolean, isHeld: (state: World, s: number) => boolean,
): void {
  const { batches, islands, freeIslands: free } = state
  const { islandCount, bodyStart, jointStart } = batches
  const { inTouch } = state.jointGroups
  free.start.fill(0)
  free.anchored = roomFor(free.anchored, islandCount)
  free.place = roomFor(free.place, islandCount)
  const { anchored, place, start } = free
  let candidates = 0
  for (let i = 0; i < islandCount; i++) {
    // Joints without contacts see to it themselves.
    anchored[i] = islands.members[i] < 2 || (islands.joints[i] > 0 && inTouch[i] === 0) ? 1 : 0
    candidates += 1 - anchored[i]
  }
  if (candidates === 0) return
  const { island: ofRow, bodyA, bodyB } = state.contactRows.columns
  const movable = bodyStart[0]
  for (let r = 0; r < state.contactRows.count; r++) if (bodyA[r] < movable || bodyB[r] < movable) anchored[ofRow[r]] = 1
  const { island: ofJoint } = state.jointRows.columns
  for (let r = jointStart[0]; r < jointStart[BATCH_COUNT]; r++) if (anchored[ofJoint[r]] === 0 && !isInternal(state, r)) anchored[ofJoint[r]] = 1
  const { island } = state.solverBodies.columns
  const bodyEnd = bodyStart[BATCH_COUNT]
  for (let s = bodyStart[0]; s < bodyEnd; s++) if (isHeld(state, s)) anchored[island[s]] = 1
  free.bodies = roomFor(free.bodies, bodyEnd)
  free.end = roomFor(free.end, islandCount)
  free.lost = roomFor(free.lost, axes * islandCount)
  place.fill(-1, 0, islandCount)
  let listed = 0
  let bodies = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
      const i = island[s]
      if (anchored[i] === 1) continue
      if (place[i] < 0) {
        place[i] = bodies
        bodies += islands.members[i]
        free.end[listed++] = bodies
      }
      free.bodies[place[i]++] = s
    }
    start[batch + 1] = listed
  }
}

/** Where the bodies of a free island begin. */
export function freeStart(free: FreeIslands, n: number): number {
  return n === 0 ? 0 : free.end[n - 1]
}
