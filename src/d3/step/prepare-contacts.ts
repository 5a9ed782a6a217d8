/**
 * Stage `prepare-contacts`: fills the contact rows: arms, Jacobians, K and effective mass, friction, warm-start impulses.
 *
 * Reads: manifolds, shapes, solver bodies. Writes: all contact row columns, rolling rows, wheel rows, solver bodies'
 * warm.
 * Why here: the rows have their places. Jacobians are frozen for the step, unless a body turns fast (`refresh-inertia`); separations follow
 * the bodies.
 */

import { clear } from '../../common/memory/clear.ts'
import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { SURFACE_MOVES } from '../../common/store/column-codes.ts'
import { CHANGE_STRIDE, NEW_FRICTION, NEW_RESTITUTION, NEW_STATIC_FRICTION } from '../../common/store/contact-hooks.ts'
import { combineFriction, combineRestitution, combineStaticFriction } from '../../common/store/materials.ts'
import { areForcesStale } from '../../common/store/stored-forces.ts'
import { MAX_COORDINATE } from '../../common/limits.ts'
import { PUSH_OUT_SPEED_PER_SIZE, SLOP_PER_SIZE, SUPPORT_COSINE } from '../../common/tuning.ts'
import { addWarmStart, buildDeferredRow, buildRow, deferRow, setTangents } from '../contacts/contact-row-build.ts'
import {
  APPROACH, ARM_A, ARM_B, arms, BOUNCY, COLD_STRIDE, CONVEYS, DRIVEN, FRESH, FRICTION, GAP, HOT_STRIDE, LOCKED, MASS_A, MASS_B,
  MODIFIED, NORMAL, PUSH_SPEED, RESTITUTION, SEPARATION, SLOP, STAND_OFF_A, STAND_OFF_B, STATIC_FRICTION, TANGENT1, TANGENT2,
} from '../contacts/contact-row.ts'
import { type ContactSurface, surfaceMoves, surfaceOf, surfaceRow } from '../contacts/contact-surfaces.ts'
import { follows } from '../contacts/following-decision.ts'
import { addFollowing } from '../contacts/following-table.ts'
import { findFreeIslands } from '../contacts/free-island-momentum.ts'
import { addRolling } from '../contacts/rolling.ts'
import { predictWeights } from '../contacts/warm-start-guess.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { KINEMATIC } from '../store/bodies.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { prepareWheels } from '../vehicles/wheel-stages.ts'

/** Rows whose manifolds are fetched at a time: they stay in the cache until they are built. */
const FETCHED_ROWS = 64
/** Seconds that stored forces act for in a substep of the batch. An array, because a number handed on would be allocated. */
const warmTime = new Float64Array(1)
/** Rows of this step whose surfaces resist rolling. */
let rollingCount = 0

export function prepareContacts(state: WorldState): void {
  const { batches } = state
  state.rolling.count = 0
  rollingCount = 0
  let fresh = false
  state.following.reserve(state.contactRows.count)
  state.following.count = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    if (fillRows(state, batch)) fresh = true
    batches.followingStart[batch + 1] = state.following.count
  }
  if (fresh) predictFresh(state)
  state.rolling.reserve(rollingCount)
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    batches.rollingStart[batch] = state.rolling.count
    const to = batches.rowEnd(batch)
    for (let row = batches.rowStart(batch); row < to; row++) {
      addWarmStart(state, row)
      if (rollingCount > 0) addRolling(state, row)
    }
  }
  batches.rollingStart[BATCH_COUNT] = state.rolling.count
  prepareWheels(state)
  findFreeIslands(state)
}

/** Warm-start guess: rows without history get the weight they are about to carry, and are built again about its centre. */
function predictFresh(state: WorldState): void {
  predictWeights(state)
  const { flags, hot, impulse } = state.contactRows.columns
  for (let row = 0; row < state.contactRows.count; row++) {
    if ((flags[row] & FRESH) === 0) continue
    if (!hasImpulses(impulse, row)) continue
    buildDeferredRow(state, row)
    projectFriction(hot, impulse, row)
  }
}

