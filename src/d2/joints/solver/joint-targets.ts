/**
 * Velocity targets of joint rows in a substep. Rigid rows and limits ask that the constraint error at the *end of the substep* is that of
 * its start, springs for their kick, motors for their speed. At the end of the step rigid rows ask for no relative velocity.
 *
 * The end pose is not linear in the velocity: Newton's method. The joint is measured at the end pose that the present velocities lead to,
 * and the difference to the linear prediction goes into the target; one such step, made twice per substep. Present errors are corrected
 * elsewhere (`correct-joints.ts`).
 */

import { unwrap } from '../../../common/math/unwrap.ts'
import { smallErrorOf } from '../../../common/solver/small-error.ts'
import { responseOut, setResponse } from '../../../common/solver/spring-response.ts'
import { LEAST_SCALAR_K } from '../../../common/limits.ts'
import { MAX_JOINT_ERROR, SLEEP_SPEED } from '../../../common/tuning.ts'
import { moveFrames } from '../frames.ts'
import { type JointKind, MAX_COORDINATES, MAX_RIGID, Measure, POSE_SIZE, ROW } from '../joint-kind.ts'
import { LAST_HALF, WHOLE } from '../../step/kick.ts'
import {
  BOUNDS, BY_HERTZ, BY_STIFFNESS, DATA_SIZE, ERROR_BIAS, FEATURE_STRIDE, FRICTION_MAX, LIMIT_MODE, LIMIT_RESTITUTION, LOWER, MAX_FORCE, MOTOR_MAX,
  MOTOR_SPEED, RIGID, ROLE_FRICTION, ROLE_LIMIT, ROLE_MOTOR, ROLE_SPRING, SOFT_FIRST, SOFT_MODE, SOFT_SECOND, SPRING_FIRST, SPRING_MAX, SPRING_MODE,
  SPRING_SECOND, SPRING_SPEED, SPRING_TARGET, UPPER,
} from '../../store/joint-table.ts'
import { MOVED_STRIDE, recordTurns, VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { complianceOf } from './build-joint.ts'
import {
  HIGH, HOT_STRIDE, IMPULSE_SCALE, KAPPA, LOW, MASS_SCALE, MOST, OWN_K, ROW_BIAS, SCALAR_BIAS, SCALAR_IMPULSE_SCALE, SCALAR_MASS_SCALE,
  SCALAR_STRIDE, SOFT_COMPLIANCE, VALUE,
} from './joint-rows.ts'

const pose = new Float64Array(POSE_SIZE)
const ahead = new Measure()

/**
 * Of the coordinate at hand: its velocity is J′v + ADD once the rigid rows reach their targets, NOW at this moment, START before the kick.
 * An array, because as arguments they would be boxed.
 */
const rateOut = new Float64Array(3)
const ADD = 0
const NOW = 1
const START = 2

/**
 * Linearized targets: where Newton's steps do not shrink the residual — a rope that snaps taut, a crank at its dead point — the curvature
 * is left out. The velocities are then right at the start of the substep, and the error at its end is corrected by the push-out.
 */
let linearized = false

export function setJointTargets(state: WorldState, batch: number, h: number, part: number, first: boolean): void {
  const { bodyStart } = state.batches
  const { batchStart, order, residual, lastResidual } = state.jointGroups
  // Nets at rest have no curvature: their targets are zero, as they were built.
  if (state.jointNets.still[batch] === 1) return
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    lastResidual[order[k]] = first ? Infinity : residual[order[k]]
    residual[order[k]] = 0
  }
  linearized = false
  if (part !== LAST_HALF) {
    measureAhead(state, 1, bodyStart[0], h)
    measureJoined(state, batch, h)
  }
  setTargets(state, batch, h, part, first)
  if (first || part === LAST_HALF) return
  linearized = true
  let worse = 0
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) if (exceedsResidual(residual, lastResidual, order[k])) worse++
  if (worse === 0) return
  state.guards.targetsLinearized += worse
  setTargets(state, batch, h, part, false)
}

