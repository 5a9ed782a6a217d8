/**
 * Schur complement of a group: K of its limits, motors, springs, friction and soft rows (the reduced rows) with the group's rigid rows
 * eliminated, which thus answer at once. S = A_cc − Yᵀ D⁻¹ Y with Y = L⁻¹ A_Jc, by forward elimination alone; couplings of rows far from
 * each other come out by themselves.
 */

import { roomFor } from '../../../common/memory/growing.ts'
import { eliminateForward, scaleBlocks } from '../../../common/solver/block-factor.ts'
import { gatherReduced, vectorEnd } from '../../../common/solver/joint-groups.ts'
import { firstCoupling } from '../../../common/solver/reduced-solve.ts'
import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'

const z = { values: new Float64Array(64) }
const direct = new Float64Array(1)

/** S at the present factor. Scalar rows get their inverse inertia from its diagonal. */
export function buildSchurComplement(state: WorldState, g: number): void {
  const groups = state.jointGroups
  gatherReduced(state, g, MAX_RIGID, state.scalarRows.columns.asleep)
  const { plan, reducedStart, reducedCount, reducedMember, reducedAt, startS, startY, y, S } = groups
  const first = reducedStart[g]
  const n = reducedCount[g]
  if (n === 0) return
  const rigid = plan.start[g] < plan.start[g + 1]
  const base = rigid ? plan.vector[plan.start[g]] : 0
  const length = rigid ? vectorEnd(plan, g) - base : 0
  z.values = roomFor(z.values, length)
  y.fill(0, startY[g], startY[g] + n * length)
  const { values } = z
  const { k } = state.scalarRows.columns
  const at = startS[g]
  for (let i = 0; i < n; i++) {
    const from = startY[g] + i * length
    const member = reducedMember[first + i]
    for (let e = plan.nearStart[member]; e < plan.nearStart[member + 1]; e++) couple(state, plan.near[e], first + i, from - base)
    if (plan.nearStart[member] < plan.nearStart[member + 1]) {
      eliminateForward(plan, g, groups.blocks, y, from - base, plan.near[plan.nearStart[member]])
    }
    if (rigid) scaleBlocks(plan, g, groups.blocks, y, from, values)
    const begin = rigid ? firstCoupling(groups, g, i, length) : 0
    for (let c = 0; c <= i; c++) {
      directProduct(state, first + i, first + c, direct)
      let sum = direct[0]
      const other = startY[g] + c * length
      for (let m = begin; m < length; m++) sum -= values[m] * y[other + m]
      S[at + i * n + c] = sum
      S[at + c * n + i] = sum
    }
    const s = reducedAt[first + i]
    const diagonal = S[at + i * n + i]
    // The last one was that of the row with itself.
    if (diagonal > LOST_DIGITS * direct[0]) {
      if (s >= 0) k[s] = diagonal
    } else {
      if (s >= 0) k[s] = 0
      for (let c = 0; c <= i; c++) {
        S[at + i * n + c] = 0
        S[at + c * n + i] = 0
      }
    }
  }
}

/** Couplings of the reduced row i with the rows at position p, into y. */
function couple(state: WorldState, p: number, i: number, shift: number): void {
  const { plan, rowOf, y, reducedRow } = state.jointGroups
  const r = rowOf[p]
  const s = reducedRow[i]
  const { jacobian } = state.jointRows.columns
  const array = jacobianOf(state, i)
  const at = startOf(state, i)
  for (let k = 0; k < plan.size[p]; k++) {
    product(state, r, jacobian, (r * MAX_RIGID + k) * ROW, s, array, at, y, plan.vector[p] + shift + k)
  }
}

/** J M⁻¹ Jᵀ of two reduced rows, into out[0]. */
function directProduct(state: WorldState, i: number, k: number, out: Float64Array): void {
  const { reducedRow } = state.jointGroups
  product(state, reducedRow[i], jacobianOf(state, i), startOf(state, i), reducedRow[k], jacobianOf(state, k), startOf(state, k), out, 0)
}

/** The column that the Jacobian of a reduced row stands in, and where it begins. */
function jacobianOf(state: WorldState, i: number): Float64Array {
  return state.jointGroups.reducedAt[i] >= 0 ? state.scalarRows.columns.jacobian : state.jointRows.columns.jacobian
}

function startOf(state: WorldState, i: number): number {
  const at = state.jointGroups.reducedAt[i]
  return (at >= 0 ? at : -1 - at) * ROW
}

/** J₁ M⁻¹ J₂ᵀ of weighted rows of joints r and s, into out[at]: the sum over their common bodies. */
function product(
  state: WorldState, r: number, a: Float64Array, o: number, s: number, b: Float64Array, p: number, out: Float64Array, at: number,
): void {
  const { bodyA, bodyB } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  let sum = 0
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? bodyA[r] : bodyB[r]
    if (body < movable) continue
    const other = body === bodyA[s] ? 0 : body === bodyB[s] ? 6 : -1
    if (other < 0) continue
    const i = o + side * 6
    const k = p + other
    const mass = velocity[body * VELOCITY_STRIDE + 6]
    sum +=
      mass * (a[i] * b[k] + a[i + 1] * b[k + 1] + a[i + 2] * b[k + 2]) + a[i + 3] * b[k + 3] + a[i + 4] * b[k + 4] + a[i + 5] * b[k + 5]
  }
  out[at] = sum
}
