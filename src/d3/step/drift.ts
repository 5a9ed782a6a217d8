/**
 * Stage `drift`: advances poses by one substep, and the separations of contacts with them.
 *
 * Reads: velocity, pseudo, contact arms. Writes: moved, travel, q, velocity (gyroscopic part of u), contact rows' GAP; clears pseudo.
 * Why here: velocities are as good as this substep's sweeps made them. Push-out velocities move the body once and are gone. Separations are
 * those of the manifold's own material points: s = s₀ + n·(Δx_B + ΔR_B r_B − Δx_A − ΔR_A r_A).
 */

import { clear } from '../../common/memory/clear.ts'
import {
  ARM_A, ARM_B, COLD_STRIDE, FOLLOWS, GAP, HOT_STRIDE, MASS_A, MASS_B, NORMAL, SEPARATION, STAND_OFF_A, STAND_OFF_B,
} from '../contacts/contact-row.ts'
import { rotateFreely } from '../math/free-rotation.ts'
import { quatMultiply, quatRotateAt, quatRotateInverseAt } from '../math/quaternion.ts'
import { renormalize, turnAt } from '../math/rotation.ts'
import { fromWeighted, toWeighted } from '../math/weighted.ts'
import { GYROSCOPIC, HAS_MASS, jumpParts, NOT_STRUCK, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

const w = new Float64Array(3)
const spin = new Float64Array(3)
const axes = new Float64Array(4)
const time = new Float64Array(1)

export function drift(state: WorldState, batch: number, h: number): void {
  const { bodyStart } = state.batches
  time[0] = h
  if (state.batches.struck !== 0) takeJumps(state, batch, h)
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) driftBody(state, i)
  for (let i = 1; i < bodyStart[0]; i++) driftKinematic(state, i)
  followSeparations(state, batch)
}

/** Blows struck before their moment (`impact`): what is missing of the way becomes push-out velocity. */
function takeJumps(state: WorldState, batch: number, h: number): void {
  const { bodyStart } = state.batches
  const { velocity, kicked, pseudo, jump, struckAt, support, kind } = state.solverBodies.columns
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    if (struckAt[i] === NOT_STRUCK) continue
    const share = struckAt[i] / h
    const parts = jumpParts(kind[i])
    for (let c = 0; c < parts; c++) {
      const e = i * 6 + c
      // What the sweeps did on top of it, as by a wall behind, they did at that moment too.
      const swept = velocity[i * VELOCITY_STRIDE + c] - kicked[e] - support[e]
      pseudo[i * VELOCITY_STRIDE + c] += jump[e] / h - share * swept
      jump[e] = 0
    }
    struckAt[i] = NOT_STRUCK
  }
}

/** Every batch runs its own substeps, so kinematic bodies start again from the step's beginning. */
export function rewindKinematics(state: WorldState): void {
  const { moved, q, q0 } = state.solverBodies.columns
  const end = state.batches.bodyStart[0]
  moved.fill(0, 12, end * 12)
  for (let k = 4; k < end * 4; k++) q[k] = q0[k]
}

function driftBody(state: WorldState, i: number): void {
  const h = time[0]
  const { velocity, pseudo, moved, q, factor, kind, body, island } = state.solverBodies.columns
  const o = i * VELOCITY_STRIDE
  const f = i * 6
  const k = kind[i]
  if ((k & HAS_MASS) === 0) return
  moved[i * 12] += (velocity[o] + pseudo[o]) * h
  moved[i * 12 + 1] += (velocity[o + 1] + pseudo[o + 1]) * h
  moved[i * 12 + 2] += (velocity[o + 2] + pseudo[o + 2]) * h
  if (pseudo[o + 3] !== 0 || pseudo[o + 4] !== 0 || pseudo[o + 5] !== 0) {
    rotateByPushOut(state, i)
  }
  clear(pseudo, o, o + 6)
  if (velocity[o + 3] !== 0 || velocity[o + 4] !== 0 || velocity[o + 5] !== 0) {
    fromWeighted(factor, f, velocity, o + 3, w, 0)
    if ((k & GYROSCOPIC) !== 0) {
      const { principal, principalAxes, reference } = state.bodies.columns
      const row = body[i]
      const alone = state.islands.joints[island[i]] === 0
      rotateFreely(q, i * 4, w, 0, principal, row * 3, principalAxes, row * 4, reference[row], time, alone)
      toWeighted(factor, f, w, 0, velocity, o + 3)
    } else {
      turnAt(q, i * 4, w, 0, time)
    }
    renormalize(q, i * 4)
  }
  recordRotation(state, i)
}

/** Rotates a body by its push-out spin. Its angular momentum is conserved, so its spin follows the rotated inertia. */
function rotateByPushOut(state: WorldState, i: number): void {
  const { velocity, pseudo, q, factor, kind, body } = state.solverBodies.columns
  const o = i * VELOCITY_STRIDE
  const f = i * 6
  fromWeighted(factor, f, pseudo, o + 3, w, 0)
  if ((kind[i] & GYROSCOPIC) === 0) {
    turnAt(q, i * 4, w, 0, time)
    return
  }
  const { principal, principalAxes } = state.bodies.columns
  const row = body[i]
  fromWeighted(factor, f, velocity, o + 3, spin, 0)
  quatMultiply(q, i * 4, principalAxes, row * 4, axes, 0)
  quatRotateInverseAt(axes, 0, spin, 0, spin, 0)
  for (let k = 0; k < 3; k++) spin[k] *= principal[row * 3 + k]
  quatRotateAt(axes, 0, spin, 0, spin, 0)
  turnAt(q, i * 4, w, 0, time)
  quatMultiply(q, i * 4, principalAxes, row * 4, axes, 0)
  quatRotateInverseAt(axes, 0, spin, 0, spin, 0)
  for (let k = 0; k < 3; k++) spin[k] /= principal[row * 3 + k]
  quatRotateAt(axes, 0, spin, 0, spin, 0)
  toWeighted(factor, f, spin, 0, velocity, o + 3)
}

