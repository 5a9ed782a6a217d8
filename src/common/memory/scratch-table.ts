/**
 * Scratch tables: empty between steps. All worlds of a dimension use the same ones, one after the other.
 *
 * They stand on the prototype of the world's state, and their columns are set once. A compiler that sees a method there takes it for
 * constant, and these too: address and length of every column go into the code of the solver's loops, which are 20 to 25 % faster for it.
 * Replacing the columns ends that, for all worlds and for good. So the first step makes the tables several times as large as it needs:
 * untouched pages cost nothing.
 */

import type { WorldTables } from '../store/world-tables.ts'
import { type ColumnArray, type ColumnSpec, elementSize, type Schema } from './schema.ts'
import { type Table, viewOf } from './world-memory.ts'

export class ScratchTable<C> implements Table<C> {
  readonly name: string
  readonly schema: Schema<C>
  count = 0
  capacity = 0
  /** A world uses it. */
  inStep = false
  /** Not there before the first `reserve`: nothing must be stored here twice. */
  declare columns: C

  constructor(name: string, schema: Schema<C>) {
    this.name = name
    this.schema = schema
  }

  /** Makes room for `rows` rows. The contents are lost. */
  reserve(rows: number): void {
    if (rows <= this.capacity) return
    this.capacity = Math.max(rows, Math.ceil(this.capacity * 1.5))
    const columns: [string, ColumnArray][] = []
    for (const [key, spec] of Object.entries(this.schema as object) as [string, ColumnSpec][]) {
      const length = this.capacity * spec.width
      columns.push([key, viewOf(spec, new ArrayBuffer(length * elementSize(spec)), 0, length)])
    }
    this.columns = Object.fromEntries(columns) as C
  }
}

export interface ScratchWorld extends WorldTables {
  readonly rolling: ScratchTable<unknown>
  readonly following: ScratchTable<unknown>
  readonly jointRows: ScratchTable<unknown>
  readonly scalarRows: ScratchTable<unknown>
}

/**
 * Puts tables of these schemas on the prototype of a state. Each has a class of its own: if one must grow, the others' columns stay
 * constant.
 */
export function shareScratch(prototype: object, schemas: Record<string, object>): void {
  for (const name in schemas) {
    const Own = class extends ScratchTable<unknown> {}
    Object.assign(prototype, { [name]: new Own(name, schemas[name] as Schema<unknown>) })
  }
}

/** Before the first step of the first world: room for many more bodies than it has, and for as many contacts and joints as they may get. */
export function openScratch(state: ScratchWorld): void {
  if (state.solverBodies.capacity > 0) return
  const bodies = 4096 + 2 * state.bodies.count
  const joints = 2048 + 4 * state.joints.count
  state.solverBodies.reserve(bodies)
  state.contactRows.reserve(4 * bodies)
  state.rolling.reserve(4 * bodies)
  state.following.reserve(4 * bodies)
  state.jointRows.reserve(joints)
  state.scalarRows.reserve(2 * joints)
}
