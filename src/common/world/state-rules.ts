/**
 * Rules of a world's state: what tables, lists and rings must obey, as far as columns that snapshots hold can tell. A restore checks them
 * before it changes anything, so that no loop of a step can go on for ever and no index leads out of its table, whoever wrote the snapshot.
 * `validate-world.ts` checks them too, with what follows from the state.
 *
 * Each check throws at the first violation, with a sentence that names table, row and column. Shape kinds, poses and geometry are for the
 * dimensions to say (`store/state-rules.ts`).
 */

import { MOVABLE, MOVED, NONE, STATIC as STATIC_PROXY, type ProxyColumns } from '../broad-phase/proxy-columns.ts'
import { MAX_GENERATION, type PoolColumns } from '../memory/ids.ts'
import type { ColumnArray, ColumnSpec } from '../memory/schema.ts'
import type { Table } from '../memory/world-memory.ts'
import {
  BODY_POOL, CONTACT_POOL, DYNAMIC, ENABLED, JOINT_POOL, SHAPE_POOL, STATIC,
} from '../store/column-codes.ts'
import { isStaticProxy } from '../store/sensors.ts'
import { MAX_STEP } from '../limits.ts'
import { checkPairs } from './pair-rules.ts'
import { clearMarks, fail, type StateTables } from './state-tables.ts'

/** Highest type of a body. */
const TYPE_COUNT = 3

/** As the world's setter has it. */
const MOST_SUBSTEPS = 64

type AnyTable = Table<Record<string, ColumnArray>>

/** Everything below. `hasKind`: is there a kind of joint of this number? `unbounded`: the tables that hold a number that is not finite. */
export function checkState(state: StateTables, hasKind: (kind: number) => boolean, unbounded: readonly AnyTable[]): void {
  checkGlobals(state)
  checkCounts(state, false)
  checkNumbers(unbounded)
  checkShapeLists(state)
  checkBodies(state)
  checkRings(state)
  checkJoints(state, hasKind)
  checkPairs(state)
  checkContacts(state)
  checkProxies(state)
}

function checkGlobals(state: StateTables): void {
  if (state.globals.count !== 1) fail('globals', 0, 'count', `is ${state.globals.count} rows instead of 1.`)
  const { substeps, sleeping, continuous, pending, lastStep, forceTime, stepCount } = state.globals.columns
  if (substeps[0] < 1 || substeps[0] > MOST_SUBSTEPS) fail('globals', 0, 'substeps', `is ${substeps[0]}.`)
  if (sleeping[0] >>> 0 > 1) fail('globals', 0, 'sleeping', `is ${sleeping[0]}.`)
  if (continuous[0] >>> 0 > 1) fail('globals', 0, 'continuous', `is ${continuous[0]}.`)
  if (stepCount[0] < 0) fail('globals', 0, 'stepCount', `is ${stepCount[0]}.`)
  if (!(pending[0] >= 0 && pending[0] < Infinity)) fail('globals', 0, 'pending', `is ${pending[0]}.`)
  if (!(lastStep[0] >= 0 && lastStep[0] <= MAX_STEP)) fail('globals', 0, 'lastStep', `is ${lastStep[0]}.`)
  if (!(forceTime[0] >= 0 && forceTime[0] <= MAX_STEP)) fail('globals', 0, 'forceTime', `is ${forceTime[0]}.`)
}

/** Pools of rows, and the numbers of the living. `beyond`: must rows behind the last one be empty? */
export function checkCounts(state: Pick<StateTables, 'globals' | 'bodies' | 'shapes' | 'contacts' | 'joints'>, beyond: boolean): void {
  const { freeHead, bodyCount, shapeCount, jointCount } = state.globals.columns
  const live = [
    checkPool(state.bodies, freeHead, BODY_POOL, beyond),
    checkPool(state.shapes, freeHead, SHAPE_POOL, beyond),
    checkPool(state.contacts, freeHead, CONTACT_POOL, beyond),
    checkPool(state.joints, freeHead, JOINT_POOL, beyond),
  ]
  if (live[BODY_POOL] !== bodyCount[0]) fail('globals', 0, 'bodyCount', `says ${bodyCount[0]}, but ${live[BODY_POOL]} bodies are alive.`)
  if (live[SHAPE_POOL] !== shapeCount[0]) {
    fail('globals', 0, 'shapeCount', `says ${shapeCount[0]}, but ${live[SHAPE_POOL]} shapes are alive.`)
  }
  if (live[JOINT_POOL] !== jointCount[0]) {
    fail('globals', 0, 'jointCount', `says ${jointCount[0]}, but ${live[JOINT_POOL]} joints are alive.`)
  }
}

