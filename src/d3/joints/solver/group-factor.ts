/**
 * The matrix A = J M⁻¹ Jᵀ of a group, regularized, block by block; it is factored by `common/solver/block-factor.ts`.
 */

import { factorBlocks } from '../../../common/solver/block-factor.ts'
import { isOverdetermined, regularizedShare } from '../../../common/solver/redundant-rows.ts'
import { CONSTRAINT_REGULARIZATION, GROUP_REGULARIZATION, REDUNDANT_SHARE } from '../../../common/tuning.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'

/**
 * The factor at the rows' present Jacobians. At rest with next to no compliance, unless rows are redundant: along a direction that is softer than the
 * compliance a load would take thousands of substeps to be borne, and be read wrong meanwhile. What moves keeps it: whips and dead points.
 */
export function factorGroup(state: WorldState, g: number): void {
  if (isAtRest(state, g) && !isOverdetermined(state.jointGroups, g, state.scalarRows.columns.coordinate, 6)) {
    factor(state, g, CONSTRAINT_REGULARIZATION, true)
    if (regularizedShare(state.jointGroups, g) < REDUNDANT_SHARE) return
  }
  factor(state, g, GROUP_REGULARIZATION, false)
}

function factor(state: WorldState, g: number, regularization: number, resting: boolean): void {
  assemble(state, g, regularization, resting)
  factorBlocks(state.jointGroups.plan, g, state.jointGroups.blocks)
}

function isAtRest(state: WorldState, g: number): boolean {
  const { bodies, bodyStart } = state.jointGroups
  const { body } = state.solverBodies.columns
  const { slowTime } = state.bodies.columns
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) if (!(slowTime[body[bodies[i]]] > 0)) return false
  return true
}

function assemble(state: WorldState, g: number, regularization: number, resting: boolean): void {
  const { plan, blocks, rowOf } = state.jointGroups
  if (plan.start[g] === plan.start[g + 1]) return
  const { piece, pieceEnd, size, start, diagonal } = plan
  const { jacobian, bodyA, joint } = state.jointRows.columns
  const { kind } = state.joints.columns
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
    const own = state.jointKinds[kind[joint[rowOf[p]]]].regularization
    const share = own === undefined ? regularization : resting ? Math.min(own, regularization) : own
    for (let i = 0; i < size[p]; i++) {
      const at = diagonal[p] + i * (size[p] + 1)
      const rowCompliance = share * blocks[at]
      blocks[at] += rowCompliance
      state.jointGroups.compliance[plan.vector[p] + i] = rowCompliance
    }
  }
}
