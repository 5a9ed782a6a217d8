/**
 * The factor of a group's matrix A = J M⁻¹ Jᵀ: block LDLᵀ in the order of the plan, and solving with it.
 */

import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'
import type { JointGroups } from './joint-groups.ts'
import { MAX_RIGID, ROW } from './joint-kind.ts'

/** Relative compliance of the rows of a group: redundant rows, as every planar loop has them, share their load. */
const COMPLIANCE = 1e-6

/** Share of its own K below which what is left of a row is rounding: nothing can move along it. */
const NOTHING = 1e-12

/** The factor at the rows' present Jacobians. */
export function factorGroup(state: WorldState, g: number): void {
  assemble(state, g)
  factor(state.jointGroups, g)
}

function assemble(state: WorldState, g: number): void {
  const { plan, blocks, rowOf } = state.jointGroups
  if (plan.start[g] === plan.start[g + 1]) return
  const { piece, pieceEnd, size, start, diagonal } = plan
  const { jacobian, bodyA } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const { solver } = state.bodies.columns
  const last = start[g + 1]
  const to = last < plan.positions ? diagonal[last] : plan.blockLength
  blocks.fill(0, diagonal[start[g]], to)
  for (let e = g === 0 ? 0 : pieceEnd[g - 1]; e < pieceEnd[g]; e++) {
    const p = piece[e * 4]
    const c = piece[e * 4 + 1]
    const body = solver[piece[e * 4 + 2]]
    const rowP = rowOf[p]
    const rowC = rowOf[c]
    const mass = velocity[body * VELOCITY_STRIDE + 6]
    const fromP = rowP * MAX_RIGID * ROW + (bodyA[rowP] === body ? 0 : 6)
    const fromC = rowC * MAX_RIGID * ROW + (bodyA[rowC] === body ? 0 : 6)
    const n = size[p]
    const m = size[c]
    let at = piece[e * 4 + 3]
    for (let i = 0; i < n; i++) {
      const o = fromP + i * ROW
      const x = jacobian[o] * mass
      const y = jacobian[o + 1] * mass
      const z = jacobian[o + 2] * mass
      const u = jacobian[o + 3]
      const v = jacobian[o + 4]
      const w = jacobian[o + 5]
      for (let k = 0; k < m; k++) {
        const q = fromC + k * ROW
        blocks[at++] +=
          x * jacobian[q] + y * jacobian[q + 1] + z * jacobian[q + 2] + u * jacobian[q + 3] + v * jacobian[q + 4] + w * jacobian[q + 5]
      }
    }
  }
  for (let p = start[g]; p < last; p++) {
    for (let i = 0; i < size[p]; i++) {
      const at = diagonal[p] + i * (size[p] + 1)
      const give = COMPLIANCE * blocks[at]
      blocks[at] += give
      state.jointGroups.give[plan.vector[p] + i] = give
    }
  }
}

let lower = new Float64Array(64)

function factor(groups: JointGroups, g: number): void {
  const { plan, blocks } = groups
  const { start, below, row, block, size, diagonal, update, target } = plan
  for (let p = start[g]; p < start[g + 1]; p++) {
    const n = size[p]
    invert(blocks, diagonal[p], n)
    const first = below[p]
    const past = below[p + 1]
    if (first === past) continue
    const origin = block[first]
    const length = block[past - 1] + n * size[row[past - 1]] - origin
    if (lower.length < length) lower = new Float64Array(length * 2)
    multiply(blocks, origin, length, diagonal[p], n)
    let t = update[p]
    for (let i = first; i < past; i++) {
      const ri = size[row[i]]
      for (let m = first; m <= i; m++) subtract(blocks, target[t++], block[i] - origin, ri, block[m], size[row[m]], n)
    }
    for (let k = 0; k < length; k++) blocks[origin + k] = lower[k]
  }
}

/** lower = B D⁻¹, for all rows of the blocks below p: they stand one after the other. */
function multiply(blocks: Float64Array, origin: number, length: number, d: number, n: number): void {
  for (let o = 0; o < length; o += n) {
    for (let c = 0; c < n; c++) {
      let sum = 0
      for (let k = 0; k < n; k++) sum += blocks[origin + o + k] * blocks[d + k * n + c]
      lower[o + c] = sum
    }
  }
}

