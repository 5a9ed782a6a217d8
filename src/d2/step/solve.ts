/**
 * Stage `solve`: sweeps of rigid velocity rows over a batch in the order of `color-constraints`, the immovable last.
 *
 * Reads: contact rows. Writes: velocity, impulse.
 * Why here: after kick and warm start, before the drift. The same function ends the step (`LAST_HALF`), where it projects the velocities at
 * the final pose.
 *
 * Contacts are swept by level, back and forth, and a backward visit is the mirror image of a forward one inside the row too (friction
 * first). A sweep that is not its own mirror image has complex eigenvalues; with stored impulses its slow modes grow, and tall piles sway
 * themselves apart. Islands that still change get more sweeps (`common/islands/refine-islands.ts`).
 *
 * Islands of many joints get nonlinear conjugate gradients over the sweeps: after a sweep impulses and velocities are extrapolated along
 * the search direction, β = energy of this sweep's change / that of the one before, per island, restart above 1; the last sweep is always
 * plain.
 */

import { COLD, COLOR_SLOTS, LINKED, RESTING } from '../../common/islands/batches.ts'
import { goesBothWays } from '../../common/islands/level-order.ts'
import { limitIn, type Refinement, refineIslands } from '../../common/islands/refine-islands.ts'
import { TRACE } from '../../common/math/rounding.ts'
import { ENERGY_TOLERANCE, ENERGY_TOLERANCE_WITH_CONTACTS, SWEEP_TOLERANCE } from '../../common/tuning.ts'
import { BIAS, BOUNCY, GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, NEVER, POINT, PUSH_SPEED } from '../contacts/contact-row.ts'
import { ALONG_N, readTwist, SPIN, twistOut, WIDE } from '../contacts/contact-row-products.ts'
import { bendRows } from '../contacts/following-rows.ts'
import { restSpeed } from '../contacts/speculation.ts'
import { solveRolling } from '../contacts/rolling.ts'
import {
  extrapolateBodies, extrapolateRolling, extrapolateRows, measureChange, noteImpulses, noteRolling, noteVelocities,
} from '../contacts/search-direction.ts'
import { solveContacts } from '../contacts/solve-contacts.ts'
import { MAX_RIGID } from '../joints/joint-kind.ts'
import { restoreGroupMomentum } from '../joints/solver/angular-momentum.ts'
import { addWork, limitEnergy, recordEnergy } from '../joints/solver/energy-limiter.ts'
import { limitLinkSpin } from '../joints/solver/geometric-stiffness.ts'
import { setJointTargets } from '../joints/solver/joint-targets.ts'
import { projectGroups, projectGroupsAgain } from '../joints/solver/solve-groups.ts'
import { solveJoints } from '../joints/solver/solve-joints.ts'
import { NONE, solveNets } from '../joints/solver/solve-nets.ts'
import { LOCK_X, LOCK_Y } from '../store/bodies.ts'
import { LINEAR_LOCKS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { LAST_HALF } from './kick.ts'

export function solve(state: WorldState, batch: number, h: number, part: number): void {
  const { batches } = state
  const from = batches.rowStart(batch)
  const to = batches.rowEnd(batch)
  const joined = batches.jointStart[batch] < batches.jointStart[batch + 1]
  if (from === to && !joined) return
  bendRows(state, batch, h, part === LAST_HALF)
  if (part === LAST_HALF) keepGapsOpen(state, from, to)
  if (batches.bouncy[batch] > 0) leaveBlows(state, from, to, h)
  // What was stored may press against a locked axis: nothing else is to feel it.
  if (batches.locked[batch] > 0) applyLocks(state, batch)
  const { batchStart, guarded } = state.jointGroups
  const grouped = joined && guarded[batch] === 1 && batchStart[batch] < batchStart[batch + 1]
  if (grouped) recordEnergy(state, batch, part)
  // Isolated joints are solved exactly with every new target, and need no other sweeps.
  const directPasses = joined && from === to ? state.jointGroups.directPasses[batch] : 0
  const allDirect = joined && (state.jointGroups.allDirect[batch] === 1 || state.jointNets.allDirect[batch] === 1)
  let sweeps = directPasses > 0 ? Math.max(2, directPasses) : batches.sweepCount(batch, allDirect)
  if (state.jointNets.allNets[batch] === 1 && from === to) sweeps = 1
  // Plain sweeps never overshoot: a machine of few joints, which gets many, must not gain energy.
  const accelerated = sweeps >= 4 && batch > COLD && batch !== LINKED
  const symmetric = goesBothWays(batch)
  const first = batches.bodyStart[batch]
  const last = batches.bodyStart[batch + 1]
  for (let sweep = 0; sweep < sweeps; sweep++) {
    if (accelerated) {
      if (sweep > 0) extrapolate(state, batch, sweep)
      noteVelocities(state, first, last)
      noteImpulses(state, from, to)
      noteRolling(state, batch)
      if (joined) noteJoints(state, batch)
    }
    if (joined) {
      // New targets, usually twice: at the velocities of the warm start, and at better ones half way. At rest both are the same.
      const retargeted = directPasses > 0 || sweep === 0 || (sweep === sweeps >> 1 && batch !== RESTING)
      if (sweep === 0) {
        limitLinkSpin(state, batch, h)
        projectGroups(state, batch)
        if (state.jointNets.still[batch] === 0) solveNets(state, batch, h, NONE, state.solverBodies.columns.velocity, true)
        if (grouped) limitEnergy(state, batch, h, 0, ENERGY_TOLERANCE)
      } else if (retargeted && from < to) projectGroupsAgain(state, batch)
      if (retargeted) setJointTargets(state, batch, h, part, sweep === 0)
      solveJoints(state, batch, h, retargeted)
      if (batches.locked[batch] > 0) applyLocks(state, batch)
    }
    if (symmetric && sweep === sweeps - 2) noteVelocities(state, first, last)
    // The last one forth, so that the immovable has the last word.
    const back = symmetric && ((sweeps - sweep) & 1) === 0
    for (let k = 0; k < COLOR_SLOTS; k++) {
      const color = back ? COLOR_SLOTS - 1 - k : k
      const start = batches.colorStart[batch * COLOR_SLOTS + color]
      const end = batches.colorStart[batch * COLOR_SLOTS + color + 1]
      if (start === end) continue
      solveContacts(state, start, end, back)
      if (batches.locked[batch] > 0) applyLocks(state, batch)
    }
    solveRolling(state, batch)
  }
  if (symmetric && batches.locked[batch] === 0) refine(state, from, to, sweeps, h)
  // Joints have the last word: penetration is pushed out unseen, a gap in a joint is seen.
  if (joined && from < to) solveJoints(state, batch, h, false)
  if (grouped) {
    addWork(state, batch)
    if (part === LAST_HALF) limitEnergy(state, batch, h, 0, ENERGY_TOLERANCE)
    limitEnergy(state, batch, h, 1, part === LAST_HALF ? ENERGY_TOLERANCE : ENERGY_TOLERANCE_WITH_CONTACTS)
  }
  if (joined) restoreGroupMomentum(state, batch)
  batches.sweeps += sweeps
}

/** In the last projection a gap without impulse stays open. */
function keepGapsOpen(state: WorldState, from: number, to: number): void {
  const { hot, gap, impulse } = state.contactRows.columns
  for (let r = from; r < to; r++) {
    for (let i = 0; i < 2; i++) {
      if (gap[r * GAP_STRIDE + i] > 0 && impulse[r * IMPULSE_STRIDE + i] === 0) hot[r * HOT_STRIDE + BIAS + i] = NEVER
    }
  }
}

/** Of an island, for `refineIslands`. */
const REFINEMENT: Refinement<WorldState> = {
  measure: measureChange,
  sweep(state, first, last, start, end) {
    noteVelocities(state, first, last)
    noteImpulses(state, start, end)
    solveContacts(state, start, end, true)
    solveContacts(state, start, end, false)
  },
  extrapolate(state, first, last, start, end) {
    extrapolateBodies(state, first, last)
    extrapolateRows(state, start, end)
  },
}

/** Error control; the limit is a trace of a substep's fall, squared. */
function refine(state: WorldState, from: number, to: number, sweeps: number, h: number): void {
  const { gravity } = state.globals.columns
  limitIn[0] = (gravity[0] * gravity[0] + gravity[1] * gravity[1]) * h * h * SWEEP_TOLERANCE * SWEEP_TOLERANCE
  refineIslands(state, from, to, sweeps, REFINEMENT)
}

/** Bouncy points that come in unseen by the impact stage, or with the last drift, are left to it: to stop them would take their rebound. */
function leaveBlows(state: WorldState, from: number, to: number, h: number): void {
  const { hot, gap, impulse, flags, count } = state.contactRows.columns
  const rest = restSpeed(state, h)
  for (let r = from; r < to; r++) {
    if ((flags[r] & BOUNCY) === 0) continue
    const o = r * HOT_STRIDE
    const slow = rest + TRACE * gap[r * GAP_STRIDE + PUSH_SPEED]
    readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
    for (let i = 0; i < count[r]; i++) {
      if (impulse[r * IMPULSE_STRIDE + i] === 0 && twistOut[ALONG_N] + hot[o + POINT + i] * twistOut[SPIN] < -slow) hot[o + BIAS + i] = NEVER
    }
  }
}

function noteJoints(state: WorldState, batch: number): void {
  const { jointStart } = state.batches
  const first = jointStart[batch]
  const last = jointStart[batch + 1]
  const joints = state.jointRows.columns
  for (let k = first * MAX_RIGID; k < last * MAX_RIGID; k++) joints.before[k] = joints.impulse[k]
  const scalars = state.scalarRows.columns
  for (let k = joints.scalarStart[first]; k < joints.scalarEnd[last - 1]; k++) scalars.before[k] = scalars.impulse[k]
}

/** β per island, then a step along the search direction. */
function extrapolate(state: WorldState, batch: number, sweep: number): void {
  const { velocity, before, island } = state.solverBodies.columns
  const { batches } = state
  const { energy, lastEnergy, beta } = batches
  const from = batches.bodyStart[batch]
  const to = batches.bodyStart[batch + 1]
  for (let i = from; i < to; i++) energy[island[i]] = 0
  for (let i = from; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 3
    const x = velocity[o] - before[e]
    const y = velocity[o + 1] - before[e + 1]
    const w = velocity[o + 2] - before[e + 2]
    const turning = velocity[o + 4] > 0 ? (w * w) / velocity[o + 4] : 0
    energy[island[i]] += (x * x + y * y) * velocity[o + 5] + turning
  }
  for (let i = from; i < to; i++) {
    const k = island[i]
    if (energy[k] < 0) continue
    const ratio = sweep > 1 && lastEnergy[k] > 0 ? energy[k] / lastEnergy[k] : 0
    beta[k] = ratio > 1 ? 0 : ratio
    lastEnergy[k] = energy[k]
    energy[k] = -1
  }
  extrapolateBodies(state, from, to)
  extrapolateRows(state, batches.rowStart(batch), batches.rowEnd(batch))
  extrapolateRolling(state, batch)
  extrapolateJoints(state, batch)
}

function extrapolateJoints(state: WorldState, batch: number): void {
  const { beta, jointStart } = state.batches
  const { impulse, before, direction, island, scalarStart, scalarEnd } = state.jointRows.columns
  const scalars = state.scalarRows.columns
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
    const step = beta[island[r]]
    for (let k = r * MAX_RIGID; k < (r + 1) * MAX_RIGID; k++) {
      const p = step > 0 ? step * direction[k] : 0
      direction[k] = p + impulse[k] - before[k]
      impulse[k] += p
    }
    for (let s = scalarStart[r]; s < scalarEnd[r]; s++) {
      const p = step > 0 ? step * scalars.direction[s] : 0
      scalars.direction[s] = p + scalars.impulse[s] - scalars.before[s]
      scalars.impulse[s] += p
    }
  }
}

/** Locked linear axes: velocities along them are reset at once, before another row can see them. */
function applyLocks(state: WorldState, batch: number): void {
  const { velocity, kind, lockedAxes } = state.solverBodies.columns
  const to = state.batches.bodyStart[batch + 1]
  for (let i = state.batches.bodyStart[batch]; i < to; i++) {
    if ((kind[i] & LINEAR_LOCKS) === 0) continue
    const o = i * VELOCITY_STRIDE
    if ((lockedAxes[i] & LOCK_X) !== 0) velocity[o] = 0
    if ((lockedAxes[i] & LOCK_Y) !== 0) velocity[o + 1] = 0
  }
}
