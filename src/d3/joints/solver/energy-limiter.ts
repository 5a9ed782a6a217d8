/**
 * Energy limiter of islands with groups of joints. Rigid joints do no work, but where rows become dependent — at dead points, in loops that
 * cannot close — small errors are answered with large impulses, and energy that one substep puts into the velocities the next does not
 * quite take out again. An island's energy must therefore be covered by its energy at the start of the step, by the work of external forces
 * since, and by the work of its motors and springs. A surplus is taken from its groups, from the motion of their parts against each other,
 * so that momentum is conserved.
 */

import { isDriven } from '../../../common/joints/joint-codes.ts'
import { markDrivenIslands } from '../../../common/solver/energy-budget.ts'
import { FREE } from '../../../common/solver/joint-groups.ts'
import { smallErrorOf } from '../../../common/solver/small-error.ts'
import { FALSE_SPIN_SHARE, RUNAWAY_RATIO } from '../../../common/tuning.ts'
import { CONVEYS } from '../../contacts/contact-row.ts'
import { MAX_COORDINATES, MAX_RIGID, ROW } from '../joint-kind.ts'
import { FIRST_HALF } from '../../step/kick.ts'
import { FEATURE_STRIDE, LIMIT_MODE, RIGID, SOFT_MODE } from '../../store/joint-table.ts'
import { HAS_MASS, VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { isStiffened } from './angular-momentum.ts'
import { addAngularMomentum, addRigidSpin, measureComposite, offsetOut, rotationalEnergy, setOffset } from './composite-body.ts'

const momentumOut = new Float64Array(3)
const driftOut = new Float64Array(3)
const difference = new Float64Array(6)
const none = new Float64Array(3)
const bodyEnergy = new Float64Array(1)

/**
 * After a kick: the energy budget of the islands until the sweeps are done. The whole energy of the kick is in it: rigid rows can only take
 * of that. `force` is the energy of the kicks alone: what forces at rest work on is a part of it, and so is what the sweeps leave of them.
 */
export function recordEnergy(state: WorldState, batch: number, part: number): void {
  const { bodyStart } = state.batches
  const { island, kicked, entered } = state.solverBodies.columns
  const { budget, force } = state.jointGroups
  if (part === FIRST_HALF) {
    markDrivenIslands(state, batch, CONVEYS)
    for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) budget[island[s]] = 0
    for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
      measureBody(state, s, entered, s * 6)
      budget[island[s]] += bodyEnergy[0]
    }
  }
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) force[island[s]] = 0
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    const i = island[s]
    measureBody(state, s, kicked, s * 6)
    const after = bodyEnergy[0]
    measureBody(state, s, entered, s * 6)
    budget[i] += after - bodyEnergy[0]
    for (let c = 0; c < 6; c++) difference[c] = kicked[s * 6 + c] - entered[s * 6 + c]
    measureBody(state, s, difference, 0)
    force[i] += bodyEnergy[0]
  }
}

/**
 * After the sweeps: the work of external forces, motors and springs in this substep. The work of an impulse P is P (u⁻ + u⁺) / 2, u being
 * the velocity along it before the kick and now. It is exact whatever else acts, so that the work of all impulses is the change of energy;
 * with the velocities after the kick in place of u⁻ a boom at rest on its motor would seem to work.
 */
export function addWork(state: WorldState, batch: number): void {
  addForceWork(state, batch)
  const { jointStart } = state.batches
  const { joint, rigid, island, jacobian, impulse, scalarStart, scalarEnd } = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const { softness, features } = state.joints.columns
  const { budget } = state.jointGroups
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
    const j = joint[r]
    if (softness[j * 3 + SOFT_MODE] !== RIGID) {
      const end = r * MAX_RIGID + rigid[r]
      for (let i = r * MAX_RIGID; i < end; i++) budget[island[r]] += impulse[i] * rowVelocitySum(state, r, jacobian, i * ROW)
    }
    for (let s = scalarStart[r]; s < scalarEnd[r]; s++) {
      const f = (j * MAX_COORDINATES + scalars.coordinate[s]) * FEATURE_STRIDE
      if (!isDriven(scalars.role[s], features[f + LIMIT_MODE])) continue
      budget[island[r]] += scalars.impulse[s] * rowVelocitySum(state, r, scalars.jacobian, s * ROW)
    }
  }
}