/**
 * Copies the manifolds, the surface properties and the stored impulses of a batch, and builds the rows. Returns whether one of them touches
 * and has no history.
 */
function fillRows(state: WorldState, batch: number): boolean {
  const { batches } = state
  const rows = state.contactRows.columns
  const { hot, cold, impulse, total, pushed, contact, shapes: shapesOf, bodyA, bodyB, count, active, open, flags } = rows
  const shapes = state.shapes.columns
  const { body, center, thickness, kind, size, flags: surface } = shapes
  // Without level geometry surfaces are the shapes' own.
  const plain = state.levelShapes === 0
  const { x, type } = state.bodies.columns
  const { velocity, lockedAxes, external } = state.solverBodies.columns
  const { gravity } = state.globals.columns
  const steep = SUPPORT_COSINE * SUPPORT_COSINE * (gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2])
  const h = state.dt / batches.substeps(batch, state.globals.columns.substeps[0])
  warmTime[0] = areForcesStale(state) ? 0 : h
  const to = batches.rowEnd(batch)
  const joined = batches.jointStart[batch] < batches.jointStart[batch + 1]
  const hooked = state.hooks.onContact !== null
  const { changed, values } = state.hooks
  let bouncy = 0
  let anyFresh = false
  let fetched = batches.rowStart(batch)
  for (let row = fetched; row < to; row++) {
    if (row === fetched) {
      fetched = Math.min(row + FETCHED_ROWS, to)
      fetchManifolds(state, row, fetched)
    }
    const c = contact[row]
    const a = shapesOf[2 * row]
    const b = shapesOf[2 * row + 1]
    const sa = bodyA[row]
    const sb = bodyB[row]
    const o = row * HOT_STRIDE
    const d = row * COLD_STRIDE
    const n = count[row]
    active[row] = (1 << n) - 1
    open[row] = 0
    const nx = hot[o + NORMAL]
    const ny = hot[o + NORMAL + 1]
    const nz = hot[o + NORMAL + 2]
    hot[o + MASS_A] = velocity[sa * VELOCITY_STRIDE + 6]
    hot[o + MASS_B] = velocity[sb * VELOCITY_STRIDE + 6]
    const thinnest = Math.min(thickness[a], thickness[b])
    const slop = SLOP_PER_SIZE * thinnest
    cold[d + SLOP] = slop
    cold[d + PUSH_SPEED] = PUSH_OUT_SPEED_PER_SIZE * thinnest
    cold[d + STAND_OFF_A] = coreRadius(kind[a], size, a * 4)
    cold[d + STAND_OFF_B] = coreRadius(kind[b], size, b * 4)
    if (kind[b] > HULL) {
      if (kind[a] > HULL) setStandOff(state, a, row, d + STAND_OFF_A, 1)
      setStandOff(state, b, row, d + STAND_OFF_B, -1)
    }
    const rowA = body[a]
    const rowB = body[b]
    for (let k = 0; k < 3; k++) {
      const origin = center[a * 3 + k]
      const fromA = origin - x[rowA * 3 + k]
      const fromB = origin - x[rowB * 3 + k]
      for (let i = 0; i < n; i++) {
        const point = cold[d + ARM_A + i * 3 + k]
        cold[d + ARM_A + i * 3 + k] = arms[i * 6 + k] = fromA + point
        cold[d + ARM_B + i * 3 + k] = arms[i * 6 + 3 + k] = fromB + point
      }
    }
    const l = row * 8
    let sum = 0
    let touches = false
    pushed[row] = 0
    for (let i = 0; i < 4; i++) {
      const force = impulse[l + i]
      const gap = cold[d + SEPARATION + i]
      total[row * 4 + i] = 0
      sum += force
      cold[d + GAP + i] = gap
      if (i < n && gap <= slop) touches = true
    }
    // Warm starting: stored impulses that would throw the bodies apart are worse than none.
    if (!((sum * (hot[o + MASS_A] + hot[o + MASS_B])) / h < MAX_COORDINATE)) {
      clear(impulse, l, l + 8)
      state.guards.warmStartsDropped++
    }
    const surfaceA: ContactSurface = plain ? shapes : surfaceOf(state, c, 0, a)
    const surfaceB: ContactSurface = plain ? shapes : surfaceOf(state, c, 1, b)
    const ofA = plain ? a : surfaceRow[0]
    const ofB = plain ? b : surfaceRow[1]
    combineFriction(surfaceA, ofA, surfaceB, ofB, hot, o + FRICTION)
    hot[o + STATIC_FRICTION] = hot[o + FRICTION]
    const sticks = surfaceA.staticFriction[ofA] > 0 || surfaceB.staticFriction[ofB] > 0
    if (sticks) combineStaticFriction(surfaceA, ofA, surfaceB, ofB, hot, o + STATIC_FRICTION)
    combineRestitution(surfaceA, ofA, surfaceB, ofB, cold, d + RESTITUTION)
    if (hooked && changed[c] === 1) {
      hot[o + FRICTION] = values[c * CHANGE_STRIDE + NEW_FRICTION]
      hot[o + STATIC_FRICTION] = values[c * CHANGE_STRIDE + NEW_STATIC_FRICTION]
      cold[d + RESTITUTION] = values[c * CHANGE_STRIDE + NEW_RESTITUTION]
    }
    if (surfaceA.rolling[ofA] > 0 || surfaceB.rolling[ofB] > 0) rollingCount++
    const restitution = cold[d + RESTITUTION]
    let bits = 0
    if ((type[rowA] === KINEMATIC && sa > 0) || (type[rowB] === KINEMATIC && sb > 0)) bits |= DRIVEN
    const conveys = plain ? ((surface[a] | surface[b]) & SURFACE_MOVES) !== 0 : surfaceMoves(state, surfaceA, 0) || surfaceMoves(state, surfaceB, 1)
    if (hooked && changed[c] === 1) bits |= MODIFIED
    else if (conveys) bits |= CONVEYS
    if (((lockedAxes[sa] | lockedAxes[sb]) & 7) !== 0) bits |= LOCKED
    if (restitution > 0) {
      bits |= BOUNCY
      bouncy++
    }
    if (restitution > 0 || joined) {
      cold[d + APPROACH] =
        nx * (external[sb * 6] - external[sa * 6]) +
        ny * (external[sb * 6 + 1] - external[sa * 6 + 1]) +
        nz * (external[sb * 6 + 2] - external[sa * 6 + 2])
    }
    if (touches && sum === 0) {
      // Only supports get a warm-start guess.
      const along = nx * gravity[0] + ny * gravity[1] + nz * gravity[2]
      if (along * along > steep) {
        bits |= FRESH
        anyFresh = true
      }
    }
    const following = n <= 2 ? follows(state, row, a, b) : 0
    if (following !== 0) {
      bits |= following
      addFollowing(state, row, a, b)
    } else if (hot[o + MASS_A] === 0 || hot[o + MASS_B] === 0) reachSurface(state, row)
    flags[row] = bits
    setTangents(hot, o)
    if (restitution > 0 || hasImpulses(impulse, row) || (bits & MODIFIED) !== 0) {
      buildRow(state, row)
      projectFriction(hot, impulse, row)
    } else deferRow(state, row)
  }
  batches.bouncy[batch] = bouncy
  return anyFresh
}

