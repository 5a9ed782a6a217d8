/**
 * Stage `store-warm-start`: the sums of this substep's impulses, from which the next one is warm started; and the peak loads of joints.
 *
 * Reads: velocity, kicked, impulse, held. Writes: warm; impulse and total of the rows; peak of the joint rows.
 * Why here: the sweeps are done, and the push-out has not begun.
 */

import { MAX_RIGID } from '../joints/joint-kind.ts'
import { recordPeakLoads } from '../joints/solver/joint-loads.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { finishWheels } from '../vehicles/wheel-stages.ts'

export function storeWarmStart(state: WorldState, batch: number, share: number, h: number): void {
  sumImpulses(state, batch, share)
  finishWheels(state, batch, share !== 1)
  recordPeakLoads(state, batch, h)
}

/** Sums of the impulses per body and per point; halves that were held back return to their rows. */
function sumImpulses(state: WorldState, batch: number, share: number): void {
  const { batches } = state
  const { velocity, warm, kicked } = state.solverBodies.columns
  const to = batches.bodyStart[batch + 1]
  const heldShare = 1 - share
  for (let i = batches.bodyStart[batch]; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 6
    for (let c = 0; c < 6; c++) warm[e + c] = velocity[o + c] - kicked[e + c] + warm[e + c] * heldShare
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
  const joints = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const first = batches.jointStart[batch]
  const past = batches.jointStart[batch + 1]
  if (first === past) return
  for (let k = first * MAX_RIGID; k < past * MAX_RIGID; k++) joints.impulse[k] += joints.held[k]
  for (let k = joints.scalarStart[first]; k < joints.scalarEnd[past - 1]; k++) scalars.impulse[k] += scalars.held[k]
}
