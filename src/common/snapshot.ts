/**
 * Snapshots: the `def` and `state` columns of every table, packed into a caller's bytes.
 *
 * Each column is written as runs of equal rows (a run is stored once), so that what most bodies share (no force, gravity scale 1,
 * the same friction) costs a few bytes, while poses are plain copies. Moved as 32-bit words, doubles as doubles: exact, allocation-free.
 *
 * Layout, in words: magic, version, total words, table count, number and mark of the shared geometry and of the kinds of joints; per table: row
 * count, then per column its runs:
 * [n > 0: one row that stands n times] or [−n < 0: n rows, each as it is], until all rows are told.
 */

import { PhysicsError } from './errors.ts'
import type { Hasher } from './hash.ts'
import { elementSize, type ColumnArray, type ColumnSpec } from './memory/schema.ts'
import { clearRow, type Table, type WorldMemory } from './memory/world-memory.ts'

const MAGIC = 0x464c4352
const FORMAT_VERSION = 2
const HEADER_WORDS = 8

/** A run shorter than this is cheaper told row by row: many short ones would make restoring slow. */
const MIN_RUN = 32
/** Distance of the rows that are compared when looking for runs; half the shortest run, so that none is missed. */
const PROBE_STRIDE = 16

const NO_DOUBLES = new Float64Array(0)

type AnyTable = Table<Record<string, ColumnArray>>

/** Reads and writes snapshots of one memory. Keeps word views of the buffer; they are renewed when the buffer is replaced. */
/** Immutable things that tables refer to by number and snapshots do not hold. `mark(n)` tells the first n of them from any others. */
export interface SharedGeometry {
  readonly count: number
  mark(count: number): number
}

const NOTHING_SHARED: SharedGeometry = { count: 0, mark: () => 0 }

export class SnapshotCodec {
  private readonly memory: WorldMemory
  private readonly shared: SharedGeometry
  private readonly kinds: SharedGeometry
  private words: Int32Array = new Int32Array(0)
  private version = -1
  private target: Int32Array = new Int32Array(0)
  private targetBytes: Uint8Array | null = null
  private targetDoubles: Float64Array = NO_DOUBLES
  private measuring = false
  /** While reading: is this a column whose changes matter, and has one changed? */
  private watching = false
  private changed = false
  /** After `read`: did one of the columns named in `links` change? */
  relinked = false
  private readonly links: readonly string[]
  private at = 0
  /** Tables that have anything to keep; made when first needed, after all tables were added. */
  private kept: AnyTable[] = []

  /** `links`: names of columns that indexes outside the tables are made of. */
  constructor(memory: WorldMemory, shared: SharedGeometry, links: readonly string[] = [], kinds: SharedGeometry = NOTHING_SHARED) {
    this.memory = memory
    this.shared = shared
    this.kinds = kinds
    this.links = links
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
    this.target[4] = this.shared.count
    this.target[5] = this.shared.mark(this.shared.count)
    this.target[6] = this.kinds.count
    this.target[7] = this.kinds.mark(this.kinds.count)
    return this.at * 4
  }

