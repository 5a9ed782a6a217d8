/** F (F Fᵀ = inverse inertia) of a body that has turned, or to which geometric stiffness adds inertia. */

import { stiffnessShare } from '../joints/solver/geometric-stiffness.ts'
import { stiffInverseFactor, worldInverseFactor } from '../math/inertia.ts'
import { fromWeighted, spinJacobian, toWeighted } from '../math/weighted.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

const spin = new Float64Array(3)

/** New F at the present orientation; the angular velocity and the torque stay the same. */
export function renewFactor(state: WorldState, i: number, joined: boolean): void {
  const { factor, factorQ, velocity, q, external, body, lockedAxes, stiff, stiffened } = state.solverBodies.columns
  const { torque } = state.bodies.columns
  const f = i * 6
  const o = i * VELOCITY_STRIDE + 3
  fromWeighted(factor, f, velocity, o, spin, 0)
  worldInverseFactor(state.bodies.columns, body[i], q, i * 4, lockedAxes[i] >> 3, factor, f)
  if (joined && (lockedAxes[i] >> 3) === 0) {
    const share = stiffnessShare(state, i)
    stiffened[i] = share > 0 ? 1 : 0
    if (share > 0) {
      stiffInverseFactor(state.bodies.columns, body[i], q, i * 4, stiff, f, share, factor, f)
      state.guards.inertiaAdded++
    }
  }
  toWeighted(factor, f, spin[0], spin[1], spin[2], velocity, o)
  spinJacobian(factor, f, torque, body[i] * 3, external, f + 3)
  for (let k = 0; k < 4; k++) factorQ[i * 4 + k] = q[i * 4 + k]
}
