/**
 * Stage `break-joints`: impulses of joints back into the table, as forces; present coordinates; loads; and which of them broke.
 *
 * Reads: joint rows, scalar rows. Writes: joints' force, turns, load; flags and events of joints that broke.
 * Why here: impulses and poses of the step are final. A joint that breaks was whole during this step and is gone in the next.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { EXACT_ROUTE } from '../../common/joints/read-rows.ts'
import { unwrap } from '../../common/math/unwrap.ts'
import { isRunaway } from '../../common/solver/energy-budget.ts'
import { reportBroken } from '../../common/store/joint-store.ts'
import { MAX_STORED_FORCE } from '../../common/limits.ts'
import { MAX_COORDINATES, MAX_RIGID } from '../joints/joint-kind.ts'
import { measured, measureValuesNow } from '../joints/solver/build-joint.ts'
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
  let sum = 0
  joints.force.fill(0, j * FORCE_STRIDE, (j + 1) * FORCE_STRIDE)
  for (let i = 0; i < rows.rigid[r]; i++) {
    const force = rows.impulse[r * MAX_RIGID + i] * perSecond
    sum += Math.abs(force)
    joints.force[j * FORCE_STRIDE + i] = force
  }
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    const force = scalars.rebound[s] !== 0 ? 0 : scalars.impulse[s] * perSecond
    sum += Math.abs(force)
    joints.force[j * FORCE_STRIDE + MAX_RIGID + scalars.coordinate[s] * ROLES + scalars.role[s]] = force
  }
  // Warm starting: a stored force that is not a number, or absurdly large, is worse than none.
  if (!(sum < MAX_STORED_FORCE)) {
    joints.force.fill(0, j * FORCE_STRIDE, (j + 1) * FORCE_STRIDE)
    state.guards.warmStartsDropped++
  } else if (isRunaway(state, r)) joints.force.fill(0, j * FORCE_STRIDE, j * FORCE_STRIDE + MAX_RIGID)
  joints.route[j] = rows.route[r] + 1 + rows.exact[r] * EXACT_ROUTE
  sumLoad(state, r, perSecond)
  for (let k = 0; k < LOAD_STRIDE; k++) joints.load[j * LOAD_STRIDE + k] = Number.isFinite(loadOut[k]) ? loadOut[k] : 0
  noteCoordinates(state, r, j)
  if (rows.peak[r * 2] > joints.breakForce[j] || rows.peak[r * 2 + 1] > joints.breakTorque[j]) {
    reportBroken(state, j, rows.peak[r * 2], rows.peak[r * 2 + 1])
  }
}

function noteCoordinates(state: WorldState, r: number, j: number): void {
  const { kind, turns } = state.joints.columns
  const units = state.jointKinds[kind[j]].coordinates
  if (units.length === 0) return
  measureValuesNow(state, r)
  for (let c = 0; c < units.length; c++) {
    const at = j * MAX_COORDINATES + c
    const value = measured.value[c]
    if (!Number.isFinite(value)) continue
    turns[at] = units[c] === 'turn' ? unwrap(value, turns[at]) : value
  }
}
