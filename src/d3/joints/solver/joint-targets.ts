/**
 * Velocity targets of joint rows in a substep. Rigid rows and limits ask that the constraint error at the *end of the substep* is that of
 * its start, springs for their kick, motors for their speed. At the end of the step rigid rows ask for no relative velocity.
 *
 * The end pose is not linear in the velocity: Newton's method. The joint is measured at the end pose that the present velocities lead to,
 * and the difference to the linear prediction goes into the target; one such step, made twice per substep. Present errors are corrected
 * elsewhere (`correct-joints.ts`).
 */

import { sizeOfJoint } from '../../../common/islands/open-joints.ts'
import { clear } from '../../../common/memory/clear.ts'
import { unwrap } from '../../../common/math/unwrap.ts'
import { smallErrorOf } from '../../../common/solver/small-error.ts'
import { responseOut, setResponse } from '../../../common/solver/spring-response.ts'
import { LEAST_SCALAR_K } from '../../../common/limits.ts'
import { MAX_JOINT_ERROR, SLEEP_SPEED } from '../../../common/tuning.ts'
import { forgetPredictions, loadFrames, poseAhead } from '../frames.ts'
import { type JointKind, MAX_COORDINATES, MAX_RIGID, Measure, POSE_SIZE, ROW } from '../joint-kind.ts'
import { LAST_HALF, WHOLE } from '../../step/kick.ts'
import {
  BY_BETA, BY_HERTZ, BY_STIFFNESS, DATA_SIZE, FEATURE_STRIDE, FRICTION_MAX, LIMIT_MODE, LIMIT_RESTITUTION, LOWER, MOTOR_MAX, MOTOR_SPEED, RIGID,
  ROLE_FRICTION, ROLE_LIMIT, ROLE_MOTOR, SOFT_FIRST, SOFT_MODE, SOFT_SECOND, SPRING_FIRST, SPRING_MAX, SPRING_MODE, SPRING_SECOND, SPRING_SPEED,
  SPRING_TARGET, UPPER,
} from '../../store/joint-table.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { rowVelocity } from './build-joint.ts'
import { IMPULSE_SCALE, MASS_SCALE, type ScalarRowColumns, SOFT, SOFT_COMPLIANCE } from './joint-rows.ts'

const pose = new Float64Array(POSE_SIZE)
const ahead = new Measure()
/** Numbers handed on as arguments would be put on the heap: the joint's size; of a coordinate ADD, NOW, START and K. */
const sizeIn = new Float64Array(1)
const speeds = new Float64Array(4)
/** What its rigid rows add to J′v once they reach their targets, its velocity now and before the kick, its inverse inertia. */
const ADD = 0
const NOW = 1
const START = 2
const MOBILITY = 3
/** Targets of the rigid rows, without the part of kinematic spins. */
const targets = new Float64Array(MAX_RIGID)

export function setJointTargets(state: WorldState, batch: number, h: number, part: number, first: boolean): void {
  const to = state.batches.jointStart[batch + 1]
  const { batchStart, order, residual, lastResidual, groupOf, calm, early } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    const g = order[k]
    if (calm[g] === 1 && !first) continue
    // Of a single prediction there is nothing to compare the residual with.
    lastResidual[g] = first || early[g] === 0 ? Infinity : residual[g]
    residual[g] = 0
  }
  forgetPredictions(state, batch)
  for (let r = state.batches.jointStart[batch]; r < to; r++) {
    linearized = groupOf[r] >= 0 && (calm[groupOf[r]] === 1 || (first && early[groupOf[r]] === 0))
    if (first || !linearized) setTargets(state, r, h, part, first)
  }
  if (first || part === LAST_HALF) return
  linearized = true
  for (let r = state.batches.jointStart[batch]; r < to; r++) {
    const g = groupOf[r]
    if (g >= 0 && calm[g] === 0 && exceedsResidual(residual, lastResidual, g)) setTargets(state, r, h, part, false)
  }
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    if (calm[order[k]] === 0 && exceedsResidual(residual, lastResidual, order[k])) state.guards.targetsLinearized++
  }
}

/**
 * Linearized targets: where Newton's steps do not shrink the residual — a rope that snaps taut, a crank at its dead point — the curvature
 * is left out. The velocities are then right at the start of the substep, and the error at its end is corrected by the push-out. So are those
 * of calm groups.
 */
let linearized = false

