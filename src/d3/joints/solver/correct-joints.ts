/**
 * Position correction of joints: their errors at this pose, corrected by the push-out velocities (split impulses), which move the bodies in
 * the next drift and never enter v.
 *
 * A Baumgarte bias in the rows of `joint-targets.ts` would enter the stored impulse and act again in the next substep, the wrong way round;
 * in a loop or chain that the sweeps have not solved to the end that grows until it explodes. So there the velocities only keep the error
 * from growing, and here it is corrected: all of a small one at once, of a large one a share at a bounded speed, so that joints that start
 * far apart pull together without gaining speed.
 */

import { sizeOfJoint } from '../../../common/islands/open-joints.ts'
import { isGrouped, ROUTE_SCHUR } from '../../../common/solver/joint-groups.ts'
import { LEAST_SCALAR_K } from '../../../common/limits.ts'
import { LONG_ROUNDING } from '../../../common/math/rounding.ts'
import {
  MAX_JOINT_ERROR, MAX_GROUP_CORRECTION, PUSH_OUT_SHARE, PUSH_OUT_SPEED_PER_SIZE,
} from '../../../common/tuning.ts'
import { MAX_COORDINATES, MAX_RIGID, ROW } from '../joint-kind.ts'
import { fromWeighted } from '../../math/weighted.ts'
import { FEATURE_STRIDE, LIMIT_MODE, LOWER, RIGID, ROLE_LIMIT, SOFT_MODE, UPPER } from '../../store/joint-table.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { restoreCorrectionMomentum } from './angular-momentum.ts'
import { addImpulse, rowVelocity } from './build-joint.ts'
import { isSmall } from './joint-targets.ts'
import { correctGroup } from './solve-groups.ts'

const targets = new Float64Array(MAX_RIGID)
const u = new Float64Array(MAX_RIGID)
const given = new Float64Array(1)
const spin = new Float64Array(3)
/** The joint's size. An array, because a number handed on would be put on the heap. */
const sizeIn = new Float64Array(1)

/** `pushed`: contacts have set push-out velocities already. */
export function correctJointPositions(state: WorldState, batch: number, h: number, sweeps: number, pushed: boolean): void {
  const { jointStart } = state.batches
  const to = jointStart[batch + 1]
  if (jointStart[batch] === to) return
  let any = pushed
  for (let r = jointStart[batch]; r < to; r++) if (setCorrectionTargets(state, r, h)) any = true
  if (!any) return
  const { batchStart, order } = state.jointGroups
  const { push: pushTargets, route } = state.jointRows.columns
  let alone = false
  for (let r = jointStart[batch]; r < to; r++) if (route[r] !== ROUTE_SCHUR) alone = true
  for (let sweep = 0; sweep < (alone ? sweeps : 1); sweep++) {
    for (let r = jointStart[batch]; r < to; r++) if (route[r] !== ROUTE_SCHUR) correctJoint(state, r)
    for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) correctGroup(state, order[k], pushTargets)
  }
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    limitCorrection(state, order[k])
    restoreCorrectionMomentum(state, order[k], h)
  }
}

/** Caps the push-out of a group. Where rows are nearly dependent, small errors ask for long ways: then the group goes only part of them. */
function limitCorrection(state: WorldState, g: number): void {
  const { bodies, bodyStart } = state.jointGroups
  const { pseudo, factor, body } = state.solverBodies.columns
  const { radius } = state.bodies.columns
  let size = 0
  let speedSquared = 0
  let spinSquared = 0
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const s = bodies[i]
    const o = s * VELOCITY_STRIDE
    size += 2 * radius[body[s]]
    fromWeighted(factor, s * 6, pseudo, o + 3, spin, 0)
    speedSquared = Math.max(speedSquared, pseudo[o] * pseudo[o] + pseudo[o + 1] * pseudo[o + 1] + pseudo[o + 2] * pseudo[o + 2])
    spinSquared = Math.max(spinSquared, spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2])
  }
  const fast = MAX_GROUP_CORRECTION * PUSH_OUT_SPEED_PER_SIZE * (size > 0 ? size : 1)
  const maxSpin = MAX_GROUP_CORRECTION * PUSH_OUT_SPEED_PER_SIZE
  const share = Math.min(1, fast / Math.sqrt(speedSquared), maxSpin / Math.sqrt(spinSquared))
  if (!(share < 1)) return
  state.guards.correctionCapped++
  for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) {
    const o = bodies[i] * VELOCITY_STRIDE
    for (let c = 0; c < 6; c++) pseudo[o + c] *= share
  }
}

