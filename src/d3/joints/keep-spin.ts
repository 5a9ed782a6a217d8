/**
 * Angular momentum of groups that nothing holds and nothing touches. Inertia that is added for the solve alone (`stiffen.ts`) takes part of every
 * impulse and keeps it; and what the push-out moves goes on with its velocity at another place. Either way the group as a whole would turn a little
 * slower or faster each time. It gets that back as a turn of the whole, which no joint notices.
 */

import { quatMultiply, quatRotate, quatRotateInverse } from '../math/quaternion.ts'
import { symmetricInverse } from '../math/symmetric3.ts'
import { fromWeighted, toWeighted } from '../math/weighted.ts'
import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'

let bodies = new Int32Array(16)
const center = new Float64Array(3)
const lost = new Float64Array(3)
const turn = new Float64Array(3)
const spin = new Float64Array(3)
const axes = new Float64Array(4)
/** xx yy zz xy xz yz. */
const inertia = new Float64Array(6)
const inverse = new Float64Array(6)

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
  let count = 0
  for (let m = memberStart[g]; m < memberStart[g + 1]; m++) {
    const r = row[member[m]]
    if (bodyA[r] < movable || bodyB[r] < movable) return 0
    for (let side = 0; side < 2; side++) {
      const s = side === 0 ? bodyA[r] : bodyB[r]
      let known = false
      for (let i = 0; i < count; i++) if (bodies[i] === s) known = true
      if (!known) bodies[count++] = s
    }
  }
  return count
}

/** With h: what the push-out will take in the drift; without: what the impulses since the kick took. */
function restore(state: WorldState, count: number, h: number): void {
  const { velocity, moved, body, kind: kinds, lockedAxes } = state.solverBodies.columns
  const { x, mass } = state.bodies.columns
  let total = 0
  center.fill(0)
  for (let i = 0; i < count; i++) {
    const s = bodies[i]
    if (lockedAxes[s] !== 0 || kinds[s] === 0) return
    const m = mass[body[s]]
    total += m
    for (let c = 0; c < 3; c++) center[c] += m * (x[body[s] * 3 + c] + moved[s * 12 + c])
  }
  for (let c = 0; c < 3; c++) center[c] /= total
  lost.fill(0)
  inertia.fill(0)
  for (let i = 0; i < count; i++) addBody(state, bodies[i], h)
  if (!symmetricInverse(inertia, 0, inverse, 0)) return
  turn[0] = inverse[0] * lost[0] + inverse[3] * lost[1] + inverse[4] * lost[2]
  turn[1] = inverse[3] * lost[0] + inverse[1] * lost[1] + inverse[5] * lost[2]
  turn[2] = inverse[4] * lost[0] + inverse[5] * lost[1] + inverse[2] * lost[2]
  const { factor } = state.solverBodies.columns
  for (let i = 0; i < count; i++) {
    const s = bodies[i]
    const o = s * VELOCITY_STRIDE
    const dx = x[body[s] * 3] + moved[s * 12] - center[0]
    const dy = x[body[s] * 3 + 1] + moved[s * 12 + 1] - center[1]
    const dz = x[body[s] * 3 + 2] + moved[s * 12 + 2] - center[2]
    velocity[o] += turn[1] * dz - turn[2] * dy
    velocity[o + 1] += turn[2] * dx - turn[0] * dz
    velocity[o + 2] += turn[0] * dy - turn[1] * dx
    fromWeighted(factor, s * 6, velocity, o + 3, spin, 0)
    toWeighted(factor, s * 6, spin[0] + turn[0], spin[1] + turn[1], spin[2] + turn[2], velocity, o + 3)
  }
}

/** What the impulses since the kick took from a body's angular momentum about the centre, and its inertia about it. */
function addBody(state: WorldState, s: number, h: number): void {
  const { velocity, kicked, pseudo, moved, body, factor, q } = state.solverBodies.columns
  const { x, mass, principal, principalAxes } = state.bodies.columns
  const row = body[s]
  const m = mass[row]
  const o = s * VELOCITY_STRIDE
  const e = s * 6
  const dx = x[row * 3] + moved[s * 12] - center[0]
  const dy = x[row * 3 + 1] + moved[s * 12 + 1] - center[1]
  const dz = x[row * 3 + 2] + moved[s * 12 + 2] - center[2]
  // v × p h is minus what a shift by p h adds to the angular momentum.
  const ax = h > 0 ? velocity[o] : dx
  const ay = h > 0 ? velocity[o + 1] : dy
  const az = h > 0 ? velocity[o + 2] : dz
  const vx = h > 0 ? pseudo[o] * h : kicked[e] - velocity[o]
  const vy = h > 0 ? pseudo[o + 1] * h : kicked[e + 1] - velocity[o + 1]
  const vz = h > 0 ? pseudo[o + 2] * h : kicked[e + 2] - velocity[o + 2]
  lost[0] += m * (ay * vz - az * vy)
  lost[1] += m * (az * vx - ax * vz)
  lost[2] += m * (ax * vy - ay * vx)
  quatMultiply(q, s * 4, principalAxes, row * 4, axes, 0)
  for (let side = 0; side < (h > 0 ? 0 : 2); side++) {
    fromWeighted(factor, e, side === 0 ? kicked : velocity, side === 0 ? e + 3 : o + 3, spin, 0)
    quatRotateInverse(axes, 0, spin[0], spin[1], spin[2], spin, 0)
    for (let c = 0; c < 3; c++) spin[c] *= principal[row * 3 + c]
    quatRotate(axes, 0, spin[0], spin[1], spin[2], spin, 0)
    for (let c = 0; c < 3; c++) lost[c] += side === 0 ? spin[c] : -spin[c]
  }
  inertia[0] += m * (dy * dy + dz * dz)
  inertia[1] += m * (dx * dx + dz * dz)
  inertia[2] += m * (dx * dx + dy * dy)
  inertia[3] -= m * dx * dy
  inertia[4] -= m * dx * dz
  inertia[5] -= m * dy * dz
  for (let c = 0; c < 3; c++) {
    spin.fill(0)
    spin[c] = 1
    quatRotate(axes, 0, spin[0], spin[1], spin[2], spin, 0)
    const p = principal[row * 3 + c]
    inertia[0] += p * spin[0] * spin[0]
    inertia[1] += p * spin[1] * spin[1]
    inertia[2] += p * spin[2] * spin[2]
    inertia[3] += p * spin[0] * spin[1]
    inertia[4] += p * spin[0] * spin[2]
    inertia[5] += p * spin[1] * spin[2]
  }
}
