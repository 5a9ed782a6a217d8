/**
 * The centre of pressure of a contact row and the matrices about it: K̃ of the normals with its inverse (the effective mass), those of
 * friction, and the coupling of the first with the second.
 *
 * Works from the arms in `arms`, so that `prepare-contacts` can use it at the start of a step and `refresh-inertia` in between. Arguments
 * are rows only: numbers go through scratch, because fractional arguments of calls that are not inlined are put on the heap.
 *
 * With Fᵀ(r × d) for a force along d at the centre and Fᵀd for a torque about d, the six directions (force n, torque t1, torque t2 | force
 * t1, force t2, torque n) have one 6×6 matrix of products. K of two points follows from its first 3×3 and their places.
 */

import { MAX_COORDINATE } from '../../common/limits.ts'
import { clear } from '../../common/memory/clear.ts'
import { LOST_DIGITS, ROUNDING } from '../../common/math/rounding.ts'
import { BLOCK_COMPLIANCE } from '../../common/tuning.ts'
import { type SolverBodyColumns, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { twistRadiusShare } from './twist-radius.ts'
import { blockQ, blockX, invertBlock, solveBlock } from './block-normals.ts'
import {
  multiplyDirections, N_SPIN, N_TURN1, N_TURN2, NN, productsOut, PUSH11, PUSH12, PUSH1_N, PUSH1_TURN1, PUSH1_TURN2, PUSH22, PUSH2_N, PUSH2_TURN1,
  PUSH2_TURN2, SPIN, SPIN_TURN1, SPIN_TURN2, TURN11, TURN12, TURN22, ABOUT_T1, ABOUT_T2, ALONG_N, applyWrench, NARROW, readTwist, twistOut, WIDE,
  wrenchIn,
} from './contact-row-products.ts'
import {
  ARM_A, ARM_B, arms, BIAS, BIAS_TANGENT, BIAS_TWIST, CENTER_A, CENTER_B, COLD_STRIDE, type ContactRowColumns, CONVEYS, COUPLING, DRIVEN,
  FIXED_NORMAL, GAP, HOT_STRIDE, K_BLOCK, K_INVERSE, K_TANGENT, LOCKED, MASS_A, MASS_B, MODIFIED, NORMAL, POINT_X, POINT_Y, PRESSURE, TANGENT1,
  TANGENT2, TANGENT_STEP, TWIST_INVERSE, TWIST_K, TWIST_RADIUS,
} from './contact-row.ts'
import { addDriven, addModifiedVelocity, addSurfaceVelocity } from './moving-surfaces.ts'

/** Two directions across the normal. Which ones is of no consequence: the friction limit is the same all round. */
export function setTangents(hot: Float64Array, o: number): void {
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  const nz = hot[o + NORMAL + 2]
  let tx = 0
  let ty = 0
  let tz = 0
  if (nx * nx > 0.34) {
    const s = 1 / Math.sqrt(nx * nx + ny * ny)
    tx = ny * s
    ty = -nx * s
  } else {
    const s = 1 / Math.sqrt(ny * ny + nz * nz)
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

/** The whole row about the centre of pressure of its impulses, or of the impulses that this manifold alone would need. */
export function buildRow(state: WorldState, row: number): void {
  const { impulse, count, deferred } = state.contactRows.columns
  deferred[row] = 0
  const l = row * 8
  const n = count[row]
  let total = 0
  for (let i = 0; i < n; i++) {
    blockX[i] = impulse[l + i]
    total += blockX[i]
  }
  setCenterOfPressure(state, row, total > 0)
  buildBlocks(state, row)
  if (total > 0 || n === 1 || !guessNormalImpulses(state, row)) return
  setCenterOfPressure(state, row, true)
  buildBlocks(state, row)
}

/**
 * Defers a row without impulses: many never get any, like boxes side by side or gaps that do not close. Only the columns that
 * `isApproaching` reads are filled; `buildDeferredRow` does the rest.
 */
export function deferRow(state: WorldState, row: number): void {
  const { deferred, impulse } = state.contactRows.columns
  setCenterOfPressure(state, row, false)
  setPrescribedVelocities(state, row)
  clear(impulse, row * 8, row * 8 + 8)
  deferred[row] = 1
}

/** Builds a deferred row, from the arms of the start of the step. */
export function buildDeferredRow(state: WorldState, row: number): void {
  loadArms(state, row)
  buildRow(state, row)
}

/** Arms of the start of the step. */
export function loadArms(state: WorldState, row: number): void {
  const { cold, count } = state.contactRows.columns
  const d = row * COLD_STRIDE
  for (let i = 0; i < count[row]; i++) {
    for (let k = 0; k < 3; k++) {
      arms[i * 6 + k] = cold[d + ARM_A + i * 3 + k]
      arms[i * 6 + 3 + k] = cold[d + ARM_B + i * 3 + k]
    }
  }
}

/** Would a deferred row get a normal impulse now, at the velocities and targets as they are? */
export function isApproaching(rows: ContactRowColumns, bodies: SolverBodyColumns, r: number): boolean {
  const { hot, bodyA, bodyB, count, open } = rows
  const { velocity, factor } = bodies
  const n = count[r]
  const shut = open[r]
  if (shut === (1 << n) - 1) return false
  const o = r * HOT_STRIDE
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  const fa = bodyA[r] * 6
  const fb = bodyB[r] * 6
  const sx = factor[fa] * velocity[a + 3]
  const sy = factor[fa + 1] * velocity[a + 3] + factor[fa + 2] * velocity[a + 4]
  const sz = factor[fa + 3] * velocity[a + 3] + factor[fa + 4] * velocity[a + 4] + factor[fa + 5] * velocity[a + 5]
  const tx = factor[fb] * velocity[b + 3]
  const ty = factor[fb + 1] * velocity[b + 3] + factor[fb + 2] * velocity[b + 4]
  const tz = factor[fb + 3] * velocity[b + 3] + factor[fb + 4] * velocity[b + 4] + factor[fb + 5] * velocity[b + 5]
  const ax = hot[o + CENTER_A]
  const ay = hot[o + CENTER_A + 1]
  const az = hot[o + CENTER_A + 2]
  const bx = hot[o + CENTER_B]
  const by = hot[o + CENTER_B + 1]
  const bz = hot[o + CENTER_B + 2]
  const vn =
    hot[o + NORMAL] * (velocity[b] - velocity[a] + ty * bz - tz * by - sy * az + sz * ay) +
    hot[o + NORMAL + 1] * (velocity[b + 1] - velocity[a + 1] + tz * bx - tx * bz - sz * ax + sx * az) +
    hot[o + NORMAL + 2] * (velocity[b + 2] - velocity[a + 2] + tx * by - ty * bx - sx * ay + sy * ax)
  const rx = tx - sx
  const ry = ty - sy
  const rz = tz - sz
  const spin1 = hot[o + TANGENT1] * rx + hot[o + TANGENT1 + 1] * ry + hot[o + TANGENT1 + 2] * rz
  const spin2 = hot[o + TANGENT2] * rx + hot[o + TANGENT2 + 1] * ry + hot[o + TANGENT2 + 2] * rz
  for (let i = 0; i < n; i++) {
    if ((shut & (1 << i)) === 0 && vn - hot[o + POINT_X + i] * spin2 + hot[o + POINT_Y + i] * spin1 + hot[o + BIAS + i] < 0) return true
  }
  return false
}

/**
 * Arms of the centre, the points' places about it and the twist radii. Weights are in blockX; `among` false: all alike, as they are if the
 * weights have faded until their inverse overflows.
 */
function setCenterOfPressure(state: WorldState, row: number, among: boolean): void {
  const { hot, count, shapes } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const n = count[row]
  let total = 0
  for (let i = 0; i < n; i++) total += blockX[i]
  const weighted = among && 1 / total < Infinity
  const scale = 1 / (weighted ? total : n)
  if (n === 1 && (!weighted || total * scale === 1)) {
    setSingleCenter(hot, o)
    return
  }
  let ax = 0
  let ay = 0
  let az = 0
  let bx = 0
  let by = 0
  let bz = 0
  for (let i = 0; i < n; i++) {
    const share = weighted ? blockX[i] * scale : scale
    const r = i * 6
    ax += share * arms[r]
    ay += share * arms[r + 1]
    az += share * arms[r + 2]
    bx += share * arms[r + 3]
    by += share * arms[r + 4]
    bz += share * arms[r + 5]
  }
  const twistShare = twistRadiusShare(state, shapes[row * 2], shapes[row * 2 + 1], n)
  arms[PRESSURE] = hot[o + CENTER_A] = ax
  arms[PRESSURE + 1] = hot[o + CENTER_A + 1] = ay
  arms[PRESSURE + 2] = hot[o + CENTER_A + 2] = az
  arms[PRESSURE + 3] = hot[o + CENTER_B] = bx
  arms[PRESSURE + 4] = hot[o + CENTER_B + 1] = by
  arms[PRESSURE + 5] = hot[o + CENTER_B + 2] = bz
  for (let i = 0; i < 4; i++) {
    let x = 0
    let y = 0
    if (i < n) {
      const dx = arms[i * 6] - ax
      const dy = arms[i * 6 + 1] - ay
      const dz = arms[i * 6 + 2] - az
      x = hot[o + TANGENT1] * dx + hot[o + TANGENT1 + 1] * dy + hot[o + TANGENT1 + 2] * dz
      y = hot[o + TANGENT2] * dx + hot[o + TANGENT2 + 1] * dy + hot[o + TANGENT2 + 2] * dz
    }
    hot[o + POINT_X + i] = x
    hot[o + POINT_Y + i] = y
    // A point that carries everything is the centre: the rest of its distance is rounding, and must not count as a radius.
    const away = x * x + y * y
    const arm = ax * ax + ay * ay + az * az + bx * bx + by * by + bz * bz
    hot[o + TWIST_RADIUS + i] = away > LOST_DIGITS * LOST_DIGITS * arm ? twistShare * Math.sqrt(away) : 0
  }
}

/** The only point is the centre. */
function setSingleCenter(hot: Float64Array, o: number): void {
  arms[PRESSURE] = hot[o + CENTER_A] = arms[0]
  arms[PRESSURE + 1] = hot[o + CENTER_A + 1] = arms[1]
  arms[PRESSURE + 2] = hot[o + CENTER_A + 2] = arms[2]
  arms[PRESSURE + 3] = hot[o + CENTER_B] = arms[3]
  arms[PRESSURE + 4] = hot[o + CENTER_B + 1] = arms[4]
  arms[PRESSURE + 5] = hot[o + CENTER_B + 2] = arms[5]
  clear(hot, o + POINT_X, o + POINT_X + 8)
  clear(hot, o + TWIST_RADIUS, o + TWIST_RADIUS + 4)
}

/** The matrices about the centre of pressure and the prescribed velocities, from its arms and the points' places in the row. */
export function buildBlocks(state: WorldState, row: number): void {
  buildMatrices(state, row)
  setPrescribedVelocities(state, row)
}

/** The matrices alone. */
export function buildMatrices(state: WorldState, row: number): void {
  const { hot, flags } = state.contactRows.columns
  const o = row * HOT_STRIDE
  multiplyDirections(state, row)
  buildNormalBlock(state, row)
  let m11 = productsOut[PUSH11]
  let m12 = productsOut[PUSH12]
  let m22 = productsOut[PUSH22]
  let c1 = productsOut[PUSH1_N]
  let c2 = productsOut[PUSH2_N]
  if ((flags[row] & LOCKED) !== 0) {
    m11 += lockedMass(state, row, TANGENT1, TANGENT1)
    m12 += lockedMass(state, row, TANGENT1, TANGENT2)
    m22 += lockedMass(state, row, TANGENT2, TANGENT2)
    c1 += lockedMass(state, row, TANGENT1, NORMAL)
    c2 += lockedMass(state, row, TANGENT2, NORMAL)
  } else {
    const mass = hot[o + MASS_A] + hot[o + MASS_B]
    m11 += mass
    m22 += mass
  }
  const determinant = m11 * m22 - m12 * m12
  const trace = m11 + m22
  if (determinant > ROUNDING * trace * trace) {
    const inverse = 1 / determinant
    hot[o + K_TANGENT] = m22 * inverse
    hot[o + K_TANGENT + 1] = -m12 * inverse
    hot[o + K_TANGENT + 2] = m11 * inverse
  } else {
    // Mobile along one direction only, by locked axes: the pseudoinverse acts along that one.
    const inverse = trace > 0 ? 1 / (trace * trace) : 0
    hot[o + K_TANGENT] = m11 * inverse
    hot[o + K_TANGENT + 1] = m12 * inverse
    hot[o + K_TANGENT + 2] = m22 * inverse
  }
  const largest = m11 + m22 + Math.sqrt((m11 - m22) * (m11 - m22) + 4 * m12 * m12)
  hot[o + TANGENT_STEP] = largest > 0 ? 2 / largest : 0
  const c = o + COUPLING
  hot[c] = c1
  hot[c + 1] = productsOut[PUSH1_TURN1]
  hot[c + 2] = productsOut[PUSH1_TURN2]
  hot[c + 3] = c2
  hot[c + 4] = productsOut[PUSH2_TURN1]
  hot[c + 5] = productsOut[PUSH2_TURN2]
  hot[c + 6] = productsOut[N_SPIN]
  hot[c + 7] = productsOut[SPIN_TURN1]
  hot[c + 8] = productsOut[SPIN_TURN2]
  const spin = productsOut[SPIN]
  hot[o + TWIST_K] = spin
  hot[o + TWIST_INVERSE] = spin > 0 ? 1 / spin : 0
  // Without mobility about the normal there is no twist.
  if (spin === 0) clear(hot, o + TWIST_RADIUS, o + TWIST_RADIUS + 4)
}

/** K_ij = Γnn + (yᵢ + yⱼ)Γn1 − (xᵢ + xⱼ)Γn2 + yᵢyⱼΓ11 − (xᵢyⱼ + xⱼyᵢ)Γ12 + xᵢxⱼΓ22. */
function buildNormalBlock(state: WorldState, row: number): void {
  const { hot, cold, count, flags } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const k = row * COLD_STRIDE + K_BLOCK
  const n = count[row]
  const mass = (flags[row] & LOCKED) !== 0 ? lockedMass(state, row, NORMAL, NORMAL) : hot[o + MASS_A] + hot[o + MASS_B]
  const nn = productsOut[NN] + mass
  const n1 = productsOut[N_TURN1]
  const n2 = productsOut[N_TURN2]
  const t11 = productsOut[TURN11]
  const t12 = productsOut[TURN12]
  const t22 = productsOut[TURN22]
  let at = k
  for (let i = 0; i < n; i++) {
    const xi = hot[o + POINT_X + i]
    const yi = hot[o + POINT_Y + i]
    for (let j = 0; j <= i; j++) {
      const xj = hot[o + POINT_X + j]
      const yj = hot[o + POINT_Y + j]
      const sum = nn + (yi + yj) * n1 - (xi + xj) * n2 + yi * yj * t11 - (xi * yj + xj * yi) * t12 + xi * xj * t22
      cold[at++] = i === j && n > 1 ? sum * (1 + BLOCK_COMPLIANCE) : sum
    }
  }
  invertBlock(cold, k, n, hot, o + K_INVERSE)
}

/** Inverse mass along two directions of the row when axes are locked: only the free parts count. */
function lockedMass(state: WorldState, row: number, first: number, second: number): number {
  const { hot, bodyA, bodyB } = state.contactRows.columns
  const { lockedAxes, velocity } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  let mass = 0
  for (let k = 0; k < 3; k++) {
    const both = hot[o + first + k] * hot[o + second + k]
    if ((lockedAxes[bodyA[row]] & (1 << k)) === 0) mass += velocity[bodyA[row] * VELOCITY_STRIDE + 6] * both
    if ((lockedAxes[bodyB[row]] & (1 << k)) === 0) mass += velocity[bodyB[row] * VELOCITY_STRIDE + 6] * both
  }
  return mass
}

/** Velocities prescribed by kinematic rotation and belts: constant in the step. */
function setPrescribedVelocities(state: WorldState, row: number): void {
  const { hot, cold, count, flags } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const fixed = row * COLD_STRIDE + FIXED_NORMAL
  clear(cold, fixed, fixed + 4)
  hot[o + BIAS_TANGENT] = 0
  hot[o + BIAS_TANGENT + 1] = 0
  hot[o + BIAS_TWIST] = 0
  if ((flags[row] & DRIVEN) !== 0) {
    for (let i = 0; i < count[row]; i++) addDriven(state, row, i * 6, hot, o + NORMAL, cold, fixed + i)
    addDriven(state, row, PRESSURE, hot, o + TANGENT1, hot, o + BIAS_TANGENT)
    addDriven(state, row, PRESSURE, hot, o + TANGENT2, hot, o + BIAS_TANGENT + 1)
    addDriven(state, row, -1, hot, o + NORMAL, hot, o + BIAS_TWIST)
  }
  if ((flags[row] & CONVEYS) !== 0) addSurfaceVelocity(state, row)
  else if ((flags[row] & MODIFIED) !== 0) addModifiedVelocity(state, row)
}

/** Normal impulses this manifold would need on its own, into blockX. False if it needs none. */
function guessNormalImpulses(state: WorldState, row: number): boolean {
  const { hot, cold, bodyA, bodyB, count } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const c = row * COLD_STRIDE
  const n = count[row]
  readTwist(state, row, velocity, WIDE)
  let fall = 0
  for (let k = 0; k < 3; k++) fall += hot[o + NORMAL + k] * (external[bodyB[row] * 6 + k] - external[bodyA[row] * 6 + k])
  let first = Infinity
  for (let i = 0; i < n; i++) {
    const turning = hot[o + POINT_Y + i] * twistOut[ABOUT_T1] - hot[o + POINT_X + i] * twistOut[ABOUT_T2]
    blockQ[i] = twistOut[ALONG_N] + turning + fall * state.dt + cold[c + FIXED_NORMAL + i]
    if (blockQ[i] < 0) first = Math.min(first, Math.max(0, cold[c + GAP + i]) / -blockQ[i])
  }
  if (first === Infinity) return false
  // Of a shape that tumbles the first corner bears it all, and those that touch within a substep of it.
  const inverse = 1 / (first + state.dt / state.globals.columns.substeps[0])
  let open = 0
  for (let i = 0; i < n; i++) {
    const room = Math.max(0, cold[c + GAP + i]) * inverse
    if (room < MAX_COORDINATE) blockQ[i] += room
    else open |= 1 << i
  }
  solveBlock(cold, c + K_BLOCK, n, ~open, open)
  // An approach of nothing but rounding is given none.
  for (let i = 0; i < n; i++) if (blockX[i] > 0) return true
  return false
}

/** Warm starting: warm += the velocity changes by the row's impulses in one substep. */
export function addWarmStart(state: WorldState, row: number): void {
  const { impulse } = state.contactRows.columns
  if (setWrench(state, row, impulse, row * 8, 1)) applyWrench(state, row, state.solverBodies.columns.warm, NARROW)
}

/** `wrenchIn` of a row's impulses times a factor. False if there are none. */
export function setWrench(state: WorldState, row: number, impulse: Float64Array, l: number, share: number): boolean {
  const { hot, count } = state.contactRows.columns
  const o = row * HOT_STRIDE
  const n = count[row]
  let any = false
  let along = 0
  let about1 = 0
  let about2 = 0
  for (let i = 0; i < n; i++) {
    const p = impulse[l + i] * share
    if (p !== 0) any = true
    along += p
    about1 += p * hot[o + POINT_Y + i]
    about2 -= p * hot[o + POINT_X + i]
  }
  wrenchIn[0] = along
  wrenchIn[1] = impulse[l + 4] * share
  wrenchIn[2] = impulse[l + 5] * share
  wrenchIn[3] = impulse[l + 6] * share
  wrenchIn[4] = about1
  wrenchIn[5] = about2
  return any || wrenchIn[1] !== 0 || wrenchIn[2] !== 0 || wrenchIn[3] !== 0
}
