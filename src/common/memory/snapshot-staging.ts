/**
 * The tables of a snapshot outside a world: its header, and a staging memory that columns are read into. Nothing here is trusted; what the
 * numbers mean is checked elsewhere.
 */

import type { Hasher } from './hash.ts'
import type { ColumnArray, ColumnSpec, Schema } from './schema.ts'
import { elementSize } from './schema.ts'
import { readColumn, rowWords, skipColumn, tellsFinite } from './snapshot-columns.ts'
import { markWords, SnapshotFault } from './snapshot-part.ts'
import { type Table, WorldMemory } from './world-memory.ts'

export const MAGIC = 0x464c4352
export const SNAPSHOT_FORMAT = 4
export const HEADER_WORDS = 8
export const CHECKSUM = 3

/** Bytes of tables that a byte of a snapshot may stand for. Honest ones stand for 2 to 10; what runs of equal rows could claim is bounded by it. */
const MOST_BYTES_PER_BYTE = 48

export type AnyTable = Table<Record<string, ColumnArray>>

/** Tables with `def`, `state` or `option` columns. */
export function keptTables(memory: WorldMemory): AnyTable[] {
  return memory.tables.filter((table) => Object.values(table.schema).some((spec) => spec.tag !== 'scratch'))
}

/** Mark of the names, types and widths of tables: differs wherever a snapshot would be read wrongly. */
export function layoutOf(tables: readonly AnyTable[]): number {
  const text = tables.map(({ name, schema }) => `${name}:${Object.entries(schema)
    .filter(([, spec]) => spec.tag !== 'scratch').map(([key, { type, width, tag }]) => `${key} ${type} ${width} ${tag}`).join()}`).join(';')
  return markWords(Int32Array.from(text, (letter) => letter.charCodeAt(0)), 0, text.length, 0)
}

/** Words of a snapshot with the zeros at its end, if without them it takes `words` and its tables `bytes` of memory. */
export function paddedWords(words: number, bytes: number): number {
  return Math.max(words, Math.ceil(bytes / (4 * MOST_BYTES_PER_BYTE)))
}

/** Of all columns, those that no snapshot holds included. */
export function rowBytes(table: AnyTable): number {
  let bytes = 0
  for (const key in table.schema) {
    const spec = table.schema[key]!
    bytes += spec.width * elementSize(spec)
  }
  return bytes
}

/** What the header of a snapshot must say. */
export interface ExpectedHeader {
  /** 2 or 3. */
  readonly dimension: number
  /** Mark of the tables. */
  readonly layout: number
  /** Counts. */
  readonly parts: number
  readonly tables: number
}

/** Refuses words that are no snapshot of such a world, whole and undamaged. Returns how many there are. */
export function checkHeader(source: Int32Array, { dimension, layout, parts, tables }: ExpectedHeader): number {
  if (source.length < HEADER_WORDS || source[0] !== MAGIC) throw new SnapshotFault('is not a snapshot')
  if (source[1] !== SNAPSHOT_FORMAT) {
    throw new SnapshotFault(
      `has snapshot format ${source[1]}, and this engine reads format ${SNAPSHOT_FORMAT}`,
      'Read it with the release that wrote it: formats stay the same within a minor release and may change with the next.',
    )
  }
  const total = source[2]!
  if (total < HEADER_WORDS || total > source.length) throw new SnapshotFault('is cut short')
  if (source[4] !== dimension && (source[4] === 2 || source[4] === 3)) {
    throw new SnapshotFault(`is of a ${source[4]}D world, and this is a ${dimension}D one`, `Restore it with the world of /${source[4]}d.`)
  }
  if (source[CHECKSUM] !== markWords(source, CHECKSUM + 1, total, SNAPSHOT_FORMAT)) throw new SnapshotFault('is damaged: its checksum is wrong')
  if (source[4] !== dimension || source[5] !== layout || source[6] !== parts || source[7] !== tables) {
    throw new SnapshotFault('has other tables than this engine', 'Read it with the release that wrote it.')
  }
  return total
}

