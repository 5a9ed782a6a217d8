/**
 * Direct solve of the groups of a batch: their rigid rows by the sparse factor, and limits, motors, springs and soft rows as a boxed LCP in the
 * Schur complement, exactly and in one solve (`common/solver/reduced-solve.ts`).
 */

import { eliminateBackward, solveBlocks } from '../../../common/solver/block-factor.ts'
import { solveBoxedLcp } from '../../../common/solver/boxed-lcp.ts'
import { addRigidResponse, eliminateResiduals, energyAsked, takeReducedImpulse } from '../../../common/solver/reduced-solve.ts'
import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { MAX_LCP_ROWS, WARM_START_DECAY } from '../../../common/tuning.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { ROLE_LIMIT } from '../../store/joint-table.ts'
import { LAST_HALF } from '../../step/kick.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { addImpulse, rowVelocity } from './build-joint.ts'
import { energyOf } from './energy-limiter.ts'
import { STABLE_TRACE, tensionOf } from './geometric-stiffness.ts'
import { factorGroup } from './group-factor.ts'
import { IMPULSE_SCALE, MASS_SCALE, SOFT_COMPLIANCE } from './joint-rows.ts'
import { buildSchurComplement } from './schur-complement.ts'

/** Factors and Schur complements of the batch's groups, at the rows' present Jacobians; where no row is new they stand. */
export function factorGroups(state: WorldState, batch: number): void {
  const { batchStart, order, renewed } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    if (renewed[order[k]] === 0) continue
    factorGroup(state, order[k])
    buildSchurComplement(state, order[k])
  }
}

/** The same after `beginGroups`: factors stand where no body of the group is `renewed`. */
export function factorRenewedGroups(state: WorldState, batch: number): void {
  const { batchStart, order, bodies, bodyStart } = state.jointGroups
  const { renewed } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    let changed = 0
    for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) changed |= renewed[bodies[i]]
    if (changed !== 0) factorGroup(state, g)
    buildSchurComplement(state, g)
  }
}

/** Factors at the start of the step, with the bodies' own inertia. */
export function beginGroups(state: WorldState, batch: number): void {
  const { batchStart, order, taut } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    factorGroup(state, order[k])
    taut[order[k]] = 0
  }
}

/** Groups that the loads of the step before stiffen. */
export function findStiffGroups(state: WorldState, batch: number): void {
  const { batchStart, order, allDirect } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    if (!isStiff(state, order[k])) continue
    disableVelocityCorrection(state, order[k])
    // Contacts of bodies under such a tension need all the sweeps.
    allDirect[batch] = 0
  }
}

/** Whether the loads of the step before stiffen a body of the group. */
function isStiff(state: WorldState, group: number): boolean {
  const { pieceEnd, piece } = state.jointGroups.plan
  const { solver } = state.bodies.columns
  for (let e = group === 0 ? 0 : pieceEnd[group - 1]; e < pieceEnd[group]; e++) {
    if (tensionOf(state, solver[piece[e * 4 + 2]]) > STABLE_TRACE) return true
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
  const { bias } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (!retargeted && touched[g] === 0) continue
    const rigid = plan.start[g] < plan.start[g + 1]
    if (rigid) {
      readResiduals(state, g, bias, velocity, true)
      eliminateResiduals(state.jointGroups, g)
      if (retargeted && touched[g] === 0) boundCurvature(state, g)
    }
    solveSchurRows(state, g)
    if (!rigid) continue
    eliminateBackward(plan, g, blocks, x)
    applyImpulses(state, g, velocity, true)
  }
}

/** Push-out of a group: its rigid rows and limits, `targets` being those of the rigid rows. */
export function correctGroup(state: WorldState, g: number, targets: Float64Array): void {
  const { plan, blocks, x } = state.jointGroups
  const { pseudo } = state.solverBodies.columns
  const rigid = plan.start[g] < plan.start[g + 1]
  if (rigid) {
    readResiduals(state, g, targets, pseudo, false)
    eliminateResiduals(state.jointGroups, g)
  }
  correctSchurRows(state, g)
  if (!rigid) return
  eliminateBackward(plan, g, blocks, x)
  applyImpulses(state, g, pseudo, false)
}

/**
 * Projects the velocities onto the groups' constraints at this pose. The end pose may be predicted from such velocities only: otherwise a
 * light link that was just hit spins by radians, and so does the prediction. Nothing is predicted at the end of the step, nor in quiet islands.
 */
