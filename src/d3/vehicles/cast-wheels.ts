/**
 * What the wheels stand on: every wheel of a vehicle whose chassis is awake looks along its suspension, by a ray, or by its own ball or
 * cylinder. It sees neither its chassis, nor bodies joined to it, nor those it was told to ignore, nor what `world.shouldCollide`
 * refuses, nor characters and sensors. What it has found `world.onContact` may drop or change.
 *
 * Part of the stage `flush-commands`: poses are those of the step's start, and sleepers that are driven over wake with the others.
 */

import { mayMeet } from '../../common/characters/obstacles.ts'
import { wakeRing } from '../../common/islands/sleep.ts'
import { handleOf } from '../../common/memory/ids.ts'
import type { QueryMask } from '../../common/queries/query-mask.ts'
import { ALL, NEAREST } from '../../common/queries/ray-results.ts'
import { CHARACTER, DYNAMIC } from '../../common/store/column-codes.ts'
import type { ShapeDefinition } from '../api/shape-definition.ts'
import { CYLINDER as CYLINDER_KIND } from '../geometry/shapes/cylinder.ts'
import { SPHERE as SPHERE_KIND } from '../geometry/shapes/sphere.ts'
import { ShapeCaster } from '../queries/cast-shape.ts'
import { RayCaster } from '../queries/queries.ts'
import type { WorldState } from '../store/world-state.ts'
import { updateGearbox } from './gearbox.ts'
import { MIN_WHEEL_COSINE } from './tolerances.ts'
import { chassisOf, steerWheels } from './vehicle-rows.ts'
import { CYLINDER, MAX_IGNORED, MAX_WHEELS, RAY, TOLD } from './vehicle-table.ts'
import { findEdge } from './wheel-edges.ts'
import { ANCHOR, AXLE, placeWheel, WAY, wheelPlace } from './wheel-row.ts'

const rays = new RayCaster()
const shapes = new ShapeCaster()
const size = [0, 0, 0, 0]
/** The wheel as a shape; made once, sizes written before each cast. */
const ball = { kindCode: SPHERE_KIND, size, hull: null } as unknown as ShapeDefinition
const drum = { kindCode: CYLINDER_KIND, size, hull: null } as unknown as ShapeDefinition

let seen: WorldState
let vehicle = 0
let chassis = 0
/** Bodies that the wheels at hand do not see. */
const unseen = {
  has(body: number): boolean {
    if ((seen.bodies.columns.flags[body] & CHARACTER) !== 0 || seen.joinedBodies.find(chassis, body) >= 0) return true
    const { ignored } = seen.vehicles.columns
    const handle = handleOf(seen.bodies, body)
    for (let i = 0; i < MAX_IGNORED; i++) if (ignored[vehicle * MAX_IGNORED + i] === handle) return true
    return false
  },
}

/** The user's word, asked about the first shape of the chassis, in every step. */
function isGround(shape: number): boolean {
  const own = seen.bodies.columns.firstShape[chassis] - 1
  return own < 0 || mayMeet(seen, own, shape)
}

const filter: QueryMask<never> = {
  category: -1, mask: -1, group: 0, sensors: false, exclude: -1, excluded: unseen as unknown as ReadonlySet<number>, predicate: null,
  allows: isGround,
}

/** What a wheel met: shape row, −1 = none; row of the results, −1 if a ray has found it; length of the suspension there; normal. */
let hitShape = -1
let hitRow = -1
const hitLength = new Float64Array(1)
const hitNormal = new Float64Array(3)
const speed = new Float64Array(3)

export function castWheels(state: WorldState): void {
  const { vehicles } = state
  const { alive, wheelCount, flags } = vehicles.columns
  const { awake, type } = state.bodies.columns
  const asks = state.hooks.onWheel !== null
  if (asks) state.vehicleList.reserveWords(vehicles.count)
  // Also of vehicles that wake only now, by the wheels of others.
  state.vehicleList.clearEdges(vehicles.count)
  for (let row = 0; row < vehicles.count; row++) {
    if (alive[row] === 0) continue
    const body = chassisOf(state, row)
    if (body < 0 || awake[body] === 0 || type[body] !== DYNAMIC) continue
    flags[row] &= ~TOLD
    updateGearbox(state, row)
    steerWheels(state, row)
    lookFrom(state, row, body)
    for (let w = 0; w < wheelCount[row]; w++) {
      const slot = row * MAX_WHEELS + w
      const before = vehicles.columns.groundShape[slot]
      castWheel(state, row, slot, body)
      if (hitRow >= 0) findEdge(state, slot, hitShape, shapes.results.point, hitRow * 3, hitNormal, wheelPlace, AXLE)
      if (asks) askUser(state, slot, before)
      noteGround(state, slot, body)
    }
  }
}

