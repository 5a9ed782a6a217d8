/**
 * Stage `push-out`: removes overlap through separate velocities that move the bodies in the next drift and never enter v.
 *
 * Reads: contact rows. Writes: pseudo.
 * Why here: after the sweeps, before the drift that uses it. A bias inside the real velocities would sag under load, ring when stiff and
 * throw bodies apart; split off, it can do none of that. One sweep per substep is enough; rows that neither overlap nor are pushed are
 * skipped.
 */

import { PUSH_OUT_SHARE } from '../../common/constants.ts'
import { blockQ, blockX, solveBlock } from '../contacts/block-normals.ts'
import { COLD_STRIDE, GAP, HOT_STRIDE, J_NORMAL, K_BLOCK, MASS_A, MASS_B, NORMAL, PUSH_SPEED, SLOP } from '../contacts/contact-rows.ts'
import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'

export function pushOut(state: WorldState, batch: number, h: number): void {
  const { hot, cold, bodyA, bodyB, count, active } = state.contactRows.columns
  const { pseudo } = state.solverBodies.columns
  const to = state.batches.rowEnd(batch)
  const inverse = 1 / h
  for (let r = state.batches.rowStart(batch); r < to; r++) {
    const c = r * COLD_STRIDE
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const n = count[r]
    const slop = cold[c + SLOP]
    let busy = false
    for (let i = 0; i < n; i++) if (cold[c + GAP + i] < -slop) busy = true
    if (!busy && pseudo[a] === 0 && pseudo[a + 1] === 0 && pseudo[a + 2] === 0 && pseudo[b] === 0 && pseudo[b + 1] === 0 && pseudo[b + 2] === 0) {
      continue
    }
    const o = r * HOT_STRIDE
    const nx = hot[o + NORMAL]
    const ny = hot[o + NORMAL + 1]
    const nz = hot[o + NORMAL + 2]
    const vn = nx * (pseudo[b] - pseudo[a]) + ny * (pseudo[b + 1] - pseudo[a + 1]) + nz * (pseudo[b + 2] - pseudo[a + 2])
    busy = false
    for (let i = 0; i < n; i++) {
      const j = o + J_NORMAL + i * 6
      const room = cold[c + GAP + i] + slop
      let u = vn + (room > 0 ? room * inverse : Math.max(PUSH_OUT_SHARE * room * inverse, -cold[c + PUSH_SPEED]))
      for (let k = 0; k < 3; k++) u += hot[j + 3 + k] * pseudo[b + 3 + k] - hot[j + k] * pseudo[a + 3 + k]
      blockQ[i] = u
      if (u < 0) busy = true
    }
    if (!busy) continue
    solveBlock(cold, c + K_BLOCK, n, active[r], 0)
    let total = 0
    for (let i = 0; i < n; i++) {
      const x = blockX[i]
      if (x === 0) continue
      total += x
      const j = o + J_NORMAL + i * 6
      for (let k = 0; k < 3; k++) {
        pseudo[a + 3 + k] -= hot[j + k] * x
        pseudo[b + 3 + k] += hot[j + 3 + k] * x
      }
    }
    const pA = total * hot[o + MASS_A]
    const pB = total * hot[o + MASS_B]
    pseudo[a] -= nx * pA
    pseudo[a + 1] -= ny * pA
    pseudo[a + 2] -= nz * pA
    pseudo[b] += nx * pB
    pseudo[b + 1] += ny * pB
    pseudo[b + 2] += nz * pB
  }
  holdLocked(state, batch)
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
