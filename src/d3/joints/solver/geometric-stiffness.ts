/**
 * Geometric stiffness (Tournier et al. 2015): a tension P at arm r resists rotation like a spring of stiffness r·P / h. Where that is more
 * than a substep can follow, explicit integration is unstable and the body swings further out each time: light links under a heavy load fly
 * apart.
 *
 * There the body gets more inertia in the solve: the positive part of G = θh Σ [(r·P) 1 − sym(r Pᵀ)] over its joints, P the impulse of the
 * substep before (+λ on B, −λ on A), θ = ½. The sum comes first: loads that redundant joints brace against each other cancel in it. G is
 * added only beyond the stable ratio of a substep, judged by the body's angular compliance with its joints (`group-inverse.ts`), so that
 * ordinary machines and ragdolls are not touched at all.
 */

import { TRACE } from '../../../common/math/rounding.ts'
import { MAX_TENSION_GROWTH, MAX_TURN, STABLE_RATIO, TENSION_DECAY } from '../../../common/tuning.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { principalAxes, symmetricRotateByQuat } from '../../math/symmetric3.ts'
import { fromWeighted } from '../../math/weighted.ts'
import { HAS_MASS, VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { measureCompliance } from './group-inverse.ts'

/** The stable ratio of a trace: two axes add up. */
export const STABLE_TRACE: number = 2 * STABLE_RATIO

const P = new Float64Array(3)

/** Sums G of the batch's bodies into `stiff`, as xx xy yy xz yz zz, and sees to it that their compliance is known where it matters. */
export function sumGeometricStiffness(state: WorldState, batch: number, h: number): void {
  const { jointStart, bodyStart } = state.batches
  state.solverBodies.columns.stiff.fill(0, bodyStart[batch] * 6, bodyStart[batch + 1] * 6)
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) addJoint(state, r, h)
  measureTautGroups(state, batch)
  const { kind } = state.solverBodies.columns
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) if ((kind[s] & HAS_MASS) !== 0) keepPositive(state, s)
}

/** Compliance of the groups in which the bodies' own does not tell that there is no tension to speak of; it is then known for the step. */
function measureTautGroups(state: WorldState, batch: number): void {
  const { batchStart, order, bodies, bodyStart, taut } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    for (let i = bodyStart[g]; i < bodyStart[g + 1] && taut[g] === 0; i++) if (!isSlack(state, bodies[i])) taut[g] = 1
    if (taut[g] !== 1) continue
    measureCompliance(state, g)
    taut[g] = MEASURED
  }
}

/** Of `taut`. */
const MEASURED = 2

/**
 * How many times G to add, judged by the trace of G W_c: a body that its joints hold fast does not swing. A tension that comes and goes —
 * links that swing across a load tighten and slacken it — is held at its peak; an impact, which is over when the next substep comes, counts
 * for no more than a tension could have grown to.
 */
export function stiffnessShare(state: WorldState, s: number): number {
  const { tension } = state.bodies.columns
  const { stiff, compliance: W, body } = state.solverBodies.columns
  const now = stiffTrace(state, s)
  const level = tensionOf(state, s)
  tension[body[s]] = level >= STABLE_TRACE ? level : 0
  const o = s * 6
  const free = W[o] + W[o + 2] + W[o + 5]
  if (!(level > STABLE_TRACE && free > 0)) return 0
  const share = level - STABLE_TRACE
  if (now > TRACE * level) return share / now
  // Too small to know its shape: the same about all axes.
  stiff.fill(0, o, o + 6)
  stiff[o] = 1 / free
  stiff[o + 2] = stiff[o]
  stiff[o + 5] = stiff[o]
  return share
}

/** The tension in this substep: the trace of G W_c, its decaying peak, its growth bounded. */
export function tensionOf(state: WorldState, s: number): number {
  const before = state.bodies.columns.tension[state.solverBodies.columns.body[s]]
  if (before < 0) return stiffTrace(state, s)
  return Math.max(Math.min(stiffTrace(state, s), MAX_TENSION_GROWTH * before + STABLE_TRACE), TENSION_DECAY * before)
}

const spin = new Float64Array(3)

/**
 * Caps the spin of links under a heavy load. A rope that snaps taut hands the energy of its load to the last light links, which whip round
 * faster than substeps can see and tear out. Ropes lose that energy within themselves: so do stiffened bodies here that turn too fast.
 */
export function limitLinkSpin(state: WorldState, batch: number, h: number): void {
  const { bodyStart } = state.batches
  const { velocity, stiffened } = state.solverBodies.columns
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    const angle = stiffened[s] === 1 ? turnAngle(state, s, h) : 0
    if (!(angle > MAX_TURN)) continue
    for (let c = 3; c < 6; c++) velocity[s * VELOCITY_STRIDE + c] *= MAX_TURN / angle
    state.guards.linkSpinLimited++
  }
}

