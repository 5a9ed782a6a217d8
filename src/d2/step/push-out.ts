/**
 * Stage `push-out`: removes penetration by pseudo-velocities (split impulses), which move the bodies in the next drift and never enter v.
 *
 * Reads: contact rows. Writes: pseudo, pushed of bodies and rows.
 * Why here: after the sweeps, before the drift that uses it. A Baumgarte bias inside the real velocities would sag under load, ring when
 * stiff and throw bodies apart; split off, it can do none of that. One sweep per substep is enough; rows with neither penetration nor
 * pseudo-velocity are skipped, and points that bounce off are not pushed: they come apart, and bodies put elsewhere carry their momentum there.
 * Masks on offsets: see `solve-contacts.ts`.
 */

import { PUSH_OUT_SHARE } from '../../common/tuning.ts'
import {
  BOUNCY, COLD_STRIDE, GAP_STRIDE, HOT_STRIDE, K_BLOCK, K_INVERSE, NORMAL, POINT, PUSH_SPEED, SLOP, TURN_A, TURN_B,
} from '../contacts/contact-row.ts'
import { correctJointPositions } from '../joints/solver/correct-joints.ts'
import { LOCK_X, LOCK_Y } from '../store/bodies.ts'
import { LINEAR_LOCKS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

export function pushOut(state: WorldState, batch: number, h: number): void {
  const pushed = pushContacts(state, batch, h)
  // Joints after contacts: a part that is pushed out of the ground takes the rest along.
  correctJointPositions(state, batch, h, Math.max(2, state.batches.sweepCount(batch, false) >> 1), pushed)
  if (state.batches.locked[batch] > 0) holdLocked(state, batch)
  recordPush(state, batch, h)
}

/** One sweep over the contacts. True if any impulse acted. */
function pushContacts(state: WorldState, batch: number, h: number): boolean {
  const { gap, hot, cold, bodyA, bodyB, flags, pushed } = state.contactRows.columns
  const { pseudo, velocity } = state.solverBodies.columns
  const to = state.batches.rowEnd(batch)
  const inverse = 1 / h
  const share = PUSH_OUT_SHARE * inverse
  let any = false
  for (let r = state.batches.rowStart(batch); r < to; r++) {
    const a = (bodyA[r] * VELOCITY_STRIDE) & 0x3fffffff
    const b = (bodyB[r] * VELOCITY_STRIDE) & 0x3fffffff
    const g = (r * GAP_STRIDE) & 0x3fffffff
    const slop = gap[g + SLOP]
    const room0 = gap[g] + slop
    const room1 = gap[g + 1] + slop
    if (room0 >= 0 && room1 >= 0 && pseudo[a] === 0 && pseudo[a + 1] === 0 && pseudo[b] === 0 && pseudo[b + 1] === 0) continue
    const o = (r * HOT_STRIDE) & 0x3fffffff
    const nx = hot[o + NORMAL]
    const ny = hot[o + NORMAL + 1]
    const turnA = hot[o + TURN_A]
    const turnB = hot[o + TURN_B]
    const x0 = hot[o + POINT]
    const x1 = hot[o + POINT + 1]
    const fastest = -gap[g + PUSH_SPEED]
    const vn = nx * (pseudo[b] - pseudo[a]) + ny * (pseudo[b + 1] - pseudo[a + 1]) + turnB * pseudo[b + 2] - turnA * pseudo[a + 2]
    const spin = pseudo[b + 2] - pseudo[a + 2]
    let part0 = 0
    let part1 = 0
    if ((flags[r] & BOUNCY) !== 0) {
      // Bodies that rebound part by themselves: pushed along the normal they would carry their momentum to another place.
      const turning = velocity[b + 2] - velocity[a + 2]
      const parting = nx * (velocity[b] - velocity[a]) + ny * (velocity[b + 1] - velocity[a + 1]) + turnB * velocity[b + 2] - turnA * velocity[a + 2]
      part0 = Math.max(0, parting + x0 * turning)
      part1 = Math.max(0, parting + x1 * turning)
    }
    const u0 = vn + x0 * spin + part0 + (room0 > 0 ? room0 * inverse : Math.max(room0 * share, fastest))
    const u1 = vn + x1 * spin + part1 + (room1 > 0 ? room1 * inverse : Math.max(room1 * share, fastest))
    if (room0 * share < fastest || room1 * share < fastest) state.guards.pushOutCapped++
    if (u0 >= 0 && u1 >= 0) continue
    any = true
    pushed[r] = 1
    let s0 = -hot[o + K_INVERSE] * u0 - hot[o + K_INVERSE + 1] * u1
    let s1 = -hot[o + K_INVERSE + 1] * u0 - hot[o + K_INVERSE + 2] * u1
    if (s0 < 0 || s1 < 0) {
      const k = r * COLD_STRIDE + K_BLOCK
      s0 = u0 < 0 ? -u0 / cold[k] : 0
      s1 = u1 < 0 ? -u1 / cold[k + 2] : 0
      if (u1 + cold[k + 1] * s0 >= u0 + cold[k + 1] * s1) s1 = 0
      else s0 = 0
    }
    const normalImpulse = s0 + s1
    const torque = x0 * s0 + x1 * s1
    const mA = velocity[a + 3] * normalImpulse
    const mB = velocity[b + 3] * normalImpulse
    pseudo[a] -= nx * mA
    pseudo[a + 1] -= ny * mA
    pseudo[a + 2] -= (turnA * normalImpulse + torque) * velocity[a + 4]
    pseudo[b] += nx * mB
    pseudo[b + 1] += ny * mB
    pseudo[b + 2] += (turnB * normalImpulse + torque) * velocity[b + 4]
  }
  return any
}

/** Push-out respects locked linear axes too. */
function holdLocked(state: WorldState, batch: number): void {
  const { pseudo, kind, lockedAxes } = state.solverBodies.columns
  const { bodyStart } = state.batches
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    if ((kind[i] & LINEAR_LOCKS) === 0) continue
    const o = i * VELOCITY_STRIDE
    if ((lockedAxes[i] & LOCK_X) !== 0) pseudo[o] = 0
    if ((lockedAxes[i] & LOCK_Y) !== 0) pseudo[o + 1] = 0
  }
}

/** Displacements of the drift to come: what is still being pushed does not fall asleep. */
function recordPush(state: WorldState, batch: number, h: number): void {
  const { pseudo, pushed } = state.solverBodies.columns
  const { bodyStart } = state.batches
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    for (let c = 0; c < 2; c++) pushed[i * 2 + c] += pseudo[i * VELOCITY_STRIDE + c] * h
  }
}