/**
 * Copies manifolds and stored impulses into their rows: shapes, normal, points (where A's arms will be), separations, impulses.
 * Rows and contacts are in different orders, so nearly every number read here is a cache miss. A short loop has many of them under way at a
 * time; among the arithmetic of the rows each would be waited for.
 */
function fetchManifolds(state: WorldState, from: number, to: number): void {
  const warm = warmTime[0]
  const { hot, cold, impulse, contact, shapes, count } = state.contactRows.columns
  const { pair, count: pointCount, normal, points, separation, normalForce, frictionForce, twistTorque } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  for (let row = from; row < to; row++) {
    const c = contact[row]
    const p = pair[c]
    const o = row * HOT_STRIDE + NORMAL
    const d = row * COLD_STRIDE
    const l = row * 8
    const n = pointCount[c]
    count[row] = n
    shapes[2 * row] = shapeA[p]
    shapes[2 * row + 1] = shapeB[p]
    hot[o] = normal[c * 3]
    hot[o + 1] = normal[c * 3 + 1]
    hot[o + 2] = normal[c * 3 + 2]
    for (let k = 0; k < 3 * n; k++) cold[d + ARM_A + k] = points[c * 12 + k]
    for (let i = 0; i < 4; i++) {
      cold[d + SEPARATION + i] = separation[c * 4 + i]
      impulse[l + i] = i < n ? normalForce[c * 4 + i] * warm : 0
    }
    // The friction's world vector waits in slots 4, 5 and 7 until the tangents are known.
    impulse[l + 4] = frictionForce[c * 3] * warm
    impulse[l + 5] = frictionForce[c * 3 + 1] * warm
    impulse[l + 7] = frictionForce[c * 3 + 2] * warm
    impulse[l + 6] = twistTorque[c] * warm
  }
}

