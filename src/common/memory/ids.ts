/**
 * Row ids with generations: a pool that hands out rows of one table, and handles that notice when their row was reused. All of it lives in
 * table columns, so snapshots carry it.
 */

import { clearRow, type Table } from './world-memory.ts'

/** Columns a pooled table must have. `alive` 1 = in use; `nextFree` chains free rows (row + 1, 0 = end). */
export interface PoolColumns {
  generation: Int32Array
  alive: Uint8Array
  nextFree: Int32Array
}

/** Rows per handle space: a handle is generation × this + row + 1, which stays a safe integer. */
const ROW_SPACE = 2 ** 26

/** Highest generation; the counter wraps to 1 after it. */
export const MAX_GENERATION: number = 2 ** 26 - 1

/** Most rows a pooled table may hold. */
export const MAX_ROWS: number = ROW_SPACE - 1

/** Takes a free row, or the next new one. `freeHead` is a one-element column: row + 1, 0 = none. Room must be reserved before. */
export function takeRow<C extends PoolColumns>(table: Table<C>, freeHead: Int32Array, slot: number): number {
  const { generation, alive, nextFree } = table.columns
  let row = freeHead[slot]! - 1
  if (row >= 0) {
    freeHead[slot] = nextFree[row]!
    nextFree[row] = 0
  } else {
    row = table.count++
  }
  alive[row] = 1
  generation[row] = generation[row]! >= MAX_GENERATION ? 1 : generation[row]! + 1
  return row
}

/** Gives a row back: it is all zero then, but for its generation, which lets old handles tell. */
export function freeRow<C extends PoolColumns>(table: Table<C>, freeHead: Int32Array, slot: number, row: number): void {
  const { generation, nextFree } = table.columns
  const kept = generation[row]!
  clearRow(table, row)
  generation[row] = kept
  nextFree[row] = freeHead[slot]!
  freeHead[slot] = row + 1
}

/** The handle of a live row. */
export function handleOf<C extends PoolColumns>(table: Table<C>, row: number): number {
  return table.columns.generation[row]! * ROW_SPACE + row + 1
}

/** The row a handle was made for, alive or not. */
export function rowOfHandle(handle: number): number {
  return (handle % ROW_SPACE) - 1
}

/** Does the handle still name a live row? */
export function isCurrent<C extends PoolColumns>(table: Table<C>, handle: number): boolean {
  const row = rowOfHandle(handle)
  if (row < 0 || row >= table.count) return false
  const { generation, alive } = table.columns
  return alive[row] === 1 && generation[row] === Math.floor(handle / ROW_SPACE)
}