/** Free rows are chained once each, the others alive; rows that are not in use hold nothing. Returns how many are alive. */
export function checkPool<C extends PoolColumns>(table: Table<C>, freeHead: Int32Array, pool: number, beyond: boolean): number {
  const { name, count } = table
  const { alive, nextFree, generation } = table.columns
  let chained = 0
  for (let next = freeHead[pool]; next !== 0; next = nextFree[next - 1]) {
    const row = next - 1
    if (row < 0 || row >= count) fail('globals', 0, 'freeHead', `leads to row ${row} of ${name}, which has ${count} rows.`)
    if (alive[row] !== 0) fail(name, row, 'alive', 'is 1, but the row is in the list of free ones.')
    if (++chained > count) fail(name, row, 'nextFree', 'goes round in a circle.')
  }
  let live = 0
  for (let row = 0; row < count; row++) {
    if (generation[row] < 1 || generation[row] > MAX_GENERATION) fail(name, row, 'generation', `is ${generation[row]}, but the row has been in use.`)
    if (alive[row] === 1) {
      live++
      // Contacts of one pair are chained by it.
      if (nextFree[row] !== 0 && pool !== CONTACT_POOL) fail(name, row, 'nextFree', 'is set, but the row is alive.')
    } else if (alive[row] !== 0) fail(name, row, 'alive', `is ${alive[row]}, neither 0 nor 1.`)
  }
  if (live + chained !== count) {
    fail('globals', 0, 'freeHead', `reaches ${chained} free rows of ${name}, but ${count - live} are not alive.`)
  }
  checkEmptyRows(table as unknown as AnyTable, freeHead[pool], nextFree, beyond)
  return live
}

/** What is taken next must be as if it had never been: everything that is kept, but for generation and list, is zero. */
function checkEmptyRows(table: AnyTable, firstFree: number, nextFree: Int32Array, beyond: boolean): void {
  const { name, schema, columns, count, capacity } = table
  if (firstFree === 0 && !beyond) return
  for (const key in schema) {
    const { tag, type, width } = schema[key]!
    if (tag === 'scratch') continue
    const column = columns[key]!
    let at = beyond ? firstNonZero(type, column, count * width, capacity * width) : -1
    if (at < 0 && key !== 'generation' && key !== 'nextFree') at = firstInFree(type, column, width, firstFree, nextFree)
    if (at >= 0) fail(name, Math.floor(at / width), key, `is ${column[at]}, but the row is not in use.`)
  }
}

/** Place of the first element that is not zero, −1 if all are. A loop per type: one for all of them would be several times slower. */
function firstNonZero(type: ColumnSpec['type'], column: ColumnArray, from: number, to: number): number {
  if (type === 'f64') return firstDouble(column as Float64Array, from, to)
  return type === 'i32' ? firstInteger(column as Int32Array, from, to) : firstByte(column as Uint8Array, from, to)
}

/** The same in the rows of the list that begins at `firstFree`. */
function firstInFree(type: ColumnSpec['type'], column: ColumnArray, width: number, firstFree: number, nextFree: Int32Array): number {
  if (type === 'f64') return firstDoubleInFree(column as Float64Array, width, firstFree, nextFree)
  for (let free = firstFree; free !== 0; free = nextFree[free - 1]) {
    const at = firstNonZero(type, column, (free - 1) * width, free * width)
    if (at >= 0) return at
  }
  return -1
}

function firstDoubleInFree(column: Float64Array, width: number, firstFree: number, nextFree: Int32Array): number {
  for (let free = firstFree; free !== 0; free = nextFree[free - 1]) {
    for (let i = (free - 1) * width; i < free * width; i++) if (column[i] !== 0) return i
  }
  return -1
}

function firstDouble(column: Float64Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (column[i] !== 0) return i
  return -1
}

