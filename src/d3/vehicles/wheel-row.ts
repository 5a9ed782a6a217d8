/**
 * Wheel rows: what the solver knows of a wheel that is on the ground, or may come to it in this step. A row is three scalar rows: the
 * suspension along the ground's normal, and friction along and across the wheel.
 *
 * Symbols: n normal of the ground, d the way of the suspension, c = −n·d; a the axle (to the left), t = a × n forwards on the ground,
 * y = n × t. P is where the wheel touches, at P − hub = e. With u = v(P) of the chassis less that of the ground,
 *
 *   length   L̇ = n·u / c           L = (n·(A − G) − n·(−e)) / c, A where the suspension begins, G the point of the ground
 *   along    t·u − r Ω             Ω spin relative to the chassis: the rest of the wheel turns with it
 *   across   y·u
 *
 * An impulse λ along t changes the wheel's own angular momentum by −r λ, and the chassis gets it at P: force at the hub, and what the axle's
 * bearing, brake or shaft pass on.
 */

import { f64, i32, type Schema } from '../../common/memory/schema.ts'
import { sinCosAt } from '../../common/math/deterministic-math.ts'
import { CHANGE_STRIDE, NEW_VELOCITY } from '../../common/store/contact-hooks.ts'
import { combineFriction, type SurfaceColumns } from '../../common/store/materials.ts'
import { surfaceMoves, surfaceOfMaterial, surfaceRow } from '../contacts/contact-surfaces.ts'
import { quatRotate, quatRotateAt } from '../math/quaternion.ts'
import { spinJacobian } from '../math/weighted.ts'
import { KINEMATIC } from '../store/bodies.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { MIN_WHEEL_COSINE } from './tolerances.ts'
import { edgeIn, followEdge } from './wheel-edges.ts'

/** Places in `data`. Directions of the three rows; their spin Jacobians of the chassis and of the ground; what the ground does by itself. */
export const DIRECTION = 0
export const SPIN_CHASSIS = 9
export const SPIN_GROUND = 18
export const GROUND_SPEED = 27
/** K of the normal; of the tangents tt, ty, yy. */
export const K_NORMAL = 30
export const K_TANGENT = 31
export const COSINE = 34
/** Present length; stiffness N/m and damping N s/m. */
export const LENGTH = 35
export const STIFFNESS = 36
export const DAMPING = 37
export const FRICTION = 38
/** Point of the ground at the start of the step; hub to point of touch. */
export const POINT = 39
export const TOUCH = 42
export const ROW_STRIDE = 45

export interface WheelRowColumns {
  vehicle: Int32Array
  /** Slot in the wheel columns. */
  slot: Int32Array
  /** Solver bodies; 0 = immovable. */
  chassis: Int32Array
  ground: Int32Array
  shape: Int32Array
  /** Material of the ground's triangle, −1 = none. */
  material: Int32Array
  data: Float64Array
  /** N s of a substep: normal, along, across; and what half substeps hold back. */
  impulse: Float64Array
  held: Float64Array
}

export const WHEEL_ROW_SCHEMA: Schema<WheelRowColumns> = {
  vehicle: i32('scratch'),
  slot: i32('scratch'),
  chassis: i32('scratch'),
  ground: i32('scratch'),
  shape: i32('scratch'),
  material: i32('scratch'),
  data: f64('scratch', ROW_STRIDE),
  impulse: f64('scratch', 3),
  held: f64('scratch', 3),
}

/** Results of `placeWheel`: where the suspension begins, the way it goes, the axle to the left. */
export const wheelPlace: Float64Array = new Float64Array(9)
export const ANCHOR = 0
export const WAY = 3
export const AXLE = 6

const turn = new Float64Array(2)
const local = new Float64Array(3)

