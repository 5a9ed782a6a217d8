/**
 * The difference of two states of one world, exactly: the words of columns that are not the same, run by run. Rows of bodies that sleep are
 * the same and cost nothing. With the first state it gives the second one, byte for byte; its checksum says so.
 *
 * Layout, in words: magic, version, checksum of the first snapshot, checksum of the second one, tick of the first, tick of the second, total words.
 * Then the second one's parts: 0 if they are the same, otherwise their length and words. Then per table its row count and per column its runs:
 * [words left alone, words given, those words] until [0, 0]. Then the game's bytes.
 */

import { rowWords, ColumnWriter } from '../../common/memory/snapshot-columns.ts'
import { markWords, sameWords, SnapshotFault } from '../../common/memory/snapshot-part.ts'
import { CHECKSUM, HEADER_WORDS, paddedWords, SNAPSHOT_FORMAT, type AnyTable } from '../../common/memory/snapshot-staging.ts'
import type { ColumnSpec } from '../../common/memory/schema.ts'
import { clearRow } from '../../common/memory/world-memory.ts'
import { wordsOf, type SnapshotView } from './snapshot-view.ts'

const MAGIC = 0x464c4344
const VERSION = 1
const DELTA_HEADER = 7
/** Words alike between two runs for which it is not worth beginning another. */
const SHORT_GAP = 2

/** Are these bytes a delta, rather than a snapshot? */
export function isDelta(bytes: Uint8Array): boolean {
  return bytes.byteLength >= 4 && wordsOf(bytes.subarray(0, 4))[0] === MAGIC
}

/** Which ticks a delta is between. */
export function readDeltaTicks(bytes: Uint8Array): { from: number; tick: number } {
  const words = wordsOf(bytes)
  if (words.length < DELTA_HEADER || words[0] !== MAGIC) throw new SnapshotFault('is no delta', CURE)
  if (words[1] !== VERSION) throw new SnapshotFault(`has delta version ${words[1]}, and this engine reads version ${VERSION}`, CURE)
  return { from: words[4]! >>> 0, tick: words[5]! >>> 0 }
}

const CURE = 'Give what rollback.delta(from, tick) returned, whole and unchanged.'

/** Words of a column's rows; those of bytes are taken four at a time. */
function columnWords(spec: ColumnSpec, rows: number): number {
  return spec.type === 'u8' ? (rows * spec.width + 3) >> 2 : rows * rowWords(spec)
}

class Words {
  list: Int32Array = new Int32Array(1024)
  at = 0

  put(value: number): void {
    this.room(1)
    this.list[this.at++] = value
  }

  copy(source: Int32Array, from: number, to: number): void {
    this.room(to - from)
    this.list.set(source.subarray(from, to), this.at)
    this.at += to - from
  }

  private room(count: number): void {
    if (this.at + count <= this.list.length) return
    const larger = new Int32Array(Math.max(2 * this.list.length, this.at + count))
    larger.set(this.list)
    this.list = larger
  }
}

/** The delta that leads from the state in `base` to that in `next`. */
export function encodeDelta(base: SnapshotView, next: SnapshotView, from: number, tick: number, game: Uint8Array): Uint8Array {
  const out = new Words()
  for (const value of [MAGIC, VERSION, base.source[CHECKSUM]!, next.source[CHECKSUM]!, from, tick, 0]) out.put(value)
  if (sameWords(base.source.subarray(HEADER_WORDS, base.tablesAt), next.source, HEADER_WORDS, next.tablesAt)) out.put(0)
  else {
    out.put(next.tablesAt - HEADER_WORDS)
    out.copy(next.source, HEADER_WORDS, next.tablesAt)
  }
  const before = base.staging.view()
  const after = next.staging.view()
  for (let i = 0; i < next.staging.list.length; i++) {
    const table = next.staging.list[i]!
    const old = base.staging.list[i]!
    tidy(table)
    tidy(old)
    out.put(table.count)
    for (const key in table.schema) {
      const spec = table.schema[key]!
      const start = table.columns[key]!.byteOffset >> 2
      const oldStart = old.columns[key]!.byteOffset >> 2
      const oldEnd = columnWords(spec, Math.min(old.count, table.count))
      writeRuns(out, before, oldStart, oldEnd, after, start, columnWords(spec, table.count))
    }
  }
  out.list[6] = out.at
  const bytes = new Uint8Array(out.at * 4 + game.byteLength)
  bytes.set(new Uint8Array(out.list.buffer, 0, out.at * 4))
  bytes.set(game, out.at * 4)
  return bytes
}

/** The bytes of a last word that are in no row. */
function tidy(table: AnyTable): void {
  for (const key in table.schema) {
    const spec = table.schema[key]!
    if (spec.type === 'u8') table.columns[key]!.fill(0, table.count * spec.width, columnWords(spec, table.count) * 4)
  }
}

