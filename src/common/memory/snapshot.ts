/**
 * Snapshots: the `def` and `state` columns of every table, packed into a caller's bytes.
 *
 * Each column is taken as rows of 32-bit words, as they stand in memory, and written as runs of equal rows (a run is stored once), so that
 * values common to most bodies (no force, gravity scale 1, the same friction) cost a few bytes, while poses are plain copies. Exact;
 * writing allocates nothing.
 *
 * Layout, in words: magic, version, total words, table count, number and fingerprint of the shared geometry and of the kinds of joints; per
 * table: row count, then per column its runs: [n > 0: one row that stands n times] or [−n < 0: n rows, each as it is], until all rows are
 * told.
 */

import { PhysicsError } from '../errors.ts'
import type { Hasher } from './hash.ts'
import type { ColumnArray, ColumnSpec } from './schema.ts'
import { clearRow, type Table, type WorldMemory } from './world-memory.ts'

const MAGIC = 0x464c4352
const FORMAT_VERSION = 3
const HEADER_WORDS = 8

/** A run shorter than this is cheaper told row by row: many short ones would make restoring slow. */
const MIN_RUN = 32
/** Distance of the rows that are compared when looking for runs; half the shortest run, so that none is missed. */
const PROBE_STRIDE = 16

type AnyTable = Table<Record<string, ColumnArray>>

/**
 * Immutable things that tables refer to by number and snapshots do not hold. `fingerprint(n)` tells the first n of them from any others.
 */
export interface SnapshotRegistry {
  readonly count: number
  fingerprint(count: number): number
}

const NOTHING_SHARED: SnapshotRegistry = { count: 0, fingerprint: () => 0 }

/** Reads and writes snapshots of one memory. Keeps word views of the buffer; they are renewed when the buffer is replaced. */
export class SnapshotCodec {
  private readonly memory: WorldMemory
  private readonly shared: SnapshotRegistry
  private readonly kinds: SnapshotRegistry
  private words: Int32Array = new Int32Array(0)
  private version = -1
  private target: Int32Array = new Int32Array(0)
  private targetBytes: Uint8Array | null = null
  private measuring = false
  /** After `read`: did one of the columns named in `links` change? */
  relinked = false
  private readonly links: readonly string[]
  private at = 0
  /** Tables with `def` or `state` columns; made when first needed, after all tables were added. */
  private kept: AnyTable[] = []

  /** `links`: names of columns that indexes outside the tables are made of. */
  constructor(memory: WorldMemory, shared: SnapshotRegistry, links: readonly string[] = [], kinds: SnapshotRegistry = NOTHING_SHARED) {
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
    this.target[5] = this.shared.fingerprint(this.shared.count)
    this.target[6] = this.kinds.count
    this.target[7] = this.kinds.fingerprint(this.kinds.count)
    return this.at * 4
  }

