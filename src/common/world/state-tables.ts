/**
 * What the rules of a world's state share: the tables that they look at, how they say that one is broken, the marks that they count with.
 */

import type { ProxyColumns } from '../broad-phase/proxy-columns.ts'
import type { Table } from '../memory/world-memory.ts'
import type { WorldTables } from '../store/world-tables.ts'

/** The tables that snapshots hold; of their columns only those that are in snapshots may be read. */
export interface StateTables {
  readonly globals: Table<WorldTables['globals']['columns'] & {
    substeps: Int32Array; sleeping: Int32Array; continuous: Int32Array; pending: Float64Array; stepCount: Int32Array
  }>
  readonly bodies: WorldTables['bodies']
  readonly shapes: WorldTables['shapes']
  readonly pairs: WorldTables['pairs']
  readonly contacts: Table<WorldTables['contacts']['columns'] & { normalForce: Float64Array }>
  readonly joints: Table<WorldTables['joints']['columns'] & { kind: Int32Array }>
  readonly proxies: Table<ProxyColumns>
  readonly characters: WorldTables['characters']
  readonly characterPool: WorldTables['characterPool']
}

/** A state breaks a rule. */
export class StateFault extends Error {}

export function fail(table: string, row: number, column: string, what: string): never {
  throw new StateFault(`${table} row ${row}, column ${column}: ${what}`)
}

let marks = new Int32Array(64)

/** An array of at least `count` zeros, until the next call. */
export function clearMarks(count: number): Int32Array {
  if (marks.length < count) marks = new Int32Array(count * 2)
  marks.fill(0, 0, count)
  return marks
}
