/**
 * Level order of contact rows, for symmetric Gauss–Seidel: from the top of a pile down to the ground, by the levels of their bodies, as
 * loads pass. A sweep this way, and the next one all the way back, carries a load from end to end; by colours it gets a few contacts
 * further. Rows that follow each other may share a body then, which only matters to solvers with lanes or threads, and to locked axes,
 * which are applied between colours.
 */

import { KINEMATIC } from '../store/column-codes.ts'
import { COLD } from './batches.ts'
import type { ColoredWorld } from './coloring.ts'
import type { IslandData } from './islands.ts'

export interface LeveledWorld extends ColoredWorld {
  readonly islands: IslandData
}

let order = new Int32Array(64)
let starts = new Int32Array(64)
let grouped = new Int32Array(64)

/** Are the sweeps of a batch symmetric, back and forth? */
export function goesBothWays(batch: number): boolean {
  return batch <= COLD
}

export function goesByLevel(state: ColoredWorld, batch: number): boolean {
  return goesBothWays(batch) && state.batches.locked[batch] === 0
}

/**
 * The active contacts by the levels of their two bodies, highest first; equal ones in their order. Of those with the immovable the static comes
 * last: it has the last word when something that moves by itself, a lift, presses a body into it.
 */
export function orderByLevel(state: LeveledWorld): Int32Array {
  const { activeCount, islands } = state
  const { endA, endB, level } = islands
  if (order.length < activeCount) order = new Int32Array(activeCount * 2)
  let top = 0
  for (let i = 0; i < state.batches.islandCount; i++) if (islands.depth[i] > top) top = islands.depth[i]
  top = 4 * top + 1
  if (starts.length < top + 2) starts = new Int32Array(top * 2 + 2)
  starts.fill(0, 0, top + 2)
  for (let k = 0; k < activeCount; k++) starts[top - height(state, k, level, endA[k], endB[k]) + 1]++
  for (let s = 0; s <= top; s++) starts[s + 1] += starts[s]
  for (let k = 0; k < activeCount; k++) order[starts[top - height(state, k, level, endA[k], endB[k])]++] = k
  return groupByIsland(state)
}

/** The same order island by island: rows of an island are a range. */
function groupByIsland(state: LeveledWorld): Int32Array {
  const { activeCount, islands } = state
  const { endA, endB } = islands
  const { island } = state.bodies.columns
  const count = state.batches.islandCount
  if (grouped.length < activeCount) grouped = new Int32Array(activeCount * 2)
  if (starts.length < count + 2) starts = new Int32Array(count * 2 + 2)
  starts.fill(0, 0, count + 2)
  for (let k = 0; k < activeCount; k++) starts[islandOf(island, endA[k], endB[k], count) + 1]++
  for (let i = 0; i <= count; i++) starts[i + 1] += starts[i]
  for (let n = 0; n < activeCount; n++) {
    const k = order[n]
    grouped[starts[islandOf(island, endA[k], endB[k], count)]++] = k
  }
  return grouped
}

function islandOf(island: Int32Array, a: number, b: number, none: number): number {
  return a >= 0 ? island[a] : b >= 0 ? island[b] : none
}

/** Twice the sum of both levels, and one more next to a kinematic body. */
function height(state: LeveledWorld, k: number, level: Int32Array, a: number, b: number): number {
  if (a >= 0 && b >= 0) return 2 * (level[a] + level[b])
  const pair = state.contacts.columns.pair[state.activeContacts[k]]
  const { shapeA, shapeB } = state.pairs.columns
  const { body } = state.shapes.columns
  const { type } = state.bodies.columns
  const driven = (a < 0 && type[body[shapeA[pair]]] === KINEMATIC) || (b < 0 && type[body[shapeB[pair]]] === KINEMATIC)
  return 2 * ((a >= 0 ? level[a] : 0) + (b >= 0 ? level[b] : 0)) + (driven ? 1 : 0)
}