  /**
   * Restores a snapshot written by `write`. Checks everything before the first word is changed. Returns whether anything that users define
   * or that says which rows live has changed: if not, derived data still holds.
   */
  read(bytes: Uint8Array): boolean {
    this.openTarget(bytes, 'restore.bytes')
    this.refresh()
    const counts = this.check(bytes)
    this.kept.forEach((table, i) => this.memory.reserve(table as unknown as Table<never>, counts[i]!))
    this.refresh()
    let changed = false
    this.relinked = false
    this.at = HEADER_WORDS
    for (const table of this.kept) {
      const count = this.target[this.at++]!
      // Rows that came after the snapshot must be as if they had never been.
      if (count !== table.count) {
        changed = true
        this.relinked = true
      }
      for (let row = count; row < table.count; row++) clearRow(table, row)
      table.count = count
      for (const key in table.schema) {
        const spec = table.schema[key]!
        if (spec.tag === 'scratch') continue
        const linking = this.links.includes(key)
        const watched = linking || spec.tag === 'def' || key === 'generation' || key === 'alive'
        const differs = this.readColumn(table.columns[key]!, spec, count, watched)
        if (linking) this.relinked ||= differs
        else changed ||= differs
      }
    }
    return changed
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
          hasher.words(this.words, base, base + table.count * rowWords(spec))
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

  /** Refuses bytes that `write` cannot have written; returns the rows of each table. */
  private check(bytes: Uint8Array): number[] {
    const source = this.target
    const bad = (why: string): PhysicsError =>
      new PhysicsError('bad-snapshot', 'restore.bytes', bytes, `${why}. Give what world.snapshot() of the same version returned.`)
    if (source.length < HEADER_WORDS || source[0] !== MAGIC) throw bad('is not a snapshot')
    if (source[1] !== FORMAT_VERSION) throw bad(`has format ${source[1]}, this engine reads ${FORMAT_VERSION}`)
    const total = source[2]!
    if (total < HEADER_WORDS || total > source.length) throw bad('is cut short')
    if (source[3] !== this.kept.length) throw bad('has other tables than this world')
    const refersTo = (book: SnapshotRegistry, at: number): boolean =>
      source[at]! >= 0 && source[at]! <= book.count && book.fingerprint(source[at]!) === source[at + 1]
    if (!refersTo(this.shared, 4)) throw bad('refers to hulls this world does not have')
    if (!refersTo(this.kinds, 6)) throw bad('refers to kinds of joints this world does not have')
    const counts: number[] = []
    let at = HEADER_WORDS
    for (const table of this.kept) {
      const count = at < total ? source[at++]! : -1
      if (count < 0 || count > 1e7) throw bad(`has a wrong row count in ${table.name}`)
      counts.push(count)
      for (const key in table.schema) {
        const spec = table.schema[key]!
        if (spec.tag === 'scratch') continue
        at = this.skipColumn(at, spec, count, total)
        if (at < 0) throw bad(`is damaged in ${table.name}.${key}`)
      }
    }
    if (at !== total) throw bad('has a wrong length')
    return counts
  }

  /** Where the column that begins at `at` ends, −1 if it does not end well. */
  private skipColumn(at: number, spec: ColumnSpec, count: number, total: number): number {
    const rows = wordRows(spec, count)
    let row = 0
    while (row < rows) {
      if (at >= total) return -1
      const run = this.target[at++]!
      if (run === 0) return -1
      at += rowWords(spec) * (run > 0 ? 1 : -run)
      row += Math.abs(run)
      if (row > rows || at > total) return -1
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
    const { words } = this
    const width = rowWords(spec)
    const rows = wordRows(spec, count)
    const base = column.byteOffset >> 2
    // The bytes of a last word that are in no row, so that equal states give equal snapshots.
    if (spec.type === 'u8') column.fill(0, count * spec.width, rows * 4)
    let literal = 0
    let probe = 0
    while (probe + PROBE_STRIDE < rows) {
      if (!sameRow(words, base, width, probe, probe + PROBE_STRIDE)) {
        probe += PROBE_STRIDE
        continue
      }
      let start = probe
      while (start > literal && sameRow(words, base, width, start - 1, probe)) start--
      const end = endOfRun(words, base, width, probe, rows)
      if (end - start >= MIN_RUN) {
        if (start > literal) this.writeRows(literal - start, base, width, literal, start)
        this.writeRows(end - start, base, width, start, start + 1)
        literal = end
      }
      probe = end
    }
    if (rows > literal) this.writeRows(literal - rows, base, width, literal, rows)
  }

  /** Writes beyond the end of the target are lost without harm; `write` notices by the length. */
  private writeRows(run: number, base: number, width: number, from: number, to: number): void {
    this.put(run)
    const { target, at, words } = this
    const length = (to - from) * width
    const start = base + from * width
    if (!this.measuring) for (let i = 0; i < length; i++) target[at + i] = words[start + i]!
    this.at += length
  }

  /** Returns whether it has changed anything, if that is `watched`. */
  private readColumn(column: ColumnArray, spec: ColumnSpec, count: number, watched: boolean): boolean {
    const { target, words } = this
    const width = rowWords(spec)
    let { at } = this
    let to = column.byteOffset >> 2
    const end = to + width * wordRows(spec, count)
    let differs = false
    while (to < end) {
      const run = target[at++]!
      const period = run > 0 ? width : -run * width
      const length = Math.abs(run) * width
      // Definitions hardly ever differ: comparing is cheaper than writing.
      if ((run < 0 && !watched) || !sameWords(words, to, target, at, length, period)) {
        differs = watched
        if (run < 0) words.set(target.subarray(at, at + length), to)
        else for (let i = 0; i < length; i++) words[to + i] = target[at + (i % width)]!
      }
      at += period
      to += length
    }
    this.at = at
    return differs
  }
}

/** Words of a row. Bytes are taken four at a time, as rows of one word. */
function rowWords(spec: ColumnSpec): number {
  return spec.type === 'f64' ? 2 * spec.width : spec.type === 'i32' ? spec.width : 1
}

function wordRows(spec: ColumnSpec, count: number): number {
  return spec.type === 'u8' ? (count * spec.width + 3) >> 2 : count
}

function sameRow(words: Int32Array, base: number, width: number, a: number, b: number): boolean {
  for (let k = 0; k < width; k++) if (words[base + a * width + k] !== words[base + b * width + k]) return false
  return true
}

/** First row after `row` that differs from it. */
function endOfRun(words: Int32Array, base: number, width: number, row: number, rows: number): number {
  const first = base + row * width
  const last = base + rows * width
  let at = first + width
  while (at < last && words[at] === words[at - width]) at++
  return row + Math.floor((at - first) / width)
}

/** Are `length` words of one array those of the other, in which they come again after each `period`? */
function sameWords(a: Int32Array, ao: number, b: Int32Array, bo: number, length: number, period: number): boolean {
  for (let i = 0; i < length; i += period) for (let k = 0; k < period; k++) if (a[ao + i + k] !== b[bo + k]) return false
  return true
}
