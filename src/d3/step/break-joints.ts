/**
 * Stage `break-joints`: impulses of joints back into the table, as forces; coordinates as they read now; what they carried; and which of them
 * broke.
 *
 * Reads: joint rows, scalar rows. Writes: joints' force, turns, load; flags and events of joints that broke.
 * Why here: impulses and poses of the step are final. A joint that breaks was whole during this step and is gone in the next.
 */

import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { measured, measureNow } from '../joints/solver/build-joint.ts'
import { MAX_COORDINATES, MAX_RIGID } from '../joints/joint-kind.ts'
import { FORCE_STRIDE, ROLES } from '../store/joint-table.ts'
import { reportBroken } from '../../common/store/joint-store.ts'
import { unwrap } from '../../common/math/unwrap.ts'
import type { WorldState } from '../store/world-state.ts'

const load = new Float64Array(6)

export function breakJoints(state: WorldState): void {
  const { batches } = state
  if (state.jointRows.count === 0) return
  const base = state.globals.columns.substeps[0]
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const perSecond = batches.substeps(batch, base) / state.dt
    for (let r = batches.jointStart[batch]; r < batches.jointStart[batch + 1]; r++) store(state, r, perSecond)
  }
}

/** After the sweeps of a substep: the joint's force and torque on B, and the largest of the step so far. */
export function noteLoads(state: WorldState, batch: number, h: number): void {
  const { peak } = state.jointRows.columns
  for (let r = state.batches.jointStart[batch]; r < state.batches.jointStart[batch + 1]; r++) {
    sumLoad(state, r, 1 / h)
    peak[r * 2] = Math.max(peak[r * 2], Math.sqrt(load[0] * load[0] + load[1] * load[1] + load[2] * load[2]))
    peak[r * 2 + 1] = Math.max(peak[r * 2 + 1], Math.sqrt(load[3] * load[3] + load[4] * load[4] + load[5] * load[5]))
  }
}

/** Force on B and torque about its anchor, into `load`. */
function sumLoad(state: WorldState, r: number, perSecond: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  load.fill(0)
  for (let i = 0; i < rows.rigid[r]; i++) {
    const p = rows.impulse[r * MAX_RIGID + i] * perSecond
    for (let k = 0; k < 6; k++) load[k] += rows.onB[(r * MAX_RIGID + i) * 6 + k] * p
  }
  for (let s = rows.scalarStart[r]; s < rows.scalarEnd[r]; s++) {
    const p = scalars.impulse[s] * perSecond
    // A limit that is far away has no row to speak of.
    if (p !== 0) for (let k = 0; k < 6; k++) load[k] += scalars.onB[s * 6 + k] * p
  }
  const x = rows.arm[r * 6 + 3]
  const y = rows.arm[r * 6 + 4]
  const z = rows.arm[r * 6 + 5]
  load[3] -= y * load[2] - z * load[1]
  load[4] -= z * load[0] - x * load[2]
  load[5] -= x * load[1] - y * load[0]
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
  // A cache that is no number, or absurdly large, is worse than none.
  if (!(sum < 1e150)) joints.force.fill(0, j * FORCE_STRIDE, (j + 1) * FORCE_STRIDE)
  sumLoad(state, r, perSecond)
  for (let k = 0; k < 6; k++) joints.load[j * 8 + k] = Number.isFinite(load[k]) ? load[k] : 0
  joints.load[j * 8 + 6] = rows.peak[r * 2]
  joints.load[j * 8 + 7] = rows.peak[r * 2 + 1]
  noteCoordinates(state, r, j)
  if (rows.peak[r * 2] > joints.breakForce[j] || rows.peak[r * 2 + 1] > joints.breakTorque[j]) {
    reportBroken(state, j, rows.peak[r * 2], rows.peak[r * 2 + 1])
  }
}

function noteCoordinates(state: WorldState, r: number, j: number): void {
  const { kind, turns } = state.joints.columns
  const units = state.jointKinds[kind[j]].coordinates
  if (units.length === 0) return
  measureNow(state, r)
  for (let c = 0; c < units.length; c++) {
    const at = j * MAX_COORDINATES + c
    const value = measured.value[c]
    if (!Number.isFinite(value)) continue
    turns[at] = units[c] === 'turn' ? unwrap(value, turns[at]) : value
  }
}
