/**
 * Stage `prepare-contacts`: fills the contact rows: arms, Jacobians, K and its inverse, friction, stored impulses.
 *
 * Reads: manifolds, shapes, solver bodies. Writes: all contact row columns, rolling rows, solver bodies' warm.
 * Why here: the rows have their places. Jacobians stay as they are for the whole step; separations follow the bodies (`drift`).
 */

import {
  BLOCK_COMPLIANCE,
  MAX_COORDINATE,
  PUSH_OUT_SPEED_PER_SIZE,
  SLOP_PER_SIZE,
  TWIST_RADIUS_SHARE,
} from '../../common/constants.ts'
import { BATCH_COUNT } from '../contacts/batches.ts'
import { blockQ, blockX, invertBlock, solveBlock } from '../contacts/block-normals.ts'
import {
  APPROACH,
  ARM_A,
  ARM_B,
  BIAS_TANGENT,
  BIAS_TWIST,
  BOUNCY,
  COLD_STRIDE,
  FIXED_NORMAL,
  FRICTION,
  GAP,
  HOT_STRIDE,
  J_NORMAL,
  J_TANGENT,
  J_TWIST,
  K_BLOCK,
  K_INVERSE,
  K_TANGENT,
  MASS_A,
  MASS_B,
  NORMAL,
  PUSH_SPEED,
  RESTITUTION,
  SEPARATION,
  SLOP,
  TANGENT1,
  TANGENT2,
  TANGENT_STEP,
  TWIST_INVERSE,
  TWIST_K,
  TWIST_RADIUS,
  type ContactRowColumns,
} from '../contacts/contact-rows.ts'
import { combineFriction, combineRestitution } from '../contacts/materials.ts'
import { prepareRolling, ROLLING_STRIDE } from '../contacts/rolling.ts'
import { predictWeights } from '../contacts/weight-prediction.ts'
import { SURFACE_MOVES } from '../shapes.ts'
import { BOX } from '../shapes/shape-kinds.ts'
import { quatRotate } from '../math/quaternion.ts'
import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'

const r = new Float64Array(24)
const rolls = new Float64Array(12)
const surface = new Float64Array(6)

export function prepareContacts(state: WorldState): void {
  const { batches, contactRows } = state
  const base = state.globals.columns.substeps[0]
  state.reserve(state.rolling, countRolling(state))
  state.rolling.count = 0
  let fresh = false
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const h = state.dt / batches.substeps(batch, base)
    const to = batches.rowEnd(batch)
    batches.bouncy[batch] = 0
    for (let row = batches.rowStart(batch); row < to; row++) {
      if (prepareRow(state, row, h)) fresh = true
      if ((contactRows.columns.flags[row] & BOUNCY) !== 0) batches.bouncy[batch]++
    }
  }
  if (fresh) predictWeights(state)
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    batches.rollingStart[batch] = state.rolling.count
    const to = batches.rowEnd(batch)
    for (let row = batches.rowStart(batch); row < to; row++) {
      placeFriction(state, row)
      addWarmStart(state, row)
    }
  }
  batches.rollingStart[BATCH_COUNT] = state.rolling.count
}

function countRolling(state: WorldState): number {
  const { contact } = state.contactRows.columns
  const { pair } = state.contacts.columns
  const { shapeA, shapeB } = state.pairs.columns
  const { rolling } = state.shapes.columns
  let count = 0
  for (let row = 0; row < state.contactRows.count; row++) {
    const p = pair[contact[row]]
    if (rolling[shapeA[p]] > 0 || rolling[shapeB[p]] > 0) count++
  }
  return count
}

