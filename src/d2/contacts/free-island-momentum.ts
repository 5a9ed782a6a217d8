/**
 * Angular-momentum correction of free islands: bodies that touch each other and nothing immovable. Contact arms are frozen for a step, and
 * bodies that the push-out moves carry their momentum to another place; either way the island's angular momentum would change a little. It
 * is restored at the end of the step as a rigid spin of the composite body, which no contact notices. (Groups of joints do the same:
 * `joints/solver/angular-momentum.ts`.)
 */

import { BATCH_COUNT, COLOR_SLOTS, STATIC_COLOR } from '../../common/islands/batches.ts'
import { roomFor } from '../../common/memory/growing.ts'
import { BALANCE_ROUNDING } from '../../common/tuning.ts'
import { ROW } from '../joints/joint-kind.ts'
import { addRigidSpin, measureCompositeOf } from '../joints/solver/composite-body.ts'
import { HOT_STRIDE as JOINT_STRIDE, SCALAR_STRIDE } from '../joints/solver/joint-rows.ts'
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
  const { inTouch } = state.jointGroups
  const { islandCount, bodyStart } = batches
  anchored = roomFor(anchored, islandCount)
  place = roomFor(place, islandCount)
  let freeCount = 0
  for (let i = 0; i < islandCount; i++) {
    // Joints without contacts see to it themselves.
    anchored[i] = islands.members[i] < 2 || (islands.joints[i] > 0 && inTouch[i] === 0) ? 1 : 0
    freeCount += 1 - anchored[i]
  }
  start.fill(0)
  if (freeCount === 0) return
  const { island: ofRow } = state.contactRows.columns
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const to = batches.rowEnd(batch)
    for (let r = batches.colorStart[batch * COLOR_SLOTS + STATIC_COLOR]; r < to; r++) anchored[ofRow[r]] = 1
  }
  const { island: ofJoint } = state.jointRows.columns
  for (let r = batches.jointStart[0]; r < batches.jointStart[BATCH_COUNT]; r++) if (!isInternal(state, r)) anchored[ofJoint[r]] = 1
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

/** Do all rows of a joint act as equal and opposite forces of its two bodies? Gears, pulleys and whatever holds to the ground do not. */
function isInternal(state: WorldState, r: number): boolean {
  const { bodyA, bodyB, rigid, hot, scalarStart, scalarEnd } = state.jointRows.columns
  const movable = state.batches.bodyStart[0]
  if (bodyA[r] < movable || bodyB[r] < movable) return false
  const { body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  const a = body[bodyA[r]] * 2
  const b = body[bodyB[r]] * 2
  const dx = x[b] - x[a]
  const dy = x[b + 1] - x[a + 1]
  for (let i = 0; i < rigid[r]; i++) if (!isBalanced(hot, r * JOINT_STRIDE + i * ROW, dx, dy)) return false
  const scalars = state.scalarRows.columns.hot
  for (let s = scalarStart[r]; s < scalarEnd[r]; s++) if (!isBalanced(scalars, s * SCALAR_STRIDE, dx, dy)) return false
  return true
}

/** Does a Jacobian vanish for rigid motions of both bodies, B at (dx, dy) from A? */
function isBalanced(J: Float64Array, o: number, dx: number, dy: number): boolean {
  const turn = dx * J[o + 4] - dy * J[o + 3]
  const scale = Math.abs(J[o]) + Math.abs(J[o + 1]) + Math.abs(J[o + 3]) + Math.abs(J[o + 4])
  const turnScale = Math.abs(J[o + 2]) + Math.abs(J[o + 5]) + Math.abs(turn)
  return (
    Math.abs(J[o] + J[o + 3]) + Math.abs(J[o + 1] + J[o + 4]) <= BALANCE_ROUNDING * scale &&
    Math.abs(J[o + 2] + J[o + 5] + turn) <= BALANCE_ROUNDING * turnScale
  )
}

/** Begins the account of a batch: the present angular momentum is to stay. */
export function recordAngularMomentum(state: WorldState, batch: number): void {
  lostMomentum.fill(0, start[batch], start[batch + 1])
  accumulateAngularMomentum(state, batch, 1)
}

/** Adds `sign` times the present angular momentum to the deficit: −1 before a stage that may change it, 1 after. */
export function accumulateAngularMomentum(state: WorldState, batch: number, sign: number): void {
  const { velocity, moved, jump, body } = state.solverBodies.columns
  const { x, inertia } = state.bodies.columns
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
      spin += velocity[o + 5] * orbit + velocity[o + 2] * inertia[body[freeBodies[k]]]
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