/** Where a wheel is if its chassis' centre of mass is at x[xo] and its orientation at q[qo]. */
export function placeWheel(
  state: WorldState, row: number, slot: number, body: number, x: Float64Array, xo: number, q: Float64Array, qo: number,
): void {
  const { axes, position, direction, steerAngle } = state.vehicles.columns
  const { localCenter } = state.bodies.columns
  const p = slot * 3
  for (let k = 0; k < 3; k++) local[k] = position[p + k] - localCenter[body * 3 + k]
  quatRotateAt(q, qo, local, 0, wheelPlace, ANCHOR)
  for (let k = 0; k < 3; k++) wheelPlace[ANCHOR + k] += x[xo + k]
  quatRotateAt(q, qo, direction, p, wheelPlace, WAY)
  // Steering turns the axle about the suspension: left cos − forward sin, as far as they are across it.
  sinCosAt(steerAngle, slot, turn, 0)
  const a = row * 9
  for (let k = 0; k < 3; k++) local[k] = axes[a + 6 + k] * turn[1] - axes[a + k] * turn[0]
  quatRotateAt(q, qo, local, 0, wheelPlace, AXLE)
}

const chassisAt = new Float64Array(3)
const groundAt = new Float64Array(3)
const arm = new Float64Array(3)
const lever = new Float64Array(3)
const belt = new Float64Array(3)

/** Directions, length, Jacobians and K of a row at the present pose of the solver bodies, for a substep of h seconds. */
export function buildWheelRow(state: WorldState, r: number, h: number): void {
  const { vehicle, slot, chassis, ground, shape, material, data } = state.wheelRows.columns
  const bodies = state.bodies.columns
  const { q, moved, body, factor, velocity } = state.solverBodies.columns
  const o = r * ROW_STRIDE
  const s = chassis[r]
  const row = body[s]
  const g = ground[r]
  for (let k = 0; k < 3; k++) chassisAt[k] = bodies.x[row * 3 + k] + moved[s * 12 + k]
  placeWheel(state, vehicle[r], slot[r], row, chassisAt, 0, q, s * 4)
  // The ground's point and its body, wherever they are by now.
  const owner = state.shapes.columns.body[shape[r]]
  for (let k = 0; k < 3; k++) {
    arm[k] = data[o + POINT + k] - bodies.x[owner * 3 + k]
    groundAt[k] = bodies.x[owner * 3 + k] + moved[g * 12 + k]
  }
  for (let k = 0; k < 3; k++) {
    const m = g * 12 + 3 + k * 3
    const carried = arm[k] + moved[m] * arm[0] + moved[m + 1] * arm[1] + moved[m + 2] * arm[2]
    edgeIn[k] = wheelPlace[ANCHOR + k] - groundAt[k] - carried
    edgeIn[3 + k] = wheelPlace[WAY + k]
    edgeIn[6 + k] = wheelPlace[AXLE + k]
  }
  followEdge(state, slot[r], data, o, o + TOUCH)
  let height = 0
  let slope = 0
  for (let k = 0; k < 3; k++) {
    height += data[o + k] * edgeIn[k]
    slope -= data[o + k] * wheelPlace[WAY + k]
  }
  const touch = data[o] * data[o + TOUCH] + data[o + 1] * data[o + TOUCH + 1] + data[o + 2] * data[o + TOUCH + 2]
  const c = Math.max(slope, MIN_WHEEL_COSINE)
  data[o + COSINE] = c
  data[o + LENGTH] = (height + touch) / c
  setTangents(data, o)
  // K = J M⁻¹ Jᵀ, with weighted Jacobians: squares of their parts.
  const mass = velocity[s * VELOCITY_STRIDE + 6] + velocity[g * VELOCITY_STRIDE + 6]
  for (let k = 0; k < 3; k++) {
    const at = wheelPlace[ANCHOR + k] + data[o + LENGTH] * wheelPlace[WAY + k] + data[o + TOUCH + k]
    arm[k] = at - chassisAt[k]
    groundAt[k] = at - groundAt[k]
  }
  for (let i = 0; i < 3; i++) {
    crossAt(arm, data, o + i * 3)
    spinJacobian(factor, s * 6, lever, 0, data, o + SPIN_CHASSIS + i * 3)
    crossAt(groundAt, data, o + i * 3)
    spinJacobian(factor, g * 6, lever, 0, data, o + SPIN_GROUND + i * 3)
    data[o + GROUND_SPEED + i] = 0
    if (g > 0 && bodies.type[owner] === KINEMATIC) addTurning(data, o, i, bodies.w, owner * 3, h)
  }
  setProduct(data, o, 0, 0, o + K_NORMAL)
  setProduct(data, o, 3, 3, o + K_TANGENT)
  setProduct(data, o, 3, 6, o + K_TANGENT + 1)
  setProduct(data, o, 6, 6, o + K_TANGENT + 2)
  data[o + K_NORMAL] += mass
  data[o + K_TANGENT] += mass
  data[o + K_TANGENT + 2] += mass
  if (isChanged(state, slot[r])) {
    // The ground is B: what carries it over the tyre carries the tyre the other way.
    const v = slot[r] * CHANGE_STRIDE + NEW_VELOCITY
    for (let k = 0; k < 3; k++) belt[k] = -state.vehicleList.values[v + k]
  } else {
    const surface = surfaceOfMaterial(state, material[r], 0, shape[r])
    if (!surfaceMoves(state, surface, 0)) return
    const { surfaceVelocity } = surface
    const v = surfaceRow[0] * 3
    quatRotate(g > 0 ? q : bodies.q, g > 0 ? g * 4 : owner * 4, surfaceVelocity[v], surfaceVelocity[v + 1], surfaceVelocity[v + 2], belt, 0)
  }
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) data[o + GROUND_SPEED + i] += data[o + i * 3 + k] * belt[k]
}

