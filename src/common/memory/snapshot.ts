/**
 * Snapshots: the `def` and `state` columns of every table, and parts that are no tables, packed into a caller's bytes. Writing allocates
 * nothing.
 *
 * Layout, in words: magic, format, total words, checksum of all words behind it, dimension, layout of the tables, number of parts, number of
 * tables. Then the parts, each after its length. Then per table its row count and its columns (`snapshot-columns.ts`). Then zeros, if the
 * tables would otherwise take more memory than the bytes account for (`MOST_BYTES_PER_BYTE`).
 *
 * Reading trusts nothing: lengths are checked against the bytes that are there before anything is reserved, the tables are decoded into a
 * staging memory, the world's own checks look at them there, and only then is the world changed. The checksum finds accidents; an attacker
 * can recompute it, so nothing else relies on it.
 *
 * Formats: releases that differ in the patch number alone write and read the same format. Any change of layout raises the number and comes
 * with a minor release at least; an engine reads its own format only, and says which one it was given.
 */

import { isMadeBy, PhysicsError } from '../errors.ts'
import type { Hasher } from './hash.ts'
import { ColumnWriter, copyColumn } from './snapshot-columns.ts'
import { markWords, SnapshotFault, type SnapshotPart } from './snapshot-part.ts'
import {
  CHECKSUM, checkHeader, endOfPart, hashTables, HEADER_WORDS, keptTables, layoutOf, MAGIC, paddedWords, rowBytes, SNAPSHOT_FORMAT, Staging,
  type AnyTable,
} from './snapshot-staging.ts'
import { clearRow, type WorldMemory } from './world-memory.ts'

export { SNAPSHOT_FORMAT, type AnyTable } from './snapshot-staging.ts'

export interface CodecOptions {
  /** 2 or 3: worlds of one do not read snapshots of the other. */
  readonly dimension: number
  readonly parts?: readonly SnapshotPart[]
  /** Names of tables that other data follow from; `read` tells whether a definition or a life in them has changed. */
  readonly defining?: readonly string[]
  /**
   * Looks at the staged tables, by name; throws a `SnapshotFault` if a world must not have them. `unbounded`: those of them that hold a number
   * that is not finite; there is no need to look for one in the others.
   */
  check?(tables: Readonly<Record<string, AnyTable>>, unbounded: readonly AnyTable[]): void
}

/** By layout. */
const stagings = new Map<number, Staging>()

/** Reads and writes snapshots of one memory. Keeps word views of the buffer; they are renewed when the buffer is replaced. */
export class SnapshotCodec {
  private readonly memory: WorldMemory
  private readonly dimension: number
  private readonly parts: readonly SnapshotPart[]
  private readonly defining: readonly string[]
  private readonly inspect: CodecOptions['check']
  private words: Int32Array = new Int32Array(0)
  private version = -1
  private target: Int32Array = new Int32Array(0)
  private targetBytes: Uint8Array | null = null
  private readonly writer: ColumnWriter = new ColumnWriter()
  /** Tables with `def` or `state` columns, and the mark of their names, types and widths; made after all tables were added. */
  private kept: AnyTable[] = []
  private layout = 0

  constructor(memory: WorldMemory, options: CodecOptions) {
    this.memory = memory
    this.dimension = options.dimension
    this.parts = options.parts ?? []
    this.defining = options.defining ?? []
    this.inspect = options.check
  }

  /** Mark of the tables' layout: differs wherever a snapshot would be read wrongly. */
  layoutMark(): number {
    this.refresh()
    return this.layout
  }

  /** Bytes the snapshot of this moment takes. */
  size(whole: boolean): number {
    return this.writeAll(null, whole) * 4
  }

  /** Writes into `out`, which must start on a multiple of four bytes and be at least `size()` long. Returns the bytes used. */
  write(out: Uint8Array, whole: boolean): number {
    this.openTarget(out, 'snapshot.out')
    const total = this.writeAll(this.target, whole)
    if (total > this.target.length) {
      const advice = `has ${out.byteLength} bytes and needs ${total * 4}. Use world.snapshotSize().`
      throw new PhysicsError('wrong-size', 'snapshot.out', out, advice)
    }
    const { target } = this
    target[0] = MAGIC
    target[1] = SNAPSHOT_FORMAT
    target[2] = total
    target[4] = this.dimension
    target[5] = this.layout
    target[6] = this.parts.length
    target[7] = this.kept.length
    target[CHECKSUM] = markWords(target, CHECKSUM + 1, total, SNAPSHOT_FORMAT)
    return total * 4
  }