function exceedsResidual(residual: Float64Array, lastResidual: Float64Array, g: number): boolean {
  return g >= 0 && residual[g] > MAX_JOINT_ERROR && residual[g] > 0.5 * lastResidual[g]
}

function setTargets(state: WorldState, batch: number, h: number, part: number, first: boolean): void {
  const { jointStart } = state.batches
  const { joint, bodyA, bodyB, rigid, angular, exact, crowded, scalarStart, scalarEnd, size, frame, hot, error } = state.jointRows.columns
  const { kind, data, turns, softness, bounds } = state.joints.columns
  const { velocity, ahead: moved } = state.solverBodies.columns
  const { groupOf, residual, lastResidual } = state.jointGroups
  const last = part === LAST_HALF
  const inverse = 1 / h
  const smallError = smallErrorOf(h)
  const span = part === WHOLE ? h : 0.5 * h
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
    if (!first && crowded[r] === 1) continue
    const g = groupOf[r]
    if (linearized && !exceedsResidual(residual, lastResidual, g)) continue
    const j = joint[r]
    const o = r * HOT_STRIDE
    const jointKind = state.jointKinds[kind[j]]
    if (!last) {
      moveFrames(frame, r * POSE_SIZE, moved, bodyA[r] * MOVED_STRIDE, bodyB[r] * MOVED_STRIDE, pose)
      jointKind.measure(pose, data, j * DATA_SIZE, ahead, turns, j * MAX_COORDINATES)
    }
    hot[o + MOST] = bounds[j * BOUNDS + MAX_FORCE] * span
    if (softness[j * 3 + SOFT_MODE] === RIGID) {
      const n = rigid[r]
      const va = bodyA[r] * VELOCITY_STRIDE
      const vb = bodyB[r] * VELOCITY_STRIDE
      // Joints that are solved exactly may correct their rounding and curvature in the velocities: that conserves a pendulum's energy best.
      const free = exact[r] === 1 && bounds[j * BOUNDS + ERROR_BIAS] < 0
      for (let i = 0; i < n; i++) {
        let target = 0
        if (!last && !linearized) {
          const p = o + i * ROW
          const u =
            hot[p] * velocity[va] + hot[p + 1] * velocity[va + 1] + hot[p + 2] * velocity[va + 2] +
            hot[p + 3] * velocity[vb] + hot[p + 4] * velocity[vb + 1] + hot[p + 5] * velocity[vb + 2]
          const turning = (angular[r] & (1 << i)) !== 0
          const now = error[r * MAX_RIGID + i]
          const extent = turning ? 1 : size[r]
          const small = free ? smallError * extent : 0
          target = (ahead.error[i] - (now <= small && now >= -small ? 0 : now)) * inverse - u
          // Residual of a group's row at the present velocities.
          if (g >= 0) {
            const rowResidual = Math.abs(ahead.error[i] - now) / extent
            if (!(rowResidual <= residual[g])) residual[g] = rowResidual
          }
        }
        hot[o + ROW_BIAS + i] = target
      }
      for (let i = n; i < MAX_RIGID; i++) hot[o + ROW_BIAS + i] = 0
      hot[o + IMPULSE_SCALE] = 1
      hot[o + MASS_SCALE] = 1
      hot[o + SOFT_COMPLIANCE] = 0
    } else setSoftTargets(state, r, j, h, part)
    for (let s = scalarStart[r]; s < scalarEnd[r]; s++) setScalarTarget(state, r, s, j, h, part, jointKind, first)
  }
}