/** Has `world.onContact` changed the contact of a wheel in this step? */
export function isChanged(state: WorldState, slot: number): boolean {
  return state.hooks.onWheel !== null && state.vehicleList.changed[slot] === 1
}

const circled = new Float64Array(3)

/** Velocity by the spin of a kinematic ground at the middle of the substep: on a turntable the way goes in a circle, not along its tangent. */
function addTurning(data: Float64Array, o: number, i: number, w: Float64Array, at: number, h: number): void {
  const x = w[at + 1] * groundAt[2] - w[at + 2] * groundAt[1]
  const y = w[at + 2] * groundAt[0] - w[at] * groundAt[2]
  const z = w[at] * groundAt[1] - w[at + 1] * groundAt[0]
  circled[0] = x + 0.5 * h * (w[at + 1] * z - w[at + 2] * y)
  circled[1] = y + 0.5 * h * (w[at + 2] * x - w[at] * z)
  circled[2] = z + 0.5 * h * (w[at] * y - w[at + 1] * x)
  for (let k = 0; k < 3; k++) data[o + GROUND_SPEED + i] += data[o + i * 3 + k] * circled[k]
}

/** t = a × n and y = n × t; if the axle stands along the normal there is no forwards, and both are 0. */
function setTangents(data: Float64Array, o: number): void {
  const tx = wheelPlace[AXLE + 1] * data[o + 2] - wheelPlace[AXLE + 2] * data[o + 1]
  const ty = wheelPlace[AXLE + 2] * data[o] - wheelPlace[AXLE] * data[o + 2]
  const tz = wheelPlace[AXLE] * data[o + 1] - wheelPlace[AXLE + 1] * data[o]
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz)
  const scale = length > MIN_WHEEL_COSINE ? 1 / length : 0
  data[o + 3] = tx * scale
  data[o + 4] = ty * scale
  data[o + 5] = tz * scale
  data[o + 6] = data[o + 1] * data[o + 5] - data[o + 2] * data[o + 4]
  data[o + 7] = data[o + 2] * data[o + 3] - data[o] * data[o + 5]
  data[o + 8] = data[o] * data[o + 4] - data[o + 1] * data[o + 3]
}

