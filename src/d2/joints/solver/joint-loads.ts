/**
 * Loads of joints: force on B and torque about its anchor, from the impulses of a substep.
 */

import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { LOAD_STRIDE } from '../../store/joint-table.ts'
import type { WorldState } from '../../store/world-state.ts'
import { HOT_STRIDE, SCALAR_STRIDE } from './joint-rows.ts'

/** Result of `sumLoad`: force, then torque. */
export const loadOut: Float64Array = new Float64Array(LOAD_STRIDE)

/** After the sweeps of a substep: the largest force and torque of the step so far, of joints that can break. */
export function recordPeakLoads(state: WorldState, batch: number, h: number): void {
  const { joint, peak } = state.jointRows.columns
  const { breakForce, breakTorque } = state.joints.columns
  for (let r = state.batches.jointStart[batch]; r < state.batches.jointStart[batch + 1]; r++) {
    const j = joint[r]
    if (breakForce[j] === Infinity && breakTorque[j] === Infinity) continue
    sumLoad(state, r, 1 / h)
    peak[r * 2] = Math.max(peak[r * 2], Math.sqrt(loadOut[0] * loadOut[0] + loadOut[1] * loadOut[1]))
    peak[r * 2 + 1] = Math.max(peak[r * 2 + 1], Math.abs(loadOut[2]))
  }
}

/** At an impact: the impulses of group g, as they stand in `x` after its solve, as loads of a substep of length h. */
export function recordImpactLoads(state: WorldState, g: number, h: number): void {
  const { plan, rowOf, x } = state.jointGroups
  const { joint, impulse, peak } = state.jointRows.columns
  const { breakForce, breakTorque } = state.joints.columns
  for (let p = plan.start[g]; p < plan.start[g + 1]; p++) {
    const r = rowOf[p]
    if (breakForce[joint[r]] === Infinity && breakTorque[joint[r]] === Infinity) continue
    for (let i = 0; i < plan.size[p]; i++) impulse[r * MAX_RIGID + i] += x[plan.vector[p] + i]
    sumLoad(state, r, 1 / h)
    for (let i = 0; i < plan.size[p]; i++) impulse[r * MAX_RIGID + i] -= x[plan.vector[p] + i]
    peak[r * 2] = Math.max(peak[r * 2], Math.sqrt(loadOut[0] * loadOut[0] + loadOut[1] * loadOut[1]))
    peak[r * 2 + 1] = Math.max(peak[r * 2 + 1], Math.abs(loadOut[2]))
  }
}

/** Force on B and torque about its anchor, into `loadOut`. */
export function sumLoad(state: WorldState, r: number, perSecond: number): void {
  const { rigid, hot, impulse, arm, scalarStart, scalarEnd } = state.jointRows.columns
  const scalars = state.scalarRows.columns
  let x = 0
  let y = 0
  let torque = 0
  for (let i = 0; i < rigid[r]; i++) {
    const p = impulse[r * MAX_RIGID + i] * perSecond
    const o = r * HOT_STRIDE + i * ROW
    x += hot[o + 3] * p
    y += hot[o + 4] * p
    torque += hot[o + 5] * p
  }
  for (let s = scalarStart[r]; s < scalarEnd[r]; s++) {
    const p = scalars.impulse[s] * perSecond
    const o = s * SCALAR_STRIDE
    x += scalars.hot[o + 3] * p
    y += scalars.hot[o + 4] * p
    torque += scalars.hot[o + 5] * p
  }
  loadOut[0] = x
  loadOut[1] = y
  loadOut[2] = torque - (arm[r * 4 + 2] * y - arm[r * 4 + 3] * x)
}