/** End poses of the batch's bodies: all of them, or those with joints if they are few. */
function measureJoined(state: WorldState, batch: number, h: number): void {
  const { bodyStart, jointStart } = state.batches
  const { bodyA, bodyB } = state.jointRows.columns
  const first = bodyStart[batch]
  if (4 * (jointStart[batch + 1] - jointStart[batch]) > bodyStart[batch + 1] - first) {
    measureAhead(state, first, bodyStart[batch + 1], h)
    return
  }
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) {
    if (bodyA[r] >= first) measureAhead(state, bodyA[r], bodyA[r] + 1, h)
    if (bodyB[r] >= first) measureAhead(state, bodyB[r], bodyB[r] + 1, h)
  }
}

/** End poses of the bodies from … to at the present velocities, into `ahead`. */
function measureAhead(state: WorldState, from: number, to: number, h: number): void {
  const { velocity, moved, ahead: out } = state.solverBodies.columns
  for (let i = from; i < to; i++) {
    const v = i * VELOCITY_STRIDE
    const m = i * MOVED_STRIDE
    out[m] = moved[m] + velocity[v] * h
    out[m + 1] = moved[m + 1] + velocity[v + 1] * h
    out[m + 2] = moved[m + 2] + velocity[v + 2] * h
  }
  recordTurns(out, from, to)
}

function setSoftTargets(state: WorldState, r: number, j: number, h: number, part: number): void {
  const { rigid, hot, error } = state.jointRows.columns
  const { softness } = state.joints.columns
  const o = r * HOT_STRIDE
  const stiff = softness[j * 3 + SOFT_FIRST]
  const byHertz = softness[j * 3 + SOFT_MODE] === BY_HERTZ
  let impulseScale = 1
  let compliance = 0
  if (byHertz) {
    const omega = 2 * Math.PI * stiff
    setResponse(omega * omega, softness[j * 3 + SOFT_SECOND] * omega, h, part !== WHOLE)
    impulseScale = 1 - responseOut[2]
  } else compliance = complianceOf(softness, j * 3, h) * (part === WHOLE ? 1 : 2)
  // β is the share of a step, whatever it is cut into.
  const share = softness[j * 3 + SOFT_MODE] === BY_STIFFNESS ? (h * stiff) / (softness[j * 3 + SOFT_SECOND] + h * stiff) : (h * stiff) / state.dt
  for (let i = 0; i < MAX_RIGID; i++) {
    const now = i < rigid[r] ? error[r * MAX_RIGID + i] : 0
    hot[o + ROW_BIAS + i] = byHertz
      ? responseOut[0] * now + (responseOut[1] - impulseScale) * startVelocity(state, r, hot, o + i * ROW)
      : (share * now) / h
  }
  hot[o + IMPULSE_SCALE] = impulseScale
  hot[o + MASS_SCALE] = impulseScale
  hot[o + SOFT_COMPLIANCE] = compliance
}

