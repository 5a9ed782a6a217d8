/**
 * Solve of the nets of a batch: all their rigid rows at once, by conjugate gradients preconditioned with the factor of the reference
 * configuration (`net-reference.ts`).
 *
 * The preconditioner answers the residual u = J v + target as the reference net would, its joints a little soft: the velocities follow from
 * H d = −Ĵᵀ u / γ, Ĵ being the Jacobian of the reference configuration, and the impulses are λ = −(u + Ĵ d) / γ. All that happens in the
 * axes of the joints and bodies, so that rigid motion of the net does not matter. Where no joint has bent either, that is the solution.
 * Otherwise the impulses are a search direction: step length and residual follow from the present rows.
 */

import { roomFor } from '../../../common/memory/growing.ts'
import type { Net } from '../../../common/solver/joint-nets.ts'
import { LOST_DIGITS, TRACE } from '../../../common/math/rounding.ts'
import { MAX_BENT_JOINTS, SWEEP_TOLERANCE, WARM_START_DECAY } from '../../../common/tuning.ts'
import { AXIS_A, AXIS_B, MAX_RIGID, POSE_SIZE, ROW } from '../joint-kind.ts'
import { MOVED_STRIDE, VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { HOT_STRIDE } from './joint-rows.ts'

/** In place of ROW_BIAS or PUSH: the target is zero. */
export const NONE = -1

/**
 * Per node: −Ĵᵀ u / γ and then d, in its own axes; the sum of the impulses on it; and the change of momentum along the search direction.
 */
let force = new Float64Array(64)
let impulseSum = new Float64Array(64)
let momentum = new Float64Array(64)
/** Per joint: residual u, preconditioned residual, search direction, and the impulse of this visit. */
let residual = new Float64Array(64)
let preconditioned = new Float64Array(64)
let search = new Float64Array(64)
let applied = new Float64Array(64)
/** −u·λ of this step and of the one before. In an array: as results they would be boxed. */
const gainOut = new Float64Array(2)
/** The largest u per size. */
const worstOut = new Float64Array(1)

/** After the rows of a batch were built: the axes of its nets have turned. */
export function rotateNets(state: WorldState, batch: number): void {
  const { jointNets } = state
  if (jointNets.inBatch[batch] === 0) return
  for (let n = 0; n < jointNets.count; n++) if (jointNets.nets[n].batch === batch) jointNets.nets[n].turned = false
}

/** `target`: ROW_BIAS, PUSH or NONE. With `accumulate` the impulses are added to the rows. */
export function solveNets(state: WorldState, batch: number, h: number, target: number, velocity: Float64Array, accumulate: boolean): void {
  const { jointNets } = state
  if (jointNets.inBatch[batch] === 0) return
  for (let n = 0; n < jointNets.count; n++) {
    const net = jointNets.nets[n]
    if (net.batch === batch && net.active) solveNet(state, net, h, target, velocity, accumulate)
  }
}

function solveNet(state: WorldState, net: Net, h: number, target: number, velocity: Float64Array, accumulate: boolean): void {
  force = roomFor(force, net.nodes * 3)
  impulseSum = roomFor(impulseSum, net.nodes * 3)
  momentum = roomFor(momentum, net.nodes * 3)
  residual = roomFor(residual, net.count * MAX_RIGID)
  preconditioned = roomFor(preconditioned, net.count * MAX_RIGID)
  search = roomFor(search, net.count * MAX_RIGID)
  applied = roomFor(applied, net.count * MAX_RIGID)
  applied.fill(0, 0, net.count * MAX_RIGID)
  const negligible = (net.spread * TRACE * TRACE) / (h * h)
  let tolerance = 0
  gainOut[1] = 0
  for (let step = 0; step < MAX_BENT_JOINTS; step++) {
    readResiduals(state, net, target, velocity, accumulate && !net.free)
    if (worstOut[0] * h <= (net.stirred ? LOST_DIGITS : TRACE)) return
    if (!net.turned) rotateAxes(state, net)
    loadReference(state, net)
    net.factor.solve(force)
    precondition(state, net)
    if (step === 0) tolerance = Math.max(negligible, SWEEP_TOLERANCE * gainOut[0])
    else if (gainOut[0] <= tolerance) break
    stepAlong(state, net, velocity, accumulate, step > 0 ? gainOut[0] / gainOut[1] : 0)
    if (accumulate && state.jointNets.still[net.batch] === 1) net.stirred = true
    if (gainOut[0] <= negligible) break
    gainOut[1] = gainOut[0]
  }
}

/**
 * The axes of the joints' frames as they are now: those on A, or on B where A does not move: then it makes no difference how far B has
 * turned.
 */
function rotateAxes(state: WorldState, net: Net): void {
  const { frame, bodyA, bodyB } = state.jointRows.columns
  const { moved } = state.solverBodies.columns
  net.turned = true
  for (let m = 0; m < net.count; m++) {
    const r = net.row[m]
    const onB = net.endA[m] < 0
    const at = r * POSE_SIZE + (onB ? AXIS_B : AXIS_A)
    const c = frame[at]
    const s = frame[at + 1]
    const o = (onB ? bodyB[r] : bodyA[r]) * MOVED_STRIDE
    net.axis[m * 2] = c + (moved[o + 3] * c - moved[o + 4] * s)
    net.axis[m * 2 + 1] = s + (moved[o + 4] * c + moved[o + 3] * s)
  }
}

/** Residual u of all rows, and the largest of them. */
function readResiduals(state: WorldState, net: Net, target: number, velocity: Float64Array, decays: boolean): void {
  const { bodyA, bodyB, rigid, hot, impulse, size } = state.jointRows.columns
  let largest = 0
  const { row, compliance, count } = net
  const decay = decays ? WARM_START_DECAY : 0
  const hasTarget = target !== NONE
  for (let m = 0; m < count; m++) {
    const r = row[m]
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const v0 = velocity[a]
    const v1 = velocity[a + 1]
    const v2 = velocity[a + 2]
    const v3 = velocity[b]
    const v4 = velocity[b + 1]
    const v5 = velocity[b + 2]
    const o = r * HOT_STRIDE
    const t = o + target
    const l = r * MAX_RIGID
    const k = m * MAX_RIGID
    let u0 = hot[o] * v0 + hot[o + 1] * v1 + hot[o + 2] * v2 + hot[o + 3] * v3 + hot[o + 4] * v4 + hot[o + 5] * v5
    let u1 = hot[o + 6] * v0 + hot[o + 7] * v1 + hot[o + 8] * v2 + hot[o + 9] * v3 + hot[o + 10] * v4 + hot[o + 11] * v5
    if (hasTarget) {
      u0 += hot[t]
      u1 += hot[t + 1]
    }
    u0 += compliance[k] * (applied[k] + decay * impulse[l])
    u1 += compliance[k] * (applied[k + 1] + decay * impulse[l + 1])
    residual[k] = u0
    residual[k + 1] = u1
    const magnitude = Math.max(Math.abs(u0), Math.abs(u1))
    if (magnitude > largest * size[r]) largest = magnitude / size[r]
    if (rigid[r] < 3) continue
    let u2 =
      hot[o + 12] * v0 + hot[o + 13] * v1 + hot[o + 14] * v2 + hot[o + 15] * v3 + hot[o + 16] * v4 + hot[o + 17] * v5
    if (hasTarget) u2 += hot[t + 2]
    u2 += compliance[k + 2] * (applied[k + 2] + decay * impulse[l + 2])
    residual[k + 2] = u2
    if (Math.abs(u2) > largest) largest = Math.abs(u2)
  }
  worstOut[0] = largest
}

/** −Ĵᵀ u / γ: the impulses of the soft reference rows on the bodies. */
function loadReference(state: WorldState, net: Net): void {
  const { rigid } = state.jointRows.columns
  const { row, placeA, placeB, compliance, axis, rows, count } = net
  force.fill(0, 0, net.nodes * 3)
  for (let m = 0; m < count; m++) {
    const k = m * MAX_RIGID
    const u0 = residual[k]
    const u1 = residual[k + 1]
    // Into the axes of A's frame, as in the reference configuration.
    const c = axis[m * 2]
    const s = axis[m * 2 + 1]
    const p0 = -(c * u0 + s * u1) / compliance[k]
    const p1 = -(c * u1 - s * u0) / compliance[k]
    preconditioned[k] = p0
    preconditioned[k + 1] = p1
    const j = m * MAX_RIGID * ROW
    const f = placeA[m] * 3
    const g = placeB[m] * 3
    if (f >= 0) {
      force[f] += rows[j] * p0 + rows[j + 6] * p1
      force[f + 1] += rows[j + 1] * p0 + rows[j + 7] * p1
      force[f + 2] += rows[j + 2] * p0 + rows[j + 8] * p1
    }
    if (g >= 0) {
      force[g] += rows[j + 3] * p0 + rows[j + 9] * p1
      force[g + 1] += rows[j + 4] * p0 + rows[j + 10] * p1
      force[g + 2] += rows[j + 5] * p0 + rows[j + 11] * p1
    }
    if (rigid[row[m]] < 3) continue
    const p2 = -residual[k + 2] / compliance[k + 2]
    preconditioned[k + 2] = p2
    if (f >= 0) force[f + 2] += rows[j + 14] * p2
    if (g >= 0) force[g + 2] += rows[j + 17] * p2
  }
}

/** λ of all rows, and their sum per body, into `impulseSum`. */
function precondition(state: WorldState, net: Net): void {
  const { rigid, hot } = state.jointRows.columns
  const { row, placeA, placeB, compliance, axis, rows, count } = net
  impulseSum.fill(0, 0, net.nodes * 3)
  let sum = 0
  for (let m = 0; m < count; m++) {
    const r = row[m]
    const f = placeA[m] * 3
    const g = placeB[m] * 3
    const j = m * MAX_RIGID * ROW
    const k = m * MAX_RIGID
    const o = r * HOT_STRIDE
    let p0 = 0
    let p1 = 0
    let p2 = 0
    if (f >= 0) {
      p0 = rows[j] * force[f] + rows[j + 1] * force[f + 1] + rows[j + 2] * force[f + 2]
      p1 = rows[j + 6] * force[f] + rows[j + 7] * force[f + 1] + rows[j + 8] * force[f + 2]
    }
    if (g >= 0) {
      p0 += rows[j + 3] * force[g] + rows[j + 4] * force[g + 1] + rows[j + 5] * force[g + 2]
      p1 += rows[j + 9] * force[g] + rows[j + 10] * force[g + 1] + rows[j + 11] * force[g + 2]
    }
    p0 = preconditioned[k] - p0 / compliance[k]
    p1 = preconditioned[k + 1] - p1 / compliance[k]
    const c = axis[m * 2]
    const s = axis[m * 2 + 1]
    const q0 = c * p0 - s * p1
    const q1 = s * p0 + c * p1
    preconditioned[k] = q0
    preconditioned[k + 1] = q1
    sum -= q0 * residual[k] + q1 * residual[k + 1]
    if (rigid[r] === 3) {
      const turned = (f >= 0 ? rows[j + 14] * force[f + 2] : 0) + (g >= 0 ? rows[j + 17] * force[g + 2] : 0)
      p2 = preconditioned[k + 2] - turned / compliance[k + 2]
      preconditioned[k + 2] = p2
      sum -= p2 * residual[k + 2]
    }
    if (f >= 0) {
      impulseSum[f] += hot[o] * q0 + hot[o + 6] * q1
      impulseSum[f + 1] += hot[o + 1] * q0 + hot[o + 7] * q1
      impulseSum[f + 2] += hot[o + 2] * q0 + hot[o + 8] * q1 + hot[o + 14] * p2
    }
    if (g >= 0) {
      impulseSum[g] += hot[o + 3] * q0 + hot[o + 9] * q1
      impulseSum[g + 1] += hot[o + 4] * q0 + hot[o + 10] * q1
      impulseSum[g + 2] += hot[o + 5] * q0 + hot[o + 11] * q1 + hot[o + 17] * p2
    }
  }
  gainOut[0] = sum
}

/** One step of conjugate gradients: new search direction with β of the last one, the best step length along it. */
function stepAlong(state: WorldState, net: Net, velocity: Float64Array, accumulate: boolean, beta: number): void {
  const { rigid, impulse } = state.jointRows.columns
  const { velocity: masses } = state.solverBodies.columns
  const { compliance, solverAt, nodes, count, row } = net
  let cost = 0
  for (let n = 0; n < nodes; n++) {
    const o = solverAt[n] * VELOCITY_STRIDE
    const k = n * 3
    const x = beta === 0 ? impulseSum[k] : impulseSum[k] + beta * momentum[k]
    const y = beta === 0 ? impulseSum[k + 1] : impulseSum[k + 1] + beta * momentum[k + 1]
    const w = beta === 0 ? impulseSum[k + 2] : impulseSum[k + 2] + beta * momentum[k + 2]
    momentum[k] = x
    momentum[k + 1] = y
    momentum[k + 2] = w
    cost += (x * x + y * y) * masses[o + 3] + w * w * masses[o + 4]
  }
  for (let m = 0; m < count; m++) {
    for (let k = m * MAX_RIGID; k < m * MAX_RIGID + rigid[row[m]]; k++) {
      const p = beta === 0 ? preconditioned[k] : preconditioned[k] + beta * search[k]
      search[k] = p
      cost += compliance[k] * p * p
    }
  }
  // Converged, or not a number.
  if (!(gainOut[0] > 0 && cost > 0)) return
  const share = gainOut[0] / cost
  for (let n = 0; n < nodes; n++) {
    const o = solverAt[n] * VELOCITY_STRIDE
    const k = n * 3
    velocity[o] += share * momentum[k] * masses[o + 3]
    velocity[o + 1] += share * momentum[k + 1] * masses[o + 3]
    velocity[o + 2] += share * momentum[k + 2] * masses[o + 4]
  }
  for (let m = 0; m < count; m++) {
    const r = row[m]
    for (let i = 0; i < rigid[r]; i++) {
      const p = share * search[m * MAX_RIGID + i]
      applied[m * MAX_RIGID + i] += p
      if (accumulate) impulse[r * MAX_RIGID + i] += p
    }
  }
}