/** `world.onContact` about a wheel that stands on something, asked with the first shape of the chassis: what it drops does not bear the wheel. */
function askUser(state: WorldState, slot: number, before: number): void {
  const { groundShape, length, maxLength } = state.vehicles.columns
  const list = state.vehicleList
  list.changed[slot] = 0
  if (groundShape[slot] === 0 || state.bodies.columns.firstShape[chassis] === 0) return
  list.fresh[slot] = groundShape[slot] === before ? 0 : 1
  const wasAsking = state.asking
  state.asking = true
  const bears = state.hooks.askWheel(slot, hitShape)
  state.asking = wasAsking
  if (bears) return
  groundShape[slot] = 0
  length[slot] = maxLength[slot]
}

/** The filter of a vehicle's wheels. */
function lookFrom(state: WorldState, row: number, body: number): void {
  const { category, mask, group } = state.vehicles.columns
  seen = state
  vehicle = row
  chassis = body
  filter.exclude = body
  filter.category = category[row]
  filter.mask = mask[row]
  filter.group = group[row]
}

/** For a vehicle that is new, or put elsewhere, so that what it stands on can be read before a step. */
export function lookAround(state: WorldState, row: number, body: number): void {
  steerWheels(state, row)
  lookFrom(state, row, body)
  for (let w = 0; w < state.vehicles.columns.wheelCount[row]; w++) castWheel(state, row, row * MAX_WHEELS + w, body)
}

function castWheel(state: WorldState, row: number, slot: number, body: number): void {
  const { tester, maxLength, length, groundShape, groundPoint, groundNormal, groundPose, radius } = state.vehicles.columns
  const { x, q } = state.bodies.columns
  placeWheel(state, row, slot, body, x, body * 3, q, body * 4)
  const reach = reachOf(state, slot, body)
  hitShape = hitRow = -1
  if (tester[row] !== RAY) castShape(state, row, slot, reach)
  // A drum that meets a wall beside it may still stand on the ground of the same mesh.
  const byRay = hitShape < 0
  if (byRay) castRay(state, slot, reach)
  if (hitShape < 0) {
    groundShape[slot] = 0
    length[slot] = maxLength[slot]
    return
  }
  groundShape[slot] = handleOf(state.shapes, hitShape)
  length[slot] = hitLength[0]
  const along = hitNormal[0] * wheelPlace[AXLE] + hitNormal[1] * wheelPlace[AXLE + 1] + hitNormal[2] * wheelPlace[AXLE + 2]
  const round = tester[row] === CYLINDER ? Math.sqrt(Math.max(0, 1 - along * along)) : 1
  for (let k = 0; k < 3; k++) {
    const hub = wheelPlace[ANCHOR + k] + hitLength[0] * wheelPlace[WAY + k]
    let out = -hitNormal[k]
    if (byRay) out = wheelPlace[WAY + k]
    else if (tester[row] === CYLINDER && round > MIN_WHEEL_COSINE) out = (along * wheelPlace[AXLE + k] - hitNormal[k]) / round
    groundPoint[slot * 3 + k] = hub + radius[slot] * out
    groundNormal[slot * 3 + k] = hitNormal[k]
  }
  const owner = state.shapes.columns.body[hitShape]
  for (let k = 0; k < 3; k++) groundPose[slot * 7 + k] = x[owner * 3 + k]
  for (let k = 0; k < 4; k++) groundPose[slot * 7 + 3 + k] = q[owner * 4 + k]
}

