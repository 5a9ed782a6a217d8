/**
 * Geometric stiffness (Tournier et al. 2015): a tension P at arm r resists rotation like a spring of stiffness r·P / h. Where that is more
 * than a substep can follow, explicit integration is unstable and the body swings further out each time: light links under a heavy load fly
 * apart.
 *
 * There the body gets more inertia in the solve: the positive part of G = θh Σ r·P over its joints, P the impulse of the substep before (+λ
 * on B, −λ on A), θ = ½ (the trapezoidal rule). The sum comes first: loads that redundant joints brace against each other cancel in it. G is
 * added only beyond the stable ratio of a substep, judged by the body's angular compliance with its joints (`group-inverse.ts`), so that
 * ordinary machines and ragdolls are not touched at all. Where contacts or sweeps take part, whose rows know the inertia, it changes from
 * step to step only, elsewhere with every substep.
 */

import { MAX_STIFFENED_JOINTS, MAX_TENSION_GROWTH, MAX_TURN, STABLE_RATIO, TENSION_DECAY } from '../../../common/tuning.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { HOT_STRIDE, SCALAR_STRIDE } from './joint-rows.ts'

/**
 * Sums G of the batch's bodies into `stiff`: at the start of a step of all bodies, later of those on which only joints act. True if it
 * exceeds the stable ratio.
 */
export function sumGeometricStiffness(state: WorldState, batch: number, h: number, all: boolean): boolean {
  const { jointStart, bodyStart } = state.batches
  const { inTouch } = state.jointGroups
  const { island: islandOf } = state.jointRows.columns
  const { stiff, island } = state.solverBodies.columns
  const scale = 0.5 * h
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) if (all || inTouch[island[s]] === 0) stiff[s] = 0
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) if (all || inTouch[islandOf[r]] === 0) addJoint(state, r)
  let any = false
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    if (!all && inTouch[island[s]] === 1) continue
    // Only the positive part: compression tips the body over and is no inertia.
    stiff[s] = stiff[s] > 0 ? stiff[s] * scale : 0
    if (tensionOf(state, s) > STABLE_RATIO) any = true
  }
  return any
}

/**
 * How many times G to add, judged by G W_c: a body that its joints hold fast does not swing. A tension that comes and goes — links that
 * swing across a load tighten and slacken it — is held at its peak; an impact, which is over when the next substep comes, counts for no
 * more than a tension could have grown to.
 */
export function stiffnessShare(state: WorldState, s: number): number {
  const { tension } = state.bodies.columns
  const { stiff, compliance, body } = state.solverBodies.columns
  const level = tensionOf(state, s)
  tension[body[s]] = level >= STABLE_RATIO ? level : 0
  if (!(level > STABLE_RATIO && compliance[s] > 0)) return 0
  stiff[s] = 1 / compliance[s]
  return level - STABLE_RATIO
}

/** The tension in this substep: G W_c, its decaying peak, its growth bounded. */
export function tensionOf(state: WorldState, s: number): number {
  const before = state.bodies.columns.tension[state.solverBodies.columns.body[s]]
  if (before < 0) return stiffTrace(state, s)
  return Math.max(Math.min(stiffTrace(state, s), MAX_TENSION_GROWTH * before + STABLE_RATIO), TENSION_DECAY * before)
}

/**
 * Caps the spin of links under a heavy load. A rope that snaps taut hands the energy of its load to the last light links, which whip round
 * faster than substeps can see and tear out. Ropes lose that energy within themselves: so do stiffened bodies here that turn too fast.
 */
export function limitLinkSpin(state: WorldState, batch: number, h: number): void {
  const { bodyStart } = state.batches
  const { velocity, stiffened } = state.solverBodies.columns
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) {
    const angle = stiffened[s] === 1 ? h * Math.abs(velocity[s * VELOCITY_STRIDE + 2]) : 0
    if (!(angle > MAX_TURN)) continue
    velocity[s * VELOCITY_STRIDE + 2] *= MAX_TURN / angle
    state.guards.linkSpinLimited++
  }
}

/** G W_c. */
function stiffTrace(state: WorldState, s: number): number {
  const { stiff, compliance } = state.solverBodies.columns
  return stiff[s] * compliance[s]
}

/** Compliance W of the batch's bodies as if they had no joints; zero for bodies that a net holds. */
export function freeCompliance(state: WorldState, batch: number): void {
  const { bodyStart } = state.batches
  const { velocity, compliance } = state.solverBodies.columns
  for (let s = bodyStart[batch]; s < bodyStart[batch + 1]; s++) compliance[s] = velocity[s * VELOCITY_STRIDE + 4]
  const { nets, count } = state.jointNets
  for (let n = 0; n < count; n++) {
    const net = nets[n]
    if (net.batch !== batch || !net.active) continue
    for (let i = 0; i < net.nodes; i++) if (net.degree[i] >= MAX_STIFFENED_JOINTS) compliance[net.solver[i]] = 0
  }
}

/** Adds r·P of a joint, at both its ends. */
function addJoint(state: WorldState, r: number): void {
  const { bodyA, bodyB, rigid, hot, impulse, arm, scalarStart, scalarEnd } = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const { stiff, compliance } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    // Bodies that cannot turn by themselves get no stiffness.
    if (s < movable || compliance[s] === 0) continue
    let x = 0
    let y = 0
    for (let i = 0; i < rigid[r]; i++) {
      const o = r * HOT_STRIDE + i * ROW + side * 3
      x += hot[o] * impulse[r * MAX_RIGID + i]
      y += hot[o + 1] * impulse[r * MAX_RIGID + i]
    }
    for (let c = scalarStart[r]; c < scalarEnd[r]; c++) {
      const o = c * SCALAR_STRIDE + side * 3
      x += scalars.hot[o] * scalars.impulse[c]
      y += scalars.hot[o + 1] * scalars.impulse[c]
    }
    stiff[s] += arm[r * 4 + side * 2] * x + arm[r * 4 + side * 2 + 1] * y
  }
}
