/**
 * Angular momentum of groups that nothing holds and nothing touches. Inertia that is added for the solve alone (`stiffen.ts`) takes part of every
 * impulse and keeps it; and what the push-out moves goes on with its velocity at another place. Either way the group as a whole would turn a little
 * slower or faster each time. It gets that back as a turn of the whole, which no joint notices.
 */

import { MOVED_STRIDE, VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'

let bodies = new Int32Array(16)
let marked = new Uint8Array(16)

export function keepSpin(state: WorldState, batch: number): void {
  const { batchStart, order, touched } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (touched[g] === 1 || !isStiffened(state, g)) continue
    const count = listBodies(state, g)
    if (count > 0) restore(state, count, 0)
  }
}

/** The same for what the push-out velocities of a group will do in a drift of length h. */
export function keepOrbit(state: WorldState, g: number, h: number): void {
  if (state.jointGroups.touched[g] === 1) return
  const count = listBodies(state, g)
  if (count > 0) restore(state, count, h)
}

function isStiffened(state: WorldState, g: number): boolean {
  const { memberStart, member } = state.jointGroups.plan
  const { bodyA, bodyB } = state.jointRows.columns
  const { stiffened } = state.solverBodies.columns
  const { row } = state.joints.columns
  for (let m = memberStart[g]; m < memberStart[g + 1]; m++) {
    const r = row[member[m]]
    if (stiffened[bodyA[r]] === 1 || stiffened[bodyB[r]] === 1) return true
  }
  return false
}

/** The group's bodies into `bodies`; 0 if something that does not move is among them. */
function listBodies(state: WorldState, g: number): number {
  const { memberStart, member } = state.jointGroups.plan
  const { bodyA, bodyB } = state.jointRows.columns
  const { row } = state.joints.columns
  const movable = state.batches.bodyStart[0]
  const most = 2 * (memberStart[g + 1] - memberStart[g])
  if (bodies.length < most) bodies = new Int32Array(most * 2)
  if (marked.length < state.solverBodies.capacity) marked = new Uint8Array(state.solverBodies.capacity)
  for (let m = memberStart[g]; m < memberStart[g + 1]; m++) {
    const r = row[member[m]]
    if (bodyA[r] < movable || bodyB[r] < movable) return 0
    marked[bodyA[r]] = 0
    marked[bodyB[r]] = 0
  }
  let count = 0
  for (let m = memberStart[g]; m < memberStart[g + 1]; m++) {
    const r = row[member[m]]
    for (let side = 0; side < 2; side++) {
      const s = side === 0 ? bodyA[r] : bodyB[r]
      if (marked[s] === 0) bodies[count++] = s
      marked[s] = 1
    }
  }
  return count
}

/**
 * Angular momentum given back as a turn about the common centre: with h what the push-out will take in the drift, without what the impulses since
 * the kick took.
 */
function restore(state: WorldState, count: number, h: number): void {
  const { velocity, kicked, pseudo, moved, body, kind, lockedAxes } = state.solverBodies.columns
  const { x, mass, inertia } = state.bodies.columns
  let total = 0
  let centerX = 0
  let centerY = 0
  for (let i = 0; i < count; i++) {
    const s = bodies[i]
    if (lockedAxes[s] !== 0 || kind[s] === 0) return
    const m = mass[body[s]]
    total += m
    centerX += m * (x[body[s] * 2] + moved[s * MOVED_STRIDE])
    centerY += m * (x[body[s] * 2 + 1] + moved[s * MOVED_STRIDE + 1])
  }
  centerX /= total
  centerY /= total
  let lost = 0
  let whole = 0
  for (let i = 0; i < count; i++) {
    const s = bodies[i]
    const o = s * VELOCITY_STRIDE
    const m = mass[body[s]]
    const dx = x[body[s] * 2] + moved[s * MOVED_STRIDE] - centerX
    const dy = x[body[s] * 2 + 1] + moved[s * MOVED_STRIDE + 1] - centerY
    if (h > 0) lost += m * h * (velocity[o] * pseudo[o + 1] - velocity[o + 1] * pseudo[o])
    else {
      lost += m * (dx * (kicked[s * 3 + 1] - velocity[o + 1]) - dy * (kicked[s * 3] - velocity[o]))
      lost += inertia[body[s]] * (kicked[s * 3 + 2] - velocity[o + 2])
    }
    whole += m * (dx * dx + dy * dy) + inertia[body[s]]
  }
  if (!(whole > 0)) return
  const turn = lost / whole
  for (let i = 0; i < count; i++) {
    const s = bodies[i]
    const o = s * VELOCITY_STRIDE
    velocity[o] -= turn * (x[body[s] * 2 + 1] + moved[s * MOVED_STRIDE + 1] - centerY)
    velocity[o + 1] += turn * (x[body[s] * 2] + moved[s * MOVED_STRIDE] - centerX)
    velocity[o + 2] += turn
  }
}
