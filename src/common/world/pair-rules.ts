/**
 * Rules of the pair table, as far as columns that snapshots hold can tell: each pair is of two live shapes that may collide, the simpler kind
 * first; its contact is in the table. That each is there once is for `pair-changes.ts` to say. Pairs are the longest table of a pile: what
 * all of them must pass is one look at the traits of both shapes, which are gathered before.
 */

import { CHARACTER, DYNAMIC, IGNORED, LOOK, SENSES, SENSOR, TOUCHING } from '../store/column-codes.ts'
import { GROUP_SHIFT } from '../store/collision-filter.ts'
import { mayCollide } from '../store/pair-rows.ts'
import { PairSet } from '../store/pair-set.ts'
import type { WorldTables } from '../store/world-tables.ts'
import { clearMarks, fail, type StateTables } from './state-tables.ts'

/** Traits of a shape: it is alive and collides with all others that do, whatever filters, sensors and characters say; its body is dynamic. */
const PLAIN = 1
const MOVES = 2
/** Above them the kind of the shape. */
const KIND_SHIFT = 2

/** Of a world without joints: those are checked elsewhere. */
const noneJoined = new PairSet()

export function checkPairs(state: StateTables): void {
  const { shapeA, shapeB, contact, state: bits } = state.pairs.columns
  const { body } = state.shapes.columns
  const { count } = state.pairs
  const contacts = state.contacts.count
  const shapes = state.shapes.count
  const awakePairs = state.globals.columns.awakePairs[0]
  if (awakePairs < 0 || awakePairs > count) fail('globals', 0, 'awakePairs', `is ${awakePairs} of ${count} pairs.`)
  const traits = traitsOfShapes(state)
  for (let row = 0; row < count; row++) {
    const a = shapeA[row]
    const b = shapeB[row]
    // Out of the table there are no traits.
    const of = a >>> 0 < shapes ? traits[a] : 0
    const to = b >>> 0 < shapes ? traits[b] : 0
    const usual = (of & to & PLAIN) !== 0 && ((of | to) & MOVES) !== 0 && of >> KIND_SHIFT <= to >> KIND_SHIFT && body[a] !== body[b]
    if (!usual) checkShapes(state, row)
    if (contact[row] >>> 0 > contacts) fail('pairs', row, 'contact', `is ${contact[row]}, beyond the table.`)
    if ((bits[row] & (SENSES | IGNORED)) !== 0 || (contact[row] === 0 && (bits[row] & TOUCHING) !== 0)) checkBits(bits[row], contact[row], row)
  }
}

/** By shape, until the next `clearMarks`. */
function traitsOfShapes(state: Pick<StateTables, 'bodies' | 'shapes'>): Int32Array {
  const { alive, body, kind, flags, category, mask } = state.shapes.columns
  const { type, flags: bodyFlags } = state.bodies.columns
  const traits = clearMarks(state.shapes.count)
  for (let s = 0; s < state.shapes.count; s++) {
    if (alive[s] !== 1) continue
    const open = category[s] !== 0 && mask[s] === -1 && flags[s] >> GROUP_SHIFT === 0
    const plain = open && (flags[s] & SENSOR) === 0 && (bodyFlags[body[s]] & CHARACTER) === 0
    traits[s] = (kind[s] << KIND_SHIFT) | (plain ? PLAIN : 0) | (type[body[s]] === DYNAMIC ? MOVES : 0)
  }
  return traits
}

function checkShapes(state: StateTables, row: number): void {
  const a = state.pairs.columns.shapeA[row]
  const b = state.pairs.columns.shapeB[row]
  const { alive, kind } = state.shapes.columns
  const world = { shapes: state.shapes, bodies: state.bodies, joinedBodies: noneJoined } as unknown as WorldTables
  if (!(a >= 0 && a < state.shapes.count && alive[a] === 1)) fail('pairs', row, 'shapeA', `is ${a}, which is no live shape.`)
  if (!(b >= 0 && b < state.shapes.count && alive[b] === 1)) fail('pairs', row, 'shapeB', `is ${b}, which is no live shape.`)
  if (!mayCollide(world, a, b)) fail('pairs', row, 'shapeA', `and shapeB are ${a} and ${b}, which may not collide.`)
  if (kind[a] > kind[b]) fail('pairs', row, 'shapeA', 'is of the less simple kind of the two.')
}

function checkBits(bits: number, contact: number, row: number): void {
  if ((bits & SENSES) !== 0 && contact !== 0) fail('pairs', row, 'contact', 'is set, but a sensor is involved.')
  if ((bits & IGNORED) !== 0 && (contact !== 0 || (bits & (TOUCHING | LOOK)) !== 0)) {
    fail('pairs', row, 'state', 'says that they do not collide, but they touch or are looked at.')
  }
  if ((bits & (TOUCHING | SENSES)) === TOUCHING && contact === 0) fail('pairs', row, 'state', 'says that they touch, without a contact.')
}
