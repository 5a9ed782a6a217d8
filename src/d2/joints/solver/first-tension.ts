/**
 * Tension of links whose joints have borne nothing yet, from the loads that would hold them at rest as they are. Geometric stiffness goes by the
 * impulses of the substep before, and grows by a factor from one to the next: a new chain of light links under a heavy load that is struck in its
 * first step flew apart before it had any.
 */

import { longer } from '../../../common/memory/growing.ts'
import { solveBlocks } from '../../../common/solver/block-factor.ts'
import { MAX_RIGID } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { NONE, readResiduals } from './solve-groups.ts'

/** By group: 1 if its loads are guessed. */
let guessed = new Uint8Array(64)

/** Gives groups without loads the impulses of a substep at rest; their bodies' tension, which may then be of any size at once, is −1. */
export function guessFirstLoads(state: WorldState, batch: number, h: number): void {
  const { batchStart, order, plan, bodies, bodyStart } = state.jointGroups
  const { body } = state.solverBodies.columns
  const { tension } = state.bodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    guessed = longer(guessed, g + 1)
    guessed[g] = plan.start[g + 1] - plan.start[g] > 1 && !hasLoads(state, g) ? 1 : 0
    if (guessed[g] === 0) continue
    guessLoads(state, g, h)
    for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) tension[body[bodies[i]]] = -1
  }
}

/** Takes the guess back, once the stiffness is known: it is no warm start. */
export function dropFirstLoads(state: WorldState, batch: number): void {
  const { batchStart, order, plan, rowOf, bodies, bodyStart } = state.jointGroups
  const { impulse } = state.jointRows.columns
  const { body } = state.solverBodies.columns
  const { tension } = state.bodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (guessed[g] === 0) continue
    for (let p = plan.start[g]; p < plan.start[g + 1]; p++) impulse.fill(0, rowOf[p] * MAX_RIGID, (rowOf[p] + 1) * MAX_RIGID)
    for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) tension[body[bodies[i]]] = Math.max(0, tension[body[bodies[i]]])
  }
}

function hasLoads(state: WorldState, g: number): boolean {
  const { plan, rowOf } = state.jointGroups
  const { impulse } = state.jointRows.columns
  for (let p = plan.start[g]; p < plan.start[g + 1]; p++) {
    for (let i = 0; i < plan.size[p]; i++) if (impulse[rowOf[p] * MAX_RIGID + i] !== 0) return true
  }
  return false
}

function guessLoads(state: WorldState, g: number, h: number): void {
  const { plan, rowOf, blocks, x, bodies, bodyStart } = state.jointGroups
  const { impulse } = state.jointRows.columns
  const { external, pseudo } = state.solverBodies.columns
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const s = bodies[i]
    for (let c = 0; c < 3; c++) pseudo[s * VELOCITY_STRIDE + c] = h * external[s * 3 + c]
  }
  readResiduals(state, g, NONE, pseudo, false)
  solveBlocks(plan, g, blocks, x)
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) for (let c = 0; c < 3; c++) pseudo[bodies[i] * VELOCITY_STRIDE + c] = 0
  for (let p = plan.start[g]; p < plan.start[g + 1]; p++) {
    for (let i = 0; i < plan.size[p]; i++) impulse[rowOf[p] * MAX_RIGID + i] = x[plan.vector[p] + i]
  }
}