export function projectGroups(state: WorldState, batch: number, part: number): void {
  const { batchStart, order, touched, early } = state.jointGroups
  const { fixed } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    if (touched[order[k]] === 0 || (part !== LAST_HALF && early[order[k]] === 1)) solveRigidRows(state, order[k], fixed, velocity, true)
  }
}

/**
 * The same between two sweeps, with the present targets: contact impulses must have reached the whole group before it gets new ones.
 */
export function projectGroupsAgain(state: WorldState, batch: number): void {
  const { batchStart, order, calm } = state.jointGroups
  const { bias } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    if (calm[order[k]] === 0) solveRigidRows(state, order[k], bias, velocity, true)
  }
}

const g = new Float64Array(MAX_LCP_ROWS)
const low = new Float64Array(MAX_LCP_ROWS)
const high = new Float64Array(MAX_LCP_ROWS)
const lambda = new Float64Array(MAX_LCP_ROWS)
const d = new Float64Array(MAX_LCP_ROWS)
const H = new Float64Array(MAX_LCP_ROWS * MAX_LCP_ROWS)

/** Limits, motors, springs and soft rows of a group, all at once, between both eliminations of its rigid rows. */
function solveSchurRows(state: WorldState, group: number): void {
  const { reducedStart, reducedCount, reducedAt, reducedRow, startS, S } = state.jointGroups
  const first = reducedStart[group]
  const n = reducedCount[group]
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
  }
  // Gauss' form: the velocities without the impulses that are there already.
  for (let k = 0; k < n; k++) {
    const t = reducedAt[first + k]
    const impulse = t >= 0 ? scalars.impulse[t] : rows.impulse[-1 - t]
    if (impulse !== 0) for (let i = 0; i < n; i++) g[i] -= S[at + i * n + k] * impulse
  }
  solveBoxedLcp(H, 0, n, g, low, high, lambda)
  const { velocity } = state.solverBodies.columns
  for (let i = 0; i < n; i++) {
    const s = reducedAt[first + i]
    const impulse = s >= 0 ? scalars.impulse : rows.impulse
    const change = s >= 0 ? scalars.change : rows.change
    const o = s >= 0 ? s : -1 - s
    d[i] = lambda[i] - impulse[o]
    impulse[o] = lambda[i]
    change[o] = d[i]
    if (d[i] === 0) continue
    takeReducedImpulse(state.jointGroups, group, i, d)
    addImpulse(state, reducedRow[first + i], s >= 0 ? scalars.jacobian : rows.jacobian, o * ROW, d, i, velocity, VELOCITY_STRIDE)
  }
}

/** Limits of a group in the push-out. */
function correctSchurRows(state: WorldState, group: number): void {
  const { reducedStart, reducedCount, reducedAt, reducedRow, startS, S } = state.jointGroups
  const first = reducedStart[group]
  const n = reducedCount[group]
  if (n === 0) return
  const { jacobian, push, pushed, side, role, pushable } = state.scalarRows.columns
  const { pseudo } = state.solverBodies.columns
  const at = startS[group]
  for (let i = 0; i < n * n; i++) H[i] = S[at + i]
  for (let i = 0; i < n; i++) {
    const s = reducedAt[first + i]
    const on = s >= 0 && role[s] === ROLE_LIMIT && pushable[s] === 1
    low[i] = !on || side[s] > 0 ? 0 : -Infinity
    high[i] = !on || side[s] < 0 ? 0 : Infinity
    lambda[i] = on ? pushed[s] : 0
    const r = reducedRow[first + i]
    g[i] = on ? rowVelocity(state, r, jacobian, s * ROW, pseudo) + push[s] - rigidCorrectionOf(state, r, s) : 0
    if (on) addRigidResponse(state.jointGroups, group, i, g)
  }
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) g[i] -= S[at + i * n + k] * lambda[k]
  solveBoxedLcp(H, 0, n, g, low, high, lambda)
  for (let i = 0; i < n; i++) {
    const s = reducedAt[first + i]
    if (s < 0 || lambda[i] === pushed[s]) continue
    d[i] = lambda[i] - pushed[s]
    takeReducedImpulse(state.jointGroups, group, i, d)
    addImpulse(state, reducedRow[first + i], jacobian, s * ROW, d, i, pseudo, VELOCITY_STRIDE)
    pushed[s] = lambda[i]
  }
}

