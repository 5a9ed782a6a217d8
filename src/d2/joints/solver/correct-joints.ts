/**
 * Position correction of joints: their errors at this pose, corrected by the push-out velocities (split impulses), which move the bodies in
 * the next drift and never enter v.
 *
 * A Baumgarte bias in the rows of `joint-targets.ts` would enter the stored impulse and act again in the next substep, the wrong way round;
 * in a loop or chain that the sweeps have not solved to the end that grows until it explodes. So there the velocities only keep the error
 * from growing, and here it is corrected: all of a small one at once, of a large one a share at a bounded speed, so that joints that start
 * far apart pull together without gaining speed. Joints with an `errorBias` or `maxBias` of their own do it that way.
 */

import { power } from '../../../common/math/deterministic-math.ts'
import { ROUTE_SCHUR, ROUTE_SWEEP } from '../../../common/solver/joint-groups.ts'
import { smallErrorOf } from '../../../common/solver/small-error.ts'
import { LEAST_SCALAR_K } from '../../../common/limits.ts'
import { LONG_ROUNDING, TRACE } from '../../../common/math/rounding.ts'
import {
  CROWD_SWEEPS, MAX_JOINT_ERROR, MAX_GROUP_CORRECTION, PUSH_OUT_SHARE, PUSH_OUT_SPEED_PER_SIZE,
} from '../../../common/tuning.ts'
import { MAX_COORDINATES, MAX_RIGID } from '../joint-kind.ts'
import {
  BOUNDS, ERROR_BIAS, FEATURE_STRIDE, LIMIT_MODE, LOWER, MAX_BIAS, RIGID, ROLE_LIMIT, SOFT_MODE, UPPER,
} from '../../store/joint-table.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { restoreCorrectionMomentum } from './angular-momentum.ts'
import { HOT_STRIDE, INVERSE, KAPPA, OWN_K, PUSH, SCALAR_STRIDE, VALUE } from './joint-rows.ts'
import { correctGroup } from './solve-groups.ts'
import { solveNets } from './solve-nets.ts'

/** `pushed`: contacts have set push-out velocities already. */
export function correctJointPositions(state: WorldState, batch: number, h: number, sweeps: number, pushed: boolean): void {
  const { jointStart } = state.batches
  const from = jointStart[batch]
  const to = jointStart[batch + 1]
  if (from === to) return
  let any = pushed
  const still = state.jointNets.still[batch] === 1
  // All errors of a net are corrected or none: no motion corrects a part of them.
  if (still && isTight(state, from, to)) return
  for (let r = from; r < to; r++) if (setCorrectionTargets(state, r, h)) any = true
  if (!any) return
  const { route } = state.jointRows.columns
  const { batchStart, order } = state.jointGroups
  const { pseudo } = state.solverBodies.columns
  let alone = false
  for (let r = from; r < to; r++) if (route[r] !== ROUTE_SCHUR) alone = true
  for (let sweep = 0; sweep < (alone ? sweeps : 1); sweep++) {
    if (alone) correctJoint(state, from, to, sweep)
    if (sweep < 1) solveNets(state, batch, h, PUSH, pseudo, false)
    for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) correctGroup(state, order[k], PUSH)
  }
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    limitCorrection(state, order[k])
    restoreCorrectionMomentum(state, order[k], h)
  }
}

/** Whether all errors of the nets' rows are rounding. */
function isTight(state: WorldState, from: number, to: number): boolean {
  const { error, size, rigid } = state.jointRows.columns
  for (let r = from; r < to; r++) {
    const tolerance = TRACE * size[r]
    const e = r * MAX_RIGID
    if (Math.abs(error[e]) > tolerance || Math.abs(error[e + 1]) > tolerance) return false
    if (rigid[r] === 3 && Math.abs(error[e + 2]) > TRACE) return false
  }
  return true
}

