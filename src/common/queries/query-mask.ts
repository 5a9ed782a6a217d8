/**
 * Which shapes a query sees, and the check of what users say about it.
 */

import { PhysicsError, requireBits } from '../errors.ts'
import { requireOptions } from '../options.ts'
import { BodyHandle } from '../world/body-handle.ts'
import { requireRow } from '../memory/handles.ts'
import type { PoolColumns } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'

/** Bits as in collision filters; `exclude` is a body row, −1 = none. */
export interface QueryMask {
  category: number
  mask: number
  exclude: number
}

interface Filtered {
  body: Int32Array
  category: Int32Array
  mask: Int32Array
}

interface Filter {
  category?: number
  mask?: number
  exclude?: { readonly id: number; readonly world: object }
}

const EVERYTHING: QueryMask = { category: -1, mask: -1, exclude: -1 }

export function sees(shapes: Filtered, shape: number, filter: QueryMask): boolean {
  if (shapes.body[shape] === filter.exclude) return false
  return (shapes.category[shape] & filter.mask) !== 0 && (filter.category & shapes.mask[shape]) !== 0
}

/** `fields`: those that a filter of this dimension has. */
export function readMask<C extends PoolColumns>(
  filter: Filter | undefined, fields: object, field: string, world: object, bodies: Table<C>,
): QueryMask {
  if (filter === undefined) return EVERYTHING
  requireOptions(filter, fields, field)
  let exclude = -1
  if (filter.exclude !== undefined) {
    const body = filter.exclude
    if (!(body instanceof BodyHandle)) throw new PhysicsError('wrong-type', `${field}.exclude`, body, 'must be a body of this world.')
    if (body.world !== world) throw new PhysicsError('foreign-handle', `${field}.exclude`, body, 'belongs to another world. Use a body of this one.')
    exclude = requireRow(bodies, body.id, `${field}.exclude`)
  }
  return {
    category: requireBits(filter.category ?? -1, `${field}.category`),
    mask: requireBits(filter.mask ?? -1, `${field}.mask`),
    exclude,
  }
}