function exceedsResidual(residual: Float64Array, lastResidual: Float64Array, g: number): boolean {
  return residual[g] > MAX_JOINT_ERROR && residual[g] > lastResidual[g]
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

function setTargets(state: WorldState, r: number, h: number, part: number, first: boolean): void {
  const rows = state.jointRows.columns
  const { kind, bodyA, bodyB, data, turns } = state.joints.columns
  const j = rows.joint[r]
  const jointKind = state.jointKinds[kind[j]]
  if (part !== LAST_HALF && !linearized) {
    poseAhead(state, bodyA[j], rows.bodyA[r], 0, h)
    poseAhead(state, bodyB[j], rows.bodyB[r], 7, h)
    loadFrames(state, j, pose)
    if (jointKind.measureErrors !== undefined) jointKind.measureErrors(pose, data, j * DATA_SIZE, ahead, turns, j * MAX_COORDINATES)
    else jointKind.measure(pose, data, j * DATA_SIZE, ahead, turns, j * MAX_COORDINATES)
  }
  sizeIn[0] = sizeOfJoint(state, bodyA[j], bodyB[j])
  setRigidTargets(state, r, j, h, part, jointKind)
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) setScalarTarget(state, r, s, j, h, part, jointKind, first)
}

function setRigidTargets(state: WorldState, r: number, j: number, h: number, part: number, kind: JointKind): void {
  const rows = state.jointRows.columns
  const { softness } = state.joints.columns
  const mode = softness[j * 3 + SOFT_MODE]
  const n = rows.rigid[r]
  if (mode === RIGID) {
    if (part === LAST_HALF || linearized) clear(targets, 0, n)
    else setHardTargets(state, r, n, h, kind)
    for (let i = 0; i < n; i++) rows.bias[r * MAX_RIGID + i] = targets[i] + rows.fixed[r * MAX_RIGID + i]
    rows.rule[r * 4 + IMPULSE_SCALE] = 1
    rows.rule[r * 4 + MASS_SCALE] = 1
    rows.rule[r * 4 + SOFT_COMPLIANCE] = 0
    rows.rule[r * 4 + SOFT] = 0
    return
  }
  let impulseScale = 1
  let massScale = 1
  let compliance = 0
  for (let i = 0; i < n; i++) {
    const at = r * MAX_RIGID + i
    const error = rows.error[at]
    const fixed = rows.fixed[at]
    targets[i] = 0
    if (mode === BY_HERTZ) {
      const omega = 2 * Math.PI * softness[j * 3 + SOFT_FIRST]
      setResponse(omega * omega, softness[j * 3 + SOFT_SECOND] * omega, h, part !== WHOLE)
      impulseScale = 1 - responseOut[2]
      massScale = impulseScale
      const start = startVelocity(state, r, rows.jacobian, at * ROW) + fixed
      rows.bias[at] = responseOut[0] * error + impulseScale * fixed + (responseOut[1] - impulseScale) * start
    } else {
      const stiff = softness[j * 3 + SOFT_FIRST]
      // β is the share of a step, whatever it is cut into.
      const soft = mode === BY_STIFFNESS ? (h * stiff) / (softness[j * 3 + SOFT_SECOND] + h * stiff) : (h * stiff) / state.dt
      rows.bias[at] = (soft * error) / h + fixed
      compliance = complianceOf(softness, j * 3, h) * (part === WHOLE ? 1 : 2)
    }
  }
  rows.rule[r * 4 + IMPULSE_SCALE] = impulseScale
  rows.rule[r * 4 + MASS_SCALE] = massScale
  rows.rule[r * 4 + SOFT_COMPLIANCE] = compliance
  rows.rule[r * 4 + SOFT] = 1
}

/** Targets of rigid rows from the pose ahead, into `targets`, and the residual of their group at the present velocities. */
function setHardTargets(state: WorldState, r: number, n: number, h: number, kind: JointKind): void {
  const size = sizeIn[0]
  const { error, fixed, jacobian, bodyA, bodyB, exact } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const { groupOf, residual } = state.jointGroups
  const { angularRows } = kind
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  const isExact = exact[r] === 1
  let largest = groupOf[r] >= 0 ? residual[groupOf[r]] : 0
  for (let i = 0; i < n; i++) {
    const at = r * MAX_RIGID + i
    const o = at * ROW
    const angular = angularRows !== undefined && angularRows[i] === true
    const unit = angular ? 1 : size
    let u = 0
    for (let k = 0; k < 6; k++) u += jacobian[o + k] * velocity[a + k] + jacobian[o + 6 + k] * velocity[b + k]
    u += fixed[at]
    const kept = isExact && isSmall(error[at], angular, size, h) ? 0 : error[at]
    targets[i] = (ahead.error[i] - kept) / h - u
    const miss = Math.abs((ahead.error[i] - error[at]) / unit)
    if (!(miss <= largest)) largest = miss
  }
  if (groupOf[r] >= 0) residual[groupOf[r]] = largest
}

