/**
 * Rows of the pair table that a restore changes. Most of a world's pairs are where they were a few steps ago: of those nothing has to be
 * checked again, and the index over pairs still holds.
 */

import { longer } from '../memory/growing.ts'
import { PairSet } from '../store/pair-set.ts'
import type { WorldTables } from '../store/world-tables.ts'
import { fail } from './state-tables.ts'

type Pairs = WorldTables['pairs']

/** Integers per change: the row, and the shapes of the pair that is there before the restore (−1: none). */
const STRIDE = 3

export class PairChanges {
  private list: Int32Array = new Int32Array(64)
  private count = 0
  private readonly fresh: PairSet = new PairSet()

  /** Notes the rows in which the world's table and the staged one differ. Nothing may change the world's before `relink`. */
  compare(now: Pairs, staged: Pairs): void {
    const { shapeA, shapeB } = now.columns
    const { shapeA: nextA, shapeB: nextB } = staged.columns
    const both = Math.min(now.count, staged.count)
    this.count = 0
    for (let row = 0; row < both; row++) {
      if (shapeA[row] !== nextA[row] || shapeB[row] !== nextB[row]) this.note(row, shapeA[row], shapeB[row])
    }
    for (let row = both; row < now.count; row++) this.note(row, shapeA[row], shapeB[row])
    for (let row = both; row < staged.count; row++) this.note(row, -1, -1)
  }

  /** After `compare`: no two staged pairs are of the same shapes. Those that the world has in the same rows are not. */
  checkDifferent(now: Pairs, known: PairSet, staged: Pairs): void {
    const { shapeA, shapeB } = now.columns
    const { shapeA: nextA, shapeB: nextB } = staged.columns
    const { list, fresh } = this
    fresh.clear()
    fresh.reserve(this.count)
    for (let i = 0; i < this.count * STRIDE; i += STRIDE) {
      const row = list[i]
      if (row >= staged.count) continue
      const a = nextA[row]
      const b = nextB[row]
      const other = known.find(a, b)
      const stays = other >= 0 && other < staged.count && shapeA[other] === nextA[other] && shapeB[other] === nextB[other]
      if (stays || fresh.find(a, b) >= 0) fail('pairs', row, 'shapeA', `and shapeB are ${a} and ${b}, which are a pair already.`)
      fresh.set(a, b, row)
    }
  }

  /** After the restore: the index over the pairs is made to hold again. */
  relink(pairs: Pairs, index: PairSet): void {
    const { list } = this
    const { shapeA, shapeB } = pairs.columns
    for (let i = 0; i < this.count * STRIDE; i += STRIDE) if (list[i + 1] >= 0) index.remove(list[i + 1], list[i + 2])
    for (let i = 0; i < this.count * STRIDE; i += STRIDE) {
      const row = list[i]
      if (row < pairs.count) index.set(shapeA[row], shapeB[row], row)
    }
    this.count = 0
  }

  private note(row: number, a: number, b: number): void {
    const at = this.count++ * STRIDE
    this.list = longer(this.list, at + STRIDE)
    this.list[at] = row
    this.list[at + 1] = a
    this.list[at + 2] = b
  }
}
