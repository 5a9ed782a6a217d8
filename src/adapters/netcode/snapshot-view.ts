/**
 * Snapshots looked at without a world: their tables in a memory of their own, their hash, and the first number in which two of them differ.
 */

import { PhysicsError } from '../../common/errors.ts'
import { Hasher } from '../../common/memory/hash.ts'
import { handleOf, type PoolColumns } from '../../common/memory/ids.ts'
import { SnapshotFault } from '../../common/memory/snapshot-part.ts'
import {
  type AnyTable, checkHeader, endOfPart, type ExpectedHeader, hashTables, HEADER_WORDS, keptTables, Staging,
} from '../../common/memory/snapshot-staging.ts'
import type { Table, WorldMemory } from '../../common/memory/world-memory.ts'
import { MOTION_COLUMNS } from './world-view.ts'

/** Where two states of the same tick part. */
export interface StateDifference {
  /** The tick. */
  readonly tick: number
  /** The `id` of the first body that differs; null if none does and something else differs, such as a contact or a joint. */
  readonly body: number | null
  /** Index of that body among all rows of bodies; −1 if there is none. */
  readonly row: number
  /** Table and column of the first number that differs, such as 'bodies.x'. */
  readonly column: string
  /** The number here. */
  readonly mine: number
  /** The number there. */
  readonly theirs: number
}

/** Words of bytes that begin on a multiple of four; a copy where they do not. */
export function wordsOf(bytes: Uint8Array): Int32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2)
}

/** Makes the error that users see of what is wrong with bytes. */
export function refuseFault(fault: unknown, field: string, bytes: unknown): never {
  if (!(fault instanceof SnapshotFault)) throw fault
  throw new PhysicsError('bad-snapshot', field, bytes, `${fault.message}. ${fault.cure}`)
}

/** Reads snapshots of worlds like one. Keeps what it reads until the next. */
export class SnapshotView {
  readonly staging: Staging
  /** The words of the snapshot, and where its parts and tables begin and all of it ends. */
  source: Int32Array = new Int32Array(0)
  tablesAt = 0
  total = 0
  private readonly expected: ExpectedHeader
  private readonly hasher: Hasher = new Hasher()

  /** `sample`: a snapshot that a world with this memory has written. */
  constructor(memory: WorldMemory, sample: Int32Array) {
    const kept = keptTables(memory)
    this.staging = new Staging(kept)
    this.expected = { dimension: sample[4]!, layout: sample[5]!, parts: sample[6]!, tables: kept.length }
  }

  /** Throws a `SnapshotFault` if these are no words of a snapshot. */
  open(source: Int32Array): void {
    const total = checkHeader(source, this.expected)
    let at = HEADER_WORDS
    for (let i = 0; i < this.expected.parts; i++) at = endOfPart(source, at, total)
    this.staging.read(source, at, total)
    this.source = source
    this.tablesAt = at
    this.total = total
  }

  /** As `world.hash()` of a world in this state; `extra` words are told after it, if there are any. */
  hash(extra: Int32Array | null): string {
    const { hasher, staging } = this
    hasher.reset()
    hashTables(staging.list, staging.view(), hasher)
    if (extra !== null) hasher.words(extra, 0, extra.length)
    return hasher.digest()
  }
}

/** The first number in which two states differ: motion of bodies, then all of bodies, then the other tables. Null if there is none. */
export function firstDifference(a: Staging, b: Staging, tick: number): StateDifference | null {
  const bodies = a.tables['bodies']!
  const others = b.tables['bodies']!
  const motion = MOTION_COLUMNS.filter((key) => key in bodies.schema)
  const rest = Object.keys(bodies.schema).filter((key) => !motion.includes(key))
  for (const keys of [motion, rest]) {
    const found = firstRow(bodies, others, keys)
    if (found === null) continue
    const holder = found.row < bodies.count ? bodies : others
    return { tick, body: handleOf(holder as unknown as Table<PoolColumns>, found.row), ...found, column: `bodies.${found.column}` }
  }
  for (const table of a.list) {
    if (table === bodies) continue
    const found = firstRow(table, b.tables[table.name]!, Object.keys(table.schema))
    if (found !== null) return { tick, body: null, ...found, row: -1, column: `${table.name}.${found.column}` }
  }
  return null
}

interface Place {
  readonly row: number
  readonly column: string
  readonly mine: number
  readonly theirs: number
}

/** By row first, then by column: it is a body that is looked for. */
function firstRow(a: AnyTable, b: AnyTable, keys: readonly string[]): Place | null {
  const count = Math.max(a.count, b.count)
  for (let row = 0; row < count; row++) {
    for (const column of keys) {
      const { width } = a.schema[column]!
      for (let i = row * width; i < (row + 1) * width; i++) {
        const mine = row < a.count ? a.columns[column]![i]! : NaN
        const theirs = row < b.count ? b.columns[column]![i]! : NaN
        if (!Object.is(mine, theirs)) return { row, column, mine, theirs }
      }
    }
  }
  return null
}
