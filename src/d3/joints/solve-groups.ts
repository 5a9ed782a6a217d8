/** A visit of all groups of a batch: every rigid joint of a group gets what it asks for, at once. */

import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import type { WorldState } from '../world-state.ts'
import { backSolve } from './joint-groups.ts'
import { MAX_RIGID, ROW } from './joint-kind.ts'

/**
 * `rest` is what the rows ask for besides J v = 0; `velocity` are the solver's velocities or the push-out's. With `keep` the impulses are summed into
 * the rows.
 */
export function solveGroups(state: WorldState, batch: number, rest: Float64Array, velocity: Float64Array, keep: boolean): void {
  const { batchStart, order } = state.jointGroups
  for (let k = batchStart[batch]; k < batchStart[batch + 1]; k++) {
    read(state, order[k], rest, velocity)
    backSolve(state.jointGroups, order[k])
    apply(state, order[k], velocity, keep)
  }
}

/**
 * Velocities that the groups allow at this pose. The end pose may be looked at from such velocities only: a light link that was just hit spins by
 * radians otherwise, and so does the prediction.
 */
export function levelGroups(state: WorldState, batch: number): void {
  solveGroups(state, batch, state.jointRows.columns.fixed, state.solverBodies.columns.velocity, true)
}

function read(state: WorldState, g: number, rest: Float64Array, velocity: Float64Array): void {
  const { plan, x, rowOf } = state.jointGroups
  const { start, size, vector } = plan
  const { bodyA, bodyB, jacobian } = state.jointRows.columns
  for (let p = start[g]; p < start[g + 1]; p++) {
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
        rest[at]
      )
    }
  }
}

function apply(state: WorldState, g: number, velocity: Float64Array, keep: boolean): void {
  const { plan, x, rowOf } = state.jointGroups
  const { start, size, vector } = plan
  const { bodyA, bodyB, jacobian, impulse, change } = state.jointRows.columns
  const masses = state.solverBodies.columns.velocity
  for (let p = start[g]; p < start[g + 1]; p++) {
    const r = rowOf[p]
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const from = vector[p]
    const mA = masses[a + 6]
    const mB = masses[b + 6]
    for (let i = 0; i < size[p]; i++) {
      const at = r * MAX_RIGID + i
      const o = at * ROW
      const value = x[from + i]
      if (keep) {
        impulse[at] += value
        change[at] = value
      }
      const pA = value * mA
      const pB = value * mB
      velocity[a] += jacobian[o] * pA
      velocity[a + 1] += jacobian[o + 1] * pA
      velocity[a + 2] += jacobian[o + 2] * pA
      velocity[a + 3] += jacobian[o + 3] * value
      velocity[a + 4] += jacobian[o + 4] * value
      velocity[a + 5] += jacobian[o + 5] * value
      velocity[b] += jacobian[o + 6] * pB
      velocity[b + 1] += jacobian[o + 7] * pB
      velocity[b + 2] += jacobian[o + 8] * pB
      velocity[b + 3] += jacobian[o + 9] * value
      velocity[b + 4] += jacobian[o + 10] * value
      velocity[b + 5] += jacobian[o + 11] * value
    }
  }
}