/** Fills one row but for its friction arms. Returns whether the manifold touches and has no history. */
function prepareRow(state: WorldState, row: number, h: number): boolean {
  const rows = state.contactRows.columns
  const contacts = state.contacts.columns
  const shapes = state.shapes.columns
  const bodies = state.bodies.columns
  const c = rows.contact[row]
  const p = contacts.pair[c]
  const shapeA = state.pairs.columns.shapeA[p]
  const shapeB = state.pairs.columns.shapeB[p]
  const a = shapes.body[shapeA]
  const b = shapes.body[shapeB]
  const { hot, cold, impulse } = rows
  const o = row * HOT_STRIDE
  const d = row * COLD_STRIDE
  const n = contacts.count[c]
  const nx = contacts.normal[c * 3]
  const ny = contacts.normal[c * 3 + 1]
  const nz = contacts.normal[c * 3 + 2]
  rows.count[row] = n
  rows.active[row] = (1 << n) - 1
  rows.open[row] = 0
  rows.flags[row] = 0
  rows.total.fill(0, row * 4, row * 4 + 4)
  hot[o + NORMAL] = nx
  hot[o + NORMAL + 1] = ny
  hot[o + NORMAL + 2] = nz
  const { velocity } = state.solverBodies.columns
  const mA = velocity[rows.bodyA[row] * VELOCITY_STRIDE + 6]
  const mB = velocity[rows.bodyB[row] * VELOCITY_STRIDE + 6]
  hot[o + MASS_A] = mA
  hot[o + MASS_B] = mB
  const radiusA = shapes.kind[shapeA] < BOX ? shapes.size[shapeA * 4] : 0
  const radiusB = shapes.kind[shapeB] < BOX ? shapes.size[shapeB * 4] : 0
  const sx = shapes.center[shapeA * 3]
  const sy = shapes.center[shapeA * 3 + 1]
  const sz = shapes.center[shapeA * 3 + 2]
  const ax = sx - bodies.x[a * 3]
  const ay = sy - bodies.x[a * 3 + 1]
  const az = sz - bodies.x[a * 3 + 2]
  const bx = sx - bodies.x[b * 3]
  const by = sy - bodies.x[b * 3 + 1]
  const bz = sz - bodies.x[b * 3 + 2]
  let fresh = true
  let touches = false
  const size = Math.min(shapes.thickness[shapeA], shapes.thickness[shapeB])
  cold[d + SLOP] = SLOP_PER_SIZE * size
  cold[d + PUSH_SPEED] = PUSH_OUT_SPEED_PER_SIZE * size
  for (let i = 0; i < 4; i++) {
    impulse[row * 8 + i] = 0
    if (i >= n) continue
    const px = contacts.points[c * 12 + i * 3]
    const py = contacts.points[c * 12 + i * 3 + 1]
    const pz = contacts.points[c * 12 + i * 3 + 2]
    const s = contacts.separation[c * 4 + i]
    r[i * 6] = ax + px
    r[i * 6 + 1] = ay + py
    r[i * 6 + 2] = az + pz
    r[i * 6 + 3] = bx + px
    r[i * 6 + 4] = by + py
    r[i * 6 + 5] = bz + pz
    cold[d + SEPARATION + i] = s
    cold[d + GAP + i] = s
    // A round surface does not turn with its body: only its core does.
    const back = radiusA + (radiusA > 0 ? s * 0.5 : 0)
    const front = radiusB + (radiusB > 0 ? s * 0.5 : 0)
    cold[d + ARM_A + i * 3] = r[i * 6] - nx * back
    cold[d + ARM_A + i * 3 + 1] = r[i * 6 + 1] - ny * back
    cold[d + ARM_A + i * 3 + 2] = r[i * 6 + 2] - nz * back
    cold[d + ARM_B + i * 3] = r[i * 6 + 3] + nx * front
    cold[d + ARM_B + i * 3 + 1] = r[i * 6 + 4] + ny * front
    cold[d + ARM_B + i * 3 + 2] = r[i * 6 + 5] + nz * front
    const j = o + J_NORMAL + i * 6
    cold[d + FIXED_NORMAL + i] = angularRow(state, row, a, b, i * 6, nx, ny, nz, hot, j)
    impulse[row * 8 + i] = contacts.normalForce[c * 4 + i] * h
    if (contacts.normalForce[c * 4 + i] > 0) fresh = false
    if (s <= cold[d + SLOP]) touches = true
  }
  fillBlock(rows, row, n, mA + mB)
  impulse[row * 8 + 4] = contacts.frictionForce[c * 3] * h
  impulse[row * 8 + 5] = contacts.frictionForce[c * 3 + 1] * h
  impulse[row * 8 + 7] = contacts.frictionForce[c * 3 + 2] * h
  impulse[row * 8 + 6] = contacts.twistTorque[c] * h
  guardCache(impulse, row * 8, (mA + mB) / h)
  hot[o + FRICTION] = combineFriction(shapes, shapeA, shapeB)
  const restitution = combineRestitution(shapes, shapeA, shapeB)
  cold[d + RESTITUTION] = restitution
  if (restitution > 0) {
    rows.flags[row] = BOUNCY
    const { external } = state.solverBodies.columns
    const ea = rows.bodyA[row] * 6
    const eb = rows.bodyB[row] * 6
    cold[d + APPROACH] =
      nx * (external[eb] - external[ea]) + ny * (external[eb + 1] - external[ea + 1]) + nz * (external[eb + 2] - external[ea + 2])
  }
  return fresh && touches
}

