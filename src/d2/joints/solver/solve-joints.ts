/**
 * One Gauss–Seidel sweep over the joints of a batch: each joint's springs, friction, motors and limits, then its rigid rows as one exact
 * block. Scalars only.
 */

import { ROUTE_DIRECT, ROUTE_NET, ROUTE_SCHUR } from '../../../common/solver/joint-groups.ts'
import { MAX_RIGID } from '../joint-kind.ts'
import { RIGID, SOFT_MODE } from '../../store/joint-table.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import {
  HIGH, HOT_STRIDE, IMPULSE_SCALE, INVERSE, LOW, MASS_SCALE, MOST, ROW_BIAS, SCALAR_BIAS, SCALAR_IMPULSE_SCALE, SCALAR_MASS_SCALE, SCALAR_STRIDE,
  SOFT_COMPLIANCE,
} from './joint-rows.ts'
import { solveGroups } from './solve-groups.ts'
import { solveNets } from './solve-nets.ts'

/** `retargeted`: the rows have just got new targets. */
export function solveJoints(state: WorldState, batch: number, h: number, retargeted: boolean): void {
  if (state.jointGroups.directPasses[batch] === 0 && state.jointNets.still[batch] === 0) sweepJoints(state, batch)
  solveGroups(state, batch, retargeted)
  solveNets(state, batch, h, ROW_BIAS, state.solverBodies.columns.velocity, true)
}

function sweepJoints(state: WorldState, batch: number): void {
  const { jointStart } = state.batches
  const { softness } = state.joints.columns
  const { joint, scalarStart, scalarEnd, bodyA, bodyB, rigid, route, hot, impulse } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const to = jointStart[batch + 1]
  for (let r = jointStart[batch]; r < to; r++) {
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    if (route[r] === ROUTE_SCHUR) continue
    if (scalarStart[r] < scalarEnd[r]) solveScalars(state, r)
    const n = rigid[r]
    if (n === 0 || route[r] === ROUTE_NET) continue
    const l = r * MAX_RIGID
    if (route[r] === ROUTE_DIRECT && softness[joint[r] * 3 + SOFT_MODE] === RIGID) continue
    const o = r * HOT_STRIDE
    if (n === MAX_RIGID) {
      solveThree(hot, o, impulse, l, velocity, a, b)
      continue
    }
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
    const v0 = velocity[a]
    const v1 = velocity[a + 1]
    const v2 = velocity[a + 2]
    const v3 = velocity[b]
    const v4 = velocity[b + 1]
    const v5 = velocity[b + 2]
    const massScale = hot[o + MASS_SCALE]
    const compliance = hot[o + SOFT_COMPLIANCE]
    const loss = hot[o + IMPULSE_SCALE] - 1
    const l0 = impulse[l]
    const l1 = impulse[l + 1]
    const u0 = massScale * (p0 * v0 + p1 * v1 + p2 * v2 + p3 * v3 + p4 * v4 + p5 * v5) + hot[o + ROW_BIAS] + compliance * l0
    const u1 = massScale * (q0 * v0 + q1 * v1 + q2 * v2 + q3 * v3 + q4 * v4 + q5 * v5) + hot[o + ROW_BIAS + 1] + compliance * l1
    const cross = hot[o + INVERSE + 1]
    let d0 = loss * l0 - hot[o + INVERSE] * u0 - cross * u1
    let d1 = loss * l1 - cross * u0 - hot[o + INVERSE + 2] * u1
    const maxImpulse = hot[o + MOST]
    if (maxImpulse < Infinity) {
      const size = Math.sqrt((l0 + d0) * (l0 + d0) + (l1 + d1) * (l1 + d1))
      if (size > maxImpulse) {
        d0 = ((l0 + d0) * maxImpulse) / size - l0
        d1 = ((l1 + d1) * maxImpulse) / size - l1
      }
    }
    impulse[l] = l0 + d0
    impulse[l + 1] = l1 + d1
    const mA = velocity[a + 3]
    const mB = velocity[b + 3]
    velocity[a] = v0 + (p0 * d0 + q0 * d1) * mA
    velocity[a + 1] = v1 + (p1 * d0 + q1 * d1) * mA
    velocity[a + 2] = v2 + (p2 * d0 + q2 * d1) * velocity[a + 4]
    velocity[b] = v3 + (p3 * d0 + q3 * d1) * mB
    velocity[b + 1] = v4 + (p4 * d0 + q4 * d1) * mB
    velocity[b + 2] = v5 + (p5 * d0 + q5 * d1) * velocity[b + 4]
  }
}