/** The push-out targets of the joint's own rigid rows, of which the scalar row was cleared. */
function rigidCorrectionOf(state: WorldState, r: number, s: number): number {
  const { rigid, push } = state.jointRows.columns
  const { kappa } = state.scalarRows.columns
  let sum = 0
  for (let i = 0; i < rigid[r]; i++) sum += kappa[s * MAX_RIGID + i] * push[r * MAX_RIGID + i]
  return sum
}

/** λ = impulseScale λ − massScale u − bias, written as u + bias / massScale + λ (1 − impulseScale) / massScale = 0. */
function readScalar(state: WorldState, i: number, s: number, r: number, n: number): void {
  const { jacobian, impulseScale, massScale, bias, impulse, k, low: lower, high: upper } = state.scalarRows.columns
  const { velocity } = state.solverBodies.columns
  low[i] = lower[s]
  high[i] = upper[s]
  lambda[i] = impulse[s] < lower[s] ? lower[s] : impulse[s] > upper[s] ? upper[s] : impulse[s]
  g[i] = rowVelocity(state, r, jacobian, s * ROW, velocity)
  if (!(k[s] > 0)) return
  const share = Math.max(massScale[s], LOST_DIGITS / k[s])
  g[i] += bias[s] / share
  H[i * n + i] += (1 - impulseScale[s]) / share
}

/** The same for a row of a soft joint, whose scales act on K of all its rows. */
function readSoft(state: WorldState, i: number, at: number, r: number, n: number): void {
  const { jacobian, rule, bias, impulse, rigid } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const first = r * MAX_RIGID
  const share = Math.max(rule[r * 4 + MASS_SCALE], LOST_DIGITS)
  const softening = (1 - rule[r * 4 + IMPULSE_SCALE]) / share
  low[i] = -Infinity
  high[i] = Infinity
  lambda[i] = impulse[at]
  g[i] = rowVelocity(state, r, jacobian, at * ROW, velocity) + bias[at] / share
  H[i * n + i] += rule[r * 4 + SOFT_COMPLIANCE]
  if (softening === 0) return
  const { bodyA, bodyB } = state.jointRows.columns
  const mA = velocity[bodyA[r] * VELOCITY_STRIDE + 6]
  const mB = velocity[bodyB[r] * VELOCITY_STRIDE + 6]
  const index = at - first
  for (let k = 0; k < rigid[r]; k++) {
    const o = at * ROW
    const p = (first + k) * ROW
    let sum = 0
    for (let c = 0; c < 3; c++) {
      sum += mA * jacobian[o + c] * jacobian[p + c] + jacobian[o + 3 + c] * jacobian[p + 3 + c]
      sum += mB * jacobian[o + 6 + c] * jacobian[p + 6 + c] + jacobian[o + 9 + c] * jacobian[p + 9 + c]
    }
    H[i * n + i + k - index] += softening * sum
  }
}

/**
 * Bounds the energy of the curvature in new targets of rigid rows whose residuals were eliminated. Where rows become dependent — a crank at its
 * dead point, two sliders in line — a trace of curvature would be answered with forces without bound: if the targets ask for more energy than
 * there is, they are linearized.
 */
function boundCurvature(state: WorldState, group: number): void {
  const { plan, rowOf, negligible, bodies, bodyStart } = state.jointGroups
  const { bias, fixed } = state.jointRows.columns
  const { velocity, kicked, island } = state.solverBodies.columns
  const asked = energyAsked(state.jointGroups, group)
  if (!(asked > energyOf(state, group, kicked, 6)) || !(asked > negligible[island[bodies[bodyStart[group]]]])) return
  state.guards.curvatureBounded++
  for (let p = plan.start[group]; p < plan.start[group + 1]; p++) {
    const o = rowOf[p] * MAX_RIGID
    for (let i = o; i < o + MAX_RIGID; i++) bias[i] = fixed[i]
  }
  readResiduals(state, group, bias, velocity, true)
  eliminateResiduals(state.jointGroups, group)
}

/** Solves the rigid rows: J v + bias = 0. With `accumulate` the impulses are added to the rows. */
export function solveRigidRows(state: WorldState, group: number, bias: Float64Array, velocity: Float64Array, accumulate: boolean): void {
  const { plan, blocks, x } = state.jointGroups
  if (plan.start[group] === plan.start[group + 1]) return
  readResiduals(state, group, bias, velocity, accumulate)
  solveBlocks(plan, group, blocks, x)
  applyImpulses(state, group, velocity, accumulate)
}