function setScalarTarget(
  state: WorldState, r: number, s: number, j: number, h: number, part: number, kind: JointKind, first: boolean,
): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const c = scalars.coordinate[s]
  const role = scalars.role[s]
  const k = scalars.k[s]
  const { features } = state.joints.columns
  const f = j * FEATURE_STRIDE * MAX_COORDINATES + c * FEATURE_STRIDE
  const span = part === WHOLE ? h : 0.5 * h
  scalars.low[s] = 0
  scalars.high[s] = 0
  scalars.impulseScale[s] = 1
  scalars.massScale[s] = 0
  scalars.bias[s] = 0
  // No mobility along the coordinate, or far from its limit: the row stays inactive.
  if (!(k > LEAST_SCALAR_K)) return
  // The coordinate's velocity is J′v + add once the rigid rows reach their targets.
  let add = scalars.fixed[s]
  let now = rowVelocity(state, r, scalars.jacobian, s * ROW, state.solverBodies.columns.velocity) + add
  const soft = state.joints.columns.softness[j * 3 + SOFT_MODE] !== RIGID
  if (!soft) {
    for (let i = 0; i < rows.rigid[r]; i++) {
      const kappa = scalars.kappa[s * MAX_RIGID + i]
      if (kappa === 0) continue
      const at = r * MAX_RIGID + i
      add -= kappa * targets[i]
      now += kappa * (rowVelocity(state, r, rows.jacobian, at * ROW, state.solverBodies.columns.velocity) + rows.fixed[at])
    }
  }
  if (role === ROLE_MOTOR || role === ROLE_FRICTION) {
    const maxImpulse = features[f + (role === ROLE_MOTOR ? MOTOR_MAX : FRICTION_MAX)] * span
    scalars.massScale[s] = 1 / k
    scalars.bias[s] = (add - (role === ROLE_MOTOR ? features[f + MOTOR_SPEED] : 0)) / k
    scalars.low[s] = -maxImpulse
    scalars.high[s] = maxImpulse
  } else if (role === ROLE_LIMIT) {
    speeds[ADD] = add
    speeds[NOW] = now
    speeds[MOBILITY] = k
    // Of rigid limits only those that rebound ask for it, once per substep.
    if (features[f + LIMIT_MODE] !== RIGID || (first && features[f + LIMIT_RESTITUTION] > 0)) setStart(state, r, s, soft)
    setLimitTarget(state, s, f, h, part, kind.coordinates[c] !== 'length', first)
  } else {
    speeds[ADD] = add
    speeds[MOBILITY] = k
    setStart(state, r, s, soft)
    setSpringResponse(features, f + SPRING_MODE, h, part)
    const maxImpulse = features[f + SPRING_MAX] * span
    setSpringRule(scalars, s, features[f + SPRING_TARGET], features[f + SPRING_SPEED])
    scalars.low[s] = -maxImpulse
    scalars.high[s] = maxImpulse
  }
}

/**
 * λ of a spring: K λ = −(1 − c) u − (b − 1 + c) v₀ − a x, with u the velocity without it and v₀ that before the kick
 * (`spring-response.ts`).
 */
function setSpringRule(scalars: ScalarRowColumns, s: number, goal: number, speed: number): void {
  const k = speeds[MOBILITY]
  const add = speeds[ADD]
  const start = speeds[START]
  const away = scalars.value[s] - goal
  const scale = 1 - responseOut[2]
  scalars.impulseScale[s] = scale
  scalars.massScale[s] = scale / k
  scalars.bias[s] = (responseOut[0] * away + scale * (add - speed) + (responseOut[1] - scale) * (start - speed)) / k
}

/** The coordinate's velocity before the kick, into `speeds`. */
function setStart(state: WorldState, r: number, s: number, soft: boolean): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  let sum = startVelocity(state, r, scalars.jacobian, s * ROW) + scalars.fixed[s]
  const n = soft ? 0 : rows.rigid[r]
  for (let i = 0; i < n; i++) {
    const kappa = scalars.kappa[s * MAX_RIGID + i]
    const at = r * MAX_RIGID + i
    if (kappa !== 0) sum += kappa * (startVelocity(state, r, rows.jacobian, at * ROW) + rows.fixed[at])
  }
  speeds[START] = sum
}

