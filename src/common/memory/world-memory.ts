/**
 * One buffer that holds every table of a world.
 *
 * Tables ask for room with `reserve`; when one outgrows its share the whole buffer is laid out anew. That replaces every view, so views are
 * fetched from `table.columns` at function entry and never stored. The meaning of a column is not known here.
 */

import { type ColumnArray, type ColumnSpec, elementSize, type Schema } from './schema.ts'

/** Columns start on cache-line boundaries. */
const ALIGNMENT_BYTES = 64

/** A table: columns of equal length over the world's buffer. Rows 0 … count−1 are in use. */
export interface Table<C> {
  readonly name: string
  readonly schema: Schema<C>
  /** Fresh views; replaced as a whole when memory grows. Fetch at function entry. */
  readonly columns: C
  /** Rows in use. Whoever owns the table moves it, never above `capacity`. */
  count: number
  readonly capacity: number
  /** Without rows it is not in the hash: a feature that a world does not use. */
  readonly optional?: boolean
}

interface Slot {
  name: string
  schema: Schema<Record<string, ColumnArray>>
  specs: [string, ColumnSpec][]
  columns: Record<string, ColumnArray>
  count: number
  capacity: number
  optional: boolean
}

export class WorldMemory {
  buffer: ArrayBuffer = new ArrayBuffer(0)
  /** Raised whenever the buffer is replaced. */
  version = 0
  private readonly slots: Slot[] = []

  /** Every table in the order of creation: the order of snapshot and hash. */
  get tables(): readonly Table<Record<string, ColumnArray>>[] {
    return this.slots
  }

  /** Adds a table. All tables are added before the first step. */
  addTable<C>(name: string, schema: Schema<C>, capacity: number, optional = false): Table<C> {
    const slot: Slot = {
      name,
      schema: schema as unknown as Schema<Record<string, ColumnArray>>,
      specs: Object.entries(schema as object) as [string, ColumnSpec][],
      columns: {},
      count: 0,
      capacity: Math.max(1, capacity),
      optional,
    }
    this.slots.push(slot)
    this.layOut()
    return slot as unknown as Table<C>
  }

  /** Makes room for `rows` rows. Grows by half at least, so that a run of small requests stays linear. */
  reserve(table: Table<never>, rows: number): void {
    if (rows <= table.capacity) return
    const slot = table as unknown as Slot
    slot.capacity = Math.max(rows, Math.ceil(slot.capacity * 1.5))
    this.layOut()
  }

  /** Makes room for so many rows in each table, with one layout for all. */
  reserveAll(tables: readonly Table<Record<string, ColumnArray>>[], rows: readonly number[]): void {
    let grows = false
    tables.forEach((table, i) => {
      if (rows[i]! <= table.capacity) return
      ;(table as unknown as Slot).capacity = rows[i]!
      grows = true
    })
    if (grows) this.layOut()
  }

  private layOut(): void {
    let bytes = 0
    const offsets: number[] = []
    for (const slot of this.slots) {
      for (const [, spec] of slot.specs) {
        bytes = Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
        offsets.push(bytes)
        bytes += slot.capacity * spec.width * elementSize(spec)
      }
    }
    // The tail is padded so that every column may be read as whole 32-bit words.
    const buffer = new ArrayBuffer(Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES + ALIGNMENT_BYTES)
    let next = 0
    for (const slot of this.slots) {
      const columns: [string, ColumnArray][] = []
      for (const [key, spec] of slot.specs) {
        const view = viewOf(spec, buffer, offsets[next++]!, slot.capacity * spec.width)
        const old = slot.columns[key]
        if (old) view.set(old as never)
        columns.push([key, view])
      }
      // Not filled key by key: V8 turns an object with more than a dozen computed keys into a hash table, and every access is then a
      // search.
      slot.columns = Object.fromEntries(columns)
    }
    this.buffer = buffer
    this.version++
  }
}

export function viewOf(spec: ColumnSpec, buffer: ArrayBuffer, offset: number, length: number): ColumnArray {
  if (spec.type === 'f64') return new Float64Array(buffer, offset, length)
  if (spec.type === 'i32') return new Int32Array(buffer, offset, length)
  return new Uint8Array(buffer, offset, length)
}

/** Copies row `from` over row `to` in every column. */
export function copyRow<C>(table: Table<C>, from: number, to: number): void {
  const { schema, columns } = table as unknown as Slot
  for (const key in schema) {
    const { width } = schema[key]!
    columns[key]!.copyWithin(to * width, from * width, (from + 1) * width)
  }
}

/** Rows on their way from one place to another. */
let kept = new Float64Array(64)

/** Row from[i] becomes row to[i], for i < count, in every column. All are read before any is written. */
export function moveRows<C>(table: Table<C>, from: Int32Array, to: Int32Array, count: number): void {
  const { schema, columns } = table as unknown as Slot
  for (const key in schema) {
    const { width } = schema[key]!
    const column = columns[key]!
    if (kept.length < count * width) kept = new Float64Array(2 * count * width)
    for (let i = 0; i < count; i++) for (let c = 0; c < width; c++) kept[i * width + c] = column[from[i]! * width + c]!
    for (let i = 0; i < count; i++) for (let c = 0; c < width; c++) column[to[i]! * width + c] = kept[i * width + c]!
  }
}

/** Sets every column of a row to zero. */
export function clearRow<C>(table: Table<C>, row: number): void {
  const { schema, columns } = table as unknown as Slot
  for (const key in schema) {
    const { width } = schema[key]!
    columns[key]!.fill(0, row * width, (row + 1) * width)
  }
}
