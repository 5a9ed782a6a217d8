/**
 * Stage `finalize-bodies`: brings the solver's rows back into the body table.
 *
 * Reads: solver bodies. Writes: x, angle, v, w, slowTime; clears force and torque; quarantines bodies whose numbers went bad.
 * Why here: the substeps are done. A body that is not finite keeps its last pose and is switched off, so the world stays usable.
 */

import { slowSquare, stopBody } from '../../common/islands/sleep.ts'
import { disableBody, quarantine } from '../../common/store/body-store.ts'
import { CHARACTER, STALE_FORCE } from '../../common/store/column-codes.ts'
import { CAUSE_SOLVER } from '../../common/store/event-log.ts'
import { MAX_COORDINATE } from '../../common/limits.ts'
import { rotate, setRotation } from '../math/rotation.ts'
import { QUARANTINED, TARGET_MOTION } from '../store/bodies.ts'
import { MOVED_STRIDE, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'

const offset = new Float64Array(2)

export function finalizeBodies(state: WorldState): void {
  const { body } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  for (let s = 1; s < state.solverBodies.count; s++) {
    if (s < movable) moveKinematic(state, body[s])
    else scatter(state, s, body[s])
  }
}

function moveKinematic(state: WorldState, row: number): void {
  const { x, angle, v, w, flags, target, localCenter } = state.bodies.columns
  const o = row * 2
  if ((flags[row] & TARGET_MOTION) !== 0) {
    // Arrive exactly, and stand there until told otherwise.
    angle[row] = target[row * 3 + 2]
    setRotation(angle[row], offset, 0)
    rotate(offset, 0, localCenter[o], localCenter[o + 1], offset, 0)
    for (let k = 0; k < 2; k++) x[o + k] = target[row * 3 + k] + offset[k]
    stopBody(state, row)
    flags[row] &= ~TARGET_MOTION
  } else {
    // Characters are moved by their own stage.
    if ((flags[row] & CHARACTER) === 0) for (let k = 0; k < 2; k++) x[o + k] += v[o + k] * state.dt
    angle[row] += w[row] * state.dt
  }
  clearForces(state, row)
}

function scatter(state: WorldState, s: number, row: number): void {
  const { x, angle, v, w, flags, slowTime, radius } = state.bodies.columns
  const { velocity, moved } = state.solverBodies.columns
  const o = row * 2
  clearForces(state, row)
  if ((flags[row] & QUARANTINED) !== 0) {
    switchOff(state, row)
    return
  }
  const u = s * VELOCITY_STRIDE
  const m = s * MOVED_STRIDE
  let sum = 0
  for (let k = 0; k < 3; k++) sum += Math.abs(velocity[u + k]) + Math.abs(moved[m + k])
  if (!(sum < 4 * MAX_COORDINATE)) {
    quarantine(state, row, CAUSE_SOLVER)
    switchOff(state, row)
    return
  }
  x[o] += moved[m]
  x[o + 1] += moved[m + 1]
  angle[row] += moved[m + 2]
  v[o] = velocity[u]
  v[o + 1] = velocity[u + 1]
  w[row] = velocity[u + 2]
  const rim = w[row] * radius[row]
  const speed = v[o] * v[o] + v[o + 1] * v[o + 1] + rim * rim
  // A chain pulled straight has velocities across it that lead nowhere: what stays where it is, is at rest.
  const turn = moved[m + 2] * radius[row]
  const way = moved[m] * moved[m] + moved[m + 1] * moved[m + 1] + turn * turn
  const slow = slowSquare(state.bodies.columns, row)
  slowTime[row] = speed < slow || way < slow * state.dt * state.dt ? slowTime[row] + state.dt : 0
}

/** Leaves a body that is in quarantine where it was. */
function switchOff(state: WorldState, row: number): void {
  stopBody(state, row)
  disableBody(state, row)
}

function clearForces(state: WorldState, row: number): void {
  const { force, torque, flags } = state.bodies.columns
  flags[row] &= ~STALE_FORCE
  force[row * 2] = 0
  force[row * 2 + 1] = 0
  torque[row] = 0
}
