/**
 * Joints' solver rows at the present pose: Jacobians, K and the effective mass K⁻¹, coordinates cleared of the rigid rows.
 *
 * Called at the start of a step and after every drift: joints, unlike contacts, follow the pose substep by substep. So a pendulum keeps its
 * swing: the force acts along the rows of the pose where it acts.
 */

import { unwrap } from '../../../common/math/unwrap.ts'
import { LOST_DIGITS, ROUNDING, TRACE } from '../../../common/math/rounding.ts'
import { ANCHOR_GAP_SHARE, CONSTRAINT_REGULARIZATION } from '../../../common/tuning.ts'
import { moveFrames } from '../frames.ts'
import { MAX_COORDINATES, MAX_RIGID, Measure, POSE_SIZE, RA, RB, ROW, XA, XB } from '../joint-kind.ts'
import { LOCK_X, LOCK_Y } from '../../store/bodies.ts'
import {
  BY_BETA, BY_STIFFNESS, DATA_SIZE, FEATURE_STRIDE, LOWER, RIGID, ROLE_LIMIT, SOFT_FIRST, SOFT_MODE, SOFT_SECOND, UPPER,
} from '../../store/joint-table.ts'
import { MOVED_STRIDE, VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { HOT_STRIDE, INVERSE, KAPPA, OWN_K, SCALAR_STRIDE, VALUE } from './joint-rows.ts'

const pose = new Float64Array(POSE_SIZE)
const measured = new Measure()
/** γ of the joint at hand: numbers as arguments would be boxed. */
const complianceIn = new Float64Array(1)

/**
 * Rebuilds the rows from … to and their scalar rows, and their part of the bodies' warm starts: where contacts add to these too the old
 * part is replaced, elsewhere the warm starts must have been cleared. Isolated joints add nothing. `fresh`: there are no rows of a pose
 * before.
 */
export function buildJoints(state: WorldState, from: number, to: number, h: number, fresh: boolean): void {
  const { joint, bodyA, bodyB, island, rigid, isolated, scalarStart, scalarEnd, hot, frame, arm, error, impulse } = state.jointRows.columns
  const { inTouch } = state.jointGroups
  const { kind, data, turns, softness, features } = state.joints.columns
  const { velocity, moved, warm, lockedAxes } = state.solverBodies.columns
  const { jacobian, gradient, value } = measured
  const movable = state.batches.bodyStart[0]
  for (let r = from; r < to; r++) {
    const j = joint[r]
    const a = bodyA[r]
    const b = bodyB[r]
    const o = r * HOT_STRIDE
    const jointKind = state.jointKinds[kind[j]]
    if (fresh) for (let k = 0; k < POSE_SIZE; k++) pose[k] = frame[r * POSE_SIZE + k]
    else moveFrames(frame, r * POSE_SIZE, moved, a * MOVED_STRIDE, b * MOVED_STRIDE, pose)
    jointKind.measure(pose, data, j * DATA_SIZE, measured, turns, j * MAX_COORDINATES)
    const n = measured.rigid
    rigid[r] = n
    arm[r * 4] = pose[RA]
    arm[r * 4 + 1] = pose[RA + 1]
    arm[r * 4 + 2] = pose[RB]
    arm[r * 4 + 3] = pose[RB + 1]
    if (a >= movable && b >= movable) {
      for (let i = 0; i < n; i++) moveToCommonPoint(jacobian, i * ROW, pose, 0)
      for (let c = 0; c < jointKind.coordinates.length; c++) moveToCommonPoint(gradient, c * ROW, pose, 0)
    }
    if (((lockedAxes[a] | lockedAxes[b]) & (LOCK_X | LOCK_Y)) !== 0) clearLockedAxes(state, a, b, n)
    for (let i = 0; i < n; i++) {
      const at = r * MAX_RIGID + i
      error[at] = measured.error[i]
      if (impulse[at] === 0) continue
      if (!fresh && inTouch[island[r]] === 1) addImpulse(hot, o + i * ROW, impulse, at, -1, velocity, a, b, warm, 3)
      if (isolated[r] === 0) addImpulse(jacobian, i * ROW, impulse, at, 1, velocity, a, b, warm, 3)
    }
    for (let k = 0; k < n * ROW; k++) hot[o + k] = jacobian[k]
    for (let k = n * ROW; k < INVERSE; k++) hot[o + k] = 0
    complianceIn[0] = softness[j * 3 + SOFT_MODE] === RIGID ? 0 : complianceOf(softness, j * 3, h)
    invert(hot, o, n, velocity, a * VELOCITY_STRIDE, b * VELOCITY_STRIDE)
    const units = jointKind.coordinates
    const t = j * MAX_COORDINATES
    for (let c = 0; c < units.length; c++) {
      const now = value[c]
      // Turns are counted substep by substep: no body makes half a turn in one.
      if (now - now === 0) turns[t + c] = units[c] === 'turn' ? unwrap(now, turns[t + c]) : now
    }
    if (jointKind.follow !== undefined) jointKind.follow(data, j * DATA_SIZE, turns, t, features, t * FEATURE_STRIDE)
    for (let s = scalarStart[r]; s < scalarEnd[r]; s++) buildScalar(state, r, s, complianceIn[0] === 0 ? n : 0)
  }
}

/**
 * Applies a row's impulse at a common point, the middle between both anchors, so that it conserves angular momentum. The anchors are never
 * quite at one place: a pair of forces along different lines is a torque from nowhere. The row is at J[o …], the pose at pose[p …].
 */
export function moveToCommonPoint(J: Float64Array, o: number, pose: Float64Array, p: number): void {
  const gap = J[o + 2] + J[o + 5] + (pose[p + XB] - pose[p + XA]) * J[o + 4] - (pose[p + XB + 1] - pose[p + XA + 1]) * J[o + 3]
  if (!(Math.abs(gap) <= ANCHOR_GAP_SHARE * (Math.abs(J[o + 2]) + Math.abs(J[o + 5])))) return
  J[o + 2] -= 0.5 * gap
  J[o + 5] -= 0.5 * gap
}

/** What softness adds to K of a joint's rigid rows in a substep of length h: 1 / (h (c + h k)) of springs, γ / h. */
export function complianceOf(softness: Float64Array, o: number, h: number): number {
  const mode = softness[o + SOFT_MODE]
  if (mode === BY_STIFFNESS) {
    const stiff = h * (softness[o + SOFT_SECOND] + h * softness[o + SOFT_FIRST])
    return stiff > 0 ? 1 / stiff : 0
  }
  return mode === BY_BETA ? softness[o + SOFT_SECOND] / h : 0
}

function buildScalar(state: WorldState, r: number, s: number, n: number): void {
  const { bodyA, bodyB, joint, island, isolated, hot: rows } = state.jointRows.columns
  const { coordinate, role, hot, impulse } = state.scalarRows.columns
  const { velocity, warm } = state.solverBodies.columns
  const a = bodyA[r]
  const b = bodyB[r]
  const va = a * VELOCITY_STRIDE
  const vb = b * VELOCITY_STRIDE
  const o = r * HOT_STRIDE
  const p = s * SCALAR_STRIDE
  const c = coordinate[s]
  const { gradient } = measured
  if (impulse[s] !== 0 && state.jointGroups.inTouch[island[r]] === 1) addImpulse(hot, p, impulse, s, -1, velocity, a, b, warm, 3)
  const g = c * ROW
  const fullK = product(gradient, g, gradient, g, velocity, va, vb)
  // κ = K_cr K_rr⁻¹, then J′ = J − κ J_rigid.
  const k0 = n > 0 ? product(gradient, g, rows, o, velocity, va, vb) : 0
  const k1 = n > 1 ? product(gradient, g, rows, o + ROW, velocity, va, vb) : 0
  const k2 = n > 2 ? product(gradient, g, rows, o + 2 * ROW, velocity, va, vb) : 0
  const i = o + INVERSE
  const kappa0 = k0 * rows[i] + k1 * rows[i + 1] + k2 * rows[i + 3]
  const kappa1 = k0 * rows[i + 1] + k1 * rows[i + 2] + k2 * rows[i + 4]
  const kappa2 = k0 * rows[i + 3] + k1 * rows[i + 4] + k2 * rows[i + 5]
  hot[p + KAPPA] = kappa0
  hot[p + KAPPA + 1] = kappa1
  hot[p + KAPPA + 2] = kappa2
  for (let k = 0; k < ROW; k++) hot[p + k] = gradient[g + k] - kappa0 * rows[o + k] - kappa1 * rows[o + ROW + k] - kappa2 * rows[o + 2 * ROW + k]
  const k = product(hot, p, hot, p, velocity, va, vb)
  // The mobility left of a coordinate that the rigid rows hold is rounding.
  hot[p + OWN_K] = k > LOST_DIGITS * fullK ? k : 0
  const j = joint[r]
  hot[p + VALUE] = state.joints.columns.turns[j * MAX_COORDINATES + c]
  if (role[s] === ROLE_LIMIT) chooseSide(state, s, (j * MAX_COORDINATES + c) * FEATURE_STRIDE)
  if (impulse[s] !== 0 && isolated[r] === 0) addImpulse(hot, p, impulse, s, 1, velocity, a, b, warm, 3)
}

/** The nearer limit is active. The impulse of the other one is reset. */
function chooseSide(state: WorldState, s: number, f: number): void {
  const { features } = state.joints.columns
  const { side, hot, impulse, rebound } = state.scalarRows.columns
  const lower = features[f + LOWER]
  const upper = features[f + UPPER]
  const value = hot[s * SCALAR_STRIDE + VALUE]
  let nearer = 0
  if (lower < upper) nearer = upper === Infinity || (lower !== -Infinity && value - lower <= upper - value) ? 1 : -1
  if ((nearer > 0 && impulse[s] < 0) || (nearer < 0 && impulse[s] > 0)) impulse[s] = 0
  // An impact lasts one substep: its impulse is no warm start.
  if (rebound[s] !== 0) impulse[s] = 0
  rebound[s] = 0
  side[s] = nearer
}

/** Clears the parts of the Jacobians along locked axes: a velocity along them would be seen by the next rows. */
function clearLockedAxes(state: WorldState, a: number, b: number, n: number): void {
  const { lockedAxes } = state.solverBodies.columns
  const { jacobian, gradient } = measured
  for (let side = 0; side < 2; side++) {
    const locks = lockedAxes[side === 0 ? a : b]
    for (let i = 0; i < MAX_RIGID; i++) {
      const o = i * ROW + side * 3
      if (i < n) clearLocked(jacobian, o, locks)
      clearLocked(gradient, o, locks)
    }
  }
}

/** One row: a rest that is only rounding goes too, or the row would answer it with a force without bound. */
function clearLocked(J: Float64Array, o: number, locks: number): void {
  const length = J[o] * J[o] + J[o + 1] * J[o + 1]
  if ((locks & LOCK_X) !== 0) J[o] = 0
  if ((locks & LOCK_Y) !== 0) J[o + 1] = 0
  if (J[o] * J[o] + J[o + 1] * J[o + 1] <= ROUNDING * length) J[o] = J[o + 1] = 0
}

/** J₁ M⁻¹ J₂ᵀ of two rows; masses stand with the velocities at a and b. */
export function product(first: Float64Array, i: number, second: Float64Array, k: number, velocity: Float64Array, a: number, b: number): number {
  return (
    velocity[a + 3] * (first[i] * second[k] + first[i + 1] * second[k + 1]) + velocity[a + 4] * first[i + 2] * second[k + 2] +
    velocity[b + 3] * (first[i + 3] * second[k + 3] + first[i + 4] * second[k + 4]) + velocity[b + 4] * first[i + 5] * second[k + 5]
  )
}

/** Effective mass K⁻¹ of rigid joint rows, for rows that were laid out without it. */
export function invertRow(state: WorldState, r: number): void {
  const { bodyA, bodyB, rigid, hot } = state.jointRows.columns
  complianceIn[0] = 0
  invert(hot, r * HOT_STRIDE, rigid[r], state.solverBodies.columns.velocity, bodyA[r] * VELOCITY_STRIDE, bodyB[r] * VELOCITY_STRIDE)
}

/**
 * K of the rows at hot[o …] and its inverse by LDLᵀ. A row without mobility gets no part, and neither does a redundant one: it would answer
 * rounding with forces without bound.
 */
function invert(hot: Float64Array, o: number, n: number, velocity: Float64Array, a: number, b: number): void {
  const i = o + INVERSE
  const soft = 1 + CONSTRAINT_REGULARIZATION
  const gamma = complianceIn[0]
  const mA = velocity[a + 3]
  const iA = velocity[a + 4]
  const mB = velocity[b + 3]
  const iB = velocity[b + 4]
  const p0 = hot[o]
  const p1 = hot[o + 1]
  const p2 = hot[o + 2]
  const p3 = hot[o + 3]
  const p4 = hot[o + 4]
  const p5 = hot[o + 5]
  const q0 = hot[o + 6]
  const q1 = hot[o + 7]
  const q2 = hot[o + 8]
  const q3 = hot[o + 9]
  const q4 = hot[o + 10]
  const q5 = hot[o + 11]
  const r = o + 2 * ROW
  const k00 = n > 0 ? (mA * (p0 * p0 + p1 * p1) + iA * p2 * p2 + mB * (p3 * p3 + p4 * p4) + iB * p5 * p5) * soft + gamma : 0
  const k11 = n > 1 ? (mA * (q0 * q0 + q1 * q1) + iA * q2 * q2 + mB * (q3 * q3 + q4 * q4) + iB * q5 * q5) * soft + gamma : 0
  const k10 = mA * (p0 * q0 + p1 * q1) + iA * p2 * q2 + mB * (p3 * q3 + p4 * q4) + iB * p5 * q5
  const k20 = n > 2 ? product(hot, o, hot, r, velocity, a, b) : 0
  const k21 = n > 2 ? product(hot, o + ROW, hot, r, velocity, a, b) : 0
  const k22 = n > 2 ? product(hot, r, hot, r, velocity, a, b) * soft + gamma : 0
  const smallestPivot = ROUNDING * (k00 > k11 ? (k00 > k22 ? k00 : k22) : k11 > k22 ? k11 : k22)
  const i0 = k00 > smallestPivot ? 1 / k00 : 0
  const l10 = k10 * i0
  const d1 = k11 - l10 * k10
  const i1 = d1 > smallestPivot && d1 > TRACE * k11 ? 1 / d1 : 0
  const l20 = k20 * i0
  const e = k21 - l20 * k10
  const l21 = e * i1
  const d2 = k22 - l20 * k20 - l21 * e
  const i2 = d2 > smallestPivot && d2 > TRACE * k22 ? 1 / d2 : 0
  // L⁻¹ has −l10, −l21 and m20 below its diagonal.
  const m20 = l10 * l21 - l20
  hot[i] = i0 + l10 * l10 * i1 + m20 * m20 * i2
  hot[i + 1] = -l10 * i1 - m20 * l21 * i2
  hot[i + 2] = i1 + l21 * l21 * i2
  hot[i + 3] = m20 * i2
  hot[i + 4] = -l21 * i2
  hot[i + 5] = i2
}

/** Adds the impulse at impulse[i], times `sign`, along a row to any velocities of the given stride; a and b are solver rows. */
export function addImpulse(
  jacobian: Float64Array, o: number, impulse: Float64Array, i: number, sign: number, velocity: Float64Array, a: number, b: number,
  out: Float64Array, stride: number,
): void {
  const p = sign * impulse[i]
  const va = a * VELOCITY_STRIDE
  const vb = b * VELOCITY_STRIDE
  const mA = velocity[va + 3] * p
  const mB = velocity[vb + 3] * p
  out[a * stride] += jacobian[o] * mA
  out[a * stride + 1] += jacobian[o + 1] * mA
  out[a * stride + 2] += jacobian[o + 2] * velocity[va + 4] * p
  out[b * stride] += jacobian[o + 3] * mB
  out[b * stride + 1] += jacobian[o + 4] * mB
  out[b * stride + 2] += jacobian[o + 5] * velocity[vb + 4] * p
}
