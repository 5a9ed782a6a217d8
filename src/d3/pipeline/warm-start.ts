/**
 * Stage `warm-start`: the impulses of the substep before, applied again.
 *
 * Reads: warm. Writes: velocity; impulse and held of the rows in half substeps.
 * Why here: after the kick, so that in a resting stack both cancel and the sweeps have nothing left to do. It is a sum per body, not a
 * pass over contacts: within a step the Jacobians stand still, so what all impulses did to a body is its change since the kick.
 * In the step's first and last half substep only half is applied; the other half is held back and added when the sweeps are done, so that
 * limits act on the sum.
 */

import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'

export function warmStart(state: WorldState, batch: number, share: number): void {
  const { batches } = state
  const { velocity, warm } = state.solverBodies.columns
  const to = batches.bodyStart[batch + 1]
  for (let i = batches.bodyStart[batch]; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 6
    velocity[o] += warm[e] * share
    velocity[o + 1] += warm[e + 1] * share
    velocity[o + 2] += warm[e + 2] * share
    velocity[o + 3] += warm[e + 3] * share
    velocity[o + 4] += warm[e + 4] * share
    velocity[o + 5] += warm[e + 5] * share
  }
  if (share === 1) return
  const { impulse, held } = state.contactRows.columns
  const end = batches.rowEnd(batch) * 8
  for (let k = batches.rowStart(batch) * 8; k < end; k++) {
    const half = impulse[k] * 0.5
    impulse[k] = half
    held[k] = half
  }
  const rolling = state.rolling.columns.impulse
  const last = batches.rollingStart[batch + 1] * 2
  for (let k = batches.rollingStart[batch] * 2; k < last; k++) rolling[k] *= 0.5
}

/** After the sweeps: what the impulses of this substep add up to, per body and per point; held halves go back to their rows. */
export function storeWarmStart(state: WorldState, batch: number, share: number): void {
  const { batches } = state
  const { velocity, warm, kicked } = state.solverBodies.columns
  const to = batches.bodyStart[batch + 1]
  const rest = 1 - share
  for (let i = batches.bodyStart[batch]; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 6
    for (let c = 0; c < 6; c++) warm[e + c] = velocity[o + c] - kicked[e + c] + warm[e + c] * rest
  }
  const { impulse, held, total } = state.contactRows.columns
  for (let r = batches.rowStart(batch); r < batches.rowEnd(batch); r++) {
    total[r * 4] += impulse[r * 8]
    total[r * 4 + 1] += impulse[r * 8 + 1]
    total[r * 4 + 2] += impulse[r * 8 + 2]
    total[r * 4 + 3] += impulse[r * 8 + 3]
  }
  if (share === 1) return
  const end = batches.rowEnd(batch) * 8
  for (let k = batches.rowStart(batch) * 8; k < end; k++) impulse[k] += held[k]
}
