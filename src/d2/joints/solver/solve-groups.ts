/**
 * Direct solve of the groups of a batch: their rigid rows by the sparse factor, and limits, motors, springs and soft rows as a boxed LCP in the
 * Schur complement, exactly and in one solve (`common/solver/reduced-solve.ts`).
 */

import { eliminateBackward, solveBlocks } from '../../../common/solver/block-factor.ts'
import { solveBoxedLcp } from '../../../common/solver/boxed-lcp.ts'
import { addRigidResponse, eliminateResiduals, energyAsked, takeReducedImpulse } from '../../../common/solver/reduced-solve.ts'
import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { MAX_LCP_ROWS, STABLE_RATIO, WARM_START_DECAY } from '../../../common/tuning.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { ROLE_LIMIT } from '../../store/joint-table.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { addImpulse, product } from './build-joint.ts'
import { energyOf } from './energy-limiter.ts'
import { tensionOf } from './geometric-stiffness.ts'
import { factorGroup } from './group-factor.ts'
import { measureCompliance } from './group-inverse.ts'
import {
  HIGH, HOT_STRIDE, IMPULSE_SCALE, KAPPA, LOW, MASS_SCALE, OWN_K, PUSH, ROW_BIAS, SCALAR_BIAS, SCALAR_IMPULSE_SCALE, SCALAR_MASS_SCALE,
  SCALAR_STRIDE, SOFT_COMPLIANCE,
} from './joint-rows.ts'
import { buildSchurComplement, rigidAt } from './schur-complement.ts'

/** In place of ROW_BIAS or PUSH: the target is zero. */
export const NONE = -1

/** Factors and Schur complements of the batch's groups, at the rows' present Jacobians. */
export function factorGroups(state: WorldState, batch: number): void {
  const { batchStart, order } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    factorGroup(state, order[k])
    buildSchurComplement(state, order[k])
  }
}

/** Angular compliance of the groups' bodies, at the present factors, which must be those of the bodies' own inertia. */
export function measureGroups(state: WorldState, batch: number): void {
  const { batchStart, order, allDirect } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    measureCompliance(state, order[k])
    if (!isStiff(state, order[k])) continue
    disableVelocityCorrection(state, order[k])
    // Contacts of bodies under such a tension need all the sweeps.
    allDirect[batch] = 0
  }
}

/** Whether loads stiffen a body of the group. */
function isStiff(state: WorldState, group: number): boolean {
  const { pieceEnd, piece } = state.jointGroups.plan
  const { solver } = state.bodies.columns
  for (let e = group === 0 ? 0 : pieceEnd[group - 1]; e < pieceEnd[group]; e++) {
    if (tensionOf(state, solver[piece[e * 4 + 2]]) > STABLE_RATIO) return true
  }
  return false
}

/**
 * With added inertia the solve is not exact: errors of such a group are not corrected in the velocities, and its impulses are warm started.
 */
function disableVelocityCorrection(state: WorldState, group: number): void {
  const { memberStart, member } = state.jointGroups.plan
  const { exact, isolated } = state.jointRows.columns
  const { row } = state.joints.columns
  for (let m = memberStart[group]; m < memberStart[group + 1]; m++) {
    exact[row[member[m]]] = 0
    isolated[row[member[m]]] = 0
  }
}

/** `retargeted`: the rows have just got new targets. Groups without contacts and swept rows need no other visit. */
export function solveGroups(state: WorldState, batch: number, retargeted: boolean): void {
  const { batchStart, order, touched, plan, blocks, x } = state.jointGroups
  const { velocity } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (!retargeted && touched[g] === 0) continue
    const rigid = plan.start[g] < plan.start[g + 1]
    if (rigid) {
      readResiduals(state, g, ROW_BIAS, velocity, true)
      eliminateResiduals(state.jointGroups, g)
      if (retargeted && touched[g] === 0) boundCurvature(state, g)
    }
    solveSchurRows(state, g)
    if (!rigid) continue
    eliminateBackward(plan, g, blocks, x)
    applyImpulses(state, g, velocity, true)
  }
}

