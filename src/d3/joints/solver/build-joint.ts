/**
 * A joint's solver rows at the present pose: weighted Jacobians, K and the effective mass K⁻¹, coordinates cleared of the rigid rows.
 *
 * Called at the start of a step and after every drift: joints, unlike contacts, follow the pose substep by substep. So a pendulum keeps its
 * swing: the force acts along the rows of the pose where it acts.
 */

import { unwrap } from '../../../common/math/unwrap.ts'
import { LOST_DIGITS, ROUNDING, TRACE } from '../../../common/math/rounding.ts'
import { ANCHOR_GAP_SHARE, CONSTRAINT_REGULARIZATION, MARGIN_PER_SIZE } from '../../../common/tuning.ts'
import { loadFrames, poseNow } from '../frames.ts'
import { MAX_COORDINATES, MAX_RIGID, Measure, POSE_SIZE, RA, RB, ROW, XA, XB } from '../joint-kind.ts'
import { fromWeighted } from '../../math/weighted.ts'
import { DATA_SIZE, FEATURE_STRIDE, LOWER, ROLE_LIMIT, UPPER } from '../../store/joint-table.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { ScalarRowColumns } from './joint-rows.ts'

const pose = new Float64Array(POSE_SIZE)
export const measured: Measure = new Measure()

const J = new Float64Array(ROW)
/** Inverse inertia of a coordinate: without and with the rigid rows. */
const mobility = new Float64Array(2)
const K = new Float64Array(MAX_RIGID * MAX_RIGID)
const L = new Float64Array(MAX_RIGID * MAX_RIGID)
const column = new Float64Array(MAX_RIGID)

/** Measures the joint where its bodies are now. */
export function measureNow(state: WorldState, r: number): void {
  const { joint, bodyA, bodyB } = state.jointRows.columns
  const j = joint[r]
  const { kind, bodyA: ownA, bodyB: ownB, data, turns } = state.joints.columns
  poseNow(state, ownA[j], bodyA[r], 0)
  poseNow(state, ownB[j], bodyB[r], 7)
  loadFrames(state, j, pose)
  state.jointKinds[kind[j]].measure(pose, data, j * DATA_SIZE, measured, turns, j * MAX_COORDINATES)
}

/** The same without Jacobians, of kinds that can. */
export function measureValuesNow(state: WorldState, r: number): void {
  const { joint, bodyA, bodyB } = state.jointRows.columns
  const j = joint[r]
  const { kind, bodyA: ownA, bodyB: ownB, data, turns } = state.joints.columns
  const jointKind = state.jointKinds[kind[j]]
  if (jointKind.measureErrors === undefined) {
    measureNow(state, r)
    return
  }
  poseNow(state, ownA[j], bodyA[r], 0)
  poseNow(state, ownB[j], bodyB[r], 7)
  loadFrames(state, j, pose)
  jointKind.measureErrors(pose, data, j * DATA_SIZE, measured, turns, j * MAX_COORDINATES)
}

/**
 * Errors and coordinates of the row r where its bodies are now; its Jacobians stay. False for kinds that measure errors only with their Jacobians,
 * which may depend on more than how their bodies are turned.
 */
export function measureErrorsNow(state: WorldState, r: number): boolean {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  if (state.jointKinds[state.joints.columns.kind[rows.joint[r]]].measureErrors === undefined) return false
  measureValuesNow(state, r)
  for (let i = 0; i < measured.rigid; i++) rows.error[r * MAX_RIGID + i] = measured.error[i]
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) scalars.value[s] = measured.value[scalars.coordinate[s]]
  return true
}

