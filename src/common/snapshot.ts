/**
 * Snapshots: the `def` and `state` columns of every table, packed into a caller's bytes.
 *
 * Each column is written as runs of equal rows (a run is stored once), so that what most bodies share (no force, gravity scale 1,
 * the same friction) costs a few bytes, while poses are plain copies. Everything is moved as 32-bit words: exact, allocation-free.
 *
 * Layout, in words: magic, version, total words, table count; per table: row count, then per column its runs:
 * [n > 0: one row that stands n times] or [−n < 0: n rows, each as it is], until all rows are told.
 */

import { PhysicsError } from './errors.ts'
import type { Hasher } from './hash.ts'
import { elementSize, type ColumnArray, type ColumnSpec } from './memory/schema.ts'
import { clearRow, type Table, type WorldMemory } from './memory/world-memory.ts'

const MAGIC = 0x464c4352
const FORMAT_VERSION = 1
const HEADER_WORDS = 4

/** A run shorter than this is cheaper told row by row. */
const MIN_RUN = 3

type AnyTable = Table<Record<string, ColumnArray>>

/** Reads and writes snapshots of one memory. Keeps word views of the buffer; they are renewed when the buffer is replaced. */
export class SnapshotCodec {
  private readonly memory: WorldMemory
  private words: Int32Array = new Int32Array(0)
  private version = -1
  private target: Int32Array = new Int32Array(0)
  private targetBytes: Uint8Array | null = null
  private measuring = false
  private at = 0
  /** Tables that have anything to keep; made when first needed, after all tables were added. */
  private kept: AnyTable[] = []

  constructor(memory: WorldMemory) {
    this.memory = memory
  }

  /** Bytes the snapshot of this moment takes. */
  size(): number {
    this.measuring = true
    this.writeAll()
    return this.at * 4
  }

  /** Writes into `out`, which must start on a multiple of four bytes and be at least `size()` long. Returns the bytes used. */
  write(out: Uint8Array): number {
    this.openTarget(out, 'snapshot.out')
    this.measuring = false
    this.writeAll()
    if (this.at > this.target.length) {
      const advice = `has ${out.byteLength} bytes and needs ${this.at * 4}. Use world.snapshotSize().`
      throw new PhysicsError('wrong-size', 'snapshot.out', out, advice)
    }
    this.target[0] = MAGIC
    this.target[1] = FORMAT_VERSION
    this.target[2] = this.at
    this.target[3] = this.kept.length
    return this.at * 4
  }

  /** Restores what `write` wrote. Checks everything before the first word is changed. */
  read(bytes: Uint8Array): void {
    this.openTarget(bytes, 'restore.bytes')
    this.refresh()
    const source = this.target
    const total = this.check(bytes)
    const tables = this.kept
    let at = HEADER_WORDS
    for (const table of tables) {
      const count = source[at++]!
      this.memory.reserve(table as unknown as Table<never>, count)
      for (const key in table.schema) {
        at = this.skipColumn(source, at, table.schema[key]!, count, total)
      }
    }
    this.refresh()
    at = HEADER_WORDS
    for (const table of tables) {
      const count = source[at++]!
      // Rows that came after the snapshot must be as if they had never been.
      for (let row = count; row < table.count; row++) clearRow(table, row)
      table.count = count
      for (const key in table.schema) {
        const spec = table.schema[key]!
        if (spec.tag !== 'scratch') at = this.readColumn(source, at, table.columns[key]!, spec, count)
      }
    }
  }

  /** Feeds everything that a snapshot holds to a hasher. */
  hash(hasher: Hasher): void {
    this.refresh()
    for (const table of this.kept) {
      hasher.word(table.count)
      for (const key in table.schema) {
        const spec = table.schema[key]!
        if (spec.tag === 'scratch') continue
        const column = table.columns[key]!
        if (spec.type === 'u8') {
          for (let i = 0, n = table.count * spec.width; i < n; i++) hasher.word(column[i]!)
        } else {
          const base = column.byteOffset >> 2
          hasher.words(this.words, base, base + wordsOf(spec, table.count))
        }
      }
    }
  }