/** −(J v + bias) of a group's rigid rows, into its x. */
export function readResiduals(state: WorldState, group: number, bias: Float64Array, velocity: Float64Array, accumulate: boolean): void {
  const { plan, x, rowOf, compliance } = state.jointGroups
  const { start, size, vector } = plan
  const { bodyA, bodyB, jacobian, impulse, isolated } = state.jointRows.columns
  // Warm-start decay: impulses that are kept from substep to substep must not grow along redundant rows.
  const decays = accumulate && isolated[rowOf[start[group]]] === 0
  for (let p = start[group]; p < start[group + 1]; p++) {
    const r = rowOf[p]
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const to = vector[p]
    const v0 = velocity[a]
    const v1 = velocity[a + 1]
    const v2 = velocity[a + 2]
    const v3 = velocity[a + 3]
    const v4 = velocity[a + 4]
    const v5 = velocity[a + 5]
    const v6 = velocity[b]
    const v7 = velocity[b + 1]
    const v8 = velocity[b + 2]
    const v9 = velocity[b + 3]
    const v10 = velocity[b + 4]
    const v11 = velocity[b + 5]
    for (let i = 0; i < size[p]; i++) {
      const at = r * MAX_RIGID + i
      const o = at * ROW
      x[to + i] = -(
        jacobian[o] * v0 + jacobian[o + 1] * v1 + jacobian[o + 2] * v2 + jacobian[o + 3] * v3 + jacobian[o + 4] * v4 + jacobian[o + 5] * v5 +
        jacobian[o + 6] * v6 + jacobian[o + 7] * v7 + jacobian[o + 8] * v8 + jacobian[o + 9] * v9 + jacobian[o + 10] * v10 + jacobian[o + 11] * v11 +
        bias[at]
      )
      if (decays) x[to + i] -= WARM_START_DECAY * compliance[to + i] * impulse[at]
    }
  }
}

/** Gives the impulses in a group's x to its bodies; with `accumulate` to its rows, too. */
export function applyImpulses(state: WorldState, group: number, velocity: Float64Array, accumulate: boolean): void {
  const { plan, x, rowOf } = state.jointGroups
  const { start, size, vector } = plan
  const { bodyA, bodyB, jacobian, impulse, change } = state.jointRows.columns
  const masses = state.solverBodies.columns.velocity
  for (let p = start[group]; p < start[group + 1]; p++) {
    const r = rowOf[p]
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const from = vector[p]
    const mA = masses[a + 6]
    const mB = masses[b + 6]
    let v0 = velocity[a]
    let v1 = velocity[a + 1]
    let v2 = velocity[a + 2]
    let v3 = velocity[a + 3]
    let v4 = velocity[a + 4]
    let v5 = velocity[a + 5]
    let v6 = velocity[b]
    let v7 = velocity[b + 1]
    let v8 = velocity[b + 2]
    let v9 = velocity[b + 3]
    let v10 = velocity[b + 4]
    let v11 = velocity[b + 5]
    for (let i = 0; i < size[p]; i++) {
      const at = r * MAX_RIGID + i
      const o = at * ROW
      const value = x[from + i]
      if (accumulate) {
        impulse[at] += value
        change[at] = value
      }
      const pA = value * mA
      const pB = value * mB
      v0 += jacobian[o] * pA
      v1 += jacobian[o + 1] * pA
      v2 += jacobian[o + 2] * pA
      v3 += jacobian[o + 3] * value
      v4 += jacobian[o + 4] * value
      v5 += jacobian[o + 5] * value
      v6 += jacobian[o + 6] * pB
      v7 += jacobian[o + 7] * pB
      v8 += jacobian[o + 8] * pB
      v9 += jacobian[o + 9] * value
      v10 += jacobian[o + 10] * value
      v11 += jacobian[o + 11] * value
    }
    velocity[a] = v0
    velocity[a + 1] = v1
    velocity[a + 2] = v2
    velocity[a + 3] = v3
    velocity[a + 4] = v4
    velocity[a + 5] = v5
    velocity[b] = v6
    velocity[b + 1] = v7
    velocity[b + 2] = v8
    velocity[b + 3] = v9
    velocity[b + 4] = v10
    velocity[b + 5] = v11
  }
}
