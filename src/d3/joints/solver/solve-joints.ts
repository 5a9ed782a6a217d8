/**
 * One Gauss–Seidel sweep over the joints of a batch: each joint's springs, friction, motors and limits, then its rigid rows as one exact
 * block.
 */

import { ROUTE_DIRECT, ROUTE_SCHUR, ROUTE_SWEEP } from '../../../common/solver/joint-groups.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { IMPULSE_SCALE, MASS_SCALE, SOFT, SOFT_COMPLIANCE } from './joint-rows.ts'
import { solveGroups } from './solve-groups.ts'

const u = new Float64Array(MAX_RIGID)
const d = new Float64Array(MAX_RIGID)

/** `accelerate`: as in `solve-contacts.ts`; `retargeted`: the rows have just got new targets. */
export function solveJoints(state: WorldState, batch: number, accelerate: boolean, retargeted: boolean): void {
  const { jointStart, beta } = state.batches
  const rows = state.jointRows.columns
  const { scalarStart, scalarEnd, bodyA, bodyB, rigid, route, rule, island, impulse, change, direction } = rows
  const to = jointStart[batch + 1]
  for (let r = jointStart[batch]; r < to; r++) {
    const step = accelerate ? beta[island[r]] : 0
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    if (accelerate) {
      for (let s = scalarStart[r]; s < scalarEnd[r]; s++) extrapolateScalar(state, s, step)
    }
    if (route[r] !== ROUTE_SCHUR) for (let s = scalarStart[r]; s < scalarEnd[r]; s++) solveScalar(state, s, a, b)
    const n = rigid[r]
    if (n === 0) continue
    if (accelerate) {
      for (let i = r * MAX_RIGID; i < r * MAX_RIGID + n; i++) {
        const p = step * direction[i]
        impulse[i] += p
        direction[i] = p + change[i]
      }
    }
    if (route[r] === ROUTE_SWEEP || (route[r] === ROUTE_DIRECT && rule[r * 4 + SOFT] === 1)) solveRigid(state, r, n, a, b)
  }
  solveGroups(state, batch, retargeted)
}

function extrapolateScalar(state: WorldState, s: number, step: number): void {
  const { impulse, change, direction } = state.scalarRows.columns
  const p = step * direction[s]
  impulse[s] += p
  direction[s] = p + change[s]
}

function solveScalar(state: WorldState, s: number, a: number, b: number): void {
  const { jacobian, impulseScale, massScale, bias, low, high, impulse, change } = state.scalarRows.columns
  const { velocity } = state.solverBodies.columns
  const o = s * ROW
  const j0 = jacobian[o]
  const j1 = jacobian[o + 1]
  const j2 = jacobian[o + 2]
  const j3 = jacobian[o + 3]
  const j4 = jacobian[o + 4]
  const j5 = jacobian[o + 5]
  const j6 = jacobian[o + 6]
  const j7 = jacobian[o + 7]
  const j8 = jacobian[o + 8]
  const j9 = jacobian[o + 9]
  const j10 = jacobian[o + 10]
  const j11 = jacobian[o + 11]
  const speed =
    j0 * velocity[a] + j1 * velocity[a + 1] + j2 * velocity[a + 2] + j3 * velocity[a + 3] + j4 * velocity[a + 4] + j5 * velocity[a + 5] +
    j6 * velocity[b] + j7 * velocity[b + 1] + j8 * velocity[b + 2] + j9 * velocity[b + 3] + j10 * velocity[b + 4] + j11 * velocity[b + 5]
  const before = impulse[s]
  let after = impulseScale[s] * before - massScale[s] * speed - bias[s]
  if (after < low[s]) after = low[s]
  else if (after > high[s]) after = high[s]
  const d = after - before
  impulse[s] = after
  change[s] = d
  if (d === 0) return
  const mA = velocity[a + 6] * d
  const mB = velocity[b + 6] * d
  velocity[a] += j0 * mA
  velocity[a + 1] += j1 * mA
  velocity[a + 2] += j2 * mA
  velocity[a + 3] += j3 * d
  velocity[a + 4] += j4 * d
  velocity[a + 5] += j5 * d
  velocity[b] += j6 * mB
  velocity[b + 1] += j7 * mB
  velocity[b + 2] += j8 * mB
  velocity[b + 3] += j9 * d
  velocity[b + 4] += j10 * d
  velocity[b + 5] += j11 * d
}

function solveRigid(state: WorldState, r: number, n: number, a: number, b: number): void {
  const { jacobian, inverse, rule, bias, impulse, change } = state.jointRows.columns
  const { velocity } = state.solverBodies.columns
  const impulseScale = rule[r * 4 + IMPULSE_SCALE]
  const massScale = rule[r * 4 + MASS_SCALE]
  const compliance = rule[r * 4 + SOFT_COMPLIANCE]
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
  const from = r * MAX_RIGID
  for (let i = 0; i < n; i++) {
    const o = (from + i) * ROW
    const speed =
      jacobian[o] * v0 + jacobian[o + 1] * v1 + jacobian[o + 2] * v2 + jacobian[o + 3] * v3 + jacobian[o + 4] * v4 + jacobian[o + 5] * v5 +
      jacobian[o + 6] * v6 + jacobian[o + 7] * v7 + jacobian[o + 8] * v8 + jacobian[o + 9] * v9 + jacobian[o + 10] * v10 + jacobian[o + 11] * v11
    u[i] = massScale * speed + bias[from + i] + compliance * impulse[from + i]
  }
  const k = r * MAX_RIGID * MAX_RIGID
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let c = 0; c < n; c++) sum += inverse[k + i * MAX_RIGID + c] * u[c]
    const before = impulse[from + i]
    d[i] = impulseScale * before - sum - before
    impulse[from + i] = before + d[i]
    change[from + i] = d[i]
  }
  const mA = velocity[a + 6]
  const mB = velocity[b + 6]
  let a0 = 0
  let a1 = 0
  let a2 = 0
  let a3 = 0
  let a4 = 0
  let a5 = 0
  let b0 = 0
  let b1 = 0
  let b2 = 0
  let b3 = 0
  let b4 = 0
  let b5 = 0
  for (let i = 0; i < n; i++) {
    const o = (from + i) * ROW
    const p = d[i]
    a0 += jacobian[o] * p
    a1 += jacobian[o + 1] * p
    a2 += jacobian[o + 2] * p
    a3 += jacobian[o + 3] * p
    a4 += jacobian[o + 4] * p
    a5 += jacobian[o + 5] * p
    b0 += jacobian[o + 6] * p
    b1 += jacobian[o + 7] * p
    b2 += jacobian[o + 8] * p
    b3 += jacobian[o + 9] * p
    b4 += jacobian[o + 10] * p
    b5 += jacobian[o + 11] * p
  }
  velocity[a] = v0 + a0 * mA
  velocity[a + 1] = v1 + a1 * mA
  velocity[a + 2] = v2 + a2 * mA
  velocity[a + 3] = v3 + a3
  velocity[a + 4] = v4 + a4
  velocity[a + 5] = v5 + a5
  velocity[b] = v6 + b0 * mB
  velocity[b + 1] = v7 + b1 * mB
  velocity[b + 2] = v8 + b2 * mB
  velocity[b + 3] = v9 + b3
  velocity[b + 4] = v10 + b4
  velocity[b + 5] = v11 + b5
}