/** Rebuilds the row r and its scalar rows. `compliance` is γ of soft rigid rows; `swept`: they are solved by K⁻¹ of this joint. */
export function buildJoint(state: WorldState, r: number, compliance: number, swept: boolean): void {
  measureNow(state, r)
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const n = measured.rigid
  rows.rigid[r] = n
  for (let k = 0; k < 3; k++) {
    rows.arm[r * 6 + k] = pose[RA + k]
    rows.arm[r * 6 + 3 + k] = pose[RB + k]
  }
  const movable = state.batches.bodyStart[0]
  const free = rows.bodyA[r] >= movable && rows.bodyB[r] >= movable
  for (let i = 0; i < n; i++) {
    if (free) moveToCommonPoint(measured.jacobian, i * ROW, pose)
    rows.error[r * MAX_RIGID + i] = measured.error[i]
    rows.fixed[r * MAX_RIGID + i] = weightRow(state, r, measured.jacobian, i * ROW, rows.jacobian, (r * MAX_RIGID + i) * ROW)
    for (let k = 0; k < 6; k++) rows.onB[(r * MAX_RIGID + i) * 6 + k] = measured.jacobian[i * ROW + 6 + k]
  }
  let any = false
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    scalars.value[s] = measured.value[scalars.coordinate[s]]
    scalars.asleep[s] = isOutOfReach(state, r, s) ? 1 : 0
    if (scalars.asleep[s] === 0) any = true
  }
  // The factor of a group needs no K of single joints, nor do limits out of reach.
  if (any || swept) invertMass(state, r, compliance)
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    if (scalars.asleep[s] === 1) clearScalar(scalars, s)
    else buildScalar(state, r, s, compliance === 0)
  }
}

/** K⁻¹ of the rigid rows. */
export function invertMass(state: WorldState, r: number, compliance: number): void {
  const { jacobian, inverse, rigid } = state.jointRows.columns
  const n = rigid[r]
  for (let i = 0; i < n; i++) {
    for (let k = 0; k <= i; k++) product(state, r, jacobian, (r * MAX_RIGID + i) * ROW, jacobian, (r * MAX_RIGID + k) * ROW, K, i * MAX_RIGID + k)
    K[i * MAX_RIGID + i] = K[i * MAX_RIGID + i] * (1 + CONSTRAINT_REGULARIZATION) + compliance
  }
  invert(n, inverse, r * MAX_RIGID * MAX_RIGID)
}

/** Turns of the coordinates of the joint last measured, r. They are counted substep by substep: no body makes half a turn in one. */
export function countTurns(state: WorldState, r: number): void {
  const j = state.jointRows.columns.joint[r]
  const { kind, turns } = state.joints.columns
  const units = state.jointKinds[kind[j]].coordinates
  for (let c = 0; c < units.length; c++) {
    const at = j * MAX_COORDINATES + c
    if (units[c] === 'turn' && Number.isFinite(measured.value[c])) turns[at] = unwrap(measured.value[c], turns[at])
  }
}

const spins = new Float64Array(3)
const rate = new Float64Array(1)

/** How fast the coordinate c of the joint last measured, r, changes at the present velocities, into `rate`. */
function setRate(state: WorldState, r: number, c: number): void {
  const { bodyA, bodyB } = state.jointRows.columns
  const { velocity, factor, body } = state.solverBodies.columns
  const { gradient } = measured
  const movable = state.batches.bodyStart[0]
  rate[0] = 0
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    if (s === 0) continue
    const v = s * VELOCITY_STRIDE
    const o = c * ROW + side * 6
    if (s < movable) for (let k = 0; k < 3; k++) spins[k] = state.bodies.columns.w[body[s] * 3 + k]
    else fromWeighted(factor, s * 6, velocity, v + 3, spins, 0)
    for (let k = 0; k < 3; k++) rate[0] += gradient[o + k] * velocity[v + k] + gradient[o + 3 + k] * spins[k]
  }
}

/**
 * Whether a limit is further away than its coordinate can get in this substep, with room for a large impulse. Rows with an impulse, springs and
 * motors stay active.
 */
