/**
 * Shapes that a mover may meet: those that the broad phase found near it, less those that it does not collide with.
 */

import { isCurrent, rowOfHandle } from '../memory/ids.ts'
import { sees, type QueryMask } from '../queries/query-mask.ts'
import { SENSOR } from '../store/column-codes.ts'
import type { WorldTables } from '../store/world-tables.ts'

interface SearchedWorld extends WorldTables {
  readonly broadPhase: WorldTables['broadPhase'] & { readonly hits: Int32Array }
}

/** Rows of the shapes, ascending. One list for all movers: they move one at a time. */
export const obstacles: { rows: Int32Array; count: number } = { rows: new Int32Array(32), count: 0 }

/** Keeps of the `found` hits of the broad phase those that the shape of a character collides with. */
export function keepObstacles(state: SearchedWorld, shape: number, found: number): void {
  const { body, flags, category, mask } = state.shapes.columns
  const own = body[shape]
  obstacles.count = 0
  for (let i = 0; i < found; i++) {
    const other = state.broadPhase.hits[i]
    if (body[other] === own || (flags[other] & SENSOR) !== 0) continue
    if ((category[other] & mask[shape]) === 0 || (category[shape] & mask[other]) === 0) continue
    if (state.joinedBodies.find(own, body[other]) < 0) note(other)
  }
}

/** Keeps those that a query sees; never sensors. */
export function keepSeen(state: SearchedWorld, filter: QueryMask<never>, found: number): void {
  obstacles.count = 0
  for (let i = 0; i < found; i++) {
    const other = state.broadPhase.hits[i]
    if ((state.shapes.columns.flags[other] & SENSOR) === 0 && sees(state.shapes.columns, other, filter)) note(other)
  }
}

function note(shape: number): void {
  if (obstacles.count === obstacles.rows.length) {
    const larger = new Int32Array(2 * obstacles.count)
    larger.set(obstacles.rows)
    obstacles.rows = larger
  }
  obstacles.rows[obstacles.count++] = shape
}

/** Row of the shape that a character stands on, −1 = none. */
export function groundRow(state: WorldTables, character: number): number {
  const handle = state.characters.columns.groundShape[character]
  return handle > 0 && isCurrent(state.shapes, handle) ? rowOfHandle(handle) : -1
}
