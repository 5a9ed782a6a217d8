/**
 * Stage `push-out`: removes penetration by pseudo-velocities (split impulses), which move the bodies in the next drift and never enter v.
 *
 * Reads: contact rows. Writes: pseudo, pushed of bodies and rows.
 * Why here: after the sweeps, before the drift that uses it. A Baumgarte bias inside the real velocities would sag under load, ring when
 * stiff and throw bodies apart; split off, it can do none of that. One sweep per substep is enough; rows with neither penetration nor
 * pseudo-velocity are skipped, and points that bounce off are not pushed: they come apart, and bodies put elsewhere carry their momentum there.
 */

import { clear } from '../../common/memory/clear.ts'
import { PUSH_OUT_SHARE } from '../../common/tuning.ts'
import { blockQ, blockX, solveBlock } from '../contacts/block-normals.ts'
import { buildDeferredRow } from '../contacts/contact-row-build.ts'
import { ABOUT_T1, ABOUT_T2, ALONG_N, applyWrench, readTwist, twistOut, WIDE, wrenchIn } from '../contacts/contact-row-products.ts'
import { BOUNCY, COLD_STRIDE, GAP, HOT_STRIDE, K_BLOCK, POINT_X, POINT_Y, PUSH_SPEED, SLOP } from '../contacts/contact-row.ts'
import { correctJointPositions } from '../joints/solver/correct-joints.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { pushWheels } from '../vehicles/wheel-stages.ts'

/** Substeps per second. An array, because a number handed on would be allocated. */
const rate = new Float64Array(1)

export function pushOut(state: WorldState, batch: number, h: number): void {
  pushWheels(state, batch, h)
  const pushed = pushContacts(state, batch, h)
  // Joints after contacts: a part that is pushed out of the ground takes the rest along.
  correctJointPositions(state, batch, h, Math.max(2, state.batches.sweepCount(batch, false) >> 1), pushed)
  if (state.batches.locked[batch] > 0) holdLocked(state, batch)
  recordPush(state, batch, h)
}

/** One sweep over the contacts. True if any impulse acted. */
function pushContacts(state: WorldState, batch: number, h: number): boolean {
  const { cold, bodyA, bodyB, count } = state.contactRows.columns
  const { pseudo } = state.solverBodies.columns
  const to = state.batches.rowEnd(batch)
  rate[0] = 1 / h
  let any = false
  for (let r = state.batches.rowStart(batch); r < to; r++) {
    const c = r * COLD_STRIDE
    let busy = isPushed(pseudo, bodyA[r]) || isPushed(pseudo, bodyB[r])
    for (let i = 0; i < count[r]; i++) if (cold[c + GAP + i] < -cold[c + SLOP]) busy = true
    if (busy && push(state, r)) any = true
  }
  return any
}

function isPushed(pseudo: Float64Array, body: number): boolean {
  const o = body * VELOCITY_STRIDE
  return pseudo[o] !== 0 || pseudo[o + 1] !== 0 || pseudo[o + 2] !== 0
}

/** Normal speed of a point, from the twist read last. */
function pointSpeed(hot: Float64Array, o: number, i: number): number {
  return twistOut[ALONG_N] + hot[o + POINT_Y + i] * twistOut[ABOUT_T1] - hot[o + POINT_X + i] * twistOut[ABOUT_T2]
}

function push(state: WorldState, r: number): boolean {
  const inverse = rate[0]
  const { hot, cold, count, active, deferred, flags, pushed } = state.contactRows.columns
  const { pseudo, velocity } = state.solverBodies.columns
  const c = r * COLD_STRIDE
  const o = r * HOT_STRIDE
  const n = count[r]
  readTwist(state, r, pseudo, WIDE)
  let busy = false
  for (let i = 0; i < n; i++) {
    const room = cold[c + GAP + i] + cold[c + SLOP]
    const wanted = room > 0 ? room * inverse : PUSH_OUT_SHARE * room * inverse
    const target = Math.max(wanted, -cold[c + PUSH_SPEED])
    if (wanted < target) state.guards.pushOutCapped++
    const u = pointSpeed(hot, o, i) + target
    blockQ[i] = u
    if (u < 0) busy = true
  }
  if (!busy) return false
  // What bounces off comes apart by itself.
  if ((flags[r] & BOUNCY) !== 0) {
    readTwist(state, r, velocity, WIDE)
    busy = false
    for (let i = 0; i < n; i++) {
      blockQ[i] += Math.max(0, pointSpeed(hot, o, i))
      if (blockQ[i] < 0) busy = true
    }
    if (!busy) return false
  }
  if (deferred[r] !== 0) {
    buildDeferredRow(state, r)
    return push(state, r)
  }
  solveBlock(cold, c + K_BLOCK, n, active[r], 0)
  clear(wrenchIn, 0, 6)
  for (let i = 0; i < n; i++) {
    wrenchIn[ALONG_N] += blockX[i]
    wrenchIn[ABOUT_T1] += blockX[i] * hot[o + POINT_Y + i]
    wrenchIn[ABOUT_T2] -= blockX[i] * hot[o + POINT_X + i]
  }
  applyWrench(state, r, pseudo, WIDE)
  pushed[r] = 1
  return true
}

/** Push-out respects locked linear axes too. */
function holdLocked(state: WorldState, batch: number): void {
  const { pseudo, lockedAxes } = state.solverBodies.columns
  const { bodyStart } = state.batches
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    const locks = lockedAxes[i] & 7
    if (locks === 0) continue
    const o = i * VELOCITY_STRIDE
    if ((locks & 1) !== 0) pseudo[o] = 0
    if ((locks & 2) !== 0) pseudo[o + 1] = 0
    if ((locks & 4) !== 0) pseudo[o + 2] = 0
  }
}

/** Displacements of the drift to come: what is still being pushed does not fall asleep. */
function recordPush(state: WorldState, batch: number, h: number): void {
  const { pseudo, pushed } = state.solverBodies.columns
  const { bodyStart } = state.batches
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    for (let c = 0; c < 3; c++) pushed[i * 3 + c] += pseudo[i * VELOCITY_STRIDE + c] * h
  }
}
