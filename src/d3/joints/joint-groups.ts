/**
 * Groups: rigid joints that hang together, solved as one system. Sweeps over joints one by one carry a force from link to link; a heavy load on
 * light links, a loop or a long chain would need thousands of them. The system's matrix A = J M⁻¹ Jᵀ is sparse, its factor (block LDLᵀ in the
 * order of `elimination.ts`) costs about as much as a few sweeps and solves all joints of the group at once, exactly.
 *
 * Soft joints, limits, motors, springs, friction and contacts are not in the factor: sweeps go to and fro between them and the group.
 */

import { BATCH_COUNT } from '../contacts/batches.ts'
import { Elimination } from '../../common/graph/elimination.ts'
import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'
import { MAX_RIGID, ROW } from './joint-kind.ts'
import { RIGID, SOFT_MODE } from './joint-table.ts'

/** Relative compliance of the rows of a group: redundant rows, as every planar loop has them, share their load. */
const COMPLIANCE = 1e-8

/** Share of its own K below which what is left of a row is rounding: nothing can move along it. */
const NOTHING = 1e-12

export class JointGroups {
  readonly plan: Elimination = new Elimination()
  /** Joint row of every position, and its solver bodies' offsets into velocities. */
  rowOf: Int32Array = new Int32Array(16)
  /** Systems by batch: ranges into `order`. */
  readonly batchStart: Int32Array = new Int32Array(BATCH_COUNT + 1)
  order: Int32Array = new Int32Array(16)
  /** Blocks of the factor: inverse diagonals and L. */
  blocks: Float64Array = new Float64Array(64)
  /** Right-hand sides, then solutions. */
  x: Float64Array = new Float64Array(64)
}

let nodes = new Int32Array(16)
let endA = new Int32Array(16)
let endB = new Int32Array(16)
let sizes = new Int32Array(16)

/** After the rows have their places: which of them are solved as groups. */
export function planGroups(state: WorldState): void {
  const groups = state.jointGroups
  const { plan } = groups
  const rows = state.jointRows.columns
  const { softness, row } = state.joints.columns
  const { activeJoints, activeJointCount } = state
  const movable = state.batches.bodyStart[0]
  if (nodes.length < activeJointCount) {
    nodes = new Int32Array(activeJointCount * 2)
    endA = new Int32Array(activeJointCount * 2)
    endB = new Int32Array(activeJointCount * 2)
    sizes = new Int32Array(activeJointCount * 2)
  }
  const { bodyA, bodyB } = state.joints.columns
  for (let k = 0; k < activeJointCount; k++) {
    const j = activeJoints[k]
    const r = row[j]
    nodes[k] = j
    endA[k] = rows.bodyA[r] >= movable ? bodyA[j] : -1
    endB[k] = rows.bodyB[r] >= movable ? bodyB[j] : -1
    sizes[k] = softness[j * 3 + SOFT_MODE] === RIGID ? rows.rigid[r] : 0
  }
  if (plan.plan(activeJointCount, nodes, endA, endB, sizes)) reserve(groups)
  for (let k = 0; k < activeJointCount; k++) rows.grouped[row[activeJoints[k]]] = plan.planned[k]
  for (let p = 0; p < plan.positions; p++) groups.rowOf[p] = row[plan.node[p]]
  sortByBatch(state)
}

function reserve(groups: JointGroups): void {
  const { plan } = groups
  if (groups.rowOf.length < plan.positions) groups.rowOf = new Int32Array(plan.positions * 2)
  if (groups.order.length < plan.count) groups.order = new Int32Array(plan.count * 2)
  if (groups.blocks.length < plan.blockLength) groups.blocks = new Float64Array(plan.blockLength * 2)
  if (groups.x.length < plan.vectorLength) groups.x = new Float64Array(plan.vectorLength * 2)
}

function sortByBatch(state: WorldState): void {
  const { batchStart, order, rowOf, plan } = state.jointGroups
  const { jointStart } = state.batches
  let at = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    batchStart[batch] = at
    if (jointStart[batch] === jointStart[batch + 1]) continue
    for (let g = 0; g < plan.count; g++) {
      const r = rowOf[plan.start[g]]
      if (r >= jointStart[batch] && r < jointStart[batch + 1]) order[at++] = g
    }
  }
  batchStart[BATCH_COUNT] = at
}

/** Factors of the batch's groups at the rows' present Jacobians. */
export function factorGroups(state: WorldState, batch: number): void {
  const { batchStart, order } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    assemble(state, order[k])
    factor(state.jointGroups, order[k])
  }
}

function assemble(state: WorldState, g: number): void {
  const { plan, blocks, rowOf } = state.jointGroups
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
  for (let p = start[g]; p < last; p++) for (let i = 0; i < size[p]; i++) blocks[diagonal[p] + i * (size[p] + 1)] *= 1 + COMPLIANCE
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

/** x ← A⁻¹ x of one group. */
export function backSolve(groups: JointGroups, g: number): void {
  const { plan, blocks, x } = groups
  const { start, below, row, block, size, diagonal, vector } = plan
  for (let p = start[g]; p < start[g + 1]; p++) {
    const n = size[p]
    const from = vector[p]
    for (let e = below[p]; e < below[p + 1]; e++) {
      const q = row[e]
      const to = vector[q]
      let at = block[e]
      for (let i = 0; i < size[q]; i++) {
        let sum = 0
        for (let k = 0; k < n; k++) sum += blocks[at++] * x[from + k]
        x[to + i] -= sum
      }
    }
  }
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