function solveThree(
  hot: Float64Array, o: number, impulse: Float64Array, l: number, velocity: Float64Array, a: number, b: number,
): void {
  const v0 = velocity[a]
  const v1 = velocity[a + 1]
  const v2 = velocity[a + 2]
  const v3 = velocity[b]
  const v4 = velocity[b + 1]
  const v5 = velocity[b + 2]
  const massScale = hot[o + MASS_SCALE]
  const compliance = hot[o + SOFT_COMPLIANCE]
  const loss = hot[o + IMPULSE_SCALE] - 1
  const l0 = impulse[l]
  const l1 = impulse[l + 1]
  const l2 = impulse[l + 2]
  const s0 = hot[o] * v0 + hot[o + 1] * v1 + hot[o + 2] * v2 + hot[o + 3] * v3 + hot[o + 4] * v4 + hot[o + 5] * v5
  const s1 = hot[o + 6] * v0 + hot[o + 7] * v1 + hot[o + 8] * v2 + hot[o + 9] * v3 + hot[o + 10] * v4 + hot[o + 11] * v5
  const s2 = hot[o + 12] * v0 + hot[o + 13] * v1 + hot[o + 14] * v2 + hot[o + 15] * v3 + hot[o + 16] * v4 + hot[o + 17] * v5
  const u0 = massScale * s0 + hot[o + ROW_BIAS] + compliance * l0
  const u1 = massScale * s1 + hot[o + ROW_BIAS + 1] + compliance * l1
  const u2 = massScale * s2 + hot[o + ROW_BIAS + 2] + compliance * l2
  const i = o + INVERSE
  let d0 = loss * l0 - hot[i] * u0 - hot[i + 1] * u1 - hot[i + 3] * u2
  let d1 = loss * l1 - hot[i + 1] * u0 - hot[i + 2] * u1 - hot[i + 4] * u2
  let d2 = loss * l2 - hot[i + 3] * u0 - hot[i + 4] * u1 - hot[i + 5] * u2
  const maxImpulse = hot[o + MOST]
  if (maxImpulse < Infinity) {
    const size = Math.sqrt((l0 + d0) * (l0 + d0) + (l1 + d1) * (l1 + d1) + (l2 + d2) * (l2 + d2))
    if (size > maxImpulse) {
      d0 = ((l0 + d0) * maxImpulse) / size - l0
      d1 = ((l1 + d1) * maxImpulse) / size - l1
      d2 = ((l2 + d2) * maxImpulse) / size - l2
    }
  }
  impulse[l] = l0 + d0
  impulse[l + 1] = l1 + d1
  impulse[l + 2] = l2 + d2
  velocity[a] = v0 + (hot[o] * d0 + hot[o + 6] * d1 + hot[o + 12] * d2) * velocity[a + 3]
  velocity[a + 1] = v1 + (hot[o + 1] * d0 + hot[o + 7] * d1 + hot[o + 13] * d2) * velocity[a + 3]
  velocity[a + 2] = v2 + (hot[o + 2] * d0 + hot[o + 8] * d1 + hot[o + 14] * d2) * velocity[a + 4]
  velocity[b] = v3 + (hot[o + 3] * d0 + hot[o + 9] * d1 + hot[o + 15] * d2) * velocity[b + 3]
  velocity[b + 1] = v4 + (hot[o + 4] * d0 + hot[o + 10] * d1 + hot[o + 16] * d2) * velocity[b + 3]
  velocity[b + 2] = v5 + (hot[o + 5] * d0 + hot[o + 11] * d1 + hot[o + 17] * d2) * velocity[b + 4]
}

function solveScalars(state: WorldState, r: number): void {
  const { scalarStart, scalarEnd, bodyA, bodyB } = state.jointRows.columns
  const { hot, impulse } = state.scalarRows.columns
  const { velocity } = state.solverBodies.columns
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  for (let s = scalarStart[r]; s < scalarEnd[r]; s++) {
    const o = s * SCALAR_STRIDE
    const speed =
      hot[o] * velocity[a] + hot[o + 1] * velocity[a + 1] + hot[o + 2] * velocity[a + 2] +
      hot[o + 3] * velocity[b] + hot[o + 4] * velocity[b + 1] + hot[o + 5] * velocity[b + 2]
    const before = impulse[s]
    let after = hot[o + SCALAR_IMPULSE_SCALE] * before - hot[o + SCALAR_MASS_SCALE] * speed - hot[o + SCALAR_BIAS]
    if (after < hot[o + LOW]) after = hot[o + LOW]
    else if (after > hot[o + HIGH]) after = hot[o + HIGH]
    const d = after - before
    impulse[s] = after
    if (d === 0) continue
    const mA = velocity[a + 3] * d
    const mB = velocity[b + 3] * d
    velocity[a] += hot[o] * mA
    velocity[a + 1] += hot[o + 1] * mA
    velocity[a + 2] += hot[o + 2] * velocity[a + 4] * d
    velocity[b] += hot[o + 3] * mB
    velocity[b + 1] += hot[o + 4] * mB
    velocity[b + 2] += hot[o + 5] * velocity[b + 4] * d
  }
}
