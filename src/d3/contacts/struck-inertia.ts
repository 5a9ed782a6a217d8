/**
 * Inertia of bodies at the moment they are struck. The sweeps take that of an orientation some degrees old (`refresh-inertia`), which is fair for
 * contacts that last. A blow struck with it would keep the energy of that orientation, not that of the body as it lies: elastic bodies of unequal
 * moments gained or lost up to a thousandth with every blow, and angular momentum with it.
 */

import { spinJacobian } from '../math/weighted.ts'
import { renewFactor } from '../step/refresh-inertia.ts'
import { GYROSCOPIC } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { buildMatrices } from './contact-row-build.ts'

const torque = new Float64Array(3)
/** Has a body been renewed since the last `renewMatrices`? */
let any = false

/** Renews the inertia of a row's bodies that have turned since it was made. Bodies with joints are renewed in every substep. */
export function renewStruck(state: WorldState, r: number): void {
  const { bodyA, bodyB, island } = state.contactRows.columns
  if (state.islands.joints[island[r]] > 0) return
  const { kind, q, factorQ, renewed } = state.solverBodies.columns
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    const c = s * 4
    if ((kind[s] & GYROSCOPIC) === 0) continue
    if (q[c] === factorQ[c] && q[c + 1] === factorQ[c + 1] && q[c + 2] === factorQ[c + 2] && q[c + 3] === factorQ[c + 3]) continue
    readWarmTorque(state, s)
    renewFactor(state, s, false)
    spinJacobian(state.solverBodies.columns.factor, s * 6, torque, 0, state.solverBodies.columns.warm, s * 6 + 3)
    renewed[s] = 1
    any = true
  }
}

/** The torque of a body's warm start, F⁻ᵀ of it, into `torque`: the same with another factor. */
function readWarmTorque(state: WorldState, s: number): void {
  const { factor, warm } = state.solverBodies.columns
  const f = s * 6
  torque[2] = factor[f + 5] > 0 ? warm[f + 5] / factor[f + 5] : 0
  torque[1] = factor[f + 2] > 0 ? (warm[f + 4] - factor[f + 4] * torque[2]) / factor[f + 2] : 0
  torque[0] = factor[f] > 0 ? (warm[f + 3] - factor[f + 1] * torque[1] - factor[f + 3] * torque[2]) / factor[f] : 0
}

/** Matrices of the rows of renewed bodies, for the sweeps. */
export function renewMatrices(state: WorldState, batch: number): void {
  if (!any) return
  any = false
  const { batches } = state
  const { bodyA, bodyB, deferred } = state.contactRows.columns
  const { renewed } = state.solverBodies.columns
  const to = batches.rowEnd(batch)
  for (let r = batches.rowStart(batch); r < to; r++) {
    if (deferred[r] === 0 && (renewed[bodyA[r]] | renewed[bodyB[r]]) !== 0) buildMatrices(state, r)
  }
  for (let s = batches.bodyStart[batch]; s < batches.bodyStart[batch + 1]; s++) renewed[s] = 0
}
