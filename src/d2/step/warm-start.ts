/**
 * Stage `warm-start`: the impulses of the substep before, applied again.
 *
 * Reads: warm. Writes: velocity; impulse and held of the rows in half substeps.
 * Why here: after the kick, so that in a resting stack both cancel and the sweeps have nothing left to do. It is a sum per body, not a
 * pass over contacts: within a step the Jacobians stand still, so what all impulses did to a body is its change since the kick.
 * In the step's first and last half substep only half is applied; the other half is held back and added when the sweeps are done, so that
 * limits act on the sum.
 */

import { IMPULSE_STRIDE } from '../contacts/contact-row.ts'
import { MAX_RIGID } from '../joints/joint-kind.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

export function warmStart(state: WorldState, batch: number, share: number): void {
  const { batches } = state
  const { velocity, warm } = state.solverBodies.columns
  const to = batches.bodyStart[batch + 1]
  for (let i = batches.bodyStart[batch]; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 3
    velocity[o] += warm[e] * share
    velocity[o + 1] += warm[e + 1] * share
    velocity[o + 2] += warm[e + 2] * share
  }
  if (share === 1) {
    forget(state, batches.jointStart[batch], batches.jointStart[batch + 1])
    return
  }
  const { impulse, held } = state.contactRows.columns
  const end = batches.rowEnd(batch) * IMPULSE_STRIDE
  for (let k = batches.rowStart(batch) * IMPULSE_STRIDE; k < end; k++) {
    const half = impulse[k] * 0.5
    impulse[k] = half
    held[k] = half
  }
  const joints = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const first = batches.jointStart[batch]
  const past = batches.jointStart[batch + 1]
  if (first < past) {
    halve(joints.impulse, joints.held, first * MAX_RIGID, past * MAX_RIGID)
    halve(scalars.impulse, scalars.held, joints.scalarStart[first], joints.scalarEnd[past - 1])
    forget(state, first, past)
  }
  const rolling = state.rolling.columns.impulse
  const last = batches.rollingStart[batch + 1]
  for (let k = batches.rollingStart[batch]; k < last; k++) rolling[k] *= 0.5
}

function halve(impulse: Float64Array, held: Float64Array, from: number, to: number): void {
  for (let k = from; k < to; k++) {
    impulse[k] *= 0.5
    held[k] = impulse[k]
  }
}

/**
 * Joints that are solved exactly start from nothing: stored impulses of redundant rows, which cancel at the pose they were made for, would not
 * quite cancel at this one, and grow from substep to substep.
 */
function forget(state: WorldState, first: number, past: number): void {
  const { isolated, impulse, scalarStart, scalarEnd } = state.jointRows.columns
  const scalars = state.scalarRows.columns
  for (let r = first; r < past; r++) {
    for (let s = scalarStart[r]; s < scalarEnd[r]; s++) {
      scalars.pressed[s] = scalars.impulse[s] !== 0 ? 1 : 0
      if (isolated[r] === 1) scalars.impulse[s] = 0
    }
    if (isolated[r] === 1) for (let i = r * MAX_RIGID; i < (r + 1) * MAX_RIGID; i++) impulse[i] = 0
  }
}

/** After the sweeps: what the impulses of this substep add up to, per body and per point; held halves go back to their rows. */
export function storeWarmStart(state: WorldState, batch: number, share: number): void {
  const { batches } = state
  const { velocity, warm, kicked } = state.solverBodies.columns
  const to = batches.bodyStart[batch + 1]
  if (share < 1 && state.jointNets.still[batch] === 1) {
    doubleHalf(state, batch)
    return
  }
  const rest = 1 - share
  for (let i = batches.bodyStart[batch]; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 3
    warm[e] = velocity[o] - kicked[e] + warm[e] * rest
    warm[e + 1] = velocity[o + 1] - kicked[e + 1] + warm[e + 1] * rest
    warm[e + 2] = velocity[o + 2] - kicked[e + 2] + warm[e + 2] * rest
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

/** What stands still has the same forces in both halves of a substep: what the sweeps found in one is as good for the other. */
function doubleHalf(state: WorldState, batch: number): void {
  const { bodyStart, jointStart } = state.batches
  const { velocity, warm, kicked } = state.solverBodies.columns
  const { impulse } = state.jointRows.columns
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    for (let c = 0; c < 3; c++) warm[i * 3 + c] = 2 * (velocity[i * VELOCITY_STRIDE + c] - kicked[i * 3 + c])
  }
  for (let k = jointStart[batch] * MAX_RIGID; k < jointStart[batch + 1] * MAX_RIGID; k++) impulse[k] *= 2
}
