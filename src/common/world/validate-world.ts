/**
 * Invariants of a world: do its tables, lists and indexes agree with each other? Each check throws at the first violation, with a sentence
 * that names table, row and column. For tests and the sandbox; no public entry imports it, so no bundle holds it.
 *
 * Worlds are taken as data, private fields included: one that was made by a bundle has other classes of the same shape. This file checks
 * pools of rows, lists of shapes, sleep rings, joints and handles; pairs, the broad phase and what a step leaves behind stand in the files
 * beside it, coordinates in `validate-world.ts` of the dimensions.
 *
 */

import { checkCharacters } from '../characters/character-rules.ts'
import { COLLIDE_CONNECTED } from '../joints/joint-codes.ts'
import type { JointWorld } from '../joints/joint-world.ts'
import type { IslandWorld } from '../islands/islands.ts'
import { rowOfHandle } from '../memory/ids.ts'
import type { Table, WorldMemory } from '../memory/world-memory.ts'
import { DYNAMIC, ENABLED, JOINT_ENABLED, STATIC } from '../store/column-codes.ts'
import { checkBodies, checkCounts, checkJoints, checkNumbers, checkRings, checkShapeLists } from './state-rules.ts'
import { clearMarks, fail } from './state-tables.ts'

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

/** What holds between any two calls, as far as tables of bodies, shapes, contacts and joints go. */
export function validateTables(world: InspectedWorld<InspectedState>): void {
  const { state } = world
  for (const { name, count, capacity } of state.memory.tables) {
    if (count > capacity) fail(name, count - 1, 'count', `is beyond the capacity of ${capacity} rows.`)
  }
  checkCounts(state as never, true)
  checkNumbers(state.memory.tables)
  checkShapeLists(state)
  validateSizes(state)
  checkBodies(state)
  validateBodies(state)
  checkRings(state)
  checkJoints(state as never, (kind) => state.jointKinds[kind] !== undefined)
  validateJoints(state)
  checkCharacters(state, true)
  validateCache('bodies', world.handles.bodies)
  validateCache('shapes', world.handles.shapes)
  validateCache('joints', world.handles.joints)
}

/** A body's size is the least thickness of its shapes. */
function validateSizes(state: InspectedState): void {
  const { firstShape, alive, size } = state.bodies.columns
  const { nextOfBody, thickness } = state.shapes.columns
  for (let b = 0; b < state.bodies.count; b++) {
    if (alive[b] === 0) continue
    let least = Infinity
    for (let s = firstShape[b] - 1; s >= 0; s = nextOfBody[s] - 1) least = Math.min(least, thickness[s])
    if (size[b] !== (least === Infinity ? 1 : least)) fail('bodies', b, 'size', `is ${size[b]}, but its thinnest shape measures ${least}.`)
  }
}

/** Sleepers are still, somebody awake is known of, and inverse masses follow from type and mass. */
function validateBodies(state: InspectedState): void {
  const { alive, type, flags, awake, v, w, mass, inverseMass } = state.bodies.columns
  const { v: linear, w: angular } = state.bodies.schema
  for (let b = 0; b < state.bodies.count; b++) {
    if (alive[b] === 0) continue
    if (awake[b] === 1 && !state.mayBeAwake) fail('bodies', b, 'awake', 'is 1, but the world says that nobody is awake.')
    if (awake[b] === 0 && ((flags[b] & ENABLED) !== 0 || type[b] === STATIC)) {
      for (let k = 0; k < linear.width; k++) if (v[b * linear.width + k] !== 0) {
        fail('bodies', b, 'v', 'is not zero, but the body is not awake.')
      }
      for (let k = 0; k < angular.width; k++) if (w[b * angular.width + k] !== 0) {
        fail('bodies', b, 'w', 'is not zero, but the body is not awake.')
      }
    }
    const inverse = type[b] === DYNAMIC ? 1 / mass[b] : 0
    if (inverseMass[b] !== inverse) fail('bodies', b, 'inverseMass', `is ${inverseMass[b]} instead of ${inverse}.`)
  }
}

/** Who may not collide, and who counts as joined, is what follows from the joints. */
function validateJoints(state: InspectedState): void {
  const { alive, bodyA, bodyB, flags } = state.joints.columns
  const { alive: bodyAlive, jointed } = state.bodies.columns
  const holds = clearMarks(state.bodies.count)
  const apart = new Set<number>()
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0) continue
    const a = bodyA[j]
    const b = bodyB[j]
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
