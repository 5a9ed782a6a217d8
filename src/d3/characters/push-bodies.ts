/**
 * Characters and bodies that can be moved: collisions by mass, pushes by strength.
 *
 * What a character runs into, or is run into by, it meets as a body of its mass that cannot turn: an inelastic impact over the points of
 * touch, at once, in the velocities after the step. Where walls or the floor stop it, its mass is without bound: a crate that falls on its head
 * lies there. After that its legs push, on the ground, with no more than its strength: as a force over the next step, so that a crate that
 * friction holds does not creep. Overlap is shared by mass.
 */

import { LOAD_SLOTS } from '../../common/characters/character-codes.ts'
import { characterOf } from '../../common/characters/character-rows.ts'
import { obstacles } from '../../common/characters/obstacles.ts'
import { handleOf } from '../../common/memory/ids.ts'
import { PLANE_TOLERANCE, PUSH_ROUNDS, TOUCH_SKIN } from '../../common/tuning.ts'
import { symmetricInverse, symmetricRotateByQuat } from '../math/symmetric3.ts'
import { DYNAMIC } from '../store/bodies.ts'
import { syncBody } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { LOAD_STRIDE } from './character-table.ts'
import { findTouching, gapNormal, measureGap, touching } from './mover.ts'
import { PlaneSet } from './plane-set.ts'

/** A character in its step. */
export interface Pusher {
  row: number
  readonly up: Float64Array
  skin: number
  slopeCosine: number
  /** The velocity it has by its momentum, and the one it wants. */
  readonly has: Float64Array
  readonly wants: Float64Array
  walks: boolean
}

const walls = new PlaneSet()
const normal = new Float64Array(3)
/** Inverse inertia of the body at hand, world axes: xx yy zz xy xz yz; inverse mass by axis. */
const inverse = new Float64Array(6)
const free = new Float64Array(3)
const v = new Float64Array(3)
const w = new Float64Array(3)
const arm = new Float64Array(3)
const cross = new Float64Array(3)
const turn = new Float64Array(3)
const impulses = new Float64Array(4)

/** Before it moves: bodies that have run into it. */
export function meetVisitors(state: WorldState, pusher: Pusher): void {
  clearLoads(state, pusher.row)
  meetBodies(state, pusher, false)
}

/** After it has moved: bodies that it has run into, and its strength on those that it wants out of its way. */
export function pushBodies(state: WorldState, pusher: Pusher): void {
  meetBodies(state, pusher, true)
}

function meetBodies(state: WorldState, pusher: Pusher, moved: boolean): void {
  const { type } = state.bodies.columns
  const { body } = state.shapes.columns
  walls.count = -1
  for (let i = 0; i < obstacles.count; i++) {
    const shape = obstacles.rows[i]
    const other = body[shape]
    const character = type[other] === DYNAMIC ? -1 : characterOf(state, other)
    if (type[other] !== DYNAMIC && character < 0) continue
    const gap = measureGap(state, shape)
    if (!(gap <= TOUCH_SKIN * pusher.skin)) continue
    for (let k = 0; k < 3; k++) normal[k] = gapNormal[k]
    meet(state, pusher, shape, other, character, gap, moved)
  }
}

function meet(state: WorldState, pusher: Pusher, shape: number, other: number, character: number, gap: number, moved: boolean): void {
  const bodies = state.bodies.columns
  const { row, skin, has } = pusher
  const { mass, velocity } = state.characters.columns
  const count = findTouching(state, shape, TOUCH_SKIN * skin)
  readBody(state, other, character)
  const own = freedom(state, skin) / mass[row]
  impulses.fill(0)
  // Gauss–Seidel over the points: the character's speed along the normal is one unknown for all of them.
  const speed = dot(has, normal)
  let mine = speed
  let total = 0
  for (let round = 0; round < PUSH_ROUNDS; round++) {
    for (let p = 0; p < count; p++) {
      setArm(bodies.x, other, p)
      const approach = dot(v, normal) + dot(w, cross) - mine
      const before = impulses[p]
      impulses[p] = Math.max(0, before + approach / (own + response()))
      const change = impulses[p] - before
      mine += change * own
      total += change
      hit(-change)
    }
  }
  for (let k = 0; k < 3; k++) has[k] += (mine - speed) * normal[k]
  if (character >= 0) {
    if (total > 0) for (let k = 0; k < 3; k++) velocity[character * 3 + k] = v[k]
    return
  }
  const awake = bodies.awake[other] === 1
  if (awake && total > 0) {
    for (let k = 0; k < 3; k++) {
      bodies.v[other * 3 + k] = v[k]
      bodies.w[other * 3 + k] = w[k]
    }
  }
  if (moved) push(state, pusher, other, count, awake ? 0 : total)
  else if (awake) part(state, other, skin - gap, own)
}