/** Push-out of a group: its rigid rows, with their targets at `target`, and its limits. */
export function correctGroup(state: WorldState, g: number, target: number): void {
  const { plan, blocks, x } = state.jointGroups
  const { pseudo } = state.solverBodies.columns
  const rigid = plan.start[g] < plan.start[g + 1]
  if (rigid) {
    readResiduals(state, g, target, pseudo, false)
    eliminateResiduals(state.jointGroups, g)
  }
  correctSchurRows(state, g)
  if (!rigid) return
  eliminateBackward(plan, g, blocks, x)
  applyImpulses(state, g, pseudo, false)
}

/**
 * Projects the velocities onto the groups' constraints at this pose. The end pose may be predicted from such velocities only: otherwise a
 * light link that was just hit spins by radians, and so does the prediction.
 */
export function projectGroups(state: WorldState, batch: number): void {
  const { batchStart, order } = state.jointGroups
  const { velocity } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) solveRigidRows(state, order[k], NONE, velocity, true)
}

/**
 * The same in the middle of a solve, with the present targets: contact impulses must have reached the whole group before it gets new
 * targets.
 */
export function projectGroupsAgain(state: WorldState, batch: number): void {
  const { batchStart, order } = state.jointGroups
  const { velocity } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) solveRigidRows(state, order[k], ROW_BIAS, velocity, true)
}

const g = new Float64Array(MAX_LCP_ROWS)
const low = new Float64Array(MAX_LCP_ROWS)
const high = new Float64Array(MAX_LCP_ROWS)
const lambda = new Float64Array(MAX_LCP_ROWS)
const change = new Float64Array(MAX_LCP_ROWS)
const H = new Float64Array(MAX_LCP_ROWS * MAX_LCP_ROWS)

/** Limits, motors, springs and soft rows of a group, all at once, between both eliminations of its rigid rows. */
function solveSchurRows(state: WorldState, group: number): void {
  const { reducedStart, reducedAt, reducedRow, startS, S } = state.jointGroups
  const first = reducedStart[group]
  const n = reducedStart[group + 1] - first
  if (n === 0) return
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const at = startS[group]
  for (let i = 0; i < n * n; i++) H[i] = S[at + i]
  for (let i = 0; i < n; i++) {
    const s = reducedAt[first + i]
    if (s >= 0) readScalar(state, i, s, reducedRow[first + i], n)
    else readSoft(state, i, -1 - s, reducedRow[first + i], n)
    addRigidResponse(state.jointGroups, group, i, g)
    // Gauss' form: the velocity without the impulses that are there already.
    for (let k = 0; k < n; k++) {
      const t = reducedAt[first + k]
      g[i] -= S[at + i * n + k] * (t >= 0 ? scalars.impulse[t] : rows.impulse[-1 - t])
    }
  }
  solveBoxedLcp(H, 0, n, g, low, high, lambda)
  const { velocity } = state.solverBodies.columns
  for (let i = 0; i < n; i++) {
    const s = reducedAt[first + i]
    const impulse = s >= 0 ? scalars.impulse : rows.impulse
    const o = s >= 0 ? s : -1 - s
    change[i] = lambda[i] - impulse[o]
    impulse[o] = lambda[i]
    if (change[i] === 0) continue
    takeReducedImpulse(state.jointGroups, group, i, change)
    const r = reducedRow[first + i]
    const jacobian = s >= 0 ? scalars.hot : rows.hot
    addImpulse(jacobian, s >= 0 ? s * SCALAR_STRIDE : rigidAt(o), change, i, 1, velocity, rows.bodyA[r], rows.bodyB[r], velocity, VELOCITY_STRIDE)
  }
}

