/**
 * Stage `drift`: advances poses by one substep, and the separations of contacts with them.
 *
 * Reads: velocity, pseudo, contact arms. Writes: moved, travel, contact rows' gaps and targets; clears pseudo.
 * Why here: velocities are as good as this substep's sweeps made them. Push-out velocities move the body once and are gone. Separations are
 * those of the manifold's own material points: s = s₀ + n·(Δx_B + ΔR_B r_B − Δx_A − ΔR_A r_A), where n·ΔR r is (cos − 1) n·r + sin r × n.
 * Masks on offsets: see `solve-contacts.ts`.
 */

import {
  BIAS, GAP_STRIDE, HEIGHT_A, HEIGHT_B, HOT_STRIDE, IMPULSE_STRIDE, NORMAL, POINT, SEPARATION, SLOP, TURN_A, TURN_B,
} from '../contacts/contact-row.ts'
import { HAS_MASS, MOVED_STRIDE, NOT_STRUCK, recordTurns, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import { addNormalSpeeds } from '../contacts/moving-surfaces.ts'
import type { WorldState } from '../store/world-state.ts'

export function drift(state: WorldState, batch: number, h: number): void {
  const { bodyStart } = state.batches
  const { velocity, pseudo, moved, kind } = state.solverBodies.columns
  const to = bodyStart[batch + 1]
  if (state.batches.struck !== 0) takeJumps(state, batch, h)
  for (let i = bodyStart[batch]; i < to; i++) {
    if ((kind[i] & HAS_MASS) === 0) continue
    const o = i * VELOCITY_STRIDE
    const m = i * MOVED_STRIDE
    moved[m] += (velocity[o] + pseudo[o]) * h
    moved[m + 1] += (velocity[o + 1] + pseudo[o + 1]) * h
    moved[m + 2] += (velocity[o + 2] + pseudo[o + 2]) * h
    pseudo[o] = 0
    pseudo[o + 1] = 0
    pseudo[o + 2] = 0
  }
  recordTurns(moved, bodyStart[batch], to)
  recordTravel(state, bodyStart[batch], to)
  driftKinematics(state, h)
  followSeparations(state, batch, h)
}

/** Blows struck before their moment (`impact`): what is missing of the way becomes push-out velocity. */
function takeJumps(state: WorldState, batch: number, h: number): void {
  const { bodyStart } = state.batches
  const { velocity, kicked, pseudo, jump, struckAt, support } = state.solverBodies.columns
  for (let i = bodyStart[batch]; i < bodyStart[batch + 1]; i++) {
    if (struckAt[i] === NOT_STRUCK) continue
    const share = struckAt[i] / h
    for (let c = 0; c < 3; c++) {
      const e = i * 3 + c
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
  state.solverBodies.columns.moved.fill(0, MOVED_STRIDE, state.batches.bodyStart[0] * MOVED_STRIDE)
}

function driftKinematics(state: WorldState, h: number): void {
  const { velocity, moved } = state.solverBodies.columns
  const to = state.batches.bodyStart[0]
  for (let i = 1; i < to; i++) {
    for (let c = 0; c < 3; c++) moved[i * MOVED_STRIDE + c] += velocity[i * VELOCITY_STRIDE + c] * h
  }
  recordTurns(moved, 1, to)
  recordTravel(state, 1, to)
}

/** How far bodies have gone and turned since the start of the step. */
function recordTravel(state: WorldState, from: number, to: number): void {
  const { moved, travel } = state.solverBodies.columns
  for (let i = from; i < to; i++) {
    const m = i * MOVED_STRIDE
    travel[i * 2] = Math.sqrt(moved[m] * moved[m] + moved[m + 1] * moved[m + 1])
    travel[i * 2 + 1] = Math.abs(moved[m + 2])
  }
}

/** Separations, and the velocity targets of the next substep: as in `setTargets` (`contacts/contact-row-build.ts`), written out. */
function followSeparations(state: WorldState, batch: number, h: number): void {
  const { hot, gap, impulse, bodyA, bodyB } = state.contactRows.columns
  const { moved } = state.solverBodies.columns
  const inverse = 1 / h
  const to = state.batches.rowEnd(batch)
  for (let r = state.batches.rowStart(batch); r < to; r++) {
    const o = (r * HOT_STRIDE) & 0x3fffffff
    const g = (r * GAP_STRIDE) & 0x3fffffff
    const l = (r * IMPULSE_STRIDE) & 0x3fffffff
    const a = (bodyA[r] * MOVED_STRIDE) & 0x3fffffff
    const b = (bodyB[r] * MOVED_STRIDE) & 0x3fffffff
    const sinA = moved[a + 4]
    const sinB = moved[b + 4]
    const shift =
      hot[o + NORMAL] * (moved[b] - moved[a]) +
      hot[o + NORMAL + 1] * (moved[b + 1] - moved[a + 1]) +
      moved[b + 3] * gap[g + HEIGHT_B] -
      moved[a + 3] * gap[g + HEIGHT_A] +
      sinB * hot[o + TURN_B] -
      sinA * hot[o + TURN_A]
    const turn = sinB - sinA
    const gap0 = gap[g + SEPARATION] + shift + turn * hot[o + POINT]
    const gap1 = gap[g + SEPARATION + 1] + shift + turn * hot[o + POINT + 1]
    const slop = gap[g + SLOP]
    gap[g] = gap0
    gap[g + 1] = gap1
    hot[o + BIAS] = gap0 > (impulse[l] > 0 ? slop : 0) ? gap0 * inverse : 0
    hot[o + BIAS + 1] = gap1 > (impulse[l + 1] > 0 ? slop : 0) ? gap1 * inverse : 0
  }
  if (state.hooks.onContact !== null) addNormalSpeeds(state, state.batches.rowStart(batch), to)
}