/**
 * What impacts have left is for its legs, as one force at the middle of the points: as much as would bring the body, unhindered, to the speed that
 * the character wants. `blow`: impulse on a sleeper, which wakes by it.
 */
function push(state: WorldState, pusher: Pusher, other: number, count: number, blow: number): void {
  const { row, up, walks, slopeCosine, wants } = pusher
  for (let p = 1; p < count; p++) for (let k = 0; k < 3; k++) touching[k] += touching[p * 3 + k]
  for (let k = 0; k < 3; k++) touching[k] /= count
  setArm(state.bodies.columns.x, other, 0)
  const lag = dot(v, normal) - dot(wants, normal)
  const resists = linearResponse()
  let force = blow / state.dt
  if (walks && lag > PLANE_TOLERANCE && dot(normal, up) < slopeCosine && resists > 0) {
    force += Math.min(state.characters.columns.strength[row], lag / resists / state.dt)
  }
  if (force > 0) addLoad(state, row, other, -force)
}

/** Overlap is shared: the body goes back by its part, the character's planes see to the rest. */
function part(state: WorldState, other: number, depth: number, own: number): void {
  const theirs = linearResponse()
  if (!(depth > 0) || !(own + theirs > 0)) return
  const { x } = state.bodies.columns
  const back = (depth * theirs) / (own + theirs)
  for (let k = 0; k < 3; k++) if (free[k] > 0) x[other * 3 + k] -= back * normal[k]
  syncBody(state, other)
}

/** The weight of a character on the body of a shape. */
export function leanOn(state: WorldState, row: number, shape: number, point: Float64Array, po: number, isNew: boolean): void {
  const bodies = state.bodies.columns
  const other = state.shapes.columns.body[shape]
  if (bodies.type[other] !== DYNAMIC || (bodies.awake[other] === 0 && !isNew)) return
  const { gravity } = state.globals.columns
  const { mass, gravityScale } = state.characters.columns
  for (let k = 0; k < 3; k++) {
    normal[k] = gravity[k]
    touching[k] = point[po + k]
  }
  setArm(bodies.x, other, 0)
  addLoad(state, row, other, mass[row] * gravityScale[row])
}

/** Velocity of the surface of a movable body at a point. */
export function velocityAt(state: WorldState, body: number, point: Float64Array, po: number, out: Float64Array): void {
  const bodies = state.bodies.columns
  const o = body * 3
  for (let k = 0; k < 3; k++) arm[k] = point[po + k] - bodies.x[o + k]
  out[0] = bodies.v[o] + bodies.w[o + 1] * arm[2] - bodies.w[o + 2] * arm[1]
  out[1] = bodies.v[o + 1] + bodies.w[o + 2] * arm[0] - bodies.w[o] * arm[2]
  out[2] = bodies.v[o + 2] + bodies.w[o] * arm[1] - bodies.w[o + 1] * arm[0]
}

/** How much of a push along the normal becomes motion along it: 0 where what does not move is behind the character, 1 where it is free. */
function freedom(state: WorldState, skin: number): number {
  if (walls.count < 0) collectWalls(state, skin)
  for (let i = 0; i < walls.count; i++) walls.offset[i] = 0
  for (let k = 0; k < 3; k++) walls.wanted[k] = normal[k]
  walls.solve(PLANE_TOLERANCE)
  const share = dot(walls.result, normal)
  return share > PLANE_TOLERANCE ? share : 0
}