/** Limits of a group in the push-out. */
function correctSchurRows(state: WorldState, group: number): void {
  const { reducedStart, reducedAt, reducedRow, startS, S } = state.jointGroups
  const first = reducedStart[group]
  const n = reducedStart[group + 1] - first
  if (n === 0) return
  const { rigid, hot: rows, bodyA, bodyB } = state.jointRows.columns
  const { hot, push, pushed, side, role, pushable } = state.scalarRows.columns
  const { velocity, pseudo } = state.solverBodies.columns
  const at = startS[group]
  for (let i = 0; i < n * n; i++) H[i] = S[at + i]
  for (let i = 0; i < n; i++) {
    const s = reducedAt[first + i]
    const r = reducedRow[first + i]
    const on = s >= 0 && role[s] === ROLE_LIMIT && pushable[s] === 1
    low[i] = !on || side[s] > 0 ? 0 : -Infinity
    high[i] = !on || side[s] < 0 ? 0 : Infinity
    lambda[i] = on ? pushed[s] : 0
    g[i] = 0
    if (!on) continue
    const o = s * SCALAR_STRIDE
    readVelocity(hot, o, pseudo, bodyA[r] * VELOCITY_STRIDE, bodyB[r] * VELOCITY_STRIDE, i)
    g[i] += push[s]
    addRigidResponse(state.jointGroups, group, i, g)
    // The push-out targets of the joint's own rigid rows, of which the scalar row was cleared.
    for (let k = 0; k < rigid[r]; k++) g[i] -= hot[o + KAPPA + k] * rows[r * HOT_STRIDE + PUSH + k]
  }
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) g[i] -= S[at + i * n + k] * lambda[k]
  solveBoxedLcp(H, 0, n, g, low, high, lambda)
  for (let i = 0; i < n; i++) {
    const s = reducedAt[first + i]
    if (s < 0 || lambda[i] === pushed[s]) continue
    const r = reducedRow[first + i]
    change[i] = lambda[i] - pushed[s]
    takeReducedImpulse(state.jointGroups, group, i, change)
    pushed[s] = lambda[i]
    addImpulse(hot, s * SCALAR_STRIDE, change, i, 1, velocity, bodyA[r], bodyB[r], pseudo, VELOCITY_STRIDE)
  }
}

/** g[i] ← J v of the row at jacobian[o …]; a and b are offsets into the velocities. */
function readVelocity(jacobian: Float64Array, o: number, velocity: Float64Array, a: number, b: number, i: number): void {
  g[i] =
    jacobian[o] * velocity[a] + jacobian[o + 1] * velocity[a + 1] + jacobian[o + 2] * velocity[a + 2] +
    jacobian[o + 3] * velocity[b] + jacobian[o + 4] * velocity[b + 1] + jacobian[o + 5] * velocity[b + 2]
}

/** λ = impulseScale λ − massScale u − bias, written as u + bias / massScale + λ (1 − impulseScale) / massScale = 0. */
function readScalar(state: WorldState, i: number, s: number, r: number, n: number): void {
  const { bodyA, bodyB } = state.jointRows.columns
  const { hot, impulse } = state.scalarRows.columns
  const o = s * SCALAR_STRIDE
  const lower = hot[o + LOW]
  const upper = hot[o + HIGH]
  low[i] = lower
  high[i] = upper
  lambda[i] = impulse[s] < lower ? lower : impulse[s] > upper ? upper : impulse[s]
  readVelocity(hot, o, state.solverBodies.columns.velocity, bodyA[r] * VELOCITY_STRIDE, bodyB[r] * VELOCITY_STRIDE, i)
  const k = hot[o + OWN_K]
  if (!(k > 0)) return
  const share = Math.max(hot[o + SCALAR_MASS_SCALE], LOST_DIGITS / k)
  g[i] += hot[o + SCALAR_BIAS] / share
  H[i * n + i] += (1 - hot[o + SCALAR_IMPULSE_SCALE]) / share
}

/** The same for a row of a soft joint, whose scales act on K of all its rows. */
function readSoft(state: WorldState, i: number, at: number, r: number, n: number): void {
  const { bodyA, bodyB, hot, impulse, rigid } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const row = r * HOT_STRIDE
  const index = at - r * MAX_RIGID
  const o = row + index * ROW
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  const share = Math.max(hot[row + MASS_SCALE], LOST_DIGITS)
  const softening = (1 - hot[row + IMPULSE_SCALE]) / share
  low[i] = -Infinity
  high[i] = Infinity
  lambda[i] = impulse[at]
  readVelocity(hot, o, velocity, a, b, i)
  g[i] += hot[row + ROW_BIAS + index] / share
  H[i * n + i] += hot[row + SOFT_COMPLIANCE]
  if (softening === 0) return
  for (let k = 0; k < rigid[r]; k++) H[i * n + i + k - index] += softening * product(hot, o, hot, row + k * ROW, velocity, a, b)
}

/**
 * Bounds the energy of the curvature in new targets of rigid rows whose residuals were eliminated. Where rows become dependent — a crank at its
 * dead point, two sliders in line — a trace of curvature would be answered with forces without bound: if the targets ask for more energy than
 * there is, they are linearized.
 */
