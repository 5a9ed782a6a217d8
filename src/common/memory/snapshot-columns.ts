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
    const start = base + from * width
    if (!this.measuring) for (let i = 0; i < length; i++) target[at + i] = words[start + i]!
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
    if (run < 0) {
      const length = -run * width
      words.set(source.subarray(at, at + length), to)
      at += length
      to += length
    } else {
      const length = run * width
      if (width === 1) words.fill(source[at]!, to, to + length)
      else for (let i = 0; i < length; i++) words[to + i] = source[at + (i % width)]!
      at += width
      to += length
    }
  }
  return at
}

/** Copies a column between memories; returns whether anything has changed, if that is `watched`. */
export function copyColumn(
  from: Int32Array, source: ColumnArray, to: Int32Array, target: ColumnArray, spec: ColumnSpec, count: number, watched: boolean,
): boolean {
  const length = rowWords(spec) * wordRows(spec, count)
  const start = source.byteOffset >> 2
  const base = target.byteOffset >> 2
  // Definitions hardly ever differ: comparing is cheaper than writing.
  if (watched) {
    let i = 0
    while (i < length && to[base + i] === from[start + i]) i++
    if (i === length) return false
  }
  to.set(from.subarray(start, start + length), base)
  return watched
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
