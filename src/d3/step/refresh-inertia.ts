/**
 * Stage `refresh-inertia`: inertia of bodies that turn fast or have geometric stiffness, the contact rows of such bodies and those of round
 * shapes, at the pose of the substep.
 *
 * Reads: q, joint impulses, contact arms, moved. Writes: factor, contact and rolling rows, warm.
 * Why here: poses have moved, and joints, which come next, need the new inertia. The solver takes inertia and arms of the step's start.
 * That is fair for small rotations; a rod that whirls would answer an impulse as if it still lay where it was, and gain energy. The
 * tolerance depends on the shape: after a rotation by θ, the wrong axis answers with θ² × slenderness too much.
 */

import { dropRunaway } from '../../common/solver/energy-budget.ts'
import { ROTATION_TOLERANCE } from '../../common/tuning.ts'
import { addWarmStart, buildRow } from '../contacts/contact-row-build.ts'
import { ARM_A, ARM_B, arms, COLD_STRIDE, HOT_STRIDE, NORMAL, STAND_OFF_A, STAND_OFF_B } from '../contacts/contact-row.ts'
import { followRows } from '../contacts/following-rows.ts'
import { addRollingWarmStart, buildRolling } from '../contacts/rolling.ts'
import { MAX_RIGID } from '../joints/joint-kind.ts'
import { BEND_TOLERANCE } from '../joints/solver/calm-groups.ts'
import { STABLE_TRACE, stiffnessShare, sumGeometricStiffness, tensionOf } from '../joints/solver/geometric-stiffness.ts'
import { GYROSCOPIC, HAS_MASS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { stiffInverseFactor, worldInverseFactor } from '../math/inertia.ts'
import { fromWeighted, spinJacobian, toWeighted } from '../math/weighted.ts'
import { withdrawWheels } from '../vehicles/wheel-stages.ts'

export function refreshInertia(state: WorldState, batch: number, h: number): void {
  withdrawWheels(state, batch)
  const { bodyStart, jointStart } = state.batches
  const joined = jointStart[batch] < jointStart[batch + 1]
  const { kind, renewed, island } = state.solverBodies.columns
  const { quiet } = state.jointGroups
  if (joined) {
    dropRunaway(state, batch, MAX_RIGID)
    sumGeometricStiffness(state, batch, h)
  }
  let any = false
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    if (joined ? (kind[i] & HAS_MASS) === 0 : (kind[i] & GYROSCOPIC) === 0 || !hasTurned(state, i)) continue
    if (joined && quiet[island[i]] === 1 && isSettled(state, i)) continue
    renewFactor(state, i, joined)
    renewed[i] = 1
    any = true
  }
  if (any || joined) {
    refreshContactRows(state, batch)
    followRows(state, batch)
    // Joint rows look at it, too (`refresh-joints`).
    if (!joined) renewed.fill(0, bodyStart[batch], bodyStart[batch + 1])
  } else followRows(state, batch)
}

function hasTurned(state: WorldState, i: number): boolean {
  return turnSquared(state, i) * state.solverBodies.columns.slenderness[i] > ROTATION_TOLERANCE
}

/** Square of the angle by which a body has turned since its factor was made. */
function turnSquared(state: WorldState, i: number): number {
  const { q, factorQ } = state.solverBodies.columns
  const c = i * 4
  const cosine = q[c] * factorQ[c] + q[c + 1] * factorQ[c + 1] + q[c + 2] * factorQ[c + 2] + q[c + 3] * factorQ[c + 3]
  return 4 * (1 - cosine * cosine)
}

/** Of quiet islands with joints: has a body hardly turned since its factor was made, and no geometric stiffness? Then factor and rows stand. */
function isSettled(state: WorldState, i: number): boolean {
  const { stiffened, lockedAxes } = state.solverBodies.columns
  if (stiffened[i] !== 0 || lockedAxes[i] !== 0 || tensionOf(state, i) > STABLE_TRACE) return false
  if (turnSquared(state, i) > BEND_TOLERANCE) return false
  // Its tension is remembered all the same.
  stiffnessShare(state, i)
  return true
}

/** Rows of renewed bodies at the present pose, then everybody's warm start from the impulses. */
function refreshContactRows(state: WorldState, batch: number): void {
  const { batches } = state
  const { bodyA, bodyB } = state.contactRows.columns
  const { renewed, warm } = state.solverBodies.columns
  const from = batches.rowStart(batch)
  const to = batches.rowEnd(batch)
  warm.fill(0, batches.bodyStart[batch] * 6, batches.bodyStart[batch + 1] * 6)
  for (let row = from; row < to; row++) {
    if ((renewed[bodyA[row]] | renewed[bodyB[row]]) !== 0) {
      rotateArms(state, row)
      buildRow(state, row)
    }
    addWarmStart(state, row)
  }
  for (let i = batches.rollingStart[batch]; i < batches.rollingStart[batch + 1]; i++) {
    buildRolling(state, i)
    addRollingWarmStart(state, i)
  }
}

/** Arms of the start of the step, turned with their bodies but for the radius of a round core. */
function rotateArms(state: WorldState, row: number): void {
  const { hot, cold, bodyA, bodyB, count } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const d = row * COLD_STRIDE
  const o = row * HOT_STRIDE + NORMAL
  for (let side = 0; side < 2; side++) {
    const m = (side === 0 ? bodyA[row] : bodyB[row]) * 12 + 3
    const stand = side === 0 ? cold[d + STAND_OFF_A] : -cold[d + STAND_OFF_B]
    for (let i = 0; i < count[row]; i++) {
      const at = d + (side === 0 ? ARM_A : ARM_B) + i * 3
      const x = cold[at] - stand * hot[o]
      const y = cold[at + 1] - stand * hot[o + 1]
      const z = cold[at + 2] - stand * hot[o + 2]
      const to = i * 6 + side * 3
      arms[to] = cold[at] + moved[m] * x + moved[m + 1] * y + moved[m + 2] * z
      arms[to + 1] = cold[at + 1] + moved[m + 3] * x + moved[m + 4] * y + moved[m + 5] * z
      arms[to + 2] = cold[at + 2] + moved[m + 6] * x + moved[m + 7] * y + moved[m + 8] * z
    }
  }
}

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
  toWeighted(factor, f, spin, 0, velocity, o)
  spinJacobian(factor, f, torque, body[i] * 3, external, f + 3)
  for (let k = 0; k < 4; k++) factorQ[i * 4 + k] = q[i * 4 + k]
}
