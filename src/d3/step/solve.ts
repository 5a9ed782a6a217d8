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

import { COLD, COLOR_SLOTS, LINKED } from '../../common/islands/batches.ts'
import { goesBothWays } from '../../common/islands/level-order.ts'
import { limitIn, type Refinement, refineIslands } from '../../common/islands/refine-islands.ts'
import { TRACE } from '../../common/math/rounding.ts'
import { ENERGY_TOLERANCE, ENERGY_TOLERANCE_WITH_CONTACTS, SWEEP_TOLERANCE } from '../../common/tuning.ts'
import { BIAS, BOUNCY, COLD_STRIDE, FIXED_NORMAL, GAP, HOT_STRIDE, POINT_X, POINT_Y, PUSH_SPEED, SLOP } from '../contacts/contact-row.ts'
import { ABOUT_T1, ABOUT_T2, ALONG_N, readTwist, twistOut, WIDE } from '../contacts/contact-row-products.ts'
import { addNormalSpeeds } from '../contacts/moving-surfaces.ts'
import { solveRolling } from '../contacts/rolling.ts'
import {
  extrapolateBodies, extrapolateRolling, extrapolateRows, measureChange, noteImpulses, noteRolling, noteVelocities,
} from '../contacts/search-direction.ts'
import { solveContacts } from '../contacts/solve-contacts.ts'
import { restSpeed } from '../contacts/speculation.ts'
import { MAX_RIGID } from '../joints/joint-kind.ts'
import { restoreGroupMomentum } from '../joints/solver/angular-momentum.ts'
import { findCalmGroups, findPivotedGroups } from '../joints/solver/calm-groups.ts'
import { addWork, limitEnergy, recordEnergy } from '../joints/solver/energy-limiter.ts'
import { limitLinkSpin } from '../joints/solver/geometric-stiffness.ts'
import { setJointTargets } from '../joints/solver/joint-targets.ts'
import { projectGroups, projectGroupsAgain } from '../joints/solver/solve-groups.ts'
import { solveJoints } from '../joints/solver/solve-joints.ts'
import { LINEAR_LOCKS, VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { solveWheels } from '../vehicles/solve-wheels.ts'
import { FIRST_HALF, LAST_HALF, WHOLE } from './kick.ts'

export function solve(state: WorldState, batch: number, h: number, part: number): void {
  const { batches } = state
  const from = batches.rowStart(batch)
  const to = batches.rowEnd(batch)
  const { jointStart } = batches
  const joined = jointStart[batch] < jointStart[batch + 1]
  const { start } = state.vehicleList
  const driven = start[batch] < start[batch + 1]
  if (from === to && !joined && !driven) return
  setTargets(state, from, to, h, part === LAST_HALF)
  if (batches.bouncy[batch] > 0) leaveBlows(state, from, to, h)
  // What was stored may press against a locked axis: nothing else is to feel it.
  if (batches.locked[batch] > 0) applyLocks(state, batch)
  const grouped = joined && state.jointGroups.batchStart[batch] < state.jointGroups.batchStart[batch + 1]
  if (grouped) recordEnergy(state, batch, part)
  if (joined && part === FIRST_HALF) findPivotedGroups(state, batch)
  // Isolated joints are solved exactly with every new target, and need no other sweeps.
  const met = from < to || driven
  const directPasses = joined && !met ? state.jointGroups.directPasses[batch] : 0
  const sweeps = directPasses > 0 ? directPasses : batches.sweepCount(batch, joined && state.jointGroups.allDirect[batch] === 1)
  // Plain sweeps never overshoot: a machine of few joints, which gets many, must not gain energy.
  const accelerated = sweeps >= 4 && batch > COLD && batch !== LINKED
  const symmetric = goesBothWays(batch)
  const first = batches.bodyStart[batch]
  const last = batches.bodyStart[batch + 1]
  // Groups are exact after the first sweep; joints that are swept are not, and come nearer with every one.
  const again = joined && state.jointGroups.allDirect[batch] === 1 ? 1 : sweeps >> 1
  if (accelerated && joined) clearJointDirections(state, batch)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    if (accelerated) {
      noteVelocities(state, first, last)
      noteImpulses(state, from, to)
      noteRolling(state, batch)
    }
    if (joined) {
      // New targets twice: at the velocities of the warm start, and at better ones once contacts have acted. At the end of the step both are
      // the same.
      const retargeted = directPasses > 0 || sweep === 0 || (sweep === again && part !== LAST_HALF)
      if (sweep === 0) {
        limitLinkSpin(state, batch, h)
        findCalmGroups(state, batch, h)
        projectGroups(state, batch, part)
        if (grouped) limitEnergy(state, batch, h, 0, ENERGY_TOLERANCE)
      } else if (retargeted && met) {
        findCalmGroups(state, batch, h)
        projectGroupsAgain(state, batch)
      }
      if (retargeted) setJointTargets(state, batch, h, part, sweep === 0)
      solveJoints(state, batch, accelerated && sweep > 0, retargeted)
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
    if (batches.locked[batch] > 0) applyLocks(state, batch)
    if (driven) solveWheels(state, batch, part === WHOLE ? h : 0.5 * h, h, sweep === 0)
    if (accelerated && sweep + 1 < sweeps) extrapolate(state, batch, sweep)
  }
  if (symmetric && batches.locked[batch] === 0) refine(state, from, to, sweeps, h)
  // Joints have the last word: penetration is pushed out unseen, a gap in a joint is seen.
  if (joined && met) solveJoints(state, batch, false, false)
  if (grouped) {
    addWork(state, batch)
    if (part === LAST_HALF) limitEnergy(state, batch, h, 0, ENERGY_TOLERANCE)
    limitEnergy(state, batch, h, 1, part === LAST_HALF ? ENERGY_TOLERANCE : ENERGY_TOLERANCE_WITH_CONTACTS)
  }
  if (joined) restoreGroupMomentum(state, batch)
  batches.sweeps += sweeps
}

/**
 * Velocity targets of the rows for this substep (speculative bias): the gap may close but not become penetration. In the last projection a
 * gap without impulse stays open. A point with an impulse that has come off by no more than the slop still touches: to close such gaps at
 * once is feedback of positions through an unconverged solve, and lets tall towers sway themselves apart.
 */
function setTargets(state: WorldState, from: number, to: number, h: number, last: boolean): void {
  const { hot, cold, count, impulse, open } = state.contactRows.columns
  const inverse = 1 / h
  for (let r = from; r < to; r++) {
    const c = r * COLD_STRIDE
    const n = count[r]
    let mask = 0
    for (let i = 0; i < n; i++) {
      const gap = cold[c + GAP + i]
      let target = cold[c + FIXED_NORMAL + i]
      const presses = impulse[r * 8 + i] > 0
      if (gap > (presses ? cold[c + SLOP] : 0)) target += gap * inverse
      if (last && gap > 0 && !presses) mask |= 1 << i
      hot[r * HOT_STRIDE + BIAS + i] = target
    }
    open[r] = mask
  }
  if (state.hooks.onContact !== null) addNormalSpeeds(state, from, to)
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
  limitIn[0] = (gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]) * h * h * SWEEP_TOLERANCE * SWEEP_TOLERANCE
  refineIslands(state, from, to, sweeps, REFINEMENT)
}

