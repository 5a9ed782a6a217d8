/**
 * Schur complement of a group: K of its limits, motors, springs, friction and soft rows (the reduced rows) with the group's rigid rows
 * eliminated, which thus answer at once. S = A_cc − Yᵀ D⁻¹ Y with Y = L⁻¹ A_Jc, by forward elimination alone; couplings of rows far from
 * each other come out by themselves.
 */

import { roomFor } from '../../../common/memory/growing.ts'
import { eliminateForward, scaleBlocks } from '../../../common/solver/block-factor.ts'
import { vectorEnd } from '../../../common/solver/joint-groups.ts'
import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { MAX_LCP_ROWS } from '../../../common/tuning.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { HOT_STRIDE, OWN_K, SCALAR_STRIDE } from './joint-rows.ts'

const z = { values: new Float64Array(64) }
/** Jacobians of the reduced rows, and their own K. */
const J = new Float64Array(MAX_LCP_ROWS * ROW)
const ownK = new Float64Array(MAX_LCP_ROWS)

/** S at the present factor. Scalar rows get their inverse inertia from its diagonal. */
export function buildSchurComplement(state: WorldState, g: number): void {
  const groups = state.jointGroups
  const { plan, reducedStart, reducedMember, reducedAt, startS, startY, y, S, blocks } = groups
  const first = reducedStart[g]
  const n = reducedStart[g + 1] - first
  if (n === 0) return
  const rigid = plan.start[g] < plan.start[g + 1]
  const base = rigid ? plan.vector[plan.start[g]] : 0
  const length = rigid ? vectorEnd(plan, g) - base : 0
  z.values = roomFor(z.values, length)
  const { hot } = state.scalarRows.columns
  const at = startS[g]
  y.fill(0, startY[g], startY[g + 1])
  S.fill(0, at, startS[g + 1])
  loadJacobians(state, first, n)
  const { values } = z
  for (let i = 0; i < n; i++) {
    const from = startY[g] + i * length
    const member = reducedMember[first + i]
    const near = plan.nearStart[member]
    for (let e = near; e < plan.nearStart[member + 1]; e++) couple(state, plan.near[e], i, first, from - base)
    if (near < plan.nearStart[member + 1]) eliminateForward(plan, g, blocks, y, from - base, plan.near[near])
    if (rigid) scaleBlocks(plan, g, blocks, y, from, values)
    for (let c = 0; c <= i; c++) {
      const to = at + i * n + c
      addProduct(state, i, c, first, S, to)
      if (c === i) ownK[i] = S[to]
      const other = startY[g] + c * length
      let sum = S[to]
      for (let m = 0; m < length; m++) sum -= values[m] * y[other + m]
      S[to] = sum
      S[at + c * n + i] = sum
    }
    const s = reducedAt[first + i]
    const held = !(S[at + i * n + i] > LOST_DIGITS * ownK[i])
    if (s >= 0) hot[s * SCALAR_STRIDE + OWN_K] = held ? 0 : S[at + i * n + i]
    if (!held) continue
    for (let c = 0; c <= i; c++) {
      S[at + i * n + c] = 0
      S[at + c * n + i] = 0
    }
  }
}

/** Where the Jacobian of the rigid row i, counted through all joints, stands in `hot`. */
export function rigidAt(i: number): number {
  return Math.floor(i / MAX_RIGID) * HOT_STRIDE + (i % MAX_RIGID) * ROW
}

/** Jacobians of the reduced rows from `first` on, into J. */
function loadJacobians(state: WorldState, first: number, n: number): void {
  const { reducedAt } = state.jointGroups
  const { hot: scalars } = state.scalarRows.columns
  const { hot: rows } = state.jointRows.columns
  for (let i = 0; i < n; i++) {
    const at = reducedAt[first + i]
    const o = at >= 0 ? at * SCALAR_STRIDE : rigidAt(-1 - at)
    for (let k = 0; k < ROW; k++) J[i * ROW + k] = at >= 0 ? scalars[o + k] : rows[o + k]
  }
}

/** Couplings of the reduced row i with the rows at position p, into y. */
function couple(state: WorldState, p: number, i: number, first: number, shift: number): void {
  const { plan, y, rowOf, reducedRow } = state.jointGroups
  const { bodyA, bodyB, hot } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  const r = rowOf[p]
  const s = reducedRow[first + i]
  const to = plan.vector[p] + shift
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    const other = body < movable ? -1 : body === bodyA[s] ? 0 : body === bodyB[s] ? 3 : -1
    if (other < 0) continue
    const k = i * ROW + other
    const mass = velocity[body * VELOCITY_STRIDE + 3]
    const x = J[k] * mass
    const z = J[k + 1] * mass
    const w = J[k + 2] * velocity[body * VELOCITY_STRIDE + 4]
    let o = r * HOT_STRIDE + side * 3
    for (let m = 0; m < plan.size[p]; m++) {
      y[to + m] += hot[o] * x + hot[o + 1] * z + hot[o + 2] * w
      o += ROW
    }
  }
}

/** Adds J M⁻¹ Jᵀ of the reduced rows i and c to out[at]: the sum over their common bodies. */
function addProduct(state: WorldState, i: number, c: number, first: number, out: Float64Array, at: number): void {
  const { reducedRow } = state.jointGroups
  const { bodyA, bodyB } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  const r = reducedRow[first + i]
  const s = reducedRow[first + c]
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    const other = body < movable ? -1 : body === bodyA[s] ? 0 : body === bodyB[s] ? 3 : -1
    if (other < 0) continue
    const o = i * ROW + side * 3
    const k = c * ROW + other
    const v = body * VELOCITY_STRIDE
    out[at] += velocity[v + 3] * (J[o] * J[k] + J[o + 1] * J[k + 1]) + velocity[v + 4] * J[o + 2] * J[k + 2]
  }
}
