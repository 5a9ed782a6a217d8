/**
 * Stage `kick`: external acceleration and damping for a part of a substep.
 *
 * Reads: external, damping. Writes: velocity, kicked, entered.
 * Why here: half a kick at the start of the step, whole ones between substeps, half at the end. Together with the drift that is
 * leapfrog: free fall is exact, smooth motion second order. Damping is split the same way (damp, kick | kick, damp) to stay symmetric.
 */

import { exp } from '../../common/math/deterministic-math.ts'
import { accumulateAngularMomentum } from '../contacts/free-island-momentum.ts'
import { DAMPED, LINEAR_LOCKS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

/** Which part of the substep: the step's first half, a whole one between two substeps, the step's last half. */
export const FIRST_HALF = 0
export const WHOLE = 1
export const LAST_HALF = 2

export function kick(state: WorldState, batch: number, h: number, part: number): void {
  const { velocity, kicked, entered, external, damping, kind, lockedAxes } = state.solverBodies.columns
  const from = state.batches.bodyStart[batch]
  const to = state.batches.bodyStart[batch + 1]
  const half = h * 0.5
  accumulateAngularMomentum(state, batch, -1)
  const before = part === FIRST_HALF ? 0 : half
  const after = part === LAST_HALF ? 0 : half
  const damped = part === WHOLE ? h : half
  const { jointStart } = state.batches
  if (jointStart[batch] < jointStart[batch + 1]) {
    for (let i = from; i < to; i++) for (let c = 0; c < 6; c++) entered[i * 6 + c] = velocity[i * VELOCITY_STRIDE + c]
  }
  for (let i = from; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 6
    const k = kind[i]
    if ((k & DAMPED) !== 0) {
      const linear = exp(-damping[i * 2] * damped)
      const angular = exp(-damping[i * 2 + 1] * damped)
      for (let c = 0; c < 3; c++) {
        velocity[o + c] = (velocity[o + c] + external[e + c] * before) * linear + external[e + c] * after
        velocity[o + 3 + c] = (velocity[o + 3 + c] + external[e + 3 + c] * before) * angular + external[e + 3 + c] * after
      }
    } else {
      const t = before + after
      velocity[o] += external[e] * t
      velocity[o + 1] += external[e + 1] * t
      velocity[o + 2] += external[e + 2] * t
      velocity[o + 3] += external[e + 3] * t
      velocity[o + 4] += external[e + 4] * t
      velocity[o + 5] += external[e + 5] * t
    }
    if ((k & LINEAR_LOCKS) !== 0) {
      const locks = lockedAxes[i]
      if ((locks & 1) !== 0) velocity[o] = 0
      if ((locks & 2) !== 0) velocity[o + 1] = 0
      if ((locks & 4) !== 0) velocity[o + 2] = 0
    }
    kicked[e] = velocity[o]
    kicked[e + 1] = velocity[o + 1]
    kicked[e + 2] = velocity[o + 2]
    kicked[e + 3] = velocity[o + 3]
    kicked[e + 4] = velocity[o + 4]
    kicked[e + 5] = velocity[o + 5]
  }
  accumulateAngularMomentum(state, batch, 1)
}