function setScalarTarget(
  state: WorldState, r: number, s: number, j: number, h: number, part: number, kind: JointKind, first: boolean,
): void {
  const { hot } = state.scalarRows.columns
  const { coordinate, role } = state.scalarRows.columns
  const p = s * SCALAR_STRIDE
  const c = coordinate[s]
  const k = hot[p + OWN_K]
  const { features, bounds } = state.joints.columns
  const f = (j * MAX_COORDINATES + c) * FEATURE_STRIDE
  const span = part === WHOLE ? h : 0.5 * h
  hot[p + LOW] = 0
  hot[p + HIGH] = 0
  hot[p + SCALAR_IMPULSE_SCALE] = 1
  hot[p + SCALAR_MASS_SCALE] = 0
  hot[p + SCALAR_BIAS] = 0
  // No mobility along the coordinate: the row stays inactive.
  if (!(k > LEAST_SCALAR_K)) return
  const isLimit = role[s] === ROLE_LIMIT
  const rebounds = isLimit && (features[f + LIMIT_MODE] !== RIGID || (first && features[f + LIMIT_RESTITUTION] > 0))
  readRate(state, r, s, j, rebounds || role[s] === ROLE_SPRING)
  const maxJointImpulse = bounds[j * BOUNDS + MAX_FORCE] * span
  let maxImpulse = 0
  if (role[s] === ROLE_MOTOR || role[s] === ROLE_FRICTION) {
    maxImpulse = features[f + (role[s] === ROLE_MOTOR ? MOTOR_MAX : FRICTION_MAX)] * span
    hot[p + SCALAR_MASS_SCALE] = 1 / k
    hot[p + SCALAR_BIAS] = (rateOut[ADD] - (role[s] === ROLE_MOTOR ? features[f + MOTOR_SPEED] : 0)) / k
  } else if (isLimit) {
    setLimitTarget(state, r, s, f, h, part, kind.coordinates[c] !== 'length', first)
    if (hot[p + LOW] < -maxJointImpulse) hot[p + LOW] = -maxJointImpulse
    if (hot[p + HIGH] > maxJointImpulse) hot[p + HIGH] = maxJointImpulse
    return
  } else {
    setSpringResponse(features, f + SPRING_MODE, k, h, part)
    maxImpulse = features[f + SPRING_MAX] * span
    setSpringRule(hot, p, features[f + SPRING_TARGET], features[f + SPRING_SPEED])
  }
  if (maxImpulse > maxJointImpulse) maxImpulse = maxJointImpulse
  hot[p + LOW] = -maxImpulse
  hot[p + HIGH] = maxImpulse
}

/** Fills `rateOut` of scalar row s; START only if it is asked for: springs and rebounds do. */
function readRate(state: WorldState, r: number, s: number, j: number, withStart: boolean): void {
  const { hot: rows, rigid } = state.jointRows.columns
  const { hot } = state.scalarRows.columns
  const p = s * SCALAR_STRIDE
  rateOut[ADD] = 0
  rateOut[NOW] = rowVelocity(state, r, hot, p)
  rateOut[START] = withStart ? startVelocity(state, r, hot, p) : 0
  if (state.joints.columns.softness[j * 3 + SOFT_MODE] !== RIGID) return
  for (let i = 0; i < rigid[r]; i++) {
    const kappa = hot[p + KAPPA + i]
    if (kappa === 0) continue
    const o = r * HOT_STRIDE
    rateOut[ADD] -= kappa * rows[o + ROW_BIAS + i]
    rateOut[NOW] += kappa * rowVelocity(state, r, rows, o + i * ROW)
    if (withStart) rateOut[START] += kappa * startVelocity(state, r, rows, o + i * ROW)
  }
}

/**
 * λ of a spring: K λ = −(1 − c) u − (b − 1 + c) v₀ − a x, with u the velocity without it and v₀ that before the kick
 * (`spring-response.ts`).
 */
function setSpringRule(hot: Float64Array, p: number, target: number, speed: number): void {
  const k = hot[p + OWN_K]
  const scale = 1 - responseOut[2]
  hot[p + SCALAR_IMPULSE_SCALE] = scale
  hot[p + SCALAR_MASS_SCALE] = scale / k
  const away = hot[p + VALUE] - target
  hot[p + SCALAR_BIAS] =
    (responseOut[0] * away + scale * (rateOut[ADD] - speed) + (responseOut[1] - scale) * (rateOut[START] - speed)) / k
}

/** J v of a row at the solver's present velocities. */
function rowVelocity(state: WorldState, r: number, jacobian: Float64Array, o: number): number {
  const { bodyA, bodyB } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  return (
    jacobian[o] * velocity[a] + jacobian[o + 1] * velocity[a + 1] + jacobian[o + 2] * velocity[a + 2] +
    jacobian[o + 3] * velocity[b] + jacobian[o + 4] * velocity[b + 1] + jacobian[o + 5] * velocity[b + 2]
  )
}