/** Fᵀ(r × d) for both bodies; returns the part of the velocity that kinematic rotation adds and the step does not change. */
function angularRow(
  state: WorldState,
  row: number,
  a: number,
  b: number,
  arm: number,
  dx: number,
  dy: number,
  dz: number,
  out: Float64Array,
  j: number,
): number {
  const rows = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const { w } = state.bodies.columns
  const fa = rows.bodyA[row] * 6
  const fb = rows.bodyB[row] * 6
  const movable = state.batches.bodyStart[0]
  const cax = r[arm + 1] * dz - r[arm + 2] * dy
  const cay = r[arm + 2] * dx - r[arm] * dz
  const caz = r[arm] * dy - r[arm + 1] * dx
  const cbx = r[arm + 4] * dz - r[arm + 5] * dy
  const cby = r[arm + 5] * dx - r[arm + 3] * dz
  const cbz = r[arm + 3] * dy - r[arm + 4] * dx
  weigh(factor, fa, cax, cay, caz, out, j)
  weigh(factor, fb, cbx, cby, cbz, out, j + 3)
  let fixed = 0
  const sa = rows.bodyA[row]
  const sb = rows.bodyB[row]
  if (sa > 0 && sa < movable) fixed -= cax * w[a * 3] + cay * w[a * 3 + 1] + caz * w[a * 3 + 2]
  if (sb > 0 && sb < movable) fixed += cbx * w[b * 3] + cby * w[b * 3 + 1] + cbz * w[b * 3 + 2]
  return fixed
}

function weigh(F: Float64Array, f: number, x: number, y: number, z: number, out: Float64Array, o: number): void {
  out[o] = F[f] * x + F[f + 1] * y + F[f + 3] * z
  out[o + 1] = F[f + 2] * y + F[f + 4] * z
  out[o + 2] = F[f + 5] * z
}

/** A cache that would throw the bodies apart is worse than none: drop it. */
function guardCache(impulse: Float64Array, l: number, perSecond: number): void {
  let total = 0
  for (let i = 0; i < 4; i++) total += impulse[l + i]
  if (total * perSecond < MAX_COORDINATE) return
  for (let i = 0; i < 8; i++) impulse[l + i] = 0
}

function fillBlock(rows: ContactRowColumns, row: number, n: number, mass: number): void {
  const { hot, cold } = rows
  const o = row * HOT_STRIDE + J_NORMAL
  const k = row * COLD_STRIDE + K_BLOCK
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = mass
      for (let c = 0; c < 6; c++) sum += hot[o + i * 6 + c] * hot[o + j * 6 + c]
      cold[k + ((i * (i + 1)) >> 1) + j] = i === j ? sum * (1 + BLOCK_COMPLIANCE) : sum
    }
  }
  invertBlock(cold, k, n, hot, row * HOT_STRIDE + K_INVERSE)
}

