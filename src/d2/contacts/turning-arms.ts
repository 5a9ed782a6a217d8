/**
 * Contact rows at the middle of the substep. Their arms are those of the step's start, or of the last time they were made; on a body that turns,
 * what sticks to it would be sent along the tangent, and away from its axis with every step. So rows that press aim at the velocities that the
 * surfaces have half a substep ahead: the slip changes by w × Δr, Δr being what both arms have changed by since the row was made, the sum of
 * their rates ȧ = u − v.
 *
 * The place of contact moves with the velocity u of the surfaces there, mostly with that of the lighter body. That of a round surface moves with
 * its centre of curvature, not with its material points: a disc that rolls is touched at its lowest point all along.
 */

import { POSE_TOLERANCE } from '../../common/tuning.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  BIAS, BIAS_TANGENT, COLD_STRIDE, CURVED, GAP_STRIDE, HEIGHT_A, HEIGHT_B, HOT_STRIDE, IMPULSE_STRIDE, NORMAL, SWING, SWING_SEEN, TURN_A, TURN_B,
  TURNED_A, TURNED_B, TURNS,
} from './contact-row.ts'

/**
 * Before a substep's kick, while velocities fit the contacts: arms half of the substep ahead and what they change the slip by; then arms at its
 * end. `h` is 0 before the step's last projection, which is at the pose there is.
 */
export function findSwings(state: WorldState, from: number, to: number, h: number): void {
  const { impulse, flags, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const still = (POSE_TOLERANCE / state.dt) * (POSE_TOLERANCE / state.dt)
  for (let r = from; r < to; r++) {
    const wA = velocity[bodyA[r] * VELOCITY_STRIDE + 2]
    const wB = velocity[bodyB[r] * VELOCITY_STRIDE + 2]
    if (wA * wA + wB * wB > still) flags[r] |= TURNS
    const l = r * IMPULSE_STRIDE
    // Those of ellipses are bent: `bendRows`.
    if ((flags[r] & (TURNS | CURVED)) === TURNS && impulse[l] + impulse[l + 1] > 0) findSwing(state, r, h)
  }
}

/** Before the sweeps: targets change by the swing. */
export function leadRows(state: WorldState, from: number, to: number): void {
  const { hot, cold, flags } = state.contactRows.columns
  for (let r = from; r < to; r++) {
    if ((flags[r] & TURNS) === 0) continue
    const o = r * HOT_STRIDE
    const d = r * COLD_STRIDE
    hot[o + BIAS] += cold[d + SWING]
    hot[o + BIAS + 1] += cold[d + SWING]
    hot[o + BIAS_TANGENT] += cold[d + SWING + 1] - cold[d + SWING_SEEN]
    cold[d + SWING_SEEN] = cold[d + SWING + 1]
  }
}

function findSwing(state: WorldState, r: number, h: number): void {
  const { hot, cold, gap, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const o = r * HOT_STRIDE
  const g = r * GAP_STRIDE
  const d = r * COLD_STRIDE
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  const wA = velocity[a + 2]
  const wB = velocity[b + 2]
  const mA = velocity[a + 3]
  const mB = velocity[b + 3]
  const share = mB > 0 ? mB / (mA + mB) : 0
  const between = hot[o + NORMAL + 1] * (velocity[b] - velocity[a]) - hot[o + NORMAL] * (velocity[b + 1] - velocity[a + 1])
  // A core point at (height, turn), along normal and tangent, moves by w (turn, −height) against its centre. Along the normal those of both
  // bodies move together.
  const alongA = -wA * (gap[g + HEIGHT_A] + cold[d + TURNED_A])
  const alongB = -wB * (gap[g + HEIGHT_B] + cold[d + TURNED_B])
  const place = share * (between + alongB) + (1 - share) * alongA
  // As the implicit midpoint rule finds the middle: by velocities alone fast spins would be led on too far.
  const half = (0.5 * h) / (1 + 0.25 * h * h * (wA * wA + wB * wB))
  const riseA = half * wA * (hot[o + TURN_A] + cold[d + TURNED_A + 1])
  const riseB = half * wB * (hot[o + TURN_B] + cold[d + TURNED_B + 1])
  const wayA = half * place
  const wayB = half * (place - between)
  // w × Δr of B less that of A: w (t, −n).
  cold[d + SWING] = wB * (cold[d + TURNED_B + 1] + wayB) - wA * (cold[d + TURNED_A + 1] + wayA)
  cold[d + SWING + 1] = wA * (cold[d + TURNED_A] + riseA) - wB * (cold[d + TURNED_B] + riseB)
  cold[d + TURNED_A] += 2 * riseA
  cold[d + TURNED_A + 1] += 2 * wayA
  cold[d + TURNED_B] += 2 * riseB
  cold[d + TURNED_B + 1] += 2 * wayB
}
