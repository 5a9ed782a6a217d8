/**
 * Angular momentum of islands that fly: bodies that touch each other and nothing immovable. Contact arms stand still for a step, and what the
 * push-out moves goes on with its velocity at another place; either way the island as a whole would turn a little slower or faster. It gets that
 * back at the end of the step as a turn of the whole, which no contact notices. (Joints see to it themselves: `joints/keep-spin.ts`.)
 */

import { MOVED_STRIDE, VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'
import { BATCH_COUNT, COLOR_SLOTS, STATIC_COLOR } from './batches.ts'

/** Solver rows of the bodies that fly together, ascending, and where each batch begins. */
let flying = new Int32Array(64)
const start = new Int32Array(BATCH_COUNT + 1)

/** By dense island: 1 if it keeps no angular momentum as a whole; the first of its bodies. */
let held = new Uint8Array(64)
let first = new Int32Array(64)

/** Per dense island: angular momentum that is missing, mass, mass × place, inertia about the centre of mass. */
const MASS = 1
const CENTER = 2
const INERTIA = 4
const STRIDE = 5
let sums = new Float64Array(64 * STRIDE)

const place = new Float64Array(2)

/** Lists what flies in this step. */
export function findLoose(state: WorldState): void {
  const { batches, islands } = state
  const { islandCount, bodyStart } = batches
  start.fill(0)
  if (held.length < islandCount) {
    held = new Uint8Array(islandCount * 2)
    first = new Int32Array(islandCount * 2)
    sums = new Float64Array(islandCount * 2 * STRIDE)
  }
  for (let i = 0; i < islandCount; i++) held[i] = islands.members[i] < 2 || islands.joints[i] > 0 ? 1 : 0
  const { island: ofRow } = state.contactRows.columns
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const to = batches.rowEnd(batch)
    for (let r = batches.colorStart[batch * COLOR_SLOTS + STATIC_COLOR]; r < to; r++) held[ofRow[r]] = 1
  }
  let any = false
  for (let i = 0; i < islandCount; i++) if (held[i] === 0) any = true
  if (!any) return
  const { island, velocity, lockedAxes, body } = state.solverBodies.columns
  const from = bodyStart[0]
  const to = bodyStart[BATCH_COUNT]
  // What cannot turn keeps what it is given.
  for (let s = to - 1; s >= from; s--) {
    if (lockedAxes[s] !== 0 || velocity[s * VELOCITY_STRIDE + 4] === 0) held[island[s]] = 1
    first[island[s]] = body[s]
  }
  if (flying.length < to) flying = new Int32Array(to * 2)
  let count = 0
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) if (held[island[s]] === 0) flying[count++] = s
    start[batch + 1] = count
  }
}

/** Begins the account of a batch: what is there is to stay. */
export function openSpin(state: WorldState, batch: number): void {
  const { island } = state.solverBodies.columns
  for (let k = start[batch]; k < start[batch + 1]; k++) {
    const i = island[flying[k]] * STRIDE
    sums.fill(0, i, i + STRIDE)
  }
  countSpin(state, batch, 1)
}

/** Adds `sign` times the angular momentum there is to what is missing: −1 before something that may change it, 1 after. */
export function countSpin(state: WorldState, batch: number, sign: number): void {
  const { island, velocity, moved, body } = state.solverBodies.columns
  const { x } = state.bodies.columns
  for (let k = start[batch]; k < start[batch + 1]; k++) {
    const s = flying[k]
    const o = s * VELOCITY_STRIDE
    const m = s * MOVED_STRIDE
    // Told from where the island's first body was: far out nothing is lost.
    const b = body[s] * 2
    const f = first[island[s]] * 2
    const orbit = (x[b] - x[f] + moved[m]) * velocity[o + 1] - (x[b + 1] - x[f + 1] + moved[m + 1]) * velocity[o]
    sums[island[s] * STRIDE] += sign * (velocity[o + 5] * orbit + velocity[o + 2] / velocity[o + 4])
  }
}

/** Ends the account: what is missing comes back as a turn about the centre of mass. */
export function closeSpin(state: WorldState, batch: number): void {
  const { island, velocity } = state.solverBodies.columns
  countSpin(state, batch, -1)
  const from = start[batch]
  const to = start[batch + 1]
  for (let k = from; k < to; k++) {
    const i = island[flying[k]] * STRIDE
    const mass = velocity[flying[k] * VELOCITY_STRIDE + 5]
    seePlace(state, flying[k])
    sums[i + MASS] += mass
    sums[i + CENTER] += mass * place[0]
    sums[i + CENTER + 1] += mass * place[1]
  }
  for (let k = from; k < to; k++) {
    const o = flying[k] * VELOCITY_STRIDE
    seeArm(state, flying[k])
    sums[island[flying[k]] * STRIDE + INERTIA] += velocity[o + 5] * (place[0] * place[0] + place[1] * place[1]) + 1 / velocity[o + 4]
  }
  for (let k = from; k < to; k++) {
    const o = flying[k] * VELOCITY_STRIDE
    const i = island[flying[k]] * STRIDE
    const turn = sums[i] / sums[i + INERTIA]
    seeArm(state, flying[k])
    velocity[o] -= turn * place[1]
    velocity[o + 1] += turn * place[0]
    velocity[o + 2] += turn
  }
}

/** Place of a body's centre, from where the first of its island was. */
function seePlace(state: WorldState, s: number): void {
  const { moved, body, island } = state.solverBodies.columns
  const { x } = state.bodies.columns
  for (let c = 0; c < 2; c++) place[c] = x[body[s] * 2 + c] - x[first[island[s]] * 2 + c] + moved[s * MOVED_STRIDE + c]
}

/** The same from the island's centre of mass. */
function seeArm(state: WorldState, s: number): void {
  const i = state.solverBodies.columns.island[s] * STRIDE
  seePlace(state, s)
  for (let c = 0; c < 2; c++) place[c] -= sums[i + CENTER + c] / sums[i + MASS]
}
