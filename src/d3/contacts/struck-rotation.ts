/**
 * Rotation of bodies at the moment they are struck. A body of unequal moments turns freely until then; it is struck with the inertia of that
 * orientation, and goes back by the same time with its new spin, so that the drift takes it where it would be if it had been struck at its moment.
 * Free rotation keeps energy and angular momentum both ways.
 *
 * The sweeps take the inertia of an orientation some degrees old (`refresh-inertia`), which is fair for contacts that last. A blow struck with it
 * would keep the energy of that orientation: elastic bodies gained or lost up to a thousandth with every blow, and angular momentum with it.
 */

import { rotateFreely } from '../math/free-rotation.ts'
import { fromWeighted, spinJacobian, toWeighted } from '../math/weighted.ts'
import { recordRotation } from '../step/drift.ts'
import { renewFactor } from '../step/refresh-inertia.ts'
import { GYROSCOPIC, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { buildMatrices } from './contact-row-build.ts'

const torque = new Float64Array(3)
const spin = new Float64Array(3)
const time = new Float64Array(1)
/** Has a body been renewed since the last `renewMatrices`? */
let any = false

/** Turns the row's bodies to their moment of touch, `t` seconds ahead, and renews their inertia. With joints they do not jump: nothing to do. */
export function turnToTouch(state: WorldState, r: number, t: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  if (!isTurned(state, r)) return
  const { q, factorQ, factor, warm, renewed } = state.solverBodies.columns
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    if (!turnFreely(state, s, t)) continue
    const c = s * 4
    if (q[c] === factorQ[c] && q[c + 1] === factorQ[c + 1] && q[c + 2] === factorQ[c + 2] && q[c + 3] === factorQ[c + 3]) continue
    readWarmTorque(state, s)
    renewFactor(state, s, false)
    spinJacobian(factor, s * 6, torque, 0, warm, s * 6 + 3)
    renewed[s] = 1
    any = true
  }
}

/** Turns them back from the moment of touch with the spins that the blow has given them. */
export function turnBack(state: WorldState, r: number, t: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  if (!isTurned(state, r)) return
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    if (turnFreely(state, s, -t)) recordRotation(state, s)
  }
}

function isTurned(state: WorldState, r: number): boolean {
  return state.islands.joints[state.contactRows.columns.island[r]] === 0
}

/** Free rotation of a body of unequal moments for a time. False if it is none. */
function turnFreely(state: WorldState, s: number, t: number): boolean {
  const { kind, q, velocity, factor, body } = state.solverBodies.columns
  if ((kind[s] & GYROSCOPIC) === 0) return false
  if (t === 0) return true
  const { principal, principalAxes, reference } = state.bodies.columns
  const o = s * VELOCITY_STRIDE + 3
  const row = body[s]
  time[0] = t
  fromWeighted(factor, s * 6, velocity, o, spin, 0)
  rotateFreely(q, s * 4, spin, 0, principal, row * 3, principalAxes, row * 4, reference[row], time, true)
  toWeighted(factor, s * 6, spin, 0, velocity, o)
  return true
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