/**
 * Contact points lie half way across the gap for two movable bodies, on the surface of the movable one next to the immovable: there they will
 * touch. Otherwise a ball that is about to land would be turned by its friction on an arm longer than its radius.
 */
function reachSurface(state: WorldState, row: number): void {
  const { hot, cold, count } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const d = row * COLD_STRIDE
  const fixedA = hot[o + MASS_A] === 0
  const fixedB = hot[o + MASS_B] === 0
  for (let i = 0; i < count[row]; i++) {
    const half = 0.5 * cold[d + SEPARATION + i]
    for (let k = 0; k < 3; k++) {
      if (fixedB) arms[i * 6 + k] = cold[d + ARM_A + i * 3 + k] -= half * hot[o + NORMAL + k]
      if (fixedA) arms[i * 6 + 3 + k] = cold[d + ARM_B + i * 3 + k] += half * hot[o + NORMAL + k]
    }
  }
}

const facing = new Float64Array(3)

/** Stand-off of a curved shape: how far below its surface the centre lies about which it rolls, where `sign` times the normal leaves it. */
function setStandOff(state: WorldState, shape: number, row: number, at: number, sign: number): void {
  const { hot, cold } = state.contactRows.columns
  const { kind, size, rotation } = state.shapes.columns
  const o = row * HOT_STRIDE + NORMAL
  const r = shape * 9
  for (let k = 0; k < 3; k++) facing[k] = sign * (rotation[r + k] * hot[o] + rotation[r + 3 + k] * hot[o + 1] + rotation[r + 6 + k] * hot[o + 2])
  SHAPES[kind[shape]].curvature(cold, at, size, shape * 4, facing)
}

function hasImpulses(impulse: Float64Array, row: number): boolean {
  for (let k = row * 8; k < row * 8 + 8; k++) if (impulse[k] !== 0) return true
  return false
}

/** The stored friction vector along this step's tangents. */
function projectFriction(hot: Float64Array, impulse: Float64Array, row: number): void {
  const o = row * HOT_STRIDE
  const l = row * 8
  const x = impulse[l + 4]
  const y = impulse[l + 5]
  const z = impulse[l + 7]
  impulse[l + 4] = x * hot[o + TANGENT1] + y * hot[o + TANGENT1 + 1] + z * hot[o + TANGENT1 + 2]
  impulse[l + 5] = x * hot[o + TANGENT2] + y * hot[o + TANGENT2 + 1] + z * hot[o + TANGENT2 + 2]
  impulse[l + 7] = 0
}