/** J v of a weighted row at the velocities before the kick. */
function startVelocity(state: WorldState, r: number, jacobian: Float64Array, o: number): number {
  const { bodyA, bodyB } = state.jointRows.columns
  const { velocity, entered } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  let sum = 0
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    for (let k = 0; k < 6; k++) sum += jacobian[o + side * 6 + k] * (s < movable ? velocity[s * VELOCITY_STRIDE + k] : entered[s * 6 + k])
  }
  return sum
}

/** Response of a spring whose mode and numbers stand at `at`, for the coordinate of `speeds`. */
function setSpringResponse(features: Float64Array, at: number, h: number, part: number): void {
  const mode = features[at]
  const first = features[at + SPRING_FIRST - SPRING_MODE]
  const second = features[at + SPRING_SECOND - SPRING_MODE]
  if (mode === BY_HERTZ) {
    const omega = 2 * Math.PI * first
    setResponse(omega * omega, second * omega, h, part !== WHOLE)
  } else {
    const weight = mode === BY_STIFFNESS ? speeds[MOBILITY] : 1
    setResponse(first * weight, 0.5 * second * weight, h, part !== WHOLE)
  }
}

function setLimitTarget(state: WorldState, s: number, f: number, h: number, part: number, angular: boolean, first: boolean): void {
  const size = sizeIn[0]
  const k = speeds[MOBILITY]
  const add = speeds[ADD]
  const now = speeds[NOW]
  const start = speeds[START]
  const scalars = state.scalarRows.columns
  const { features } = state.joints.columns
  const side = scalars.side[s]
  const limit = features[f + (side < 0 ? UPPER : LOWER)]
  const value = scalars.value[s]
  const inside = side === 0 ? 0 : side * (value - limit)
  if (features[f + LIMIT_MODE] !== RIGID) {
    if (side !== 0 && inside >= 0) return
    setSpringResponse(features, f + LIMIT_MODE, h, part)
    setSpringRule(scalars, s, limit, 0)
    openBounds(scalars.low, scalars.high, s, side)
    return
  }
  scalars.massScale[s] = 1 / k
  const bounce = features[f + LIMIT_RESTITUTION]
  if (first) {
    const reach = part === LAST_HALF ? 0 : h
    const arrives = side * now * reach <= -inside * (1 - 1e-9)
    // Restitution of the velocity before the kick, not of the one after this substep's warm start; it fades in, so that no threshold
    // decides.
    const restSpeed = SLEEP_SPEED * (angular ? 1 : size)
    const liveliness = bounce > 0 && arrives ? Math.min(1, (-side * start - restSpeed) / restSpeed) : 0
    scalars.rebound[s] = liveliness > 0 ? -bounce * liveliness * start : 0
  }
  if (part === LAST_HALF) {
    scalars.bias[s] = (add - scalars.rebound[s]) / k
    // A limit that is not reached holds neither a motion away from it nor one towards it.
    if (side === 0 || scalars.pressed[s] === 1 || inside <= 0) openBounds(scalars.low, scalars.high, s, side)
    else scalars.massScale[s] = 0
    return
  }
  const c = scalars.coordinate[s]
  const end = linearized ? value + now * h : angular ? unwrap(ahead.value[c], value) : ahead.value[c]
  // Beyond the limit the error may not grow; `correct-joints.ts` corrects it.
  const goal = inside < 0 || side === 0 ? value : limit
  const target = scalars.rebound[s] !== 0 ? -scalars.rebound[s] : (end - goal) / h - now
  scalars.bias[s] = (target + add) / k
  openBounds(scalars.low, scalars.high, s, side)
}

function openBounds(low: Float64Array, high: Float64Array, s: number, side: number): void {
  low[s] = side > 0 ? 0 : -Infinity
  high[s] = side < 0 ? 0 : Infinity
}

/**
 * Joints that are solved exactly may correct errors this small, rounding and curvature, in the velocities: that conserves a pendulum's
 * energy best.
 */
export function isSmall(error: number, angular: boolean, size: number, h: number): boolean {
  return Math.abs(error) <= smallErrorOf(h) * (angular ? 1 : size)
}