function boundCurvature(state: WorldState, group: number): void {
  const { plan, rowOf, negligible, bodies, bodyStart } = state.jointGroups
  const { velocity, kicked, island } = state.solverBodies.columns
  const asked = energyAsked(state.jointGroups, group)
  if (!(asked > energyOf(state, group, kicked, 3)) || !(asked > negligible[island[bodies[bodyStart[group]]]])) return
  state.guards.curvatureBounded++
  const { hot } = state.jointRows.columns
  for (let p = plan.start[group]; p < plan.start[group + 1]; p++) for (let i = 0; i < MAX_RIGID; i++) hot[rowOf[p] * HOT_STRIDE + ROW_BIAS + i] = 0
  readResiduals(state, group, ROW_BIAS, velocity, true)
  eliminateResiduals(state.jointGroups, group)
}

/** Solves the rigid rows: J v + target = 0, the target being at ROW_BIAS or PUSH. With `accumulate` the impulses are added to the rows. */
export function solveRigidRows(state: WorldState, group: number, target: number, velocity: Float64Array, accumulate: boolean): void {
  const { plan, blocks, x } = state.jointGroups
  if (plan.start[group] === plan.start[group + 1]) return
  readResiduals(state, group, target, velocity, accumulate)
  solveBlocks(plan, group, blocks, x)
  applyImpulses(state, group, velocity, accumulate)
}

/** −(J v + bias) of a group's rigid rows, into its x. */
export function readResiduals(state: WorldState, group: number, target: number, velocity: Float64Array, accumulate: boolean): void {
  const { plan, x, rowOf, compliance } = state.jointGroups
  const { start, size, vector } = plan
  const { bodyA, bodyB, hot, impulse, isolated } = state.jointRows.columns
  // Warm-start decay: impulses that are kept from substep to substep must not grow along redundant rows.
  const decays = accumulate && isolated[rowOf[start[group]]] === 0
  for (let p = start[group]; p < start[group + 1]; p++) {
    const r = rowOf[p]
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const to = vector[p]
    const n = size[p]
    const v0 = velocity[a]
    const v1 = velocity[a + 1]
    const v2 = velocity[a + 2]
    const v3 = velocity[b]
    const v4 = velocity[b + 1]
    const v5 = velocity[b + 2]
    let o = r * HOT_STRIDE
    const targetAt = o + target
    for (let i = 0; i < n; i++) {
      const u = hot[o] * v0 + hot[o + 1] * v1 + hot[o + 2] * v2 + hot[o + 3] * v3 + hot[o + 4] * v4 + hot[o + 5] * v5
      x[to + i] = target === NONE ? -u : -u - hot[targetAt + i]
      if (decays) x[to + i] -= WARM_START_DECAY * compliance[to + i] * impulse[r * MAX_RIGID + i]
      o += ROW
    }
  }
}

/** Gives the impulses in a group's x to its bodies; with `accumulate` to its rows, too. */
export function applyImpulses(state: WorldState, group: number, velocity: Float64Array, accumulate: boolean): void {
  const { plan, x, rowOf } = state.jointGroups
  const { start, size, vector } = plan
  const { bodyA, bodyB, hot, impulse } = state.jointRows.columns
  const masses = state.solverBodies.columns.velocity
  for (let p = start[group]; p < start[group + 1]; p++) {
    const r = rowOf[p]
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const from = vector[p]
    const n = size[p]
    let o = r * HOT_STRIDE
    let a0 = 0
    let a1 = 0
    let a2 = 0
    let b0 = 0
    let b1 = 0
    let b2 = 0
    for (let i = 0; i < n; i++) {
      const value = x[from + i]
      if (accumulate) impulse[r * MAX_RIGID + i] += value
      a0 += hot[o] * value
      a1 += hot[o + 1] * value
      a2 += hot[o + 2] * value
      b0 += hot[o + 3] * value
      b1 += hot[o + 4] * value
      b2 += hot[o + 5] * value
      o += ROW
    }
    velocity[a] += a0 * masses[a + 3]
    velocity[a + 1] += a1 * masses[a + 3]
    velocity[a + 2] += a2 * masses[a + 4]
    velocity[b] += b0 * masses[b + 3]
    velocity[b + 1] += b1 * masses[b + 3]
    velocity[b + 2] += b2 * masses[b + 4]
  }
}