  private refresh(): void {
    if (this.version === this.memory.version) return
    this.words = new Int32Array(this.memory.buffer)
    this.version = this.memory.version
    this.kept = this.memory.tables.filter((table) => Object.values(table.schema).some((spec) => spec.tag !== 'scratch'))
  }

  /** The word view of the caller's bytes is kept, so that a ring of buffers costs one small view per change of buffer only. */
  private openTarget(bytes: Uint8Array, field: string): void {
    if (!(bytes instanceof Uint8Array)) throw new PhysicsError('wrong-type', field, bytes, 'must be a Uint8Array.')
    if (bytes.byteOffset % 4 !== 0) throw new PhysicsError('wrong-size', field, bytes, 'must start on a multiple of four bytes in its buffer.')
    if (this.targetBytes === bytes && this.target.length === bytes.byteLength >> 2) return
    this.target = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
    this.targetBytes = bytes
  }

  private check(bytes: Uint8Array): number {
    const source = this.target
    const bad = (why: string): PhysicsError =>
      new PhysicsError('bad-snapshot', 'restore.bytes', bytes, `${why}. Give what world.snapshot() of the same version returned.`)
    if (source.length < HEADER_WORDS || source[0] !== MAGIC) throw bad('is not a snapshot')
    if (source[1] !== FORMAT_VERSION) throw bad(`has format ${source[1]}, this engine reads ${FORMAT_VERSION}`)
    const total = source[2]!
    if (total < HEADER_WORDS || total > source.length) throw bad('is cut short')
    if (source[3] !== this.kept.length) throw bad('has other tables than this world')
    let at = HEADER_WORDS
    for (const table of this.kept) {
      const count = at < total ? source[at++]! : -1
      if (count < 0 || count > 1e7) throw bad(`has a wrong row count in ${table.name}`)
      for (const key in table.schema) {
        at = this.skipColumn(source, at, table.schema[key]!, count, total)
        if (at < 0) throw bad(`is damaged in ${table.name}.${key}`)
      }
    }
    if (at !== total) throw bad('has a wrong length')
    return total
  }

  private skipColumn(source: Int32Array, at: number, spec: ColumnSpec, count: number, total: number): number {
    if (spec.tag === 'scratch') return at
    let row = 0
    while (row < count) {
      if (at >= total) return -1
      const run = source[at++]!
      if (run === 0) return -1
      const length = run > 0 ? run : -run
      at += wordsOf(spec, run > 0 ? 1 : length)
      row += length
      if (row > count || at > total) return -1
    }
    return at
  }

  private writeAll(): void {
    this.refresh()
    this.at = HEADER_WORDS
    for (const table of this.kept) {
      this.put(table.count)
      for (const key in table.schema) {
        const spec = table.schema[key]!
        if (spec.tag !== 'scratch') this.writeColumn(table.columns[key]!, spec, table.count)
      }
    }
  }

  private put(value: number): void {
    if (!this.measuring) this.target[this.at] = value
    this.at++
  }

  private writeColumn(column: ColumnArray, spec: ColumnSpec, count: number): void {
    let row = 0
    let literal = 0
    while (row < count) {
      const end = endOfRun(column, spec, row, count)
      if (end - row >= MIN_RUN) {
        if (row > literal) this.writeRows(column, spec, literal, row)
        this.put(end - row)
        this.copyRows(column, spec, row, row + 1)
        literal = end
      }
      row = end
    }
    if (count > literal) this.writeRows(column, spec, literal, count)
  }

  private writeRows(column: ColumnArray, spec: ColumnSpec, from: number, to: number): void {
    this.put(-(to - from))
    this.copyRows(column, spec, from, to)
  }