/** Friction acts at the centre of pressure of the stored impulses, or of what this manifold alone would need. */
function placeFriction(state: WorldState, row: number): void {
  const rows = state.contactRows.columns
  const { hot, impulse } = rows
  const contacts = state.contacts.columns
  const shapes = state.shapes.columns
  const bodies = state.bodies.columns
  const c = rows.contact[row]
  const p = contacts.pair[c]
  const shapeA = state.pairs.columns.shapeA[p]
  const shapeB = state.pairs.columns.shapeB[p]
  const a = shapes.body[shapeA]
  const b = shapes.body[shapeB]
  const o = row * HOT_STRIDE
  const l = row * 8
  const n = rows.count[row]
  let total = 0
  for (let i = 0; i < n; i++) {
    blockX[i] = impulse[l + i]
    total += blockX[i]
  }
  if (total === 0 && n > 1) total = pressureAlone(state, row, n)
  let cx = 0
  let cy = 0
  let cz = 0
  for (let i = 0; i < n; i++) {
    const share = total > 0 ? blockX[i] / total : 1 / n
    cx += share * contacts.points[c * 12 + i * 3]
    cy += share * contacts.points[c * 12 + i * 3 + 1]
    cz += share * contacts.points[c * 12 + i * 3 + 2]
  }
  for (let i = 0; i < 4; i++) {
    if (i >= n) {
      hot[o + TWIST_RADIUS + i] = 0
      continue
    }
    const x = contacts.points[c * 12 + i * 3] - cx
    const y = contacts.points[c * 12 + i * 3 + 1] - cy
    const z = contacts.points[c * 12 + i * 3 + 2] - cz
    hot[o + TWIST_RADIUS + i] = TWIST_RADIUS_SHARE * Math.sqrt(x * x + y * y + z * z)
  }
  const sx = shapes.center[shapeA * 3] + cx
  const sy = shapes.center[shapeA * 3 + 1] + cy
  const sz = shapes.center[shapeA * 3 + 2] + cz
  r[0] = sx - bodies.x[a * 3]
  r[1] = sy - bodies.x[a * 3 + 1]
  r[2] = sz - bodies.x[a * 3 + 2]
  r[3] = sx - bodies.x[b * 3]
  r[4] = sy - bodies.x[b * 3 + 1]
  r[5] = sz - bodies.x[b * 3 + 2]
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  const nz = hot[o + NORMAL + 2]
  setTangents(hot, o, nx, ny, nz)
  const fx = impulse[l + 4]
  const fy = impulse[l + 5]
  const fz = impulse[l + 7]
  impulse[l + 7] = 0
  surfaceVelocity(state, shapeA, a, 0)
  surfaceVelocity(state, shapeB, b, 3)
  for (let t = 0; t < 2; t++) {
    const q = o + (t === 0 ? TANGENT1 : TANGENT2)
    const tx = hot[q]
    const ty = hot[q + 1]
    const tz = hot[q + 2]
    const fixed = angularRow(state, row, a, b, 0, tx, ty, tz, hot, o + J_TANGENT + t * 6)
    hot[o + BIAS_TANGENT + t] =
      fixed + tx * (surface[3] - surface[0]) + ty * (surface[4] - surface[1]) + tz * (surface[5] - surface[2])
    impulse[l + 4 + t] = fx * tx + fy * ty + fz * tz
  }
  tangentInverse(hot, o)
  twistRow(state, row, a, b, nx, ny, nz)
  const rolling = Math.max(shapes.rolling[shapeA], shapes.rolling[shapeB])
  if (rolling > 0) addRolling(state, row, a, b, rolling)
}

/** Normal impulses this manifold would need on its own, into blockX; returns their sum. */
function pressureAlone(state: WorldState, row: number, n: number): number {
  const rows = state.contactRows.columns
  const { hot, cold } = rows
  const { velocity, external } = state.solverBodies.columns
  const a = rows.bodyA[row]
  const b = rows.bodyB[row]
  const o = row * HOT_STRIDE
  for (let i = 0; i < n; i++) {
    let u = cold[row * COLD_STRIDE + FIXED_NORMAL + i]
    for (let c = 0; c < 3; c++) {
      const normal = hot[o + NORMAL + c]
      const j = o + J_NORMAL + i * 6 + c
      u += normal * (velocity[b * 8 + c] + external[b * 6 + c] * state.dt - velocity[a * 8 + c] - external[a * 6 + c] * state.dt)
      u += hot[j + 3] * velocity[b * 8 + 3 + c] - hot[j] * velocity[a * 8 + 3 + c]
    }
    blockQ[i] = u
  }
  solveBlock(cold, row * COLD_STRIDE + K_BLOCK, n, (1 << n) - 1, 0)
  let total = 0
  for (let i = 0; i < n; i++) total += blockX[i]
  return total
}

function setTangents(hot: Float64Array, o: number, nx: number, ny: number, nz: number): void {
  let tx: number
  let ty: number
  let tz: number
  if (nx * nx > 0.34) {
    const s = 1 / Math.sqrt(nx * nx + ny * ny)
    tx = ny * s
    ty = -nx * s
    tz = 0
  } else {
    const s = 1 / Math.sqrt(ny * ny + nz * nz)
    tx = 0
    ty = nz * s
    tz = -ny * s
  }
  hot[o + TANGENT1] = tx
  hot[o + TANGENT1 + 1] = ty
  hot[o + TANGENT1 + 2] = tz
  hot[o + TANGENT2] = ny * tz - nz * ty
  hot[o + TANGENT2 + 1] = nz * tx - nx * tz
  hot[o + TANGENT2 + 2] = nx * ty - ny * tx
}

function surfaceVelocity(state: WorldState, shape: number, body: number, at: number): void {
  const { flags, surfaceVelocity: own } = state.shapes.columns
  if ((flags[shape] & SURFACE_MOVES) === 0) {
    surface[at] = 0
    surface[at + 1] = 0
    surface[at + 2] = 0
    return
  }
  quatRotate(state.bodies.columns.q, body * 4, own[shape * 3], own[shape * 3 + 1], own[shape * 3 + 2], surface, at)
}