/** Push-out targets of a joint's rows, into `push`; false if there is no error to correct. */
function setCorrectionTargets(state: WorldState, r: number, h: number): boolean {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const { bodyA, bodyB, kind, softness, features } = state.joints.columns
  const j = rows.joint[r]
  const jointKind = state.jointKinds[kind[j]]
  sizeIn[0] = sizeOfJoint(state, bodyA[j], bodyB[j])
  const size = sizeIn[0]
  const soft = softness[j * 3 + SOFT_MODE] !== RIGID
  let any = false
  for (let i = 0; i < rows.rigid[r]; i++) {
    const angular = jointKind.angularRows?.[i] === true
    const error = rows.error[r * MAX_RIGID + i]
    const correction = soft || (rows.exact[r] === 1 && isSmall(error, angular, size, h)) ? 0 : correctionOf(error, h, angular)
    rows.push[r * MAX_RIGID + i] = correction / h
    if (correction !== 0) any = true
  }
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    scalars.push[s] = 0
    scalars.pushable[s] = 0
    scalars.pushed[s] = 0
    if (scalars.role[s] !== ROLE_LIMIT) continue
    const c = scalars.coordinate[s]
    const f = (j * MAX_COORDINATES + c) * FEATURE_STRIDE
    if (features[f + LIMIT_MODE] !== RIGID || !(scalars.k[s] > LEAST_SCALAR_K)) continue
    scalars.pushable[s] = 1
    const side = scalars.side[s]
    const error = scalars.value[s] - features[f + (side < 0 ? UPPER : LOWER)]
    // Within its range the limit only bounds the push-out by others: the target is the room that is left.
    const inside = side !== 0 && side * error >= 0
    const correction = inside ? error : correctionOf(error, h, jointKind.coordinates[c] !== 'length')
    scalars.push[s] = correction / h
    if (correction !== 0 && !inside) any = true
  }
  return any
}

function correctJoint(state: WorldState, r: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const { pseudo } = state.solverBodies.columns
  const n = rows.rigid[r]
  for (let i = 0; i < n; i++) targets[i] = rows.push[r * MAX_RIGID + i]
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    const k = scalars.k[s]
    if (scalars.role[s] !== ROLE_LIMIT || !(k > LEAST_SCALAR_K)) continue
    let speed = scalars.push[s] + rowVelocity(state, r, scalars.jacobian, s * ROW, pseudo)
    for (let i = 0; i < n; i++) speed -= scalars.kappa[s * MAX_RIGID + i] * targets[i]
    const side = scalars.side[s]
    const before = scalars.pushed[s]
    let after = before - speed / k
    if ((side > 0 && after < 0) || (side < 0 && after > 0)) after = 0
    scalars.pushed[s] = after
    given[0] = after - before
    if (after !== before) addImpulse(state, r, scalars.jacobian, s * ROW, given, 0, pseudo, VELOCITY_STRIDE)
  }
  if (isGrouped(rows.route[r])) return
  for (let i = 0; i < n; i++) u[i] = targets[i] + rowVelocity(state, r, rows.jacobian, (r * MAX_RIGID + i) * ROW, pseudo)
  const k = r * MAX_RIGID * MAX_RIGID
  for (let i = 0; i < n; i++) {
    given[0] = 0
    for (let c = 0; c < n; c++) given[0] -= rows.inverse[k + i * MAX_RIGID + c] * u[c]
    if (given[0] !== 0) addImpulse(state, r, rows.jacobian, (r * MAX_RIGID + i) * ROW, given, 0, pseudo, VELOCITY_STRIDE)
  }
}

/** The part of an error that is corrected in this substep. */
function correctionOf(error: number, h: number, angular: boolean): number {
  const unit = angular ? 1 : sizeIn[0]
  const magnitude = Math.abs(error)
  const smallError = MAX_JOINT_ERROR * unit
  if (magnitude <= LONG_ROUNDING * unit) return 0
  if (magnitude <= smallError) return error
  const fast = PUSH_OUT_SPEED_PER_SIZE * unit * h
  const correction = Math.max(smallError, Math.min(PUSH_OUT_SHARE * magnitude, fast))
  return error > 0 ? correction : -correction
}