function firstInteger(column: Int32Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (column[i] !== 0) return i
  return -1
}

function firstByte(column: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (column[i] !== 0) return i
  return -1
}

/** Numbers that are kept are numbers; only what users may set to Infinity may be infinite. */
export function checkNumbers(tables: readonly AnyTable[]): void {
  for (const table of tables) {
    const alive = table.columns.alive as Uint8Array | undefined
    for (const key in table.schema) {
      const spec: ColumnSpec = table.schema[key]!
      if (spec.type !== 'f64' || spec.tag === 'scratch') continue
      const column = table.columns[key] as Float64Array
      const { width } = spec
      if (areFinite(column, table.count * width)) continue
      // Ranges, greatest forces and strengths of joints may be Infinity.
      const most = table.name === 'joints' && spec.tag === 'def' ? Infinity : Number.MAX_VALUE
      for (let i = 0; i < table.count * width; i++) {
        if (Math.abs(column[i]!) <= most) continue
        const row = Math.floor(i / width)
        if (alive === undefined || alive[row] === 1) fail(table.name, row, key, `is ${column[i]}.`)
      }
    }
  }
}

/** A number minus itself is zero; of anything else it is no number. */
function areFinite(column: Float64Array, length: number): boolean {
  let sum = 0
  for (let i = 0; i < length; i++) sum += column[i]! - column[i]!
  return sum === 0
}

/** Every live shape is in the list of its body, once. */
export function checkShapeLists(state: Pick<StateTables, 'bodies' | 'shapes'>): void {
  const { firstShape, alive } = state.bodies.columns
  const { body, nextOfBody, alive: shapeAlive } = state.shapes.columns
  const seen = clearMarks(state.shapes.count)
  for (let b = 0; b < state.bodies.count; b++) {
    if (alive[b] === 0) continue
    for (let next = firstShape[b]; next !== 0; next = nextOfBody[next - 1]) {
      const s = next - 1
      if (s < 0 || s >= state.shapes.count || shapeAlive[s] !== 1) {
        fail('bodies', b, 'firstShape', `leads to shape ${s}, which is not alive.`)
      }
      if (body[s] !== b) fail('shapes', s, 'body', `is ${body[s]}, but the shape is in the list of body ${b}.`)
      if (seen[s]++ > 0) fail('shapes', s, 'nextOfBody', 'leads back: the shape is in the list of its body twice.')
    }
  }
  for (let s = 0; s < state.shapes.count; s++) {
    if (shapeAlive[s] === 1 && seen[s] === 0) fail('shapes', s, 'body', `is ${body[s]}, whose list does not hold the shape.`)
  }
}

/** Who may be awake, and what follows from the type. */
export function checkBodies(state: Pick<StateTables, 'bodies'>): void {
  const { alive, type, flags, awake, mass } = state.bodies.columns
  for (let b = 0; b < state.bodies.count; b++) {
    if (alive[b] === 0) continue
    if (type[b] >= TYPE_COUNT) fail('bodies', b, 'type', `is ${type[b]}, which is none.`)
    if (awake[b] > 1) fail('bodies', b, 'awake', `is ${awake[b]}, neither 0 nor 1.`)
    if (awake[b] === 1 && (flags[b] & ENABLED) === 0) fail('bodies', b, 'awake', 'is 1, but the body is disabled.')
    if (awake[b] === 1 && type[b] === STATIC) fail('bodies', b, 'awake', 'is 1, but the body is static.')
    if (type[b] === DYNAMIC && !(mass[b] > 0)) fail('bodies', b, 'mass', `is ${mass[b]}, but the body is dynamic.`)
  }
}

/** Rings of sleepers are closed and disjoint: everybody follows exactly one; those with company are enabled, dynamic and asleep. */
export function checkRings(state: Pick<StateTables, 'bodies'>): void {
  const { alive, sleepNext, awake, type, flags } = state.bodies.columns
  const seen = clearMarks(state.bodies.count)
  for (let b = 0; b < state.bodies.count; b++) {
    if (alive[b] === 0) continue
    const next = sleepNext[b]
    if (next < 0 || next >= state.bodies.count || alive[next] !== 1) fail('bodies', b, 'sleepNext', `is ${next}, which is no live body.`)
    if (seen[next]++ > 0) fail('bodies', b, 'sleepNext', `is ${next}, which another body is followed by too.`)
    if (next === b) continue
    if (awake[b] !== 0) fail('bodies', b, 'sleepNext', `is ${next}, but the body is awake.`)
    if (type[b] !== DYNAMIC) fail('bodies', b, 'sleepNext', `is ${next}, but the body is not dynamic.`)
    if ((flags[b] & ENABLED) === 0) fail('bodies', b, 'sleepNext', `is ${next}, but the body is disabled.`)
  }
}