/** lever = r × direction. */
function crossAt(r: Float64Array, data: Float64Array, o: number): void {
  lever[0] = r[1] * data[o + 2] - r[2] * data[o + 1]
  lever[1] = r[2] * data[o] - r[0] * data[o + 2]
  lever[2] = r[0] * data[o + 1] - r[1] * data[o]
}

/** data[to] = spin parts of J M⁻¹ Jᵀ of the rows i and k (0, 3 or 6). */
function setProduct(data: Float64Array, o: number, i: number, k: number, to: number): void {
  const a = o + SPIN_CHASSIS
  const b = o + SPIN_GROUND
  data[to] =
    data[a + i] * data[a + k] + data[a + i + 1] * data[a + k + 1] + data[a + i + 2] * data[a + k + 2] +
    data[b + i] * data[b + k] + data[b + i + 1] * data[b + k + 1] + data[b + i + 2] * data[b + k + 2]
}

/** The impulse that `applyWheelImpulse` is to apply, and the velocity that `measureWheel` found: numbers handed to calls and back are boxed. */
export const wheelImpulse: Float64Array = new Float64Array(1)
export const wheelSpeed: Float64Array = new Float64Array(1)

/** velocities[…] of both bodies += share × `wheelImpulse` along row i; `stride` 8 for velocities, 6 for warm starts. */
export function applyWheelImpulse(state: WorldState, r: number, i: number, out: Float64Array, stride: number): void {
  const { chassis, ground, data } = state.wheelRows.columns
  const { velocity } = state.solverBodies.columns
  const impulse = wheelImpulse[0]
  const s = chassis[r]
  const g = ground[r]
  const o = r * ROW_STRIDE
  const d = o + i * 3
  const linear = impulse * velocity[s * VELOCITY_STRIDE + 6]
  const back = impulse * velocity[g * VELOCITY_STRIDE + 6]
  for (let k = 0; k < 3; k++) {
    out[s * stride + k] += linear * data[d + k]
    out[s * stride + 3 + k] += impulse * data[d + SPIN_CHASSIS + k]
    if (g === 0) continue
    out[g * stride + k] -= back * data[d + k]
    out[g * stride + 3 + k] -= impulse * data[d + SPIN_GROUND + k]
  }
}

/** `wheelSpeed` = velocity along row i: of the chassis at the point of touch, less that of the ground. */
export function measureWheel(state: WorldState, r: number, i: number): void {
  const { chassis, ground, data } = state.wheelRows.columns
  const { velocity } = state.solverBodies.columns
  const s = chassis[r] * VELOCITY_STRIDE
  const g = ground[r] * VELOCITY_STRIDE
  const o = r * ROW_STRIDE
  const d = o + i * 3
  const a = d + SPIN_CHASSIS
  const b = d + SPIN_GROUND
  wheelSpeed[0] =
    data[d] * (velocity[s] - velocity[g]) + data[d + 1] * (velocity[s + 1] - velocity[g + 1]) + data[d + 2] * (velocity[s + 2] - velocity[g + 2]) +
    data[a] * velocity[s + 3] + data[a + 1] * velocity[s + 4] + data[a + 2] * velocity[s + 5] -
    data[b] * velocity[g + 3] - data[b + 1] * velocity[g + 4] - data[b + 2] * velocity[g + 5] - data[o + GROUND_SPEED + i]
}

/** The surface of a tyre: its friction, by the rule of the ground. */
const tyre: SurfaceColumns = {
  friction: new Float64Array(1), staticFriction: new Float64Array(1), restitution: new Float64Array(1), frictionCombine: new Uint8Array(1),
  restitutionCombine: new Uint8Array(1),
}

/** The friction of a tyre on a shape where it has that material, −1 = none, by the rule of the surface, into out[o]. */
export function tyreFriction(state: WorldState, slot: number, shape: number, material: number, out: Float64Array, o: number): void {
  tyre.friction[0] = state.vehicles.columns.friction[slot]
  const surface = surfaceOfMaterial(state, material, 0, shape)
  combineFriction(tyre, 0, surface, surfaceRow[0], out, o)
}