/** Caps the push-out of a group. Where rows are nearly dependent, small errors ask for long ways: then the group goes only part of them. */
function limitCorrection(state: WorldState, g: number): void {
  const { bodies, bodyStart } = state.jointGroups
  const { pseudo, body } = state.solverBodies.columns
  const { radius } = state.bodies.columns
  let size = 0
  let speedSquared = 0
  let spin = 0
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const o = bodies[i] * VELOCITY_STRIDE
    size += 2 * radius[body[bodies[i]]]
    speedSquared = Math.max(speedSquared, pseudo[o] * pseudo[o] + pseudo[o + 1] * pseudo[o + 1])
    spin = Math.max(spin, Math.abs(pseudo[o + 2]))
  }
  const fast = MAX_GROUP_CORRECTION * PUSH_OUT_SPEED_PER_SIZE * (size > 0 ? size : 1)
  const share = Math.min(1, fast / Math.sqrt(speedSquared), (MAX_GROUP_CORRECTION * PUSH_OUT_SPEED_PER_SIZE) / spin)
  if (!(share < 1)) return
  state.guards.correctionCapped++
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const o = bodies[i] * VELOCITY_STRIDE
    for (let c = 0; c < 3; c++) pseudo[o + c] *= share
  }
}

/** Push-out targets of a joint's rows; false if there is no error to correct. */
function setCorrectionTargets(state: WorldState, r: number, h: number): boolean {
  const { joint, rigid, angular, exact, size, hot, error, scalarStart, scalarEnd } = state.jointRows.columns
  const { softness, bounds } = state.joints.columns
  const j = joint[r]
  const o = r * HOT_STRIDE
  const hasOwnBias = bounds[j * BOUNDS + ERROR_BIAS] >= 0 || bounds[j * BOUNDS + MAX_BIAS] < Infinity
  const soft = softness[j * 3 + SOFT_MODE] !== RIGID
  const tolerance = exact[r] === 1 && !hasOwnBias ? smallErrorOf(h) : LONG_ROUNDING
  let any = false
  for (let i = 0; i < MAX_RIGID; i++) {
    hot[o + PUSH + i] = 0
    if (i >= rigid[r] || soft) continue
    const turning = (angular[r] & (1 << i)) !== 0
    const extent = turning ? 1 : size[r]
    const now = error[r * MAX_RIGID + i]
    const magnitude = now < 0 ? -now : now
    if (magnitude <= tolerance * extent) continue
    const smallError = MAX_JOINT_ERROR * extent
    hot[o + PUSH + i] = (!hasOwnBias && magnitude <= smallError ? now : correctionOf(state, j, now, h, extent)) / h
    any = true
  }
  for (let s = scalarStart[r]; s < scalarEnd[r]; s++) if (setLimitCorrection(state, r, s, h)) any = true
  return any
}

function setLimitCorrection(state: WorldState, r: number, s: number, h: number): boolean {
  const { joint, size } = state.jointRows.columns
  const { hot, role, coordinate, side: sides, push, pushed, pushable } = state.scalarRows.columns
  const { kind, features } = state.joints.columns
  push[s] = 0
  pushed[s] = 0
  pushable[s] = 0
  if (role[s] !== ROLE_LIMIT) return false
  const j = joint[r]
  const c = coordinate[s]
  const f = (j * MAX_COORDINATES + c) * FEATURE_STRIDE
  if (features[f + LIMIT_MODE] !== RIGID || !(hot[s * SCALAR_STRIDE + OWN_K] > LEAST_SCALAR_K)) return false
  pushable[s] = 1
  const side = sides[s]
  const now = hot[s * SCALAR_STRIDE + VALUE] - features[f + (side < 0 ? UPPER : LOWER)]
  // Within its range the limit only bounds the push-out by others: the target is the room that is left.
  const inside = side !== 0 && side * now >= 0
  const turning = state.jointKinds[kind[j]].coordinates[c] !== 'length'
  const correction = inside ? now : correctionOf(state, j, now, h, turning ? 1 : size[r])
  push[s] = correction / h
  return correction !== 0 && !inside
}

/** The part of an error that is corrected in this substep. */
function correctionOf(state: WorldState, j: number, error: number, h: number, extent: number): number {
  const { bounds } = state.joints.columns
  const magnitude = Math.abs(error)
  const left = bounds[j * BOUNDS + ERROR_BIAS]
  const fastest = bounds[j * BOUNDS + MAX_BIAS] * h
  if (magnitude <= LONG_ROUNDING * extent) return 0
  let correction = magnitude
  if (left >= 0) correction = left === 0 ? magnitude : magnitude * (1 - power(left, h))
  else {
    const smallError = MAX_JOINT_ERROR * extent
    const fast = PUSH_OUT_SPEED_PER_SIZE * extent * h
    if (magnitude > smallError) correction = Math.max(smallError, Math.min(PUSH_OUT_SHARE * magnitude, fast))
  }
  if (correction > fastest) correction = fastest
  return error > 0 ? correction : -correction
}

