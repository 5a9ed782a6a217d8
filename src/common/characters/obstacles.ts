/**
 * Shapes that a mover may meet: those that the broad phase found near it, less those that it does not collide with.
 */

import { isCurrent, rowOfHandle } from '../memory/ids.ts'
import { sees, type QueryMask } from '../queries/query-mask.ts'
import { filtersAgree } from '../store/collision-filter.ts'
import { SENSOR } from '../store/column-codes.ts'
import type { WorldTables } from '../store/world-tables.ts'

interface SearchedWorld extends WorldTables {
  readonly broadPhase: WorldTables['broadPhase'] & { readonly hits: Int32Array }
}

/** Rows of the shapes, ascending. One list for all movers: they move one at a time. Shapes of the body `aside`, −1 = none, are in nobody's way. */
export const obstacles: { rows: Int32Array; count: number; aside: number } = { rows: new Int32Array(32), count: 0, aside: -1 }

/** Keeps of the `found` hits of the broad phase those that the shape of a character collides with. */
export function keepObstacles(state: SearchedWorld, shape: number, found: number): void {
  const { body } = state.shapes.columns
  const own = body[shape]
  obstacles.count = 0
  for (let i = 0; i < found; i++) {
    const other = state.broadPhase.hits[i]
    if (body[other] !== own && meets(state, shape, other) && state.joinedBodies.find(own, body[other]) < 0) note(other)
  }
}

/** Does the shape of a character meet another one? By their filters, and by the user's word, in every step. */
export function meets(state: WorldTables, shape: number, other: number): boolean {
  const { columns } = state.shapes
  return (columns.flags[other] & SENSOR) === 0 && filtersAgree(columns, shape, other) && mayMeet(state, shape, other)
}

/** The user's word on two shapes, asked anew. */
export function mayMeet(state: WorldTables, shape: number, other: number): boolean {
  if (state.hooks.shouldCollide === null) return true
  // Also outside of a step: characters and wheels look for ground when they are made.
  const before = state.asking
  state.asking = true
  const may = state.hooks.askPair(shape, other)
  state.asking = before
  return may
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

/**
 * Sets the body aside that a character stands on, while it is carried along: that ground has gone its way already, and to push the character out
 * of it would move him along its normal as well, downhill on a slanted deck that rises.
 */
export function setGroundAside(state: WorldTables, character: number): void {
  const shape = groundRow(state, character)
  if (shape < 0) return
  const body = state.shapes.columns.body[shape]
  if (state.bodies.columns.awake[body] === 1) obstacles.aside = body
}