/** Bouncy points that come in unseen by the impact stage, or with the last drift, are left to it: to stop them would take their rebound. */
function leaveBlows(state: WorldState, from: number, to: number, h: number): void {
  const { hot, cold, impulse, flags, count, open } = state.contactRows.columns
  const rest = restSpeed(state, h)
  for (let r = from; r < to; r++) {
    if ((flags[r] & BOUNCY) === 0) continue
    const o = r * HOT_STRIDE
    const slow = rest + TRACE * cold[r * COLD_STRIDE + PUSH_SPEED]
    readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
    for (let i = 0; i < count[r]; i++) {
      const speed = twistOut[ALONG_N] + hot[o + POINT_Y + i] * twistOut[ABOUT_T1] - hot[o + POINT_X + i] * twistOut[ABOUT_T2]
      if (impulse[r * 8 + i] === 0 && speed + cold[r * COLD_STRIDE + FIXED_NORMAL + i] < -slow) open[r] |= 1 << i
    }
  }
}

function clearJointDirections(state: WorldState, batch: number): void {
  const { jointStart } = state.batches
  const first = jointStart[batch]
  const last = jointStart[batch + 1]
  const { direction, scalarStart, scalarEnd } = state.jointRows.columns
  direction.fill(0, first * MAX_RIGID, last * MAX_RIGID)
  state.scalarRows.columns.direction.fill(0, scalarStart[first], scalarEnd[last - 1])
}

/** β per island, then a step along the search direction; joints do theirs when they are next visited. */
function extrapolate(state: WorldState, batch: number, sweep: number): void {
  const { velocity, before, island } = state.solverBodies.columns
  const { batches } = state
  const { energy, lastEnergy, beta } = batches
  const { linked } = state.islands
  const from = batches.bodyStart[batch]
  const to = batches.bodyStart[batch + 1]
  for (let i = from; i < to; i++) energy[island[i]] = 0
  for (let i = from; i < to; i++) {
    const o = i * VELOCITY_STRIDE
    const e = i * 6
    const x = velocity[o] - before[e]
    const y = velocity[o + 1] - before[e + 1]
    const z = velocity[o + 2] - before[e + 2]
    const ux = velocity[o + 3] - before[e + 3]
    const uy = velocity[o + 4] - before[e + 4]
    const uz = velocity[o + 5] - before[e + 5]
    energy[island[i]] += (x * x + y * y + z * z) * velocity[o + 7] + ux * ux + uy * uy + uz * uz
  }
  for (let i = from; i < to; i++) {
    const k = island[i]
    if (energy[k] < 0) continue
    const ratio = sweep > 0 && lastEnergy[k] > 0 ? energy[k] / lastEnergy[k] : 0
    // Wheels have bounds that follow each other: no direction to go on in.
    beta[k] = ratio > 1 || linked[k] === 1 ? 0 : ratio
    lastEnergy[k] = energy[k]
    energy[k] = -1
  }
  extrapolateBodies(state, from, to)
  extrapolateRows(state, batches.rowStart(batch), batches.rowEnd(batch))
  extrapolateRolling(state, batch)
}

/** Locked linear axes: velocities along them are reset at once, before another row can see them. */
function applyLocks(state: WorldState, batch: number): void {
  const { velocity, kind, lockedAxes } = state.solverBodies.columns
  const to = state.batches.bodyStart[batch + 1]
  for (let i = state.batches.bodyStart[batch]; i < to; i++) {
    if ((kind[i] & LINEAR_LOCKS) === 0) continue
    const o = i * VELOCITY_STRIDE
    const locks = lockedAxes[i]
    if ((locks & 1) !== 0) velocity[o] = 0
    if ((locks & 2) !== 0) velocity[o + 1] = 0
    if ((locks & 4) !== 0) velocity[o + 2] = 0
  }
}
