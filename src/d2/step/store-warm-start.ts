/**
 * Stage `store-warm-start`: the sums of this substep's impulses, from which the next one is warm started; and the peak loads of joints.
 *
 * Reads: velocity, kicked, impulse, held. Writes: warm; impulse and total of the rows; peak of the joint rows.
 * Why here: the sweeps are done, and the push-out has not begun.
 */

import { IMPULSE_STRIDE } from '../contacts/contact-row.ts'
import { MAX_RIGID } from '../joints/joint-kind.ts'
import { recordPeakLoads } from '../joints/solver/joint-loads.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

export function storeWarmStart(state: WorldState, batch: number, share: number, h: number): void {
  sumImpulses(state, batch, share)
  recordPeakLoads(state, batch, h)
}

/** Sums of the impulses per body and per point; halves that were held back return to their rows. */
function sumImpulses(state: WorldState, batch: number, share: number): void {
  const { batches } = state
  const { velocity, warm, kicked } = state.solverBodies.columns
  const to = batches.bodyStart[batch + 1]
  if (share < 1 && state.jointNets.still[batch] === 1) {
    doubleHalf(state, batch)
    return
  }
  const heldShare = 1 - share
  for (let i = batches.bodyStart[batch]; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 3
    warm[e] = velocity[o] - kicked[e] + warm[e] * heldShare
    warm[e + 1] = velocity[o + 1] - kicked[e + 1] + warm[e + 1] * heldShare
    warm[e + 2] = velocity[o + 2] - kicked[e + 2] + warm[e + 2] * heldShare
  }
  const { impulse, held, total } = state.contactRows.columns
  const from = batches.rowStart(batch)
  const end = batches.rowEnd(batch)
  for (let r = from; r < end; r++) {
    total[r * 2] += impulse[r * IMPULSE_STRIDE]
    total[r * 2 + 1] += impulse[r * IMPULSE_STRIDE + 1]
  }
  if (share === 1) return
  for (let k = from * IMPULSE_STRIDE; k < end * IMPULSE_STRIDE; k++) impulse[k] += held[k]
  const joints = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const first = batches.jointStart[batch]
  const past = batches.jointStart[batch + 1]
  if (first === past) return
  for (let k = first * MAX_RIGID; k < past * MAX_RIGID; k++) joints.impulse[k] += joints.held[k]
  for (let k = joints.scalarStart[first]; k < joints.scalarEnd[past - 1]; k++) scalars.impulse[k] += scalars.held[k]
}

/** Islands at rest have the same forces in both halves of a substep: the impulses of one half are as good for the other. */
function doubleHalf(state: WorldState, batch: number): void {
  const { bodyStart, jointStart } = state.batches
  const { velocity, warm, kicked } = state.solverBodies.columns
  const { impulse } = state.jointRows.columns
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    for (let c = 0; c < 3; c++) warm[i * 3 + c] = 2 * (velocity[i * VELOCITY_STRIDE + c] - kicked[i * 3 + c])
  }
  for (let k = jointStart[batch] * MAX_RIGID; k < jointStart[batch + 1] * MAX_RIGID; k++) impulse[k] *= 2
}