function isOutOfReach(state: WorldState, r: number, s: number): boolean {
  const { joint, reach } = state.jointRows.columns
  const { role, coordinate, impulse, value } = state.scalarRows.columns
  if (role[s] !== ROLE_LIMIT || impulse[s] !== 0) return false
  const j = joint[r]
  const { features, kind, turns } = state.joints.columns
  const f = (j * MAX_COORDINATES + coordinate[s]) * FEATURE_STRIDE
  const unit = state.jointKinds[kind[j]].coordinates[coordinate[s]]
  setRate(state, r, coordinate[s])
  const room = Math.abs(rate[0]) * reach[r * 2] + (unit === 'length' ? reach[r * 2 + 1] : MARGIN_PER_SIZE)
  const at = unit === 'turn' ? unwrap(value[s], turns[j * MAX_COORDINATES + coordinate[s]]) : value[s]
  return at - features[f + LOWER] > room && features[f + UPPER] - at > room
}

/**
 * Applies a row's impulse at a common point, the middle between both anchors, so that it conserves angular momentum. The anchors are never
 * quite at one place: a pair of forces along different lines is a torque from nowhere.
 */
export function moveToCommonPoint(J: Float64Array, o: number, pose: Float64Array): void {
  const x = pose[XB] - pose[XA]
  const y = pose[XB + 1] - pose[XA + 1]
  const z = pose[XB + 2] - pose[XA + 2]
  const dx = J[o + 3] + J[o + 9] + y * J[o + 8] - z * J[o + 7]
  const dy = J[o + 4] + J[o + 10] + z * J[o + 6] - x * J[o + 8]
  const dz = J[o + 5] + J[o + 11] + x * J[o + 7] - y * J[o + 6]
  const gap = Math.abs(dx) + Math.abs(dy) + Math.abs(dz)
  let arms = 0
  for (let k = 3; k < 6; k++) arms += Math.abs(J[o + k]) + Math.abs(J[o + 6 + k])
  if (!(gap <= ANCHOR_GAP_SHARE * arms)) return
  J[o + 3] -= 0.5 * dx
  J[o + 4] -= 0.5 * dy
  J[o + 5] -= 0.5 * dz
  J[o + 9] -= 0.5 * dx
  J[o + 10] -= 0.5 * dy
  J[o + 11] -= 0.5 * dz
}

function buildScalar(state: WorldState, r: number, s: number, clear: boolean): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const c = scalars.coordinate[s]
  const n = clear ? rows.rigid[r] : 0
  const movable = state.batches.bodyStart[0]
  if (rows.bodyA[r] >= movable && rows.bodyB[r] >= movable) moveToCommonPoint(measured.gradient, c * ROW, pose)
  let fixed = weightRow(state, r, measured.gradient, c * ROW, J, 0)
  for (let k = 0; k < 6; k++) scalars.onB[s * 6 + k] = measured.gradient[c * ROW + 6 + k]
  // κ = K_cr K_rr⁻¹, then J′ = J − κ J_rigid.
  product(state, r, J, 0, J, 0, mobility, 0)
  for (let i = 0; i < n; i++) product(state, r, J, 0, rows.jacobian, (r * MAX_RIGID + i) * ROW, K, i)
  for (let i = 0; i < n; i++) {
    let kappa = 0
    for (let k = 0; k < n; k++) kappa += K[k] * rows.inverse[r * MAX_RIGID * MAX_RIGID + k * MAX_RIGID + i]
    scalars.kappa[s * MAX_RIGID + i] = kappa
  }
  for (let i = 0; i < n; i++) {
    const kappa = scalars.kappa[s * MAX_RIGID + i]
    if (kappa === 0) continue
    const o = (r * MAX_RIGID + i) * ROW
    for (let k = 0; k < ROW; k++) J[k] -= kappa * rows.jacobian[o + k]
    for (let k = 0; k < 6; k++) scalars.onB[s * 6 + k] -= kappa * rows.onB[(r * MAX_RIGID + i) * 6 + k]
    fixed -= kappa * rows.fixed[r * MAX_RIGID + i]
  }
  for (let k = 0; k < ROW; k++) scalars.jacobian[s * ROW + k] = J[k]
  scalars.fixed[s] = fixed
  product(state, r, J, 0, J, 0, mobility, 1)
  // The mobility left of a coordinate that the rigid rows hold is rounding.
  scalars.k[s] = mobility[1] > LOST_DIGITS * mobility[0] ? mobility[1] : 0
}