function tangentInverse(hot: Float64Array, o: number): void {
  const mass = hot[o + MASS_A] + hot[o + MASS_B]
  let k11 = mass
  let k12 = 0
  let k22 = mass
  const j = o + J_TANGENT
  for (let c = 0; c < 6; c++) {
    k11 += hot[j + c] * hot[j + c]
    k12 += hot[j + c] * hot[j + 6 + c]
    k22 += hot[j + 6 + c] * hot[j + 6 + c]
  }
  const det = k11 * k22 - k12 * k12
  hot[o + K_TANGENT] = k22 / det
  hot[o + K_TANGENT + 1] = -k12 / det
  hot[o + K_TANGENT + 2] = k11 / det
  hot[o + TANGENT_STEP] = 2 / (k11 + k22 + Math.sqrt((k11 - k22) * (k11 - k22) + 4 * k12 * k12))
}

function twistRow(state: WorldState, row: number, a: number, b: number, nx: number, ny: number, nz: number): void {
  const rows = state.contactRows.columns
  const { hot } = rows
  const o = row * HOT_STRIDE
  hot[o + BIAS_TWIST] = spinRow(state, row, a, b, nx, ny, nz, hot, o + J_TWIST)
  let k = 0
  for (let c = 0; c < 6; c++) k += hot[o + J_TWIST + c] * hot[o + J_TWIST + c]
  hot[o + TWIST_K] = k
  hot[o + TWIST_INVERSE] = k > 0 ? 1 / k : 0
  // With no mobility about the normal there is nothing to twist.
  if (k === 0) hot.fill(0, o + TWIST_RADIUS, o + TWIST_RADIUS + 4)
}

/** Fᵀd for both bodies: the relative spin about d. */
function spinRow(
  state: WorldState,
  row: number,
  a: number,
  b: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  j: number,
): number {
  const rows = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const { w } = state.bodies.columns
  const sa = rows.bodyA[row]
  const sb = rows.bodyB[row]
  const movable = state.batches.bodyStart[0]
  weigh(factor, sa * 6, x, y, z, out, j)
  weigh(factor, sb * 6, x, y, z, out, j + 3)
  let fixed = 0
  if (sa > 0 && sa < movable) fixed -= x * w[a * 3] + y * w[a * 3 + 1] + z * w[a * 3 + 2]
  if (sb > 0 && sb < movable) fixed += x * w[b * 3] + y * w[b * 3 + 1] + z * w[b * 3 + 2]
  return fixed
}

function addRolling(state: WorldState, row: number, a: number, b: number, coefficient: number): void {
  const { rolling } = state
  const at = rolling.count++
  const { hot } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const f1 = spinRow(state, row, a, b, hot[o + TANGENT1], hot[o + TANGENT1 + 1], hot[o + TANGENT1 + 2], rolls, 0)
  const f2 = spinRow(state, row, a, b, hot[o + TANGENT2], hot[o + TANGENT2 + 1], hot[o + TANGENT2 + 2], rolls, 6)
  const columns = rolling.columns
  columns.row[at] = row
  columns.impulse[at * 2] = 0
  columns.impulse[at * 2 + 1] = 0
  prepareRolling(columns.data, at * ROLLING_STRIDE, coefficient, rolls, f1, f2)
}

/** What the stored impulses do to the bodies in one substep. */
function addWarmStart(state: WorldState, row: number): void {
  const rows = state.contactRows.columns
  const { hot, impulse } = rows
  const { warm } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const l = row * 8
  const a = rows.bodyA[row] * 6
  const b = rows.bodyB[row] * 6
  const n = rows.count[row]
  const f1 = impulse[l + 4]
  const f2 = impulse[l + 5]
  const twist = impulse[l + 6]
  let normal = 0
  for (let i = 0; i < n; i++) normal += impulse[l + i]
  const mA = hot[o + MASS_A]
  const mB = hot[o + MASS_B]
  for (let c = 0; c < 3; c++) {
    const push = hot[o + NORMAL + c] * normal + hot[o + TANGENT1 + c] * f1 + hot[o + TANGENT2 + c] * f2
    const t = o + J_TANGENT + c
    const j = o + J_TWIST + c
    let turnA = hot[t] * f1 + hot[t + 6] * f2 + hot[j] * twist
    let turnB = hot[t + 3] * f1 + hot[t + 9] * f2 + hot[j + 3] * twist
    for (let i = 0; i < n; i++) {
      const k = o + J_NORMAL + i * 6 + c
      turnA += hot[k] * impulse[l + i]
      turnB += hot[k + 3] * impulse[l + i]
    }
    warm[a + c] -= push * mA
    warm[b + c] += push * mB
    warm[a + 3 + c] -= turnA
    warm[b + 3 + c] += turnB
  }
}
