/**
 * The geometry of a contact row as the solver wants it: Jacobians, K and its inverse for the normals, the same for friction at the centre
 * of pressure.
 *
 * Works from the arms in `arms`, so that `prepare-contacts` can use it at the start of a step and `refresh-rotation` in between.
 * Arguments are rows only: numbers go through scratch, because fractional arguments of calls that are not inlined are put on the heap.
 */

import { BLOCK_COMPLIANCE, TWIST_RADIUS_SHARE } from '../../common/constants.ts'
import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'
import { arms, PRESSURE } from './arms.ts'
import { blockQ, blockX, invertBlock, solveBlock } from './block-normals.ts'
import {
  BIAS_TANGENT,
  BIAS_TWIST,
  COLD_STRIDE,
  CONVEYS,
  DRIVEN,
  FIXED_NORMAL,
  HOT_STRIDE,
  J_NORMAL,
  J_TANGENT,
  J_TWIST,
  K_BLOCK,
  K_INVERSE,
  K_TANGENT,
  LOCKED,
  MASS_A,
  MASS_B,
  NORMAL,
  TANGENT1,
  TANGENT2,
  TANGENT_STEP,
  TWIST_INVERSE,
  TWIST_K,
  TWIST_RADIUS,
} from './contact-rows.ts'
import { addDriven, addSurfaceVelocity } from './moving-surfaces.ts'