/** The angle by which a body turns in this substep. */
function turnAngle(state: WorldState, s: number, h: number): number {
  const { velocity, factor } = state.solverBodies.columns
  fromWeighted(factor, s * 6, velocity, s * VELOCITY_STRIDE + 3, spin, 0)
  return h * Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2])
}

/** The trace of G W_c. */
function stiffTrace(state: WorldState, s: number): number {
  const { stiff: G, compliance: W } = state.solverBodies.columns
  const o = s * 6
  return G[o] * W[o] + G[o + 2] * W[o + 2] + G[o + 5] * W[o + 5] + 2 * (G[o + 1] * W[o + 1] + G[o + 3] * W[o + 3] + G[o + 4] * W[o + 4])
}

/** Compliance W of the batch's bodies as if they had no joints. */
export function freeCompliance(state: WorldState, batch: number): void {
  const { bodyStart } = state.batches
  const { factor: F, compliance: W } = state.solverBodies.columns
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    const o = s * 6
    W[o] = F[o] * F[o]
    W[o + 1] = F[o] * F[o + 1]
    W[o + 2] = F[o + 1] * F[o + 1] + F[o + 2] * F[o + 2]
    W[o + 3] = F[o] * F[o + 3]
    W[o + 4] = F[o + 1] * F[o + 3] + F[o + 2] * F[o + 4]
    W[o + 5] = F[o + 3] * F[o + 3] + F[o + 4] * F[o + 4] + F[o + 5] * F[o + 5]
  }
}

function addJoint(state: WorldState, r: number, h: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const movable = state.batches.bodyStart[0]
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? rows.bodyA[r] : rows.bodyB[r]
    if (s < movable) continue
    P.fill(0)
    const part = side * 6
    for (let i = 0; i < rows.rigid[r]; i++) {
      const impulse = rows.impulse[r * MAX_RIGID + i]
      const o = (r * MAX_RIGID + i) * ROW + part
      for (let k = 0; k < 3; k++) P[k] += rows.jacobian[o + k] * impulse
    }
    for (let c = rows.scalarStart[r]; c < rows.scalarEnd[r]; c++) {
      for (let k = 0; k < 3; k++) P[k] += scalars.jacobian[c * ROW + part + k] * scalars.impulse[c]
    }
    addEnd(state, s, rows.arm, r * 6 + side * 3, h)
  }
}

function addEnd(state: WorldState, s: number, arm: Float64Array, a: number, h: number): void {
  const { stiff } = state.solverBodies.columns
  const x = arm[a]
  const y = arm[a + 1]
  const z = arm[a + 2]
  const along = x * P[0] + y * P[1] + z * P[2]
  // Half of it is taken at the end of the substep: the trapezoidal rule.
  const t = 0.5 * h
  const g = s * 6
  stiff[g] += t * (along - x * P[0])
  stiff[g + 1] -= 0.5 * t * (x * P[1] + y * P[0])
  stiff[g + 2] += t * (along - y * P[1])
  stiff[g + 3] -= 0.5 * t * (x * P[2] + z * P[0])
  stiff[g + 4] -= 0.5 * t * (y * P[2] + z * P[1])
  stiff[g + 5] += t * (along - z * P[2])
}

/** Has a body no tension, and does |G| |W_c| tell that it gets none to speak of? */
function isSlack(state: WorldState, s: number): boolean {
  const { stiff, compliance, body } = state.solverBodies.columns
  if (state.bodies.columns.tension[body[s]] !== 0) return false
  return normSquared(stiff, s * 6) * normSquared(compliance, s * 6) < STABLE_TRACE * STABLE_TRACE
}

function normSquared(m: Float64Array, o: number): number {
  const across = m[o + 1] * m[o + 1] + m[o + 3] * m[o + 3] + m[o + 4] * m[o + 4]
  return m[o] * m[o] + m[o + 2] * m[o + 2] + m[o + 5] * m[o + 5] + 2 * across
}

const tensor = new Float64Array(6)
const values = new Float64Array(3)
const axes = new Float64Array(4)

/** The positive part of G: compression tips the body over and is no inertia. */
function keepPositive(state: WorldState, s: number): void {
  const { stiff } = state.solverBodies.columns
  const g = s * 6
  if (isSlack(state, s)) {
    stiff.fill(0, g, g + 6)
    return
  }
  tensor[0] = stiff[g]
  tensor[1] = stiff[g + 2]
  tensor[2] = stiff[g + 5]
  tensor[3] = stiff[g + 1]
  tensor[4] = stiff[g + 3]
  tensor[5] = stiff[g + 4]
  principalAxes(tensor, 0, values, 0, axes, 0)
  for (let k = 0; k < 3; k++) {
    tensor[k] = Math.max(0, values[k])
    tensor[k + 3] = 0
  }
  symmetricRotateByQuat(tensor, 0, axes, 0, tensor, 0)
  stiff[g] = tensor[0]
  stiff[g + 1] = tensor[3]
  stiff[g + 2] = tensor[1]
  stiff[g + 3] = tensor[4]
  stiff[g + 4] = tensor[5]
  stiff[g + 5] = tensor[2]
}
