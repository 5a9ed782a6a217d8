/**
 * Loads of joints: force on B and torque about its anchor, from the impulses of a substep.
 */

import { MAX_RIGID } from '../joint-kind.ts'
import type { WorldState } from '../../store/world-state.ts'

/** Result of `sumLoad`: force, then torque. */
export const loadOut: Float64Array = new Float64Array(6)

/** After the sweeps of a substep: the largest force and torque of the step so far, of joints that can break. */
export function recordPeakLoads(state: WorldState, batch: number, h: number): void {
  const { joint, peak } = state.jointRows.columns
  const { breakForce, breakTorque } = state.joints.columns
  for (let r = state.batches.jointStart[batch]; r < state.batches.jointStart[batch + 1]; r++) {
    if (breakForce[joint[r]] === Infinity && breakTorque[joint[r]] === Infinity) continue
    sumLoad(state, r, 1 / h)
    peak[r * 2] = Math.max(peak[r * 2], Math.sqrt(loadOut[0] * loadOut[0] + loadOut[1] * loadOut[1] + loadOut[2] * loadOut[2]))
    peak[r * 2 + 1] = Math.max(peak[r * 2 + 1], Math.sqrt(loadOut[3] * loadOut[3] + loadOut[4] * loadOut[4] + loadOut[5] * loadOut[5]))
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
    peak[r * 2] = Math.max(peak[r * 2], Math.sqrt(loadOut[0] * loadOut[0] + loadOut[1] * loadOut[1] + loadOut[2] * loadOut[2]))
    peak[r * 2 + 1] = Math.max(peak[r * 2 + 1], Math.sqrt(loadOut[3] * loadOut[3] + loadOut[4] * loadOut[4] + loadOut[5] * loadOut[5]))
  }
}

/** Force on B and torque about its anchor, into `loadOut`. */
export function sumLoad(state: WorldState, r: number, perSecond: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  loadOut.fill(0)
  for (let i = 0; i < rows.rigid[r]; i++) {
    const p = rows.impulse[r * MAX_RIGID + i] * perSecond
    for (let k = 0; k < 6; k++) loadOut[k] += rows.onB[(r * MAX_RIGID + i) * 6 + k] * p
  }
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    const p = scalars.impulse[s] * perSecond
    // A limit that is far away has no impulse, and its row may be stale.
    if (p !== 0) for (let k = 0; k < 6; k++) loadOut[k] += scalars.onB[s * 6 + k] * p
  }
  const x = rows.arm[r * 6 + 3]
  const y = rows.arm[r * 6 + 4]
  const z = rows.arm[r * 6 + 5]
  loadOut[3] -= y * loadOut[2] - z * loadOut[1]
  loadOut[4] -= z * loadOut[0] - x * loadOut[2]
  loadOut[5] -= x * loadOut[1] - y * loadOut[0]
}