/** Where the part ends whose length stands at source[at]. */
export function endOfPart(source: Int32Array, at: number, total: number): number {
  const length = at < total ? source[at]! : -1
  if (length < 0 || length > total - at - 1) throw new SnapshotFault('has a part of a wrong length')
  return at + 1 + length
}

/** Feeds everything that a snapshot holds of the tables to a hasher. `words` is the memory of their columns. */
export function hashTables(tables: readonly AnyTable[], words: Int32Array, hasher: Hasher): void {
  for (const table of tables) {
    if (table.optional && table.count === 0) continue
    hasher.word(table.count)
    for (const key in table.schema) {
      const spec = table.schema[key]!
      if (spec.tag === 'scratch') continue
      const column = table.columns[key]!
      if (spec.type === 'u8') {
        for (let i = 0, n = table.count * spec.width; i < n; i++) hasher.word(column[i]!)
      } else {
        const base = column.byteOffset >> 2
        if (spec.tag === 'option') hasher.marked(words, base, base + table.count * rowWords(spec))
        else hasher.words(words, base, base + table.count * rowWords(spec))
      }
    }
  }
}

/** A staging memory for tables of one layout; kept, so that rollback allocates nothing. */
export class Staging {
  readonly memory: WorldMemory = new WorldMemory()
  readonly tables: Readonly<Record<string, AnyTable>>
  /** The tables as a list, and those that hold a number that is not finite. */
  readonly list: readonly AnyTable[]
  readonly unbounded: AnyTable[] = []
  /** Bytes that a row takes in a world. */
  readonly rowBytes: readonly number[]
  private words: Int32Array = new Int32Array(0)
  private version = -1

  constructor(kept: readonly AnyTable[]) {
    this.tables = Object.fromEntries(kept.map(({ name, schema, optional }) => {
      const columns = Object.fromEntries(Object.entries(schema).filter(([, spec]: [string, ColumnSpec]) => spec.tag !== 'scratch'))
      return [name, this.memory.addTable(name, columns as Schema<Record<string, ColumnArray>>, 1, optional)]
    }))
    this.list = kept.map(({ name }) => this.tables[name]!)
    this.rowBytes = kept.map(rowBytes)
  }

  view(): Int32Array {
    if (this.version !== this.memory.version) this.words = new Int32Array(this.memory.buffer)
    this.version = this.memory.version
    return this.words
  }

  /** Reads the tables that stand from source[from] to the end of the snapshot. Throws a `SnapshotFault` before anything is reserved. */
  read(source: Int32Array, from: number, total: number): void {
    const { list, unbounded } = this
    const counts: number[] = []
    let at = from
    let bytes = 0
    for (let i = 0; i < list.length; i++) {
      const table = list[i]!
      const count = at < total ? source[at++]! : -1
      if (count < 0) throw new SnapshotFault(`has a wrong row count in ${table.name}`)
      bytes += count * this.rowBytes[i]!
      if (bytes > total * 4 * MOST_BYTES_PER_BYTE) throw new SnapshotFault(`claims more rows of ${table.name} than its bytes can hold`)
      counts.push(count)
      for (const key in table.schema) {
        at = skipColumn(source, at, total, table.schema[key]!, count)
        if (at < 0) throw new SnapshotFault(`is damaged in ${table.name}.${key}`)
      }
    }
    // Zeros to make up for runs.
    for (; at < total; at++) if (source[at] !== 0) throw new SnapshotFault('has a wrong length')
    this.memory.reserveAll(list, counts)
    const words = this.view()
    at = from
    unbounded.length = 0
    for (let i = 0; i < list.length; i++) {
      const table = list[i]!
      const { schema, columns } = table
      const count = (table.count = counts[i]!)
      let finite = true
      at++
      for (const key in schema) {
        const spec = schema[key]!
        finite &&= spec.type !== 'f64' || tellsFinite(source, at, spec, count)
        at = readColumn(source, at, words, columns[key]!, spec, count)
      }
      if (!finite) unbounded.push(table)
    }
  }
}
