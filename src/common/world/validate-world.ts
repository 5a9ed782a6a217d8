/**
 * Invariants of a world: do its tables, lists and indexes agree with each other? Each check throws at the first violation, with a sentence
 * that names table, row and column. For tests and the sandbox; no public entry imports it, so no bundle holds it.
 *
 * Worlds are taken as data, private fields included: one that was made by a bundle has other classes of the same shape. This file checks
 * pools of rows, lists of shapes, sleep rings, joints and handles; pairs, the broad phase and what a step leaves behind stand in the files
 * beside it, coordinates in `validate-world.ts` of the dimensions.
 *
 */

import { COLLIDE_CONNECTED } from '../joints/joint-codes.ts'
import type { JointWorld } from '../joints/joint-world.ts'
import type { IslandWorld } from '../islands/islands.ts'
import { rowOfHandle, type PoolColumns } from '../memory/ids.ts'
import type { ColumnArray, ColumnSpec } from '../memory/schema.ts'
import type { Table, WorldMemory } from '../memory/world-memory.ts'
import { BODY_POOL, CONTACT_POOL, DYNAMIC, ENABLED, JOINT_ENABLED, JOINT_POOL, SHAPE_POOL, STATIC } from '../store/column-codes.ts'

/** Highest type of a body. */
const TYPE_COUNT = 3

type AnyTable = Table<Record<string, ColumnArray>>

export interface InspectedState extends JointWorld, IslandWorld {
  readonly bodies: Table<JointWorld['bodies']['columns'] & { inverseMass: Float64Array }>
  readonly joints: JointWorld['joints']
  readonly broadPhase: JointWorld['broadPhase']
  readonly memory: WorldMemory
}

interface InspectedCache {
  readonly live: readonly ({ readonly id: number } | undefined)[]
  readonly dead: ReadonlyMap<number, { deref(): { readonly id: number } | undefined }>
}

/** What the checks see of a world. */
export interface InspectedWorld<State extends InspectedState> {
  readonly state: State
  readonly handles: { readonly bodies: InspectedCache; readonly shapes: InspectedCache; readonly joints: InspectedCache }
}

export function fail(table: string, row: number, column: string, what: string): never {
  throw new Error(`${table} row ${row}, column ${column}: ${what}`)
}

/** What holds between any two calls, as far as tables of bodies, shapes, contacts and joints go. */
export function validateTables(world: InspectedWorld<InspectedState>): void {
  const { state } = world
  const { freeHead, bodyCount, shapeCount, jointCount } = state.globals.columns
  for (const { name, count, capacity } of state.memory.tables) {
    if (count > capacity) fail(name, count - 1, 'count', `is beyond the capacity of ${capacity} rows.`)
  }
  const live = [
    validatePool(state.bodies, freeHead, BODY_POOL),
    validatePool(state.shapes, freeHead, SHAPE_POOL),
    validatePool(state.contacts, freeHead, CONTACT_POOL),
    validatePool(state.joints, freeHead, JOINT_POOL),
  ]
  if (live[BODY_POOL] !== bodyCount[0]) fail('globals', 0, 'bodyCount', `says ${bodyCount[0]}, but ${live[BODY_POOL]} bodies are alive.`)
  if (live[SHAPE_POOL] !== shapeCount[0]) {
    fail('globals', 0, 'shapeCount', `says ${shapeCount[0]}, but ${live[SHAPE_POOL]} shapes are alive.`)
  }
  if (live[JOINT_POOL] !== jointCount[0]) {
    fail('globals', 0, 'jointCount', `says ${jointCount[0]}, but ${live[JOINT_POOL]} joints are alive.`)
  }
  validateNumbers(state)
  validateShapeLists(state)
  validateBodies(state)
  validateRings(state)
  validateJoints(state)
  validateCache('bodies', world.handles.bodies)
  validateCache('shapes', world.handles.shapes)
  validateCache('joints', world.handles.joints)
}