  /**
   * Restores a snapshot written by `write`. Checks everything before the first word is changed. Returns whether anything that users define
   * in the tables named in `defining`, or that says which of their rows live, has changed: if not, data derived from them still hold.
   */
  read(bytes: Uint8Array): boolean {
    this.openTarget(bytes, 'restore.bytes')
    this.refresh()
    try {
      const staging = this.stage(this.target)
      this.inspect?.(staging.tables, staging.unbounded)
      return this.commit(staging)
    } catch (fault) {
      if (!(fault instanceof SnapshotFault)) throw fault
      throw new PhysicsError('bad-snapshot', 'restore.bytes', bytes, `${fault.message}. ${fault.cure}`)
    }
  }

  /** Feeds everything that a snapshot holds of the tables to a hasher. */
  hash(hasher: Hasher): void {
    this.refresh()
    hashTables(this.kept, this.words, hasher)
  }

  private refresh(): void {
    if (this.version === this.memory.version) return
    this.words = new Int32Array(this.memory.buffer)
    this.version = this.memory.version
    if (this.kept.length > 0) return
    this.kept = keptTables(this.memory)
    this.layout = layoutOf(this.kept)
  }

  /** The word view of the caller's bytes is kept, so that a ring of buffers costs one small view per change of buffer only. */
  private openTarget(bytes: Uint8Array, field: string): void {
    if (!isMadeBy(bytes, Uint8Array)) throw new PhysicsError('wrong-type', field, bytes, 'must be a Uint8Array.')
    if (bytes.byteOffset % 4 !== 0) throw new PhysicsError('wrong-size', field, bytes, 'must start on a multiple of four bytes in its buffer.')
    if (this.targetBytes === bytes && this.target.length === bytes.byteLength >> 2) return
    this.target = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
    this.targetBytes = bytes
  }

  /** Everything behind the header; without a target it is only measured. Returns the total of words. */
  private writeAll(target: Int32Array | null, whole: boolean): number {
    this.refresh()
    const { writer, words } = this
    writer.begin(target, HEADER_WORDS)
    for (const part of this.parts) {
      const length = part.words(whole)
      writer.put(length)
      // A part that does not fit is left out; the length tells.
      if (target !== null && writer.at + length <= target.length) part.write(target, writer.at, whole)
      writer.at += length
    }
    let bytes = 0
    for (const table of this.kept) {
      writer.put(table.count)
      bytes += table.count * rowBytes(table)
      for (const key in table.schema) {
        const spec = table.schema[key]!
        if (spec.tag !== 'scratch') writer.write(words, table.columns[key]!, spec, table.count)
      }
    }
    for (const end = paddedWords(writer.at, bytes); writer.at < end;) writer.put(0)
    return writer.at
  }

  /** Refuses bytes that `write` cannot have written; stages the parts and the tables. */
  private stage(source: Int32Array): Staging {
    const { dimension, layout } = this
    const total = checkHeader(source, { dimension, layout, parts: this.parts.length, tables: this.kept.length })
    let at = HEADER_WORDS
    for (const part of this.parts) {
      const end = endOfPart(source, at, total)
      part.stage(source, at + 1, end)
      at = end
    }
    let staging = stagings.get(this.layout)
    if (staging === undefined) stagings.set(this.layout, (staging = new Staging(this.kept)))
    staging.read(source, at, total)
    return staging
  }

  /** From the staging memory into the world's. */
  private commit(staging: Staging): boolean {
    const { kept } = this
    let changed = false
    for (const part of this.parts) if (part.commit()) changed = true
    this.memory.reserveAll(kept, staging.list.map(({ count }) => count))
    this.refresh()
    const from = staging.view()
    for (let i = 0; i < kept.length; i++) {
      const table = kept[i]!
      const staged = staging.list[i]!
      const { count } = staged
      const defines = this.defining.includes(table.name)
      if (defines && count !== table.count) changed = true
      // Rows that came after the snapshot must be as if they had never been.
      for (let row = count; row < table.count; row++) clearRow(table, row)
      table.count = count
      for (const key in staged.schema) {
        const spec = staged.schema[key]!
        const watched = defines && (spec.tag === 'def' || key === 'generation' || key === 'alive')
        if (copyColumn(from, staged.columns[key]!, this.words, table.columns[key]!, spec, count, watched)) changed = true
      }
    }
    return changed
  }
}