/** J v of a row at the velocities before the kick. */
function startVelocity(state: WorldState, r: number, jacobian: Float64Array, o: number): number {
  const { bodyA, bodyB } = state.jointRows.columns
  const { velocity, entered } = state.solverBodies.columns
  const movable = state.batches.bodyStart[0]
  let sum = 0
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? bodyA[r] : bodyB[r]
    for (let k = 0; k < 3; k++) sum += jacobian[o + side * 3 + k] * (s < movable ? velocity[s * VELOCITY_STRIDE + k] : entered[s * 3 + k])
  }
  return sum
}

/** Response of a spring whose mode and numbers stand at `at`, for a coordinate of inverse inertia k. */
function setSpringResponse(features: Float64Array, at: number, k: number, h: number, part: number): void {
  const mode = features[at]
  const first = features[at + SPRING_FIRST - SPRING_MODE]
  const second = features[at + SPRING_SECOND - SPRING_MODE]
  if (mode === BY_HERTZ) {
    const omega = 2 * Math.PI * first
    setResponse(omega * omega, second * omega, h, part !== WHOLE)
  } else {
    const weight = mode === BY_STIFFNESS ? k : 1
    setResponse(first * weight, 0.5 * second * weight, h, part !== WHOLE)
  }
}

function setLimitTarget(
  state: WorldState, r: number, s: number, f: number, h: number, part: number, angular: boolean, first: boolean,
): void {
  const { hot, side: sides, rebound, pressed, coordinate } = state.scalarRows.columns
  const { features } = state.joints.columns
  const p = s * SCALAR_STRIDE
  const k = hot[p + OWN_K]
  const side = sides[s]
  const limit = features[f + (side < 0 ? UPPER : LOWER)]
  const value = hot[p + VALUE]
  const inside = side === 0 ? 0 : side * (value - limit)
  if (features[f + LIMIT_MODE] !== RIGID) {
    if (side !== 0 && inside >= 0) return
    setSpringResponse(features, f + LIMIT_MODE, k, h, part)
    setSpringRule(hot, p, limit, 0)
    openBounds(hot, p, side)
    return
  }
  hot[p + SCALAR_MASS_SCALE] = 1 / k
  const bounce = features[f + LIMIT_RESTITUTION]
  if (first) {
    const reach = part === LAST_HALF ? 0 : h
    const arrives = side * rateOut[NOW] * reach <= -inside * (1 - 1e-9)
    // Restitution of the velocity before the kick, not of the one after this substep's warm start; it fades in, so that no threshold
    // decides.
    const restSpeed = SLEEP_SPEED * (angular ? 1 : state.jointRows.columns.size[r])
    const liveliness = bounce > 0 && arrives ? Math.min(1, (-side * rateOut[START] - restSpeed) / restSpeed) : 0
    rebound[s] = liveliness > 0 ? -bounce * liveliness * rateOut[START] : 0
  }
  if (part === LAST_HALF) {
    hot[p + SCALAR_BIAS] = (rateOut[ADD] - rebound[s]) / k
    // A limit that is not reached holds neither a motion away from it nor one towards it.
    if (side === 0 || pressed[s] === 1 || inside <= 0) openBounds(hot, p, side)
    else hot[p + SCALAR_MASS_SCALE] = 0
    return
  }
  const c = coordinate[s]
  const end = linearized ? value + rateOut[NOW] * h : angular ? unwrap(ahead.value[c], value) : ahead.value[c]
  // Beyond the limit the error may not grow; `correct-joints.ts` corrects it.
  const goal = inside < 0 || side === 0 ? value : limit
  const target = rebound[s] !== 0 ? -rebound[s] : (end - goal) / h - rateOut[NOW]
  hot[p + SCALAR_BIAS] = (target + rateOut[ADD]) / k
  openBounds(hot, p, side)
}

function openBounds(hot: Float64Array, p: number, side: number): void {
  hot[p + LOW] = side > 0 ? 0 : -Infinity
  hot[p + HIGH] = side < 0 ? 0 : Infinity
}
