/**
 * Stage `warm-start`: warm starting, the impulses of the substep before applied again.
 *
 * Reads: warm. Writes: velocity; impulse and held of the rows in half substeps.
 * Why here: after the kick, so that in a resting stack both cancel and the sweeps have nothing left to do. It is a sum per body, not a pass
 * over contacts: within a step the Jacobians are frozen, so the sum of all impulses on a body is its change since the kick. In the step's
 * first and last half substep only half is applied; the other half is held back and added when the sweeps are done, so that limits act on
 * the sum.
 */

import { MAX_RIGID } from '../joints/joint-kind.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { halveWheels } from '../vehicles/wheel-stages.ts'

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
  if (share === 1) {
    resetIsolatedImpulses(state, batches.jointStart[batch], batches.jointStart[batch + 1])
    return
  }
  halveWheels(state, batch)
  const { impulse, held } = state.contactRows.columns
  const end = batches.rowEnd(batch) * 8
  for (let k = batches.rowStart(batch) * 8; k < end; k++) {
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
    resetIsolatedImpulses(state, first, past)
  }
  const rolling = state.rolling.columns.impulse
  const last = batches.rollingStart[batch + 1] * 2
  for (let k = batches.rollingStart[batch] * 2; k < last; k++) rolling[k] *= 0.5
}

function halve(impulse: Float64Array, held: Float64Array, from: number, to: number): void {
  for (let k = from; k < to; k++) {
    impulse[k] *= 0.5
    held[k] = impulse[k]
  }
}

/**
 * Isolated joints, which are solved exactly, get no warm start: stored impulses of redundant rows, which cancel at the pose they were made
 * for, would not quite cancel at this one, and grow from substep to substep.
 */
function resetIsolatedImpulses(state: WorldState, first: number, past: number): void {
  const { isolated, impulse, scalarStart, scalarEnd } = state.jointRows.columns
  const scalars = state.scalarRows.columns
  for (let r = first; r < past; r++) {
    for (let s = scalarStart[r]; s < scalarEnd[r]; s++) {
      scalars.pressed[s] = scalars.impulse[s] !== 0 ? 1 : 0
      if (isolated[r] === 1) scalars.impulse[s] = 0
    }
    if (isolated[r] === 1) impulse.fill(0, r * MAX_RIGID, (r + 1) * MAX_RIGID)
  }
}
