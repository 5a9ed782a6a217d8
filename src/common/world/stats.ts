/**
 * Counts of a world at this moment.
 */

import { BATCH_COUNT, type Batches } from '../islands/batches.ts'
import type { WorldMemory } from '../memory/world-memory.ts'
import type { WorldTables } from '../store/world-tables.ts'
import type { GuardCounts, Guards } from './guards.ts'

/** Counts of the moment. */
export interface WorldStats {
  /** Count of the bodies. */
  bodies: number
  /** Count of the bodies that are awake. */
  awakeBodies: number
  /** Count of the shapes. */
  shapes: number
  /** Count of the joints. */
  joints: number
  /** Count of the pairs of near shapes. */
  pairs: number
  /** Count of the pairs that are awake. */
  awakePairs: number
  /** Count of the manifolds solved in the last step. */
  contacts: number
  /** Count of the islands solved in the last step. */
  islands: number
  /** Count of the sweeps over all batches in the last step. */
  sweeps: number
  /** Bytes of this world's memory, without what all worlds share. */
  memoryBytes: number
  /** How often each limiter of the solver acted in the last step. */
  guards: GuardCounts
}

interface CountedState extends WorldTables {
  readonly batches: Batches
  readonly memory: WorldMemory
  readonly guards: Guards
}

export function readStats(state: CountedState): WorldStats {
  const globals = state.globals.columns
  return {
    bodies: globals.bodyCount[0],
    awakeBodies: countAwakeBodies(state),
    shapes: globals.shapeCount[0],
    joints: globals.jointCount[0],
    pairs: state.pairs.count,
    awakePairs: globals.awakePairs[0],
    contacts: state.batches.rowEnd(BATCH_COUNT - 1),
    islands: state.batches.islandCount,
    sweeps: state.batches.sweeps,
    memoryBytes: state.memory.buffer.byteLength,
    guards: state.guards.read(),
  }
}

export function countAwakeBodies(state: WorldTables): number {
  const { awake, alive } = state.bodies.columns
  let count = 0
  for (let row = 0; row < state.bodies.count; row++) if (alive[row] === 1 && awake[row] === 1) count++
  return count
}