/** Fᵀ(r × n) of all points, K̃ and its inverse. */
export function buildNormals(state: WorldState, row: number): void {
  const { hot, cold, bodyA, bodyB, count, flags } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const n = count[row]
  const a = bodyA[row] * 6
  const b = bodyB[row] * 6
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  const nz = hot[o + NORMAL + 2]
  const a0 = factor[a]
  const a1 = factor[a + 1]
  const a2 = factor[a + 2]
  const a3 = factor[a + 3]
  const a4 = factor[a + 4]
  const a5 = factor[a + 5]
  const b0 = factor[b]
  const b1 = factor[b + 1]
  const b2 = factor[b + 2]
  const b3 = factor[b + 3]
  const b4 = factor[b + 4]
  const b5 = factor[b + 5]
  for (let i = 0; i < n; i++) {
    const r = i * 6
    const ax = arms[r + 1] * nz - arms[r + 2] * ny
    const ay = arms[r + 2] * nx - arms[r] * nz
    const az = arms[r] * ny - arms[r + 1] * nx
    const bx = arms[r + 4] * nz - arms[r + 5] * ny
    const by = arms[r + 5] * nx - arms[r + 3] * nz
    const bz = arms[r + 3] * ny - arms[r + 4] * nx
    const j = o + J_NORMAL + r
    hot[j] = a0 * ax + a1 * ay + a3 * az
    hot[j + 1] = a2 * ay + a4 * az
    hot[j + 2] = a5 * az
    hot[j + 3] = b0 * bx + b1 * by + b3 * bz
    hot[j + 4] = b2 * by + b4 * bz
    hot[j + 5] = b5 * bz
  }
  let mass = hot[o + MASS_A] + hot[o + MASS_B]
  if ((flags[row] & LOCKED) !== 0) mass = lockedMass(state, row, NORMAL, NORMAL)
  const k = row * COLD_STRIDE + K_BLOCK
  let at = k
  for (let i = 0; i < n; i++) {
    const p = o + J_NORMAL + i * 6
    for (let j = 0; j <= i; j++) {
      const q = o + J_NORMAL + j * 6
      const sum =
        mass +
        hot[p] * hot[q] +
        hot[p + 1] * hot[q + 1] +
        hot[p + 2] * hot[q + 2] +
        hot[p + 3] * hot[q + 3] +
        hot[p + 4] * hot[q + 4] +
        hot[p + 5] * hot[q + 5]
      cold[at++] = i === j ? sum * (1 + BLOCK_COMPLIANCE) : sum
    }
  }
  invertBlock(cold, k, n, hot, o + K_INVERSE)
  for (let i = 0; i < n; i++) cold[row * COLD_STRIDE + FIXED_NORMAL + i] = 0
  if ((flags[row] & DRIVEN) !== 0) {
    for (let i = 0; i < n; i++) addDriven(state, row, i * 6, hot, o + NORMAL, cold, row * COLD_STRIDE + FIXED_NORMAL + i)
  }
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

/**
 * Friction acts at the centre of pressure of the impulses stored so far, or of what this manifold alone would need. Writes the centre's
 * arms to `arms` and the twist radii to the row.
 */
export function placePressure(state: WorldState, row: number): void {
  const { hot, impulse, count } = state.contactRows.columns
  const l = row * 8
  const o = row * HOT_STRIDE
  const n = count[row]
  let total = 0
  for (let i = 0; i < n; i++) {
    blockX[i] = impulse[l + i]
    total += blockX[i]
  }
  if (total === 0 && n > 1) {
    pressAlone(state, row)
    for (let i = 0; i < n; i++) total += blockX[i]
  }
  for (let k = 0; k < 6; k++) {
    let sum = 0
    for (let i = 0; i < n; i++) sum += (total > 0 ? blockX[i] / total : 1 / n) * arms[i * 6 + k]
    arms[PRESSURE + k] = sum
  }
  for (let i = 0; i < 4; i++) {
    if (i >= n) {
      hot[o + TWIST_RADIUS + i] = 0
      continue
    }
    const x = arms[i * 6] - arms[PRESSURE]
    const y = arms[i * 6 + 1] - arms[PRESSURE + 1]
    const z = arms[i * 6 + 2] - arms[PRESSURE + 2]
    hot[o + TWIST_RADIUS + i] = TWIST_RADIUS_SHARE * Math.sqrt(x * x + y * y + z * z)
  }
}

/** Normal impulses this manifold would need on its own, into blockX. */
function pressAlone(state: WorldState, row: number): void {
  const { hot, cold, bodyA, bodyB, count } = state.contactRows.columns
  const { velocity, external } = state.solverBodies.columns
  const a = bodyA[row]
  const b = bodyB[row]
  const o = row * HOT_STRIDE
  const n = count[row]
  for (let i = 0; i < n; i++) {
    let u = cold[row * COLD_STRIDE + FIXED_NORMAL + i]
    for (let c = 0; c < 3; c++) {
      const j = o + J_NORMAL + i * 6 + c
      const speedA = velocity[a * 8 + c] + external[a * 6 + c] * state.dt
      const speedB = velocity[b * 8 + c] + external[b * 6 + c] * state.dt
      u += hot[o + NORMAL + c] * (speedB - speedA) + hot[j + 3] * velocity[b * 8 + 3 + c] - hot[j] * velocity[a * 8 + 3 + c]
    }
    blockQ[i] = u
  }
  solveBlock(cold, row * COLD_STRIDE + K_BLOCK, n, (1 << n) - 1, 0)
}

/** Fᵀ(r × t) of both tangents at the centre of pressure, Fᵀn for the twist, their K and inverses, and what moving surfaces add. */
export function buildFriction(state: WorldState, row: number): void {
  const { hot, bodyA, bodyB, flags } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const a = bodyA[row] * 6
  const b = bodyB[row] * 6
  for (let t = 0; t < 2; t++) {
    const d = o + (t === 0 ? TANGENT1 : TANGENT2)
    const tx = hot[d]
    const ty = hot[d + 1]
    const tz = hot[d + 2]
    const r = PRESSURE
    const ax = arms[r + 1] * tz - arms[r + 2] * ty
    const ay = arms[r + 2] * tx - arms[r] * tz
    const az = arms[r] * ty - arms[r + 1] * tx
    const bx = arms[r + 4] * tz - arms[r + 5] * ty
    const by = arms[r + 5] * tx - arms[r + 3] * tz
    const bz = arms[r + 3] * ty - arms[r + 4] * tx
    const j = o + J_TANGENT + t * 6
    hot[j] = factor[a] * ax + factor[a + 1] * ay + factor[a + 3] * az
    hot[j + 1] = factor[a + 2] * ay + factor[a + 4] * az
    hot[j + 2] = factor[a + 5] * az
    hot[j + 3] = factor[b] * bx + factor[b + 1] * by + factor[b + 3] * bz
    hot[j + 4] = factor[b + 2] * by + factor[b + 4] * bz
    hot[j + 5] = factor[b + 5] * bz
  }
  spinJacobian(factor, a, hot, o + NORMAL, hot, o + J_TWIST)
  spinJacobian(factor, b, hot, o + NORMAL, hot, o + J_TWIST + 3)
  let m11 = hot[o + MASS_A] + hot[o + MASS_B]
  let m22 = m11
  let m12 = 0
  if ((flags[row] & LOCKED) !== 0) {
    m11 = lockedMass(state, row, TANGENT1, TANGENT1)
    m22 = lockedMass(state, row, TANGENT2, TANGENT2)
    m12 = lockedMass(state, row, TANGENT1, TANGENT2)
  }
  let twist = 0
  const j = o + J_TANGENT
  for (let c = 0; c < 6; c++) {
    m11 += hot[j + c] * hot[j + c]
    m12 += hot[j + c] * hot[j + 6 + c]
    m22 += hot[j + 6 + c] * hot[j + 6 + c]
    twist += hot[o + J_TWIST + c] * hot[o + J_TWIST + c]
  }
  const determinant = m11 * m22 - m12 * m12
  const inverse = determinant > 0 ? 1 / determinant : 0
  hot[o + K_TANGENT] = m22 * inverse
  hot[o + K_TANGENT + 1] = -m12 * inverse
  hot[o + K_TANGENT + 2] = m11 * inverse
  const largest = m11 + m22 + Math.sqrt((m11 - m22) * (m11 - m22) + 4 * m12 * m12)
  hot[o + TANGENT_STEP] = largest > 0 ? 2 / largest : 0
  hot[o + TWIST_K] = twist
  hot[o + TWIST_INVERSE] = twist > 0 ? 1 / twist : 0
  // With no mobility about the normal there is nothing to twist.
  if (twist === 0) hot.fill(0, o + TWIST_RADIUS, o + TWIST_RADIUS + 4)
  hot[o + BIAS_TANGENT] = 0
  hot[o + BIAS_TANGENT + 1] = 0
  hot[o + BIAS_TWIST] = 0
  if ((flags[row] & DRIVEN) !== 0) {
    addDriven(state, row, PRESSURE, hot, o + TANGENT1, hot, o + BIAS_TANGENT)
    addDriven(state, row, PRESSURE, hot, o + TANGENT2, hot, o + BIAS_TANGENT + 1)
    addDriven(state, row, -1, hot, o + NORMAL, hot, o + BIAS_TWIST)
  }
  if ((flags[row] & CONVEYS) !== 0) addSurfaceVelocity(state, row)
}

/** Fᵀd for the spin about a direction. */
export function spinJacobian(F: Float64Array, f: number, direction: Float64Array, d: number, out: Float64Array, o: number): void {
  const x = direction[d]
  const y = direction[d + 1]
  const z = direction[d + 2]
  out[o] = F[f] * x + F[f + 1] * y + F[f + 3] * z
  out[o + 1] = F[f + 2] * y + F[f + 4] * z
  out[o + 2] = F[f + 5] * z
}

/** warm += what the row's impulses do to its bodies in one substep. */
export function addWarmStart(state: WorldState, row: number): void {
  const { hot, impulse, bodyA, bodyB, count } = state.contactRows.columns
  const { warm } = state.solverBodies.columns
  const o = row * HOT_STRIDE
  const l = row * 8
  const a = bodyA[row] * 6
  const b = bodyB[row] * 6
  const n = count[row]
  const f1 = impulse[l + 4]
  const f2 = impulse[l + 5]
  const twist = impulse[l + 6]
  const normal = impulse[l] + impulse[l + 1] + impulse[l + 2] + impulse[l + 3]
  if (normal === 0 && f1 === 0 && f2 === 0 && twist === 0) return
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