/** Free rows are chained once each, the others alive; rows that are not in use hold nothing. Returns how many are alive. */
function validatePool<C extends PoolColumns>(table: Table<C>, freeHead: Int32Array, pool: number): number {
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
    if (generation[row] < 1) fail(name, row, 'generation', `is ${generation[row]}, but the row has been in use.`)
    if (alive[row] === 1) {
      live++
      if (nextFree[row] !== 0) fail(name, row, 'nextFree', 'is set, but the row is alive.')
    } else if (alive[row] !== 0) fail(name, row, 'alive', `is ${alive[row]}, neither 0 nor 1.`)
  }
  if (live + chained !== count) {
    fail('globals', 0, 'freeHead', `reaches ${chained} free rows of ${name}, but ${count - live} are not alive.`)
  }
  validateEmptyRows(table as unknown as AnyTable, alive, live < count)
  return live
}

/** What is taken next must be as if it had never been: everything that is kept, but for generation and list, is zero. */
function validateEmptyRows(table: AnyTable, alive: Uint8Array, hasFree: boolean): void {
  const { name, schema, columns, count, capacity } = table
  for (const key in schema) {
    const { tag, type, width } = schema[key]!
    if (tag === 'scratch') continue
    const column = columns[key]!
    let at = firstNonZero(type, column, count * width, capacity * width)
    const inUse = hasFree && key !== 'generation' && key !== 'nextFree' ? count : 0
    for (let row = 0; at < 0 && row < inUse; row++) {
      if (alive[row] === 0) at = firstNonZero(type, column, row * width, (row + 1) * width)
    }
    if (at >= 0) fail(name, Math.floor(at / width), key, `is ${column[at]}, but the row is not in use.`)
  }
}

