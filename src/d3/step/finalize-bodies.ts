/**
 * Stage `finalize-bodies`: brings the solver's rows back into the body table.
 *
 * Reads: solver bodies. Writes: x, q, v, w, slowTime; clears force and torque; quarantines bodies whose numbers went bad.
 * Why here: the substeps are done. A body that is not finite keeps its last pose and is switched off, so the world stays usable.
 */

import { slowSquare, stopBody } from '../../common/islands/sleep.ts'
import { disableBody, quarantine } from '../../common/store/body-store.ts'
import { CHARACTER, STALE_FORCE } from '../../common/store/column-codes.ts'
import { CAUSE_SOLVER } from '../../common/store/event-log.ts'
import { MAX_COORDINATE } from '../../common/limits.ts'
import { quatRotate } from '../math/quaternion.ts'
import { renormalize, turn } from '../math/rotation.ts'
import { fromWeighted } from '../math/weighted.ts'
import { QUARANTINED, TARGET_MOTION } from '../store/bodies.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

const offset = new Float64Array(3)
const spin = new Float64Array(3)

export function finalizeBodies(state: WorldState): void {
  const { body } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  for (let s = 1; s < state.solverBodies.count; s++) {
    if (s < movable) moveKinematic(state, body[s])
    else scatter(state, s, body[s])
  }
}

function moveKinematic(state: WorldState, row: number): void {
  const { x, q, v, w, flags, target, localCenter, force, torque } = state.bodies.columns
  const o = row * 3
  if ((flags[row] & TARGET_MOTION) !== 0) {
    // Arrive exactly, and stand there until told otherwise.
    const t = row * 7
    quatRotate(target, t + 3, localCenter[o], localCenter[o + 1], localCenter[o + 2], offset, 0)
    for (let k = 0; k < 3; k++) x[o + k] = target[t + k] + offset[k]
    for (let k = 0; k < 4; k++) q[row * 4 + k] = target[t + 3 + k]
    stopBody(state, row)
    flags[row] &= ~TARGET_MOTION
  } else {
    // Characters are moved by their own stage.
    if ((flags[row] & CHARACTER) === 0) for (let k = 0; k < 3; k++) x[o + k] += v[o + k] * state.dt
    turn(q, row * 4, w[o], w[o + 1], w[o + 2], state.dt)
    renormalize(q, row * 4)
  }
  force.fill(0, o, o + 3)
  torque.fill(0, o, o + 3)
  flags[row] &= ~STALE_FORCE
}

function scatter(state: WorldState, s: number, row: number): void {
  const bodies = state.bodies.columns
  const { velocity, moved, q, factor } = state.solverBodies.columns
  const o = row * 3
  const u = s * VELOCITY_STRIDE + 3
  const f = s * 6
  bodies.force.fill(0, o, o + 3)
  bodies.torque.fill(0, o, o + 3)
  bodies.flags[row] &= ~STALE_FORCE
  if ((bodies.flags[row] & QUARANTINED) !== 0) {
    switchOff(state, row)
    return
  }
  fromWeighted(factor, f, velocity, u, spin, 0)
  const wx = spin[0]
  const wy = spin[1]
  const wz = spin[2]
  let sum = Math.abs(wx) + Math.abs(wy) + Math.abs(wz)
  for (let k = 0; k < 3; k++) sum += Math.abs(velocity[u - 3 + k]) + Math.abs(moved[s * 12 + k])
  for (let k = 0; k < 4; k++) sum += Math.abs(q[s * 4 + k])
  if (!(sum < 4 * MAX_COORDINATE)) {
    quarantine(state, row, CAUSE_SOLVER)
    switchOff(state, row)
    return
  }
  const { v, w } = bodies
  const r = bodies.radius[row]
  for (let k = 0; k < 3; k++) {
    bodies.x[o + k] += moved[s * 12 + k]
    v[o + k] = velocity[u - 3 + k]
  }
  for (let k = 0; k < 4; k++) bodies.q[row * 4 + k] = q[s * 4 + k]
  w[o] = wx
  w[o + 1] = wy
  w[o + 2] = wz
  const spin2 = wx * wx + wy * wy + wz * wz
  const speed = v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2] + spin2 * r * r
  const slow = slowSquare(bodies, row)
  bodies.slowTime[row] = speed < slow || staysPut(state, s, spin2, r * r, slow) ? bodies.slowTime[row] + state.dt : 0
}

/**
 * Is the way of this step shorter than that of the speed whose square is `slow`? A chain pulled straight has velocities across it that lead
 * nowhere: what stays where it is, is at rest. Not what may have made a whole turn.
 */
function staysPut(state: WorldState, s: number, spin2: number, r2: number, slow: number): boolean {
  const { moved } = state.solverBodies.columns
  const { dt } = state
  if (spin2 * dt * dt > 1) return false
  const m = s * 12
  let way = moved[m] * moved[m] + moved[m + 1] * moved[m + 1] + moved[m + 2] * moved[m + 2]
  // Of a turn by θ the squares of R R₀ᵀ − 1 add up to twice the square of the chord 2 sin(θ / 2).
  for (let k = 3; k < 12; k++) way += 0.5 * moved[m + k] * moved[m + k] * r2
  return way < slow * dt * dt
}

/** Leaves a body that is in quarantine where it was. */
function switchOff(state: WorldState, row: number): void {
  stopBody(state, row)
  disableBody(state, row)
}

