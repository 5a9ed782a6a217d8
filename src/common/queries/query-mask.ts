/**
 * Which shapes a query sees, and the check of what users say about it.
 */

import { mapEntries, isMadeBy, isArray, PhysicsError, requireBits, requireBoolean } from '../errors.ts'
import { requireOptions, type Fields } from '../options.ts'
import { BodyHandle } from '../world/body-handle.ts'
import { requireRow } from '../memory/handles.ts'
import type { PoolColumns } from '../memory/ids.ts'
import type { Table } from '../memory/world-memory.ts'
import { FILTER_FIELDS, GROUP_SHIFT, requireGroup, type CollisionFilter } from '../store/collision-filter.ts'
import { SENSOR } from '../store/column-codes.ts'

/** Which shapes a query sees. By `category` and `mask` as in collisions: the query is of its category and sees what its mask says. */
export interface QueryFilterOf<Body, Shape> extends CollisionFilter {
  /** Are sensors seen? Default true. */
  sensors?: boolean
  /** A body whose shapes are not seen, such as the one that looks, or a list of them. Default none. */
  exclude?: Body | readonly Body[]
  /**
   * A last word on each shape that would be found, nearest first for rays, otherwise in the order of the result: false leaves it out. It may
   * ask the world, but not change it. Default none.
   */
  predicate?: (shape: Shape) => boolean
}

/** Bits as in collision filters; body rows to leave out; the user's own word. */
export interface QueryMask<Shape = unknown> {
  category: number
  mask: number
  /** 0 = none. */
  group: number
  sensors: boolean
  /** −1 = none. */
  exclude: number
  /** If there are several. */
  excluded: ReadonlySet<number> | null
  predicate: ((shape: Shape) => boolean) | null
  /** The engine's own word on a row, asked last; null = all. */
  allows: ((row: number) => boolean) | null
}

interface Filtered {
  body: Int32Array
  category: Int32Array
  mask: Int32Array
  flags: Int32Array
}

const FIELDS: Fields<QueryFilterOf<object, object>> = { ...FILTER_FIELDS, sensors: 0, exclude: 0, predicate: 0 }
const EVERYTHING: QueryMask<never> = { category: -1, mask: -1, group: 0, sensors: true, exclude: -1, excluded: null, predicate: null, allows: null }

/** But for the predicate, which is asked when all else is known. */
export function sees(shapes: Filtered, shape: number, filter: QueryMask<never>): boolean {
  const body = shapes.body[shape]
  if (body === filter.exclude) return false
  if (filter.group !== 0 && filter.group === shapes.flags[shape] >> GROUP_SHIFT) {
    if (filter.group < 0) return false
  } else if ((shapes.category[shape] & filter.mask) === 0 || (filter.category & shapes.mask[shape]) === 0) return false
  if (!filter.sensors && (shapes.flags[shape] & SENSOR) !== 0) return false
  if (filter.excluded !== null && filter.excluded.has(body)) return false
  return filter.allows === null || filter.allows(shape)
}

export function readMask<Body, Shape, C extends PoolColumns>(
  filter: QueryFilterOf<Body, Shape> | undefined, field: string, world: object, bodies: Table<C>,
): QueryMask<Shape> {
  if (filter === undefined) return EVERYTHING as unknown as QueryMask<Shape>
  requireOptions(filter, FIELDS, field)
  const { exclude, predicate } = filter
  const rowOf = (body: unknown, name: string): number => {
    if (!isMadeBy(body, BodyHandle)) throw new PhysicsError('wrong-type', name, body, 'must be a body of this world.')
    if (body.world !== world) throw new PhysicsError('foreign-handle', name, body, 'belongs to another world. Use a body of this one.')
    return requireRow(bodies, body.id, name)
  }
  if (predicate !== undefined && typeof predicate !== 'function') {
    throw new PhysicsError('wrong-type', `${field}.predicate`, predicate, 'must be a function that takes a shape and returns true or false.')
  }
  const several = isArray(exclude)
  return {
    category: requireBits(filter.category ?? -1, `${field}.category`),
    mask: requireBits(filter.mask ?? -1, `${field}.mask`),
    group: requireGroup(filter.group ?? 0, `${field}.group`),
    sensors: requireBoolean(filter.sensors ?? true, `${field}.sensors`),
    exclude: exclude === undefined || several ? -1 : rowOf(exclude, `${field}.exclude`),
    excluded: several ? new Set(mapEntries(exclude, (body, i) => rowOf(body, `${field}.exclude[${i}]`))) : null,
    predicate: predicate ?? null,
    allows: null,
  }
}

/** Asks the user's predicate; the world is closed to changes meanwhile. */
export function accepts<Shape>(state: { asking: boolean }, filter: QueryMask<Shape>, shape: Shape): boolean {
  if (filter.predicate === null) return true
  const before = state.asking
  state.asking = true
  try {
    return Boolean(filter.predicate(shape))
  } finally {
    state.asking = before
  }
}
