/**
 * Angular-momentum correction of free islands: bodies that touch each other and nothing immovable. Contact arms are frozen for a step, and
 * bodies that the push-out moves carry their momentum to another place; either way the island's angular momentum would change a little. It
 * is restored at the end of the step as a rigid spin of the composite body, which no contact notices. (Groups of joints do the same:
 * `joints/solver/angular-momentum.ts`.)
 */

import { BATCH_COUNT, COLOR_SLOTS, STATIC_COLOR } from '../../common/islands/batches.ts'
import { roomFor } from '../../common/memory/growing.ts'
import { addRigidSpin, measureCompositeOf } from '../joints/solver/composite-body.ts'
import { MOVED_STRIDE, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

/**
 * Solver rows of the bodies of free islands, island by island; where each island ends among them and the angular momentum it lacks; where
 * each batch begins among these.
 */
let freeBodies = new Int32Array(64)
let end = new Int32Array(64)
let lostMomentum = new Float64Array(64)
const start = new Int32Array(BATCH_COUNT + 1)

/** By dense island: 1 if its angular momentum is not conserved, else 0; then where its next body goes. */
let anchored = new Uint8Array(64)
let place = new Int32Array(64)

/** Lists the free islands of this step. */
export function findFreeIslands(state: WorldState): void {
  const { batches, islands } = state
  const { islandCount, bodyStart } = batches
  anchored = roomFor(anchored, islandCount)
  place = roomFor(place, islandCount)
  let freeCount = 0
  for (let i = 0; i < islandCount; i++) {
    anchored[i] = islands.members[i] < 2 || islands.joints[i] > 0 ? 1 : 0
    freeCount += 1 - anchored[i]
  }
  start.fill(0)
  if (freeCount === 0) return
  const { island: ofRow } = state.contactRows.columns
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const to = batches.rowEnd(batch)
    for (let r = batches.colorStart[batch * COLOR_SLOTS + STATIC_COLOR]; r < to; r++) anchored[ofRow[r]] = 1
  }
  const { island, velocity, lockedAxes } = state.solverBodies.columns
  freeBodies = roomFor(freeBodies, bodyStart[BATCH_COUNT])
  end = roomFor(end, islandCount)
  lostMomentum = roomFor(lostMomentum, islandCount)
  // Bodies without inverse inertia anchor their island: they keep any torque they get.
  for (let s = bodyStart[0]; s < bodyStart[BATCH_COUNT]; s++) {
    if (lockedAxes[s] !== 0 || velocity[s * VELOCITY_STRIDE + 4] === 0) anchored[island[s]] = 1
  }
  place.fill(-1, 0, islandCount)
  let listed = 0
  let bodies = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
      const i = island[s]
      if (anchored[i] === 1) continue
      if (place[i] < 0) {
        place[i] = bodies
        bodies += islands.members[i]
        end[listed++] = bodies
      }
      freeBodies[place[i]++] = s
    }
    start[batch + 1] = listed
  }
}

/** Begins the account of a batch: the present angular momentum is to stay. */
export function recordAngularMomentum(state: WorldState, batch: number): void {
  lostMomentum.fill(0, start[batch], start[batch + 1])
  accumulateAngularMomentum(state, batch, 1)
}

/** Adds `sign` times the present angular momentum to the deficit: −1 before a stage that may change it, 1 after. */
export function accumulateAngularMomentum(state: WorldState, batch: number, sign: number): void {
  const { velocity, moved, jump, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  for (let n = start[batch]; n < start[batch + 1]; n++) {
    const from = n === 0 ? 0 : end[n - 1]
    // Measured from where the island's first body was: no digits are lost far from the origin.
    const f = body[freeBodies[from]] * 2
    let spin = 0
    for (let k = from; k < end[n]; k++) {
      const o = freeBodies[k] * VELOCITY_STRIDE
      const m = freeBodies[k] * MOVED_STRIDE
      const b = body[freeBodies[k]] * 2
      const e = freeBodies[k] * 3
      const px = x[b] - x[f] + moved[m] + jump[e]
      const py = x[b + 1] - x[f + 1] + moved[m + 1] + jump[e + 1]
      const orbit = px * velocity[o + 1] - py * velocity[o]
      spin += velocity[o + 5] * orbit + velocity[o + 2] / velocity[o + 4]
    }
    lostMomentum[n] += sign * spin
  }
}

/** Ends the account: the deficit is restored as a rigid spin about the centre of mass. */
export function restoreAngularMomentum(state: WorldState, batch: number): void {
  accumulateAngularMomentum(state, batch, -1)
  for (let n = start[batch]; n < start[batch + 1]; n++) {
    if (!measureCompositeOf(state, freeBodies, n === 0 ? 0 : end[n - 1], end[n])) continue
    addRigidSpin(state, lostMomentum[n])
    state.guards.momentumRestored++
  }
}