/** Place of the first element that is not zero, −1 if all are. A loop per type: one for all of them would be several times slower. */
function firstNonZero(type: ColumnSpec['type'], column: ColumnArray, from: number, to: number): number {
  if (type === 'f64') return firstDouble(column as Float64Array, from, to)
  return type === 'i32' ? firstInteger(column as Int32Array, from, to) : firstByte(column as Uint8Array, from, to)
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
function validateNumbers(state: InspectedState): void {
  for (const table of state.memory.tables) {
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

let marks = new Int32Array(64)

/** An array of at least `count` zeros, until the next call. */
export function clearMarks(count: number): Int32Array {
  if (marks.length < count) marks = new Int32Array(count * 2)
  marks.fill(0, 0, count)
  return marks
}

/** Every live shape is in the list of its body, once. */
function validateShapeLists(state: InspectedState): void {
  const { firstShape, alive, size } = state.bodies.columns
  const { body, nextOfBody, alive: shapeAlive, thickness } = state.shapes.columns
  const seen = clearMarks(state.shapes.count)
  for (let b = 0; b < state.bodies.count; b++) {
    if (alive[b] === 0) continue
    let least = Infinity
    for (let next = firstShape[b]; next !== 0; next = nextOfBody[next - 1]) {
      const s = next - 1
      if (s < 0 || s >= state.shapes.count || shapeAlive[s] !== 1) {
        fail('bodies', b, 'firstShape', `leads to shape ${s}, which is not alive.`)
      }
      if (body[s] !== b) fail('shapes', s, 'body', `is ${body[s]}, but the shape is in the list of body ${b}.`)
      if (seen[s]++ > 0) fail('shapes', s, 'nextOfBody', 'leads back: the shape is in the list of its body twice.')
      least = Math.min(least, thickness[s])
    }
    if (size[b] !== (least === Infinity ? 1 : least)) fail('bodies', b, 'size', `is ${size[b]}, but its thinnest shape measures ${least}.`)
  }
  for (let s = 0; s < state.shapes.count; s++) {
    if (shapeAlive[s] === 1 && seen[s] === 0) fail('shapes', s, 'body', `is ${body[s]}, whose list does not hold the shape.`)
  }
}

/** Who may be awake, and what follows from type and mass. */
function validateBodies(state: InspectedState): void {
  const { alive, type, flags, awake, v, w, mass, inverseMass } = state.bodies.columns
  const { v: linear, w: angular } = state.bodies.schema
  for (let b = 0; b < state.bodies.count; b++) {
    if (alive[b] === 0) continue
    if (type[b] >= TYPE_COUNT) fail('bodies', b, 'type', `is ${type[b]}, which is none.`)
    if (awake[b] > 1) fail('bodies', b, 'awake', `is ${awake[b]}, neither 0 nor 1.`)
    const isEnabled = (flags[b] & ENABLED) !== 0
    if (awake[b] === 1 && !isEnabled) fail('bodies', b, 'awake', 'is 1, but the body is disabled.')
    if (awake[b] === 1 && type[b] === STATIC) fail('bodies', b, 'awake', 'is 1, but the body is static.')
    if (awake[b] === 1 && !state.mayBeAwake) fail('bodies', b, 'awake', 'is 1, but the world says that nobody is awake.')
    if (awake[b] === 0 && (isEnabled || type[b] === STATIC)) {
      for (let k = 0; k < linear.width; k++) if (v[b * linear.width + k] !== 0) {
        fail('bodies', b, 'v', 'is not zero, but the body is not awake.')
      }
      for (let k = 0; k < angular.width; k++) if (w[b * angular.width + k] !== 0) {
        fail('bodies', b, 'w', 'is not zero, but the body is not awake.')
      }
    }
    if (type[b] === DYNAMIC && !(mass[b] > 0)) fail('bodies', b, 'mass', `is ${mass[b]}, but the body is dynamic.`)
    const inverse = type[b] === DYNAMIC ? 1 / mass[b] : 0
    if (inverseMass[b] !== inverse) fail('bodies', b, 'inverseMass', `is ${inverseMass[b]} instead of ${inverse}.`)
  }
}

/** Rings of sleepers are closed and disjoint: everybody follows exactly one; those with company are enabled, dynamic and asleep. */
function validateRings(state: InspectedState): void {
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

/** Joints hold live bodies of known kinds; who may not collide, and who counts as joined, is what follows from them. */
function validateJoints(state: InspectedState): void {
  const { alive, bodyA, bodyB, kind, flags } = state.joints.columns
  const { alive: bodyAlive, jointed } = state.bodies.columns
  const holds = clearMarks(state.bodies.count)
  const apart = new Set<number>()
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0) continue
    const a = bodyA[j]
    const b = bodyB[j]
    if (a !== -1 && !(a >= 0 && a < state.bodies.count && bodyAlive[a] === 1)) fail('joints', j, 'bodyA', `is ${a}, which is no live body.`)
    if (!(b >= 0 && b < state.bodies.count && bodyAlive[b] === 1)) fail('joints', j, 'bodyB', `is ${b}, which is no live body.`)
    if (a === b) fail('joints', j, 'bodyB', `is ${b}, the same as bodyA.`)
    if (state.jointKinds[kind[j]] === undefined) fail('joints', j, 'kind', `is ${kind[j]}, which this world does not know.`)
    if ((flags[j] & JOINT_ENABLED) === 0) continue
    if (a >= 0) holds[a] = 1
    holds[b] = 1
    if (a < 0 || (flags[j] & COLLIDE_CONNECTED) !== 0) continue
    if (state.joinedBodies.find(a, b) < 0) {
      fail('joints', j, 'bodyA', `and bodyB may not collide, but ${a} and ${b} are not in the set of joined bodies.`)
    }
    apart.add(Math.min(a, b) * state.bodies.count + Math.max(a, b))
  }
  if (apart.size !== state.joinedBodies.count) {
    fail('joinedBodies', 0, 'count', `is ${state.joinedBodies.count}, but joints keep ${apart.size} pairs of bodies apart.`)
  }
  for (let b = 0; b < state.bodies.count; b++) {
    if (bodyAlive[b] === 1 && jointed[b] !== holds[b]) {
      fail('bodies', b, 'jointed', `is ${jointed[b]}, but ${holds[b] === 1 ? 'a' : 'no'} joint holds it.`)
    }
  }
}

/**
 * Objects stand under the rows that they were made for. A restore may have brought back an older generation: then they are found by handle
 * again.
 */
function validateCache(table: string, cache: InspectedCache): void {
  const { live, dead } = cache
  for (let row = 0; row < live.length; row++) {
    const object = live[row]
    if (object !== undefined && rowOfHandle(object.id) !== row) {
      fail(table, row, 'handle', `belongs to an object of row ${rowOfHandle(object.id)}.`)
    }
  }
  for (const [handle, ref] of dead) {
    const object = ref.deref()
    if (object === undefined) continue
    if (object.id !== handle) fail(table, rowOfHandle(handle), 'handle', `is kept for an object of row ${rowOfHandle(object.id)}.`)
    if (live[rowOfHandle(handle)] === object) fail(table, rowOfHandle(handle), 'handle', 'has an object that counts as live and as dead.')
  }
}