/** Joints hold live bodies and are of known kinds. */
export function checkJoints(state: Pick<StateTables, 'bodies' | 'joints'>, hasKind: (kind: number) => boolean): void {
  const { alive, bodyA, bodyB, kind } = state.joints.columns
  const { alive: bodyAlive } = state.bodies.columns
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0) continue
    const a = bodyA[j]
    const b = bodyB[j]
    if (a !== -1 && !(a >= 0 && a < state.bodies.count && bodyAlive[a] === 1)) fail('joints', j, 'bodyA', `is ${a}, which is no live body.`)
    if (!(b >= 0 && b < state.bodies.count && bodyAlive[b] === 1)) fail('joints', j, 'bodyB', `is ${b}, which is no live body.`)
    if (a === b) fail('joints', j, 'bodyB', `is ${b}, the same as bodyA.`)
    if (!hasKind(kind[j])) fail('joints', j, 'kind', `is ${kind[j]}, which this world does not know.`)
  }
}

/** Live contacts belong to one pair each. */
function checkContacts(state: StateTables): void {
  const { contact } = state.pairs.columns
  const { alive, count, nextFree } = state.contacts.columns
  const most = state.contacts.schema.normalForce.width
  const owned = clearMarks(state.contacts.count)
  for (let row = 0; row < state.pairs.count; row++) {
    for (let c = contact[row] - 1; c >= 0; c = nextFree[c] - 1) {
      if (alive[c] !== 1) fail('pairs', row, 'contact', `is ${c}, which is not alive.`)
      if (owned[c]++ > 0) fail('pairs', row, 'contact', `is ${c}, which another pair has too.`)
      if (nextFree[c] < 0 || nextFree[c] > state.contacts.count) fail('contacts', c, 'nextFree', `is ${nextFree[c]}, beyond the table.`)
    }
  }
  for (let c = 0; c < state.contacts.count; c++) {
    if (alive[c] === 0) continue
    if (owned[c] === 0) fail('contacts', c, 'alive', 'is 1, but no pair has the contact.')
    if (count[c] < 1 || count[c] > most) fail('contacts', c, 'count', `is ${count[c]} points.`)
  }
}

/** Shapes of enabled bodies have a proxy of the right kind, all others have none; boxes are not inside out. */
function checkProxies(state: StateTables): void {
  const { proxies } = state
  checkMembership(state, proxies)
  const { fat, kind, touched } = proxies.columns
  const axes = proxies.schema.fat.width / 2
  for (let proxy = 0; proxy < proxies.count; proxy++) {
    if (touched[proxy] > (kind[proxy] === NONE ? 0 : MOVED)) fail('proxies', proxy, 'touched', `is ${touched[proxy]}.`)
    const o = 2 * axes * proxy
    for (let k = 0; k < axes; k++) if (fat[o + k] > fat[o + axes + k]) fail('proxies', proxy, 'fat', 'is inside out.')
  }
}

export function checkMembership(state: Pick<StateTables, 'bodies' | 'shapes'>, proxies: Table<ProxyColumns>): void {
  const { kind } = proxies.columns
  const { alive, body } = state.shapes.columns
  const { flags } = state.bodies.columns
  if (proxies.count > state.shapes.count) {
    fail('proxies', proxies.count - 1, 'kind', 'stands for a row that the table of shapes does not have.')
  }
  for (let s = 0; s < state.shapes.count; s++) {
    const has = s < proxies.count ? kind[s] : NONE
    const should = alive[s] === 0 || (flags[body[s]] & ENABLED) === 0 ? NONE : isStaticProxy(state, s) ? STATIC_PROXY : MOVABLE
    if (has !== should) fail('proxies', s, 'kind', `is ${has} instead of ${should}, by what its body is.`)
  }
}
