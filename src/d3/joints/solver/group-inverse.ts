/**
 * Angular compliance of the bodies of a group, how freely they can still turn: W_c = W − W Jᵀ Z J W with Z = A⁻¹. All joints of a body are
 * neighbours, so the blocks of Z that lie where the factor has blocks are the ones its compliance needs (`common/solver/block-factor.ts`).
 */

import { inverse, selectInverse } from '../../../common/solver/block-factor.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import type { WorldState } from '../../store/world-state.ts'

/**
 * Writes W_c of the group's bodies into `compliance`: xx xy yy xz yz zz, world axes. The factor must be that of the bodies' own inertia.
 */
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
  selectInverse(plan, g, state.jointGroups.blocks)
  for (let e = from; e < to; e++) takeAway(state, e)
  for (let e = from; e < to; e++) if (isFirst(piece, from, e)) toWorld(compliance, factor, solver[piece[e * 4 + 2]] * 6)
}

/** Whether no piece before e is of its body. */
function isFirst(piece: Int32Array, from: number, e: number): boolean {
  for (let k = from; k < e; k++) if (piece[k * 4 + 2] === piece[e * 4 + 2]) return false
  return true
}

/** Subtracts the part Z j jᵀ of two rows from their body's compliance, in weighted axes. */
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
  const Z = inverse.blocks
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
