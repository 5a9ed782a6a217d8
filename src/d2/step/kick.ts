/**
 * Stage `kick`: external acceleration and damping for a part of a substep.
 *
 * Reads: external, damping. Writes: velocity, kicked, entered.
 * Why here: half a kick at the start of the step, whole ones between substeps, half at the end. Together with the drift that is
 * leapfrog: free fall is exact, smooth motion second order. Damping is split the same way (damp, kick | kick, damp) to stay symmetric.
 */

import { exp } from '../../common/math/deterministic-math.ts'
import { accumulateAngularMomentum } from '../contacts/free-island-momentum.ts'
import { LOCK_X, LOCK_Y } from '../store/bodies.ts'
import { DAMPED, LINEAR_LOCKS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

/** Which part of the substep: the step's first half, a whole one between two substeps, the step's last half. */
export const FIRST_HALF = 0
export const WHOLE = 1
export const LAST_HALF = 2

export function kick(state: WorldState, batch: number, h: number, part: number): void {
  const { velocity, kicked, entered, external, damping, kind, lockedAxes } = state.solverBodies.columns
  const { bodyStart, jointStart } = state.batches
  const from = bodyStart[batch]
  const to = bodyStart[batch + 1]
  const half = h * 0.5
  accumulateAngularMomentum(state, batch, -1)
  const before = part === FIRST_HALF ? 0 : half
  const after = part === LAST_HALF ? 0 : half
  const t = before + after
  if (jointStart[batch] < jointStart[batch + 1]) {
    for (let i = from; i < to; i++) for (let c = 0; c < 3; c++) entered[i * 3 + c] = velocity[i * VELOCITY_STRIDE + c]
  }
  for (let i = from; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 3
    const k = kind[i]
    if ((k & DAMPED) !== 0) {
      const linear = exp(-damping[i * 2] * t)
      const angular = exp(-damping[i * 2 + 1] * t)
      velocity[o] = (velocity[o] + external[e] * before) * linear + external[e] * after
      velocity[o + 1] = (velocity[o + 1] + external[e + 1] * before) * linear + external[e + 1] * after
      velocity[o + 2] = (velocity[o + 2] + external[e + 2] * before) * angular + external[e + 2] * after
    } else {
      velocity[o] += external[e] * t
      velocity[o + 1] += external[e + 1] * t
      velocity[o + 2] += external[e + 2] * t
    }
    if ((k & LINEAR_LOCKS) !== 0) {
      if ((lockedAxes[i] & LOCK_X) !== 0) velocity[o] = 0
      if ((lockedAxes[i] & LOCK_Y) !== 0) velocity[o + 1] = 0
    }
    kicked[e] = velocity[o]
    kicked[e + 1] = velocity[o + 1]
    kicked[e + 2] = velocity[o + 2]
  }
  accumulateAngularMomentum(state, batch, 1)
}
