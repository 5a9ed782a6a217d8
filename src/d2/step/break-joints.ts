/**
 * Stage `break-joints`: impulses of joints back into the table, as forces; their loads; and which of them broke.
 *
 * Reads: joint rows, scalar rows. Writes: joints' force, load; flags and events of joints that broke.
 * Why here: impulses of the step are final. A joint that breaks was whole during this step and is gone in the next. Coordinates are in the
 * table already: the rows were last built at the final pose.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { EXACT_ROUTE } from '../../common/joints/read-rows.ts'
import { isRunaway } from '../../common/solver/energy-budget.ts'
import { reportBroken } from '../../common/store/joint-store.ts'
import { MAX_STORED_FORCE } from '../../common/limits.ts'
import { MAX_RIGID } from '../joints/joint-kind.ts'
import { loadOut, sumLoad } from '../joints/solver/joint-loads.ts'
import { FORCE_STRIDE, LOAD_STRIDE, ROLES } from '../store/joint-table.ts'
import type { WorldState } from '../store/world-state.ts'

export function breakJoints(state: WorldState): void {
  const { batches } = state
  if (state.jointRows.count === 0) return
  const base = state.globals.columns.substeps[0]
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const perSecond = batches.substeps(batch, base) / state.dt
    for (let r = batches.jointStart[batch]; r < batches.jointStart[batch + 1]; r++) store(state, r, perSecond)
  }
}

function store(state: WorldState, r: number, perSecond: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const joints = state.joints.columns
  const j = rows.joint[r]
  const o = j * FORCE_STRIDE
  let sum = 0
  // Without scalar rows the rest is zero already: the setter that removes a limit or motor clears its force.
  const end = rows.scalarStart[r] < rows.scalarEnd[r] ? FORCE_STRIDE : MAX_RIGID
  for (let i = rows.rigid[r]; i < end; i++) joints.force[o + i] = 0
  for (let i = 0; i < rows.rigid[r]; i++) {
    const force = rows.impulse[r * MAX_RIGID + i] * perSecond
    sum += Math.abs(force)
    joints.force[o + i] = force
  }
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    const force = scalars.rebound[s] !== 0 ? 0 : scalars.impulse[s] * perSecond
    sum += Math.abs(force)
    joints.force[o + MAX_RIGID + scalars.coordinate[s] * ROLES + scalars.role[s]] = force
  }
  // Warm starting: a stored force that is not a number, or absurdly large, is worse than none.
  if (!(sum < MAX_STORED_FORCE)) {
    joints.force.fill(0, o, o + FORCE_STRIDE)
    state.guards.warmStartsDropped++
  } else if (isRunaway(state, r)) joints.force.fill(0, o, o + MAX_RIGID)
  joints.route[j] = rows.route[r] + 1 + rows.exact[r] * EXACT_ROUTE
  sumLoad(state, r, perSecond)
  for (let k = 0; k < LOAD_STRIDE; k++) joints.load[j * LOAD_STRIDE + k] = loadOut[k] - loadOut[k] === 0 ? loadOut[k] : 0
  if (rows.peak[r * 2] > joints.breakForce[j] || rows.peak[r * 2 + 1] > joints.breakTorque[j]) {
    reportBroken(state, j, rows.peak[r * 2], rows.peak[r * 2 + 1])
  }
}