/** target −= L Bᵀ. */
function subtract(blocks: Float64Array, to: number, l: number, rows: number, b: number, columns: number, n: number): void {
  for (let i = 0; i < rows; i++) {
    const o = l + i * n
    for (let c = 0; c < columns; c++) {
      const q = b + c * n
      let sum = 0
      for (let k = 0; k < n; k++) sum += lower[o + k] * blocks[q + k]
      blocks[to++] -= sum
    }
  }
}

const L = new Float64Array(MAX_RIGID * MAX_RIGID)
const own = new Float64Array(MAX_RIGID)
const column = new Float64Array(MAX_RIGID)

/** The inverse of a diagonal block, in place. Rows that nothing can move get none. */
function invert(blocks: Float64Array, d: number, n: number): void {
  for (let i = 0; i < n; i++) own[i] = blocks[d + i * n + i]
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = blocks[d + i * n + k]
      for (let m = 0; m < k; m++) sum -= L[i * MAX_RIGID + m] * L[k * MAX_RIGID + m] * L[m * MAX_RIGID + m]
      if (i === k) L[i * MAX_RIGID + i] = sum > NOTHING * own[i] ? sum : 0
      else L[i * MAX_RIGID + k] = L[k * MAX_RIGID + k] > 0 ? sum / L[k * MAX_RIGID + k] : 0
    }
  }
  for (let c = 0; c < n; c++) {
    for (let i = 0; i < n; i++) {
      let sum = i === c ? 1 : 0
      for (let m = c; m < i; m++) sum -= L[i * MAX_RIGID + m] * column[m]
      column[i] = i < c ? 0 : sum
    }
    for (let i = n - 1; i >= 0; i--) {
      const pivot = L[i * MAX_RIGID + i]
      let sum = pivot > 0 ? column[i] / pivot : 0
      for (let m = i + 1; m < n; m++) sum -= L[m * MAX_RIGID + i] * blocks[d + m * n + c]
      blocks[d + i * n + c] = pivot > 0 ? sum : 0
    }
  }
}

/** y ← L⁻¹ y of one group, from position `first` on, before which y is zero; y begins `shift` after the group's own vectors. */
export function eliminateForward(groups: JointGroups, g: number, y: Float64Array, shift: number, first: number): void {
  const { start, below, row, block, size, vector } = groups.plan
  const { blocks } = groups
  for (let p = first; p < start[g + 1]; p++) {
    const n = size[p]
    const from = vector[p] + shift
    for (let e = below[p]; e < below[p + 1]; e++) {
      const q = row[e]
      const to = vector[q] + shift
      let at = block[e]
      for (let i = 0; i < size[q]; i++) {
        let sum = 0
        for (let k = 0; k < n; k++) sum += blocks[at++] * y[from + k]
        y[to + i] -= sum
      }
    }
  }
}

/** x ← A⁻¹ x of one group. */
export function solveGroup(groups: JointGroups, g: number): void {
  const { plan, blocks, x } = groups
  const { start, below, row, block, size, diagonal, vector } = plan
  eliminateForward(groups, g, x, 0, start[g])
  for (let p = start[g + 1] - 1; p >= start[g]; p--) {
    const n = size[p]
    const from = vector[p]
    const d = diagonal[p]
    for (let i = 0; i < n; i++) {
      let sum = 0
      for (let k = 0; k < n; k++) sum += blocks[d + i * n + k] * x[from + k]
      column[i] = sum
    }
    for (let i = 0; i < n; i++) x[from + i] = column[i]
    for (let e = below[p]; e < below[p + 1]; e++) {
      const q = row[e]
      const to = vector[q]
      let at = block[e]
      for (let i = 0; i < size[q]; i++) {
        const value = x[to + i]
        for (let k = 0; k < n; k++) x[from + k] -= blocks[at++] * value
      }
    }
  }
}
