/**
 * Columns of a snapshot: rows of 32-bit words, as they stand in memory, written as runs of equal rows (a run is stored once), so that
 * values common to most bodies (no force, gravity scale 1, the same friction) cost a few bytes, while poses are plain copies. Exact.
 *
 * A column is its runs: [n > 0: one row that stands n times] or [−n < 0: n rows, each as it is], until all rows are told.
 */

import type { ColumnArray, ColumnSpec } from './schema.ts'

/** A run shorter than this is cheaper told row by row: many short ones would make restoring slow. */
const MIN_RUN = 32
/** Distance of the rows that are compared when looking for runs; half the shortest run, so that none is missed. */
const PROBE_STRIDE = 16

/** Words of a row. Bytes are taken four at a time, as rows of one word. */
export function rowWords(spec: ColumnSpec): number {
  return spec.type === 'f64' ? 2 * spec.width : spec.type === 'i32' ? spec.width : 1
}

function wordRows(spec: ColumnSpec, count: number): number {
  return spec.type === 'u8' ? (count * spec.width + 3) >> 2 : count
}

/** Writes columns one after the other into words, or only counts how many they would be. */
export class ColumnWriter {
  /** Where the next word goes. Beyond the target words are lost without harm; whoever wrote notices by this. */
  at = 0
  private target: Int32Array = new Int32Array(0)
  private measuring = false

  /** Begins at word `at` of the target; without one, nothing is written. */
  begin(target: Int32Array | null, at: number): void {
    this.measuring = target === null
    if (target !== null) this.target = target
    this.at = at
  }

  put(value: number): void {
    if (!this.measuring) this.target[this.at] = value
    this.at++
  }

  /** Only every few rows are compared: a run worth telling spans at least two of those places. `words` is the memory of the column. */
  write(words: Int32Array, column: ColumnArray, spec: ColumnSpec, count: number): void {
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
        if (start > literal) this.writeRows(words, literal - start, base, width, literal, start)
        this.writeRows(words, end - start, base, width, start, start + 1)
        literal = end
      }
      probe = end
    }
    if (rows > literal) this.writeRows(words, literal - rows, base, width, literal, rows)
  }

  private writeRows(words: Int32Array, run: number, base: number, width: number, from: number, to: number): void {
    this.put(run)
    const { target, at } = this
    const length = (to - from) * width
    // Words beyond the target are lost; whoever wrote notices by `at`.
    if (!this.measuring && at < target.length) copyWords(words, base + from * width, target, at, Math.min(length, target.length - at))
    this.at += length
  }
}

/** Where the column that begins at source[at] ends, −1 if it does not end well before `end`. */
export function skipColumn(source: Int32Array, at: number, end: number, spec: ColumnSpec, count: number): number {
  const rows = wordRows(spec, count)
  let row = 0
  while (row < rows) {
    if (at >= end) return -1
    const run = source[at++]!
    if (run === 0) return -1
    at += rowWords(spec) * (run > 0 ? 1 : -run)
    row += Math.abs(run)
    if (row > rows || at > end) return -1
  }
  return at
}

/** Reads a column that `skipColumn` has found good into the memory `words`; returns where the next one begins. */
export function readColumn(source: Int32Array, at: number, words: Int32Array, column: ColumnArray, spec: ColumnSpec, count: number): number {
  const width = rowWords(spec)
  let to = column.byteOffset >> 2
  const end = to + width * wordRows(spec, count)
  while (to < end) {
    const run = source[at++]!
    const told = width * (run < 0 ? -run : 1)
    copyWords(source, at, words, to, told)
    if (run > 1) repeatWords(words, to, width, run * width)
    at += told
    to += run < 0 ? told : run * width
  }
  return at
}

/** The first `width` words from `at` on, over and over, until they are `length`: each copy doubles what there is. */
function repeatWords(words: Int32Array, at: number, width: number, length: number): void {
  if (width === 1) {
    words.fill(words[at]!, at, at + length)
    return
  }
  for (let done = width; done < length; done *= 2) words.copyWithin(at + done, at, at + Math.min(done, length - done))
}

/** Exponent of numbers that are none or infinite, in the upper word of a double; and which of its two words that is. */
const NOT_FINITE = 0x7ff00000
const LAST_OF_EXPONENT = 0x00100000
const UPPER = new Int32Array(Float64Array.of(1).buffer)[1] === 0 ? 0 : 1

/** Are all numbers finite that the column of doubles from source[at] on tells? A number that a run repeats is looked at once. */
export function tellsFinite(source: Int32Array, at: number, spec: ColumnSpec, count: number): boolean {
  const width = rowWords(spec)
  let row = 0
  let sums = 0
  while (row < count) {
    const run = source[at++]!
    const end = (at + width * (run < 0 ? -run : 1)) | 0
    // The largest exponent and 1 is the sign: one sum per number, and no branch.
    for (let i = (at + UPPER) | 0; i < end; i = (i + 2) | 0) sums |= (source[i]! & NOT_FINITE) + LAST_OF_EXPONENT
    at = end
    row += Math.abs(run)
  }
  return sums >= 0
}

/** Copies a column between memories; returns whether anything has changed, if that is `watched`. */
export function copyColumn(
  from: Int32Array, source: ColumnArray, to: Int32Array, target: ColumnArray, spec: ColumnSpec, count: number, watched: boolean,
): boolean {
  const length = rowWords(spec) * wordRows(spec, count)
  const start = source.byteOffset >> 2
  const base = target.byteOffset >> 2
  // Definitions hardly ever differ: comparing is cheaper than writing.
  if (watched && areEqual(from, start, to, base, length)) return false
  copyWords(from, start, to, base, length)
  return watched
}

/** Two at a time: a comparison costs more than a difference. */
function areEqual(a: Int32Array, at: number, b: Int32Array, from: number, length: number): boolean {
  const shift = (from - at) | 0
  const end = (at + length) | 0
  let i = at | 0
  for (; i < end - 1; i = (i + 2) | 0) if (((a[i]! ^ b[i + shift]!) | (a[i + 1]! ^ b[i + shift + 1]!)) !== 0) return false
  return i === end || a[i] === b[i + shift]
}

/** Below this many words a loop is faster than a copy, which needs a view. */
const SHORT_COPY = 256

function copyWords(source: Int32Array, at: number, target: Int32Array, to: number, length: number): void {
  if (length > SHORT_COPY) target.set(source.subarray(at, at + length), to)
  else for (let i = 0; i < length; i++) target[to + i] = source[at + i]!
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
  if (width === 1) {
    const value = words[first]
    while (at < last && words[at] === value) at++
  } else if (width === 2) {
    const low = words[first]
    const high = words[first + 1]
    while (at < last && words[at] === low && words[at + 1] === high) at += 2
  } else while (at < last && words[at] === words[at - width]) at++
  return row + Math.floor((at - first) / width)
}