/**
 * From the energy of the kick k = v₁ − v₀ to its work: twice the difference is 2 k·M (v − v₁) / 2, v being the velocity now. Written with
 * squares, as everything here: k·M b = ((k + b)² − k² − b²) / 2.
 */
function addForceWork(state: WorldState, batch: number): void {
  const { bodyStart } = state.batches
  const { island, velocity, kicked, entered } = state.solverBodies.columns
  const { budget } = state.jointGroups
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    const i = island[s]
    for (let c = 0; c < 6; c++) difference[c] = velocity[s * VELOCITY_STRIDE + c] - entered[s * 6 + c]
    measureBody(state, s, difference, 0)
    let twice = bodyEnergy[0]
    for (let c = 0; c < 6; c++) difference[c] = velocity[s * VELOCITY_STRIDE + c] - kicked[s * 6 + c]
    measureBody(state, s, difference, 0)
    twice -= bodyEnergy[0]
    for (let c = 0; c < 6; c++) difference[c] = kicked[s * 6 + c] - entered[s * 6 + c]
    measureBody(state, s, difference, 0)
    budget[i] += 0.5 * (twice - bodyEnergy[0])
  }
}

/** u⁻ + u⁺ of a row. */
function rowVelocitySum(state: WorldState, r: number, jacobian: Float64Array, o: number): number {
  const { bodyA, bodyB } = state.jointRows.columns
  const { velocity, entered } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  let sum = 0
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    if (s < movable) continue
    for (let c = 0; c < 6; c++) sum += jacobian[o + side * 6 + c] * (entered[s * 6 + c] + velocity[s * VELOCITY_STRIDE + c])
  }
  return sum
}

/**
 * Takes the energy beyond the budget and a tolerance; `touched`: of islands with contacts or without. Inertia that is added for the solve
 * alone does not conserve energy by itself, nor does a spin that gives momentum back: there the tolerance is zero.
 */
export function limitEnergy(state: WorldState, batch: number, h: number, touched: number, tolerance: number): void {
  const { batchStart, order, touched: inTouch, bodies, bodyStart: first, budget, force, energy, negligible, unaccounted, runaway, spun } =
    state.jointGroups
  const { bodyStart } = state.batches
  const { island, velocity, body } = state.solverBodies.columns
  const { mass, radius } = state.bodies.columns
  const small = smallErrorOf(h)
  const smallSpeedSquared = (4 * small * small) / (h * h)
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    energy[island[s]] = 0
    negligible[island[s]] = 0
  }
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    measureBody(state, s, velocity, s * VELOCITY_STRIDE)
    energy[island[s]] += bodyEnergy[0]
    const row = body[s]
    negligible[island[s]] += mass[row] * radius[row] * radius[row] * smallSpeedSquared
  }
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (inTouch[g] !== touched) continue
    const i = island[bodies[first[g]]]
    const allowed = Math.max(budget[i], 0)
    const allowance = touched === 0 && (spun[g] === 1 || isStiffened(state, g)) ? 0 : tolerance
    if (unaccounted[i] === 1 || !(energy[i] > (1 + allowance) * allowed && energy[i] > allowed + negligible[i] + force[i])) continue
    if (energy[i] > RUNAWAY_RATIO * (allowed + force[i])) {
      runaway[g] = 1
      state.guards.impulsesReset++
    }
    state.guards.energyLimited++
    energy[i] -= takeEnergy(state, g, energy[i] - allowed)
  }
}

/** Twice the kinetic energy of a group. */
export function energyOf(state: WorldState, g: number, velocity: Float64Array, stride: number): number {
  const { bodies, bodyStart } = state.jointGroups
  let sum = 0
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    measureBody(state, bodies[i], velocity, bodies[i] * stride)
    sum += bodyEnergy[0]
  }
  return sum
}

