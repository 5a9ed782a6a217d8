/**
 * A world of either dimension, as sessions see it: public members to run it, its tables to look at its state.
 */

import type { WorldMemory } from '../../common/memory/world-memory.ts'

/** A world of `/2d` or `/3d`. */
export interface NetWorld {
  /** Step length of `advance`, s. */
  readonly fixedStep: number
  /** Advances it by so many seconds. */
  step(dt: number): void
  /** Writes its state into bytes; returns how many were used. */
  snapshotInto(out: Uint8Array): number
  /** Count of bytes that a snapshot takes now. */
  snapshotSize(): number
  /** Puts a state back. */
  restore(bytes: Uint8Array): void
  /** Mark of its state: 16 hexadecimal digits. */
  hash(): string
}

/** Columns of a body that tell where it is and how it moves, in the order in which a report looks at them. */
export const MOTION_COLUMNS: readonly string[] = ['x', 'q', 'angle', 'v', 'w']

/** The memory behind a world. */
export function memoryOf(world: NetWorld): WorldMemory {
  return (world as unknown as { state: { memory: WorldMemory } }).state.memory
}
