/**
 * Angular compliance of the bodies of a group, how freely they can still turn: W_c = W − W² jᵀ Z j with Z = A⁻¹, j the angular parts of the
 * body's rows. All joints of a body are neighbours, so the blocks of Z that lie where the factor has blocks are the ones it needs
 * (`common/solver/block-factor.ts`).
 */

import { inverse, selectInverse } from '../../../common/solver/block-factor.ts'
import { ROW } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { HOT_STRIDE } from './joint-rows.ts'

/** Writes W_c of the group's bodies into `compliance`. The factor must be that of the bodies' own inertia. */
export function measureCompliance(state: WorldState, g: number): void {
  const { plan, rowOf, blocks } = state.jointGroups
  const { pieceEnd, piece, size } = plan
  const { solver } = state.bodies.columns
  const { compliance, velocity } = state.solverBodies.columns
  const { hot, bodyA } = state.jointRows.columns
  const from = g === 0 ? 0 : pieceEnd[g - 1]
  const to = pieceEnd[g]
  if (from === to) return
  for (let e = from; e < to; e++) {
    const s = solver[piece[e * 4 + 2]]
    compliance[s] = velocity[s * VELOCITY_STRIDE + 4]
  }
  selectInverse(plan, g, blocks)
  const Z = inverse.blocks
  for (let e = from; e < to; e++) {
    const p = piece[e * 4]
    const c = piece[e * 4 + 1]
    const s = solver[piece[e * 4 + 2]]
    const W = velocity[s * VELOCITY_STRIDE + 4]
    const fromP = rowOf[p] * HOT_STRIDE + (bodyA[rowOf[p]] === s ? 2 : 5)
    const fromC = rowOf[c] * HOT_STRIDE + (bodyA[rowOf[c]] === s ? 2 : 5)
    let at = piece[e * 4 + 3]
    let sum = 0
    for (let i = 0; i < size[p]; i++) for (let k = 0; k < size[c]; k++) sum += hot[fromP + i * ROW] * Z[at++] * hot[fromC + k * ROW]
    // A block off the diagonal stands for its transpose too.
    compliance[s] -= (p === c ? 1 : 2) * W * W * sum
  }
}