  /** Writes beyond the end of the target are lost without harm; `write` notices by the length. */
  private copyRows(column: ColumnArray, spec: ColumnSpec, from: number, to: number): void {
    const length = wordsOf(spec, to - from)
    if (!this.measuring) {
      const { target, at } = this
      if (spec.type === 'u8') {
        const bytes = (to - from) * spec.width
        for (let w = 0; w < length; w++) target[at + w] = packBytes(column, from * spec.width + w * 4, Math.min(4, bytes - w * 4))
      } else {
        const source = this.words
        const base = (column.byteOffset >> 2) + wordsOf(spec, from)
        for (let i = 0; i < length; i++) target[at + i] = source[base + i]!
      }
    }
    this.at += length
  }

  private readColumn(source: Int32Array, start: number, column: ColumnArray, spec: ColumnSpec, count: number): number {
    let at = start
    let row = 0
    while (row < count) {
      const run = source[at++]!
      const length = run > 0 ? run : -run
      if (spec.type === 'u8') readBytes(source, at, column, spec.width, row, length, run > 0)
      else this.readWords(source, at, column, spec, row, length, run > 0)
      at += wordsOf(spec, run > 0 ? 1 : length)
      row += length
    }
    return at
  }

  private readWords(
    source: Int32Array, at: number, column: ColumnArray, spec: ColumnSpec, row: number, length: number, repeated: boolean,
  ): void {
    const own = this.words
    const width = wordsOf(spec, 1)
    const base = (column.byteOffset >> 2) + row * width
    const words = length * width
    if (!repeated) {
      for (let i = 0; i < words; i++) own[base + i] = source[at + i]!
      return
    }
    for (let i = 0; i < words; i += width) for (let k = 0; k < width; k++) own[base + i + k] = source[at + k]!
  }
}

/** Words that a number of rows take in a snapshot; rows of bytes stand without gaps, the last word is padded. */
function wordsOf(spec: ColumnSpec, rows: number): number {
  return (rows * spec.width * elementSize(spec) + 3) >> 2
}

/** First row after `row` that differs from it. One loop per type, so that each sees one kind of array. */
function endOfRun(column: ColumnArray, spec: ColumnSpec, row: number, count: number): number {
  if (spec.type === 'f64') return endOfDoubles(column as Float64Array, spec.width, row, count)
  if (spec.type === 'i32') return endOfIntegers(column as Int32Array, spec.width, row, count)
  return endOfBytes(column as Uint8Array, spec.width, row, count)
}

/** Doubles are compared as numbers, half the work of comparing words; 0 and -0 are equal numbers but different bits. */
function endOfDoubles(column: Float64Array, width: number, row: number, count: number): number {
  const first = row * width
  const last = count * width
  let at = first + width
  let model = first
  for (; at < last; at++) {
    const value = column[at]!
    if (value !== column[model]! || (value === 0 && 1 / value !== 1 / column[model]!)) break
    if (++model === first + width) model = first
  }
  return (at - (at % width)) / width
}

function endOfIntegers(column: Int32Array, width: number, row: number, count: number): number {
  const first = row * width
  let at = first + width
  let k = 0
  for (; at < count * width; at++) {
    if (column[at] !== column[first + k]) break
    if (++k === width) k = 0
  }
  return (at - (at % width)) / width
}

function endOfBytes(column: Uint8Array, width: number, row: number, count: number): number {
  const first = row * width
  let at = first + width
  let k = 0
  for (; at < count * width; at++) {
    if (column[at] !== column[first + k]) break
    if (++k === width) k = 0
  }
  return (at - (at % width)) / width
}

function readBytes(source: Int32Array, at: number, column: ColumnArray, width: number, row: number, rows: number, repeated: boolean): void {
  for (let i = 0; i < rows * width; i++) {
    const from = repeated ? i % width : i
    column[row * width + i] = (source[at + (from >> 2)]! >>> ((from & 3) * 8)) & 255
  }
}

function packBytes(column: ColumnArray, from: number, length: number): number {
  let word = 0
  for (let k = 0; k < length; k++) word |= column[from + k]! << (k * 8)
  return word
}
