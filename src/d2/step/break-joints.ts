/**
 * Stage `break-joints`: impulses of joints back into the table, as forces; what they carried; and which of them broke.
 *
 * Reads: joint rows, scalar rows. Writes: joints' force, load; flags and events of joints that broke.
 * Why here: impulses of the step are final. A joint that breaks was whole during this step and is gone in the next. Coordinates are in the table
 * already: the rows were last built at the final pose.
 */

import { reportBroken } from '../../common/store/joint-store.ts'
import { BATCH_COUNT } from '../../common/islands/batches.ts'
import { MAX_RIGID, ROW } from '../joints/joint-kind.ts'
import { HOT_STRIDE, SCALAR_STRIDE } from '../joints/solver/joint-rows.ts'
import { FORCE_STRIDE, LOAD_STRIDE, ROLES } from '../store/joint-table.ts'
import type { WorldState } from '../store/world-state.ts'

const load = new Float64Array(LOAD_STRIDE)

export function breakJoints(state: WorldState): void {
  const { batches } = state
  if (state.jointRows.count === 0) return
  const base = state.globals.columns.substeps[0]
  for (let batch = 0; batch < BATCH_COUNT; batch++) {
    const perSecond = batches.substeps(batch, base) / state.dt
    for (let r = batches.jointStart[batch]; r < batches.jointStart[batch + 1]; r++) store(state, r, perSecond)
  }
}

/** After the sweeps of a substep: the largest force and torque of the step so far, of joints that can break. */
export function noteLoads(state: WorldState, batch: number, h: number): void {
  const { joint, peak } = state.jointRows.columns
  const { breakForce, breakTorque } = state.joints.columns
  for (let r = state.batches.jointStart[batch]; r < state.batches.jointStart[batch + 1]; r++) {
    const j = joint[r]
    if (breakForce[j] === Infinity && breakTorque[j] === Infinity) continue
    sumLoad(state, r, 1 / h)
    peak[r * 2] = Math.max(peak[r * 2], Math.sqrt(load[0] * load[0] + load[1] * load[1]))
    peak[r * 2 + 1] = Math.max(peak[r * 2 + 1], Math.abs(load[2]))
  }
}

/** Force on B and torque about its anchor, into `load`. */
function sumLoad(state: WorldState, r: number, perSecond: number): void {
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
  load[0] = x
  load[1] = y
  load[2] = torque - (arm[r * 4 + 2] * y - arm[r * 4 + 3] * x)
}

function store(state: WorldState, r: number, perSecond: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const joints = state.joints.columns
  const j = rows.joint[r]
  const o = j * FORCE_STRIDE
  let sum = 0
  // Without scalar rows there is nothing else: who takes a limit or motor away clears its force.
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
  // A cache that is no number, or absurdly large, is worse than none.
  if (!(sum < 1e150)) joints.force.fill(0, o, o + FORCE_STRIDE)
  sumLoad(state, r, perSecond)
  for (let k = 0; k < LOAD_STRIDE; k++) joints.load[j * LOAD_STRIDE + k] = load[k] - load[k] === 0 ? load[k] : 0
  if (rows.peak[r * 2] > joints.breakForce[j] || rows.peak[r * 2 + 1] > joints.breakTorque[j]) {
    reportBroken(state, j, rows.peak[r * 2], rows.peak[r * 2 + 1])
  }
}