  /**
   * Restores what `write` wrote. Checks everything before the first word is changed. Returns whether anything that users define or that
   * says which rows live has changed: if not, what was derived from it still holds.
   */
  read(bytes: Uint8Array): boolean {
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
    this.changed = false
    this.relinked = false
    at = HEADER_WORDS
    for (const table of tables) {
      const count = source[at++]!
      // Rows that came after the snapshot must be as if they had never been.
      if (count !== table.count) {
        this.changed = true
        this.relinked = true
      }
      for (let row = count; row < table.count; row++) clearRow(table, row)
      table.count = count
      for (const key in table.schema) {
        const spec = table.schema[key]!
        if (spec.tag === 'scratch') continue
        const linking = this.links.includes(key)
        const before: boolean = this.changed
        this.watching = linking || spec.tag === 'def' || key === 'generation' || key === 'alive'
        if (linking) this.changed = false
        at = this.readColumn(source, at, table.columns[key]!, spec, count)
        if (!linking) continue
        if (this.changed) this.relinked = true
        this.changed = before
      }
    }
    return this.changed
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
    // A caller's bytes that do not start on a multiple of eight are copied word by word.
    const whole = bytes.byteOffset % 8 === 0 ? bytes.byteLength >> 3 : 0
    this.targetDoubles = whole > 0 ? new Float64Array(bytes.buffer, bytes.byteOffset, whole) : NO_DOUBLES
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
    const shared = source[4]!
    if (shared < 0 || shared > this.shared.count || this.shared.mark(shared) !== source[5]) throw bad('refers to hulls this world does not have')
    const kinds = source[6]!
    if (kinds < 0 || kinds > this.kinds.count || this.kinds.mark(kinds) !== source[7]) throw bad('refers to kinds of joints this world does not have')
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
      at = aligned(at, spec) + wordsOf(spec, run > 0 ? 1 : length)
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

  /** Only every few rows are compared: a run worth telling spans at least two of those places. */
  private writeColumn(column: ColumnArray, spec: ColumnSpec, count: number): void {
    let literal = 0
    let probe = 0
    while (probe + PROBE_STRIDE < count) {
      if (!sameRow(column, spec.width, probe, probe + PROBE_STRIDE)) {
        probe += PROBE_STRIDE
        continue
      }
      let start = probe
      while (start > literal && sameRow(column, spec.width, start - 1, probe)) start--
      const end = endOfRun(column, spec, probe, count)
      if (end - start >= MIN_RUN) {
        if (start > literal) this.writeRows(column, spec, literal, start)
        this.put(end - start)
        this.copyRows(column, spec, start, start + 1)
        literal = end
      }
      probe = end
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
    const start = aligned(this.at, spec)
    if (start !== this.at) this.put(0)
    if (!this.measuring) {
      const { target, at } = this
      if (spec.type === 'f64' && this.targetDoubles.length > 0) {
        const source = column as Float64Array
        const out = this.targetDoubles
        const base = from * spec.width
        const half = at >> 1
        for (let i = 0, n = length >> 1; i < n; i++) out[half + i] = source[base + i]!
      } else if (spec.type === 'u8' && ((from * spec.width) & 3) !== 0) {
        const bytes = (to - from) * spec.width
        for (let w = 0; w < length; w++) target[at + w] = packBytes(column, from * spec.width + w * 4, Math.min(4, bytes - w * 4))
      } else {
        // Columns start on word boundaries, and what stands behind a column's last row up to the next one is padding.
        const source = this.words
        const base = (column.byteOffset >> 2) + wordsOf(spec, from)
        for (let i = 0; i < length; i++) target[at + i] = source[base + i]!
        if (spec.type === 'u8') this.clipLastWord(at + length - 1, ((to - from) * spec.width) & 3)
      }
    }
    this.at += length
  }

  /** Zeroes the bytes of a last word that belong to nobody, so that equal states give equal snapshots. */
  private clipLastWord(at: number, bytes: number): void {
    if (bytes !== 0) this.target[at] = this.target[at]! & ((1 << (bytes * 8)) - 1)
  }

  private readColumn(source: Int32Array, start: number, column: ColumnArray, spec: ColumnSpec, count: number): number {
    let at = start
    let row = 0
    while (row < count) {
      const run = source[at++]!
      at = aligned(at, spec)
      const length = run > 0 ? run : -run
      if (spec.type === 'u8') this.readBytes(source, at, column as Uint8Array, spec.width, row, length, run > 0)
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
    if (repeated || this.watching) {
      // What users define hardly ever differs: comparing is cheaper than writing.
      let i = 0
      for (let k = 0; i < words; i++) {
        if (own[base + i] !== source[at + k]) break
        if (++k === width && repeated) k = 0
      }
      if (i === words) return
      if (this.watching) this.changed = true
    }
    if (!repeated && spec.type === 'f64' && this.targetDoubles.length > 0) {
      const out = column as Float64Array
      const from = this.targetDoubles
      const first = row * spec.width
      const half = at >> 1
      for (let i = 0, n = words >> 1; i < n; i++) out[first + i] = from[half + i]!
      return
    }
    if (!repeated) {
      for (let i = 0; i < words; i++) own[base + i] = source[at + i]!
      return
    }
    for (let i = 0; i < words; i += width) for (let k = 0; k < width; k++) own[base + i + k] = source[at + k]!
  }

  private readBytes(
    source: Int32Array, at: number, column: Uint8Array, width: number, row: number, rows: number, repeated: boolean,
  ): void {
    const end = (row + rows) * width
    let i = row * width
    let k = 0
    if (!repeated && (i & 3) === 0) {
      // Whole words first; the few bytes left over follow below.
      const own = this.words
      const base = (column.byteOffset + i) >> 2
      const whole = (rows * width) >> 2
      for (let w = 0; w < whole; w++) {
        const word = source[at + w]!
        if (this.watching && own[base + w] !== word) this.changed = true
        own[base + w] = word
      }
      i += whole * 4
      k = whole * 4
    }
    for (; i < end; i++) {
      const value = (source[at + (k >> 2)]! >>> ((k & 3) * 8)) & 255
      if (column[i] !== value) {
        if (this.watching) this.changed = true
        column[i] = value
      }
      if (++k === width && repeated) k = 0
    }
  }
}

/** Rows of doubles start on even words, so that they can be copied as doubles. */
function aligned(at: number, spec: ColumnSpec): number {
  return spec.type === 'f64' ? (at + 1) & ~1 : at
}

/** Words that a number of rows take in a snapshot; rows of bytes stand without gaps, the last word is padded. */
function wordsOf(spec: ColumnSpec, rows: number): number {
  return (rows * spec.width * elementSize(spec) + 3) >> 2
}

/** Are two rows equal bit for bit? */
function sameRow(column: ColumnArray, width: number, a: number, b: number): boolean {
  for (let k = 0; k < width; k++) {
    const value = column[a * width + k]!
    if (value !== column[b * width + k]! || (value === 0 && 1 / value !== 1 / column[b * width + k]!)) return false
  }
  return true
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

function packBytes(column: ColumnArray, from: number, length: number): number {
  let word = 0
  for (let k = 0; k < length; k++) word |= column[from + k]! << (k * 8)
  return word
}