/** Planes of what cannot be moved. */
function collectWalls(state: WorldState, skin: number): void {
  const { type } = state.bodies.columns
  const { body } = state.shapes.columns
  walls.count = 0
  for (let i = 0; i < obstacles.count; i++) {
    const shape = obstacles.rows[i]
    if (type[body[shape]] === DYNAMIC || characterOf(state, body[shape]) >= 0) continue
    if (measureGap(state, shape) <= TOUCH_SKIN * skin) walls.add(gapNormal, 0, 0, shape)
  }
}

function readBody(state: WorldState, other: number, character: number): void {
  const bodies = state.bodies.columns
  const locks = bodies.lockedAxes[other]
  const mass = character >= 0 ? 1 / state.characters.columns.mass[character] : bodies.inverseMass[other]
  for (let k = 0; k < 3; k++) {
    free[k] = (locks & (1 << k)) !== 0 ? 0 : mass
    v[k] = character >= 0 ? state.characters.columns.velocity[character * 3 + k] : bodies.v[other * 3 + k]
    w[k] = character >= 0 ? 0 : bodies.w[other * 3 + k]
  }
  if (character >= 0 || (locks & 56) !== 0 || !symmetricInverse(bodies.inertia, other * 6, inverse, 0)) inverse.fill(0)
  else symmetricRotateByQuat(inverse, 0, bodies.q, other * 4, inverse, 0)
}

/** `arm` and `cross` of point p: from the body's centre, and arm × normal. */
function setArm(x: Float64Array, other: number, p: number): void {
  for (let k = 0; k < 3; k++) arm[k] = touching[p * 3 + k] - x[other * 3 + k]
  cross[0] = arm[1] * normal[2] - arm[2] * normal[1]
  cross[1] = arm[2] * normal[0] - arm[0] * normal[2]
  cross[2] = arm[0] * normal[1] - arm[1] * normal[0]
}

/** Change of the body's speed along the normal, at the point of `cross`, by a unit impulse there. */
function response(): number {
  setTurn()
  return linearResponse() + dot(turn, cross)
}

/** The same of its centre of mass. */
function linearResponse(): number {
  let sum = 0
  for (let k = 0; k < 3; k++) sum += free[k] * normal[k] * normal[k]
  return sum
}

function setTurn(): void {
  turn[0] = inverse[0] * cross[0] + inverse[3] * cross[1] + inverse[4] * cross[2]
  turn[1] = inverse[3] * cross[0] + inverse[1] * cross[1] + inverse[5] * cross[2]
  turn[2] = inverse[4] * cross[0] + inverse[5] * cross[1] + inverse[2] * cross[2]
}

/** An impulse along the normal at the point of `cross` on the velocities read. */
function hit(impulse: number): void {
  setTurn()
  for (let k = 0; k < 3; k++) {
    v[k] += impulse * free[k] * normal[k]
    w[k] += impulse * turn[k]
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function clearLoads(state: WorldState, row: number): void {
  const { load, loadBody } = state.characters.columns
  loadBody.fill(0, row * LOAD_SLOTS, (row + 1) * LOAD_SLOTS)
  load.fill(0, row * LOAD_SLOTS * LOAD_STRIDE, (row + 1) * LOAD_SLOTS * LOAD_STRIDE)
}

/** A force along the normal at the point of `arm`, for the next step. Beyond the slots there is none left. */
function addLoad(state: WorldState, row: number, other: number, force: number): void {
  const { load, loadBody } = state.characters.columns
  const handle = handleOf(state.bodies, other)
  for (let slot = row * LOAD_SLOTS; slot < (row + 1) * LOAD_SLOTS; slot++) {
    if (loadBody[slot] !== 0 && loadBody[slot] !== handle) continue
    loadBody[slot] = handle
    for (let k = 0; k < 3; k++) {
      load[slot * LOAD_STRIDE + k] += force * normal[k]
      load[slot * LOAD_STRIDE + 3 + k] += force * cross[k]
    }
    return
  }
}
