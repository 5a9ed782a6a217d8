/**
 * Level order of contact rows, for symmetric Gauss–Seidel: from the top of a pile down to the ground, by the levels of their bodies, as
 * loads pass. A sweep this way, and the next one all the way back, carries a load from end to end; by colours it gets a few contacts
 * further. Rows that follow each other may share a body then, which only matters to solvers with lanes or threads, and to locked axes,
 * which are applied between colours.
 */

import { CALM, HARD } from './batches.ts'
import type { ColoredWorld } from './coloring.ts'
import type { IslandData } from './islands.ts'

export interface LeveledWorld extends ColoredWorld {
  readonly islands: IslandData
}

let order = new Int32Array(64)
let starts = new Int32Array(64)

/** Are the sweeps of a batch symmetric, back and forth? Not where islands are columns: there one way is as good, and converges faster. */
export function goesBothWays(batch: number): boolean {
  return batch >= CALM && batch <= HARD
}

export function goesByLevel(state: ColoredWorld, batch: number): boolean {
  return goesBothWays(batch) && state.batches.locked[batch] === 0
}

/** The active contacts by the levels of their two bodies, highest first; equal ones in their order. */
export function orderByLevel(state: LeveledWorld): Int32Array {
  const { activeCount, islands } = state
  const { endA, endB, level } = islands
  if (order.length < activeCount) order = new Int32Array(activeCount * 2)
  let top = 0
  for (let i = 0; i < state.batches.islandCount; i++) if (islands.depth[i] > top) top = islands.depth[i]
  top *= 2
  if (starts.length < top + 2) starts = new Int32Array(top * 2 + 2)
  starts.fill(0, 0, top + 2)
  for (let k = 0; k < activeCount; k++) starts[top - height(level, endA[k], endB[k]) + 1]++
  for (let s = 0; s <= top; s++) starts[s + 1] += starts[s]
  for (let k = 0; k < activeCount; k++) order[starts[top - height(level, endA[k], endB[k])]++] = k
  return order
}

function height(level: Int32Array, a: number, b: number): number {
  return (a >= 0 ? level[a] : 0) + (b >= 0 ? level[b] : 0)
}