/** Twice the kinetic energy of a body, with the inertia that it really has, into `bodyEnergy`: a call would box it. */
function measureBody(state: WorldState, s: number, velocity: Float64Array, o: number): void {
  const { velocity: masses, kind, stiffened } = state.solverBodies.columns
  bodyEnergy[0] = 0
  if ((kind[s] & HAS_MASS) === 0) return
  const mass = masses[s * VELOCITY_STRIDE + 7]
  const linear = (velocity[o] * velocity[o] + velocity[o + 1] * velocity[o + 1] + velocity[o + 2] * velocity[o + 2]) * mass
  if (stiffened[s] === 1) bodyEnergy[0] = linear + addAngularMomentum(state, s, velocity, o + 3, 0, none)
  else bodyEnergy[0] = linear + velocity[o + 3] * velocity[o + 3] + velocity[o + 4] * velocity[o + 4] + velocity[o + 5] * velocity[o + 5]
}

/** Takes up to `surplus` from group g. Returns the energy taken. */
function takeEnergy(state: WorldState, g: number, surplus: number): number {
  const { hold } = state.jointGroups
  const { velocity } = state.solverBodies.columns
  if (hold[g] !== FREE || !measureComposite(state, g)) return scaleMotion(state, g, energyOf(state, g, velocity, VELOCITY_STRIDE), surplus)
  // Without the motion of the composite body, the motion of the parts remains.
  sumMotion(state, g)
  shiftVelocities(state, g, -1)
  addRigidSpin(state, momentumOut, -1)
  const taken = scaleMotion(state, g, energyOf(state, g, velocity, VELOCITY_STRIDE), surplus)
  // Where joints are torn far apart their impulses have spun the composite body: that energy is part of the surplus.
  const spinEnergy = rotationalEnergy(momentumOut)
  const left = surplus - taken > FALSE_SPIN_SHARE * spinEnergy ? Math.max(0, spinEnergy - surplus + taken) : spinEnergy
  const spinScale = spinEnergy > 0 ? Math.sqrt(left / spinEnergy) : 1
  for (let c = 0; c < 3; c++) momentumOut[c] *= spinScale
  addRigidSpin(state, momentumOut, 1)
  shiftVelocities(state, g, 1)
  return taken + spinEnergy - left
}

function scaleMotion(state: WorldState, g: number, energy: number, surplus: number): number {
  const { bodies, bodyStart } = state.jointGroups
  const { velocity } = state.solverBodies.columns
  const left = energy > surplus ? energy - surplus : 0
  if (!(energy > 0)) return 0
  const factor = Math.sqrt(left / energy)
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const o = bodies[i] * VELOCITY_STRIDE
    for (let c = 0; c < 6; c++) velocity[o + c] *= factor
  }
  return energy - left
}

function shiftVelocities(state: WorldState, g: number, sign: number): void {
  const { bodies, bodyStart } = state.jointGroups
  const { velocity } = state.solverBodies.columns
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const o = bodies[i] * VELOCITY_STRIDE
    for (let c = 0; c < 3; c++) velocity[o + c] += sign * driftOut[c]
  }
}

/** The velocity of the group's centre into `driftOut`, its angular momentum about it into `momentumOut`. */
function sumMotion(state: WorldState, g: number): void {
  const { bodies, bodyStart } = state.jointGroups
  const { velocity, body } = state.solverBodies.columns
  const { mass } = state.bodies.columns
  momentumOut.fill(0)
  driftOut.fill(0)
  let total = 0
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const s = bodies[i]
    const o = s * VELOCITY_STRIDE
    const m = mass[body[s]]
    total += m
    setOffset(state, s)
    for (let c = 0; c < 3; c++) driftOut[c] += m * velocity[o + c]
    momentumOut[0] += m * (offsetOut[1] * velocity[o + 2] - offsetOut[2] * velocity[o + 1])
    momentumOut[1] += m * (offsetOut[2] * velocity[o] - offsetOut[0] * velocity[o + 2])
    momentumOut[2] += m * (offsetOut[0] * velocity[o + 1] - offsetOut[1] * velocity[o])
    addAngularMomentum(state, s, velocity, o + 3, 1, momentumOut)
  }
  for (let c = 0; c < 3; c++) driftOut[c] /= total
}
