/**
 * Angular momentum of islands that fly: bodies that touch each other and nothing immovable. Contact arms stand still for a step, and what the
 * push-out moves goes on with its velocity at another place; either way the island as a whole would turn a little slower or faster. It gets that
 * back at the end of the step as a turn of the whole, which no contact notices. (Joints see to it themselves: `joints/solver/angular-momentum.ts`.)
 */

import { roomFor } from '../../common/memory/growing.ts'
import { seeBodies, turnWhole } from '../joints/solver/composite-body.ts'
import { MOVED_STRIDE, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { BATCH_COUNT, COLOR_SLOTS, STATIC_COLOR } from '../../common/islands/batches.ts'

/** Solver rows of the bodies that fly, island by island; where each island ends among them and what it lacks; where each batch begins among these. */
let flying = new Int32Array(64)
let end = new Int32Array(64)
let missing = new Float64Array(64)
const start = new Int32Array(BATCH_COUNT + 1)

/** By dense island: 1 if it keeps no angular momentum as a whole, else 0; then where its next body goes. */
let held = new Uint8Array(64)
let place = new Int32Array(64)

/** Lists what flies in this step. */
export function findLoose(state: WorldState): void {
  const { batches, islands } = state
  const { islandCount, bodyStart } = batches
  held = roomFor(held, islandCount)
  place = roomFor(place, islandCount)
  let loose = 0
  for (let i = 0; i < islandCount; i++) {
    held[i] = islands.members[i] < 2 || islands.joints[i] > 0 ? 1 : 0
    loose += 1 - held[i]
  }
  start.fill(0)
  if (loose === 0) return
  const { island: ofRow } = state.contactRows.columns
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const to = batches.rowEnd(batch)
    for (let r = batches.colorStart[batch * COLOR_SLOTS + STATIC_COLOR]; r < to; r++) held[ofRow[r]] = 1
  }
  const { island, velocity, lockedAxes } = state.solverBodies.columns
  flying = roomFor(flying, bodyStart[BATCH_COUNT])
  end = roomFor(end, islandCount)
  missing = roomFor(missing, islandCount)
  // What cannot turn keeps what it is given.
  for (let s = bodyStart[0]; s < bodyStart[BATCH_COUNT]; s++) if (lockedAxes[s] !== 0 || velocity[s * VELOCITY_STRIDE + 4] === 0) held[island[s]] = 1
  place.fill(-1, 0, islandCount)
  let listed = 0
  let bodies = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
      const i = island[s]
      if (held[i] === 1) continue
      if (place[i] < 0) {
        place[i] = bodies
        bodies += islands.members[i]
        end[listed++] = bodies
      }
      flying[place[i]++] = s
    }
    start[batch + 1] = listed
  }
}

/** Begins the account of a batch: what is there is to stay. */
export function openSpin(state: WorldState, batch: number): void {
  missing.fill(0, start[batch], start[batch + 1])
  countSpin(state, batch, 1)
}

/** Adds `sign` times the angular momentum there is to what is missing: −1 before something that may change it, 1 after. */
export function countSpin(state: WorldState, batch: number, sign: number): void {
  const { velocity, moved, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  for (let n = start[batch]; n < start[batch + 1]; n++) {
    const from = n === 0 ? 0 : end[n - 1]
    // Told from where the island's first body was: far out nothing is lost.
    const f = body[flying[from]] * 2
    let spin = 0
    for (let k = from; k < end[n]; k++) {
      const o = flying[k] * VELOCITY_STRIDE
      const m = flying[k] * MOVED_STRIDE
      const b = body[flying[k]] * 2
      const orbit = (x[b] - x[f] + moved[m]) * velocity[o + 1] - (x[b + 1] - x[f + 1] + moved[m + 1]) * velocity[o]
      spin += velocity[o + 5] * orbit + velocity[o + 2] / velocity[o + 4]
    }
    missing[n] += sign * spin
  }
}

/** Ends the account: what is missing comes back as a turn about the centre of mass. */
export function closeSpin(state: WorldState, batch: number): void {
  countSpin(state, batch, -1)
  for (let n = start[batch]; n < start[batch + 1]; n++) {
    if (seeBodies(state, flying, n === 0 ? 0 : end[n - 1], end[n])) turnWhole(state, missing[n])
  }
}
