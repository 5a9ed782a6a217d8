/**
 * Column schemas: name, type, width and tag of a table's columns.
 *
 * A schema is data. Allocation, growth, row copies, snapshots and hashes are all driven by it, so no table has hand-written code for any of
 * those.
 */

/**
 * `def`: set by the user. `state`: carried from step to step. Both are in the snapshot and in the hash. `option`: set by few users and 0
 * otherwise; in both, but where it is 0 the hash is as if there was no such column.
 * `scratch`: recomputed before it is read; in neither.
 */
export type ColumnTag = 'def' | 'state' | 'option' | 'scratch'

export type ColumnArray = Float64Array | Int32Array | Uint8Array

export interface ColumnSpec<A extends ColumnArray = ColumnArray> {
  readonly type: 'f64' | 'i32' | 'u8'
  /** Elements per row. */
  readonly width: number
  readonly tag: ColumnTag
  /** Phantom: carries the array type, never has a value. */
  readonly array?: A
}

/** One spec per column; the columns of a table are the keys of its interface `C`, in schema order. */
export type Schema<C> = { readonly [K in keyof C]: C[K] extends ColumnArray ? ColumnSpec<C[K]> : never }

/** A column of doubles, `width` per row. */
export function f64(tag: ColumnTag, width = 1): ColumnSpec<Float64Array> {
  return { type: 'f64', width, tag }
}

/** A column of 32-bit integers, `width` per row. */
export function i32(tag: ColumnTag, width = 1): ColumnSpec<Int32Array> {
  return { type: 'i32', width, tag }
}

/** A column of bytes, `width` per row. */
export function u8(tag: ColumnTag, width = 1): ColumnSpec<Uint8Array> {
  return { type: 'u8', width, tag }
}

/** Bytes of one element. */
export function elementSize(spec: ColumnSpec): number {
  return spec.type === 'f64' ? 8 : spec.type === 'i32' ? 4 : 1
}