/** A limit out of reach: a row without effect. Tables are shared by all worlds, so it must not keep what stood there before. */
function clearScalar(scalars: ScalarRowColumns, s: number): void {
  scalars.k[s] = 0
  scalars.fixed[s] = 0
  for (let k = 0; k < ROW; k++) scalars.jacobian[s * ROW + k] = 0
  for (let k = 0; k < 6; k++) scalars.onB[s * 6 + k] = 0
  for (let k = 0; k < MAX_RIGID; k++) scalars.kappa[s * MAX_RIGID + k] = 0
}

/**
 * Weighs the angular parts of a row and clears the parts along locked axes: a velocity along them would be seen by the next rows, and
 * redundant rows answer the slightest of it with a large impulse. Returns the part of its velocity that comes from spins of kinematic
 * bodies, which the solver does not carry.
 */
function weightRow(state: WorldState, r: number, from: Float64Array, f: number, out: Float64Array, o: number): number {
  const { bodyA, bodyB } = state.jointRows.columns
  const { factor, body, lockedAxes } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  let fixed = 0
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    const at = f + side * 6
    const to = o + side * 6
    const e = s * 6
    const x = from[at + 3]
    const y = from[at + 4]
    const z = from[at + 5]
    out[to] = from[at]
    out[to + 1] = from[at + 1]
    out[to + 2] = from[at + 2]
    out[to + 3] = factor[e] * x + factor[e + 1] * y + factor[e + 3] * z
    out[to + 4] = factor[e + 2] * y + factor[e + 4] * z
    out[to + 5] = factor[e + 5] * z
    if (s >= movable && lockedAxes[s] !== 0) clearLockedAxes(out, to, lockedAxes[s], factor, e, x * x + y * y + z * z)
    if (s > 0 && s < movable) {
      const { w } = state.bodies.columns
      const b = body[s] * 3
      fixed += x * w[b] + y * w[b + 1] + z * w[b + 2]
    }
  }
  return fixed
}

/**
 * Clears the parts of a weighted row along locked axes, and what is only rounding of the rest: a row that lies along locked axes has no
 * mobility, and one that is off by rounding would answer it with a force without bound. `turning`: square of the angular part as it was.
 */
function clearLockedAxes(J: Float64Array, o: number, locks: number, F: Float64Array, f: number, turning: number): void {
  const length = J[o] * J[o] + J[o + 1] * J[o + 1] + J[o + 2] * J[o + 2]
  for (let c = 0; c < 3; c++) if ((locks & (1 << c)) !== 0) J[o + c] = 0
  if (J[o] * J[o] + J[o + 1] * J[o + 1] + J[o + 2] * J[o + 2] <= ROUNDING * length) J.fill(0, o, o + 3)
  if ((locks & 56) === 0) return
  let mobility = 0
  for (let c = f; c < f + 6; c++) mobility += F[c] * F[c]
  const left = J[o + 3] * J[o + 3] + J[o + 4] * J[o + 4] + J[o + 5] * J[o + 5]
  if (left <= ROUNDING * mobility * turning) J.fill(0, o + 3, o + 6)
}

/** J₁ M⁻¹ J₂ᵀ of two weighted rows, into out[at]. */
function product(
  state: WorldState, r: number, a: Float64Array, o: number, b: Float64Array, p: number, out: Float64Array, at: number,
): void {
  const { bodyA, bodyB } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const mA = velocity[bodyA[r] * VELOCITY_STRIDE + 6]
  const mB = velocity[bodyB[r] * VELOCITY_STRIDE + 6]
  let sum = mA * (a[o] * b[p] + a[o + 1] * b[p + 1] + a[o + 2] * b[p + 2])
  sum += a[o + 3] * b[p + 3] + a[o + 4] * b[p + 4] + a[o + 5] * b[p + 5]
  sum += mB * (a[o + 6] * b[p + 6] + a[o + 7] * b[p + 7] + a[o + 8] * b[p + 8])
  sum += a[o + 9] * b[p + 9] + a[o + 10] * b[p + 10] + a[o + 11] * b[p + 11]
  out[at] = sum
}