/** How far beyond its full length a wheel looks: what the chassis comes nearer in this step. */
function reachOf(state: WorldState, slot: number, body: number): number {
  const { v, w, x } = state.bodies.columns
  const b = body * 3
  const rx = wheelPlace[ANCHOR] - x[b]
  const ry = wheelPlace[ANCHOR + 1] - x[b + 1]
  const rz = wheelPlace[ANCHOR + 2] - x[b + 2]
  speed[0] = v[b] + w[b + 1] * rz - w[b + 2] * ry
  speed[1] = v[b + 1] + w[b + 2] * rx - w[b] * rz
  speed[2] = v[b + 2] + w[b] * ry - w[b + 1] * rx
  const closing = speed[0] * wheelPlace[WAY] + speed[1] * wheelPlace[WAY + 1] + speed[2] * wheelPlace[WAY + 2]
  return state.vehicles.columns.maxLength[slot] + Math.max(0, closing) * state.dt
}

/** From the top of the wheel where the suspension is shortest, to the bottom where it is longest. */
function castRay(state: WorldState, slot: number, reach: number): void {
  const { minLength, radius } = state.vehicles.columns
  const from = minLength[slot] - radius[slot]
  const whole = reach + radius[slot] - from
  const { ray, results } = rays
  for (let k = 0; k < 3; k++) {
    ray[k] = wheelPlace[ANCHOR + k] + from * wheelPlace[WAY + k]
    ray[3 + k] = whole * wheelPlace[WAY + k]
  }
  if (rays.cast(state, filter, NEAREST) === 0) return
  const slope = -(results.normal[0] * wheelPlace[WAY] + results.normal[1] * wheelPlace[WAY + 1] + results.normal[2] * wheelPlace[WAY + 2])
  if (slope < MIN_WHEEL_COSINE) return
  hitShape = results.shape[0]
  hitLength[0] = from + results.distance[0] * whole - radius[slot]
  for (let k = 0; k < 3; k++) hitNormal[k] = results.normal[k]
}

/** The nearest of the shapes that can bear the wheel. */
function castShape(state: WorldState, row: number, slot: number, reach: number): void {
  const { minLength, radius, width, tester } = state.vehicles.columns
  const { pose, motion, results } = shapes
  const isDrum = tester[row] === CYLINDER
  size[0] = isDrum ? 0 : radius[slot]
  size[1] = isDrum ? 0.5 * width[slot] : 0
  size[2] = size[3] = isDrum ? radius[slot] : 0
  const whole = reach - minLength[slot]
  for (let k = 0; k < 3; k++) {
    pose[k] = wheelPlace[ANCHOR + k] + minLength[slot] * wheelPlace[WAY + k]
    motion[k] = whole * wheelPlace[WAY + k]
  }
  turnToAxle(pose)
  const count = shapes.cast(state, isDrum ? drum : ball, filter, ALL)
  let best = -1
  for (let i = 0; i < count; i++) {
    const n = i * 3
    const slope = -(results.normal[n] * wheelPlace[WAY] + results.normal[n + 1] * wheelPlace[WAY + 1] + results.normal[n + 2] * wheelPlace[WAY + 2])
    if (slope < MIN_WHEEL_COSINE) continue
    const at = minLength[slot] + results.distance[i] * whole - results.depth[i] / slope
    if (best >= 0 && (at > hitLength[0] || (at === hitLength[0] && results.shape[i] > hitShape))) continue
    best = hitRow = i
    hitShape = results.shape[i]
    hitLength[0] = at
    for (let k = 0; k < 3; k++) hitNormal[k] = results.normal[n + k]
  }
}

/** The shortest turn of y to the axle, at pose[3]. */
function turnToAxle(pose: Float64Array): void {
  const x = wheelPlace[AXLE]
  const y = wheelPlace[AXLE + 1]
  const z = wheelPlace[AXLE + 2]
  // The axle of a drum has no sign: the half that is nearer to y needs no special case.
  const sign = y < 0 ? -1 : 1
  const length = Math.sqrt(2 + 2 * sign * y)
  pose[3] = (sign * z) / length
  pose[4] = 0
  pose[5] = (-sign * x) / length
  pose[6] = 0.5 * length
}

/** Wakes what a wheel stands on, and notes that chassis and ground hang together. */
function noteGround(state: WorldState, slot: number, body: number): void {
  const { groundShape } = state.vehicles.columns
  if (groundShape[slot] === 0) return
  const owner = state.shapes.columns.body[hitShape]
  const { type, awake } = state.bodies.columns
  const moves = type[owner] === DYNAMIC
  if (moves && awake[owner] === 0) wakeRing(state, owner)
  state.islands.addLink(body, moves ? owner : -1)
}
