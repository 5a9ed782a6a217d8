/**
 * How freely the bodies of a group can still turn. The blocks of A⁻¹ that lie where the factor has blocks follow from the factor alone, last position
 * first: Z_qp = −Σ Z_qr L_rp, Z_pp = D_p⁻¹ − Σ L_rpᵀ Z_rp. All joints of a body are neighbours, so these are the ones its compliance needs:
 * W_c = W − W Jᵀ Z J W.
 */

import type { WorldState } from '../world-state.ts'
import type { JointGroups } from './joint-groups.ts'
import { MAX_RIGID, ROW } from './joint-kind.ts'


let Z = new Float64Array(64)

/** Writes W_c of the group's bodies into `compliance`: xx xy yy xz yz zz, world axes. The factor must be that of the bodies' own inertia. */
export function measureCompliance(state: WorldState, g: number): void {
  const { plan } = state.jointGroups
  const { pieceEnd, piece } = plan
  const { solver } = state.bodies.columns
  const { compliance, factor } = state.solverBodies.columns
  const from = g === 0 ? 0 : pieceEnd[g - 1]
  const to = pieceEnd[g]
  if (from === to) return
  for (let e = from; e < to; e++) {
    const o = solver[piece[e * 4 + 2]] * 6
    compliance.fill(0, o, o + 6)
    compliance[o] = 1
    compliance[o + 2] = 1
    compliance[o + 5] = 1
  }
  selectInverse(state.jointGroups, g)
  for (let e = from; e < to; e++) takeAway(state, e)
  for (let e = from; e < to; e++) if (isFirst(piece, from, e)) toWorld(compliance, factor, solver[piece[e * 4 + 2]] * 6)
}

/** Whether no piece before e is of its body. */
function isFirst(piece: Int32Array, from: number, e: number): boolean {
  for (let k = from; k < e; k++) if (piece[k * 4 + 2] === piece[e * 4 + 2]) return false
  return true
}

/** Z of one group, laid out as its factor. */
function selectInverse(groups: JointGroups, g: number): void {
  const { plan, blocks } = groups
  const { start, below, row, block, size, diagonal, update, target } = plan
  if (Z.length < plan.blockLength) Z = new Float64Array(plan.blockLength * 2)
  for (let p = start[g + 1] - 1; p >= start[g]; p--) {
    const n = size[p]
    const first = below[p]
    const count = below[p + 1] - first
    const d = diagonal[p]
    for (let i = 0; i < n * n; i++) Z[d + i] = blocks[d + i]
    for (let i = 0; i < count; i++) {
      const q = size[row[first + i]]
      const to = block[first + i]
      for (let k = 0; k < q * n; k++) Z[to + k] = 0
      for (let m = 0; m < count; m++) {
        const r = size[row[first + m]]
        const upper = i >= m
        const at = target[update[p] + (upper ? (i * (i + 1)) / 2 + m : (m * (m + 1)) / 2 + i)]
        const l = block[first + m]
        for (let a = 0; a < q; a++) {
          for (let b = 0; b < r; b++) {
            const z = upper ? Z[at + a * r + b] : Z[at + b * q + a]
            for (let c = 0; c < n; c++) Z[to + a * n + c] -= z * blocks[l + b * n + c]
          }
        }
      }
      for (let a = 0; a < n; a++) {
        for (let c = 0; c < n; c++) {
          let sum = 0
          for (let b = 0; b < q; b++) sum += blocks[to + b * n + a] * Z[to + b * n + c]
          Z[d + a * n + c] -= sum
        }
      }
    }
  }
}

/** What two rows of a body take from its compliance, in weighted axes: Z j jᵀ. */
function takeAway(state: WorldState, e: number): void {
  const { plan, rowOf } = state.jointGroups
  const { piece, size } = plan
  const { jacobian, bodyA } = state.jointRows.columns
  const { compliance } = state.solverBodies.columns
  const p = piece[e * 4]
  const c = piece[e * 4 + 1]
  const s = state.bodies.columns.solver[piece[e * 4 + 2]]
  const fromP = rowOf[p] * MAX_RIGID * ROW + (bodyA[rowOf[p]] === s ? 3 : 9)
  const fromC = rowOf[c] * MAX_RIGID * ROW + (bodyA[rowOf[c]] === s ? 3 : 9)
  const o = s * 6
  let at = piece[e * 4 + 3]
  for (let i = 0; i < size[p]; i++) {
    const x = jacobian[fromP + i * ROW]
    const y = jacobian[fromP + i * ROW + 1]
    const z = jacobian[fromP + i * ROW + 2]
    let u = 0
    let v = 0
    let w = 0
    for (let k = 0; k < size[c]; k++) {
      const q = fromC + k * ROW
      const share = Z[at++]
      u += share * jacobian[q]
      v += share * jacobian[q + 1]
      w += share * jacobian[q + 2]
    }
    // A block off the diagonal stands for its transpose too.
    const both = p === c ? 0.5 : 1
    compliance[o] -= both * 2 * x * u
    compliance[o + 1] -= both * (x * v + y * u)
    compliance[o + 2] -= both * 2 * y * v
    compliance[o + 3] -= both * (x * w + z * u)
    compliance[o + 4] -= both * (y * w + z * v)
    compliance[o + 5] -= both * 2 * z * w
  }
}

/** F W Fᵀ. */
function toWorld(W: Float64Array, F: Float64Array, o: number): void {
  const a = F[o]
  const b = F[o + 1]
  const c = F[o + 2]
  const d = F[o + 3]
  const e = F[o + 4]
  const f = F[o + 5]
  // Rows of F: (a 0 0), (b c 0), (d e f); rows of F W.
  const xx = a * W[o]
  const xy = a * W[o + 1]
  const xz = a * W[o + 3]
  const yx = b * W[o] + c * W[o + 1]
  const yy = b * W[o + 1] + c * W[o + 2]
  const yz = b * W[o + 3] + c * W[o + 4]
  const zx = d * W[o] + e * W[o + 1] + f * W[o + 3]
  const zy = d * W[o + 1] + e * W[o + 2] + f * W[o + 4]
  const zz = d * W[o + 3] + e * W[o + 4] + f * W[o + 5]
  W[o] = xx * a
  W[o + 1] = xx * b + xy * c
  W[o + 2] = yx * b + yy * c
  W[o + 3] = xx * d + xy * e + xz * f
  W[o + 4] = yx * d + yy * e + yz * f
  W[o + 5] = zx * d + zy * e + zz * f
}