/** What differs in one column; rows that the first state lacks are compared with zeros. */
function writeRuns(out: Words, before: Int32Array, oldStart: number, oldEnd: number, after: Int32Array, start: number, length: number): void {
  const differs = (i: number): boolean => after[start + i] !== (i < oldEnd ? before[oldStart + i] : 0)
  let told = 0
  let i = 0
  for (;;) {
    while (i < length && !differs(i)) i++
    if (i >= length) break
    let end = i + 1
    for (let alike = 0, k = end; k < length && alike <= SHORT_GAP; k++) {
      if (differs(k)) {
        alike = 0
        end = k + 1
      } else alike++
    }
    out.put(i - told)
    out.put(end - i)
    out.copy(after, start + i, start + end)
    told = i = end
  }
  out.put(0)
  out.put(0)
}

/**
 * The state that a delta leads to from the one in `view`, which it changes. Throws a `SnapshotFault` for a delta that is damaged, or that was
 * made from another state. The result is a snapshot like any other: whoever restores it checks it.
 */
export function applyDelta(view: SnapshotView, bytes: Uint8Array, gameBytes: number): Uint8Array {
  const words = wordsOf(bytes)
  readDeltaTicks(bytes)
  const total = words[6]!
  if (total < DELTA_HEADER || total * 4 + gameBytes !== bytes.byteLength) throw new SnapshotFault('is cut short, or too long', CURE)
  if (words[2] !== view.source[CHECKSUM]) {
    throw new SnapshotFault('was made from another state of that tick', 'Send a whole state: the two worlds have parted.')
  }
  const reader = { words, at: DELTA_HEADER, end: total }
  const length = take(reader)
  if (length < 0 || length > total - reader.at) throw new SnapshotFault('has parts of a wrong length', CURE)
  const parts = length === 0 ? view.source.subarray(HEADER_WORDS, view.tablesAt) : words.subarray(reader.at, reader.at + length)
  reader.at += length
  for (const table of view.staging.list) readTable(view, table, reader)
  if (reader.at !== total) throw new SnapshotFault('has a wrong length', CURE)
  return pack(view, parts, words[3]!, bytes.subarray(total * 4))
}

interface Reader {
  readonly words: Int32Array
  at: number
  readonly end: number
}

function take(reader: Reader): number {
  if (reader.at >= reader.end) throw new SnapshotFault('is cut short', CURE)
  return reader.words[reader.at++]!
}

function readTable(view: SnapshotView, table: AnyTable, reader: Reader): void {
  const { staging } = view
  const count = take(reader)
  const before = table.count
  // A new row has a word that is not zero at least.
  if (count < 0 || count > before + (reader.end - reader.at)) throw new SnapshotFault(`claims more rows of ${table.name} than it gives`, CURE)
  staging.memory.reserve(table as never, count)
  table.count = count
  for (let row = before; row < count; row++) clearRow(table, row)
  tidy(table)
  const memory = staging.view()
  for (const key in table.schema) {
    const length = columnWords(table.schema[key]!, count)
    const start = table.columns[key]!.byteOffset >> 2
    let at = 0
    for (;;) {
      const alone = take(reader)
      const given = take(reader)
      if (alone === 0 && given === 0) break
      if (alone < 0 || given <= 0 || at + alone + given > length || given > reader.end - reader.at) {
        throw new SnapshotFault(`is damaged in ${table.name}.${key}`, CURE)
      }
      at += alone
      for (let i = 0; i < given; i++) memory[start + at + i] = reader.words[reader.at++]!
      at += given
    }
  }
}

const writer = new ColumnWriter()

/** A snapshot of what is staged, as the world there wrote it. */
function pack(view: SnapshotView, parts: Int32Array, checksum: number, game: Uint8Array): Uint8Array {
  const { staging } = view
  let bytes = 0
  staging.list.forEach((table, i) => (bytes += table.count * staging.rowBytes[i]!))
  let target: Int32Array | null = null
  let total = 0
  for (const pass of [0, 1]) {
    writer.begin(target, HEADER_WORDS + parts.length)
    for (const table of staging.list) {
      writer.put(table.count)
      for (const key in table.schema) writer.write(staging.view(), table.columns[key]!, table.schema[key]!, table.count)
    }
    if (pass === 1) break
    total = paddedWords(writer.at, bytes)
    target = new Int32Array(total + Math.ceil(game.byteLength / 4))
  }
  const words = target!
  words.set(view.source.subarray(0, HEADER_WORDS))
  words.set(parts, HEADER_WORDS)
  words[2] = total
  words[CHECKSUM] = markWords(words, CHECKSUM + 1, total, SNAPSHOT_FORMAT)
  if (words[CHECKSUM] !== checksum) throw new SnapshotFault('is damaged: its checksum is wrong', CURE)
  const out = new Uint8Array(words.buffer, 0, total * 4 + game.byteLength)
  out.set(game, total * 4)
  return out
}