function correctJoint(state: WorldState, from: number, to: number, sweep: number): void {
  const { bodyA, bodyB, rigid, crowded, route, hot, scalarStart, scalarEnd } = state.jointRows.columns
  const { pseudo, velocity } = state.solverBodies.columns
  for (let r = from; r < to; r++) {
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    if (route[r] === ROUTE_SCHUR || (sweep >= CROWD_SWEEPS && crowded[r] === 1)) continue
    if (scalarStart[r] < scalarEnd[r]) correctLimits(state, r)
    if (rigid[r] === 0 || route[r] !== ROUTE_SWEEP) continue
    const o = r * HOT_STRIDE
    const i = o + INVERSE
    const v0 = pseudo[a]
    const v1 = pseudo[a + 1]
    const v2 = pseudo[a + 2]
    const v3 = pseudo[b]
    const v4 = pseudo[b + 1]
    const v5 = pseudo[b + 2]
    const u0 = hot[o + PUSH] + hot[o] * v0 + hot[o + 1] * v1 + hot[o + 2] * v2 + hot[o + 3] * v3 + hot[o + 4] * v4 + hot[o + 5] * v5
    const u1 =
      hot[o + PUSH + 1] + hot[o + 6] * v0 + hot[o + 7] * v1 + hot[o + 8] * v2 + hot[o + 9] * v3 + hot[o + 10] * v4 + hot[o + 11] * v5
    const u2 =
      hot[o + PUSH + 2] + hot[o + 12] * v0 + hot[o + 13] * v1 + hot[o + 14] * v2 + hot[o + 15] * v3 + hot[o + 16] * v4 + hot[o + 17] * v5
    const d0 = -hot[i] * u0 - hot[i + 1] * u1 - hot[i + 3] * u2
    const d1 = -hot[i + 1] * u0 - hot[i + 2] * u1 - hot[i + 4] * u2
    const d2 = -hot[i + 3] * u0 - hot[i + 4] * u1 - hot[i + 5] * u2
    pseudo[a] = v0 + (hot[o] * d0 + hot[o + 6] * d1 + hot[o + 12] * d2) * velocity[a + 3]
    pseudo[a + 1] = v1 + (hot[o + 1] * d0 + hot[o + 7] * d1 + hot[o + 13] * d2) * velocity[a + 3]
    pseudo[a + 2] = v2 + (hot[o + 2] * d0 + hot[o + 8] * d1 + hot[o + 14] * d2) * velocity[a + 4]
    pseudo[b] = v3 + (hot[o + 3] * d0 + hot[o + 9] * d1 + hot[o + 15] * d2) * velocity[b + 3]
    pseudo[b + 1] = v4 + (hot[o + 4] * d0 + hot[o + 10] * d1 + hot[o + 16] * d2) * velocity[b + 3]
    pseudo[b + 2] = v5 + (hot[o + 5] * d0 + hot[o + 11] * d1 + hot[o + 17] * d2) * velocity[b + 4]
  }
}

function correctLimits(state: WorldState, r: number): void {
  const { bodyA, bodyB, rigid, hot: rows, scalarStart, scalarEnd } = state.jointRows.columns
  const { hot, role, side: sides, push: targets, pushed } = state.scalarRows.columns
  const { pseudo, velocity } = state.solverBodies.columns
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  for (let s = scalarStart[r]; s < scalarEnd[r]; s++) {
    const o = s * SCALAR_STRIDE
    const k = hot[o + OWN_K]
    if (role[s] !== ROLE_LIMIT || !(k > LEAST_SCALAR_K)) continue
    let speed = targets[s]
    for (let c = 0; c < 3; c++) speed += hot[o + c] * pseudo[a + c] + hot[o + 3 + c] * pseudo[b + c]
    for (let i = 0; i < rigid[r]; i++) speed -= hot[o + KAPPA + i] * rows[r * HOT_STRIDE + PUSH + i]
    const side = sides[s]
    const before = pushed[s]
    let after = before - speed / k
    if ((side > 0 && after < 0) || (side < 0 && after > 0)) after = 0
    const d = after - before
    pushed[s] = after
    if (d === 0) continue
    for (let c = 0; c < 3; c++) {
      pseudo[a + c] += hot[o + c] * velocity[a + (c < 2 ? 3 : 4)] * d
      pseudo[b + c] += hot[o + 3 + c] * velocity[b + (c < 2 ? 3 : 4)] * d
    }
  }
}