function driftKinematic(state: WorldState, i: number): void {
  const h = time[0]
  const { velocity, moved, q, body } = state.solverBodies.columns
  const row = body[i]
  const spin = state.bodies.columns.w
  const o = i * VELOCITY_STRIDE
  moved[i * 12] += velocity[o] * h
  moved[i * 12 + 1] += velocity[o + 1] * h
  moved[i * 12 + 2] += velocity[o + 2] * h
  turnAt(q, i * 4, spin, row * 3, time)
  recordRotation(state, i)
}

/** R R₀ᵀ − 1 from the quaternion q q₀*, with no cancellation for small turns; how far the body has gone and turned. */
export function recordRotation(state: WorldState, i: number): void {
  const { moved, travel, q, q0 } = state.solverBodies.columns
  const a = i * 4
  const m = i * 12 + 3
  const x = -q[a + 3] * q0[a] + q[a] * q0[a + 3] - q[a + 1] * q0[a + 2] + q[a + 2] * q0[a + 1]
  const y = -q[a + 3] * q0[a + 1] + q[a + 1] * q0[a + 3] - q[a + 2] * q0[a] + q[a] * q0[a + 2]
  const z = -q[a + 3] * q0[a + 2] + q[a + 2] * q0[a + 3] - q[a] * q0[a + 1] + q[a + 1] * q0[a]
  const s = q[a + 3] * q0[a + 3] + q[a] * q0[a] + q[a + 1] * q0[a + 1] + q[a + 2] * q0[a + 2]
  moved[m] = -2 * (y * y + z * z)
  moved[m + 1] = 2 * (x * y - s * z)
  moved[m + 2] = 2 * (x * z + s * y)
  moved[m + 3] = 2 * (x * y + s * z)
  moved[m + 4] = -2 * (x * x + z * z)
  moved[m + 5] = 2 * (y * z - s * x)
  moved[m + 6] = 2 * (x * z - s * y)
  moved[m + 7] = 2 * (y * z + s * x)
  moved[m + 8] = -2 * (x * x + y * y)
  travel[i * 2] = Math.sqrt(moved[m - 3] * moved[m - 3] + moved[m - 2] * moved[m - 2] + moved[m - 1] * moved[m - 1])
  travel[i * 2 + 1] = Math.sqrt(8 * (x * x + y * y + z * z))
}

function followSeparations(state: WorldState, batch: number): void {
  followSeparationsOf(state, state.batches.rowStart(batch), state.batches.rowEnd(batch))
}

/** Separations of the rows from … to − 1, at the present pose. */
export function followSeparationsOf(state: WorldState, from: number, to: number): void {
  const { hot, cold, bodyA, bodyB, count, flags } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  for (let r = from; r < to; r++) {
    const o = r * HOT_STRIDE
    const c = r * COLD_STRIDE
    const a = bodyA[r] * 12
    const b = bodyB[r] * 12
    const nx = hot[o + NORMAL]
    const ny = hot[o + NORMAL + 1]
    const nz = hot[o + NORMAL + 2]
    const shift = nx * (moved[b] - moved[a]) + ny * (moved[b + 1] - moved[a + 1]) + nz * (moved[b + 2] - moved[a + 2])
    // nᵀΔR for both bodies, then one product per point.
    const ax = nx * moved[a + 3] + ny * moved[a + 6] + nz * moved[a + 9]
    const ay = nx * moved[a + 4] + ny * moved[a + 7] + nz * moved[a + 10]
    const az = nx * moved[a + 5] + ny * moved[a + 8] + nz * moved[a + 11]
    const bx = nx * moved[b + 3] + ny * moved[b + 6] + nz * moved[b + 9]
    const by = nx * moved[b + 4] + ny * moved[b + 7] + nz * moved[b + 10]
    const bz = nx * moved[b + 5] + ny * moved[b + 8] + nz * moved[b + 11]
    // The part of an arm that is the radius of a round core does not turn, nor does its half of the gap; next to the immovable it has none.
    const alongA = ax * nx + ay * ny + az * nz
    const alongB = bx * nx + by * ny + bz * nz
    const still = cold[c + STAND_OFF_B] * alongB + cold[c + STAND_OFF_A] * alongA
    const halfA = (flags[r] & FOLLOWS) === 0 && hot[o + MASS_B] === 0 ? 0 : 0.5
    const halfB = (flags[r] & FOLLOWS) === 0 && hot[o + MASS_A] === 0 ? 0 : 0.5
    const wide = 1 + halfA * alongA + halfB * alongB
    const n = count[r]
    for (let i = 0; i < n; i++) {
      const p = c + ARM_A + i * 3
      const q = c + ARM_B + i * 3
      cold[c + GAP + i] =
        wide * cold[c + SEPARATION + i] +
        shift +
        still +
        (bx * cold[q] + by * cold[q + 1] + bz * cold[q + 2]) -
        (ax * cold[p] + ay * cold[p + 1] + az * cold[p + 2])
    }
  }
}