/** Inverse of K (lower triangle) by LDLᵀ. A row without mobility gets no part: zero rows and columns. */
function invert(n: number, out: Float64Array, o: number): void {
  let scale = 0
  for (let i = 0; i < n; i++) scale = Math.max(scale, K[i * MAX_RIGID + i])
  for (let i = 0; i < n; i++) {
    const row = i * MAX_RIGID
    for (let k = 0; k <= i; k++) {
      let sum = K[row + k]
      for (let m = 0; m < k; m++) sum -= L[row + m] * L[k * MAX_RIGID + m] * L[m * MAX_RIGID + m]
      if (i === k) L[row + i] = sum
      else L[row + k] = L[k * MAX_RIGID + k] > 0 ? sum / L[k * MAX_RIGID + k] : 0
    }
    // A redundant row would answer rounding with forces without bound: it gets no part.
    if (!(L[row + i] > ROUNDING * scale) || !(L[row + i] > TRACE * K[row + i])) L[row + i] = 0
  }
  for (let c = 0; c < n; c++) {
    // Column c of K⁻¹: L y = e, D z = y, Lᵀ x = z.
    for (let i = 0; i < n; i++) {
      let sum = i === c ? 1 : 0
      for (let m = 0; m < i; m++) sum -= L[i * MAX_RIGID + m] * column[m]
      column[i] = sum
    }
    for (let i = n - 1; i >= 0; i--) {
      const pivot = L[i * MAX_RIGID + i]
      let sum = pivot > 0 ? column[i] / pivot : 0
      for (let m = i + 1; m < n; m++) sum -= L[m * MAX_RIGID + i] * out[o + m * MAX_RIGID + c]
      out[o + i * MAX_RIGID + c] = pivot > 0 ? sum : 0
    }
  }
}


/** J v of a weighted row at the solver's velocities or the push-out's, without the part of kinematic spins. */
export function rowVelocity(state: WorldState, r: number, jacobian: Float64Array, o: number, velocity: Float64Array): number {
  const { bodyA, bodyB } = state.jointRows.columns
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  let sum = jacobian[o] * velocity[a] + jacobian[o + 6] * velocity[b]
  sum += jacobian[o + 1] * velocity[a + 1] + jacobian[o + 7] * velocity[b + 1]
  sum += jacobian[o + 2] * velocity[a + 2] + jacobian[o + 8] * velocity[b + 2]
  sum += jacobian[o + 3] * velocity[a + 3] + jacobian[o + 9] * velocity[b + 3]
  sum += jacobian[o + 4] * velocity[a + 4] + jacobian[o + 10] * velocity[b + 4]
  return sum + (jacobian[o + 5] * velocity[a + 5] + jacobian[o + 11] * velocity[b + 5])
}

/** Adds the impulse amounts[i] along a weighted row to any six-number velocities of the given stride. From an array: a call would box it. */
export function addImpulse(
  state: WorldState, r: number, jacobian: Float64Array, o: number, amounts: Float64Array, i: number, velocity: Float64Array, stride: number,
): void {
  const impulse = amounts[i]
  const { bodyA, bodyB } = state.jointRows.columns
  const masses = state.solverBodies.columns.velocity
  const a = bodyA[r]
  const b = bodyB[r]
  const mA = masses[a * VELOCITY_STRIDE + 6] * impulse
  const mB = masses[b * VELOCITY_STRIDE + 6] * impulse
  for (let k = 0; k < 3; k++) {
    velocity[a * stride + k] += jacobian[o + k] * mA
    velocity[a * stride + 3 + k] += jacobian[o + 3 + k] * impulse
    velocity[b * stride + k] += jacobian[o + 6 + k] * mB
    velocity[b * stride + 3 + k] += jacobian[o + 9 + k] * impulse
  }
}

