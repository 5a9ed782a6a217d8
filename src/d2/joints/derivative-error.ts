/**
 * A joint's Jacobian against central differences of what it measures: the check that every hand-written Jacobian should pass before it is trusted.
 */

import { unwrap } from '../../common/joints/unwrap.ts'
import type { WorldState } from '../world-state.ts'
import { bodyPoses, loadFrames, poseNow } from './frames.ts'
import { MAX_COORDINATES, Measure, POSE_SIZE, ROW } from './joint-kind.ts'
import { DATA_SIZE } from './joint-table.ts'

/** m and rad: where the errors of rounding and of the second difference are about equal. */
const STEP = 1e-5

/** The largest difference over all rows and coordinates, relative to the larger of 1 and the row's largest entry. */
export function derivativeError(state: WorldState, j: number): number {
  const base = new Measure()
  const ahead = new Measure()
  const behind = new Measure()
  const kind = state.jointKinds[state.joints.columns.kind[j]]
  measureShifted(state, j, 0, 0, base)
  let worst = 0
  for (let k = 0; k < ROW; k++) {
    measureShifted(state, j, k, STEP, ahead)
    measureShifted(state, j, k, -STEP, behind)
    for (let i = 0; i < base.rigid; i++) {
      worst = larger(worst, base.jacobian, i, k, (ahead.error[i] - behind.error[i]) / (2 * STEP))
    }
    for (let c = 0; c < kind.coordinates.length; c++) {
      const end = kind.coordinates[c] === 'turn' ? unwrap(ahead.value[c], behind.value[c]) : ahead.value[c]
      worst = larger(worst, base.gradient, c, k, (end - behind.value[c]) / (2 * STEP))
    }
  }
  return worst
}

function larger(worst: number, jacobian: Float64Array, row: number, k: number, slope: number): number {
  let scale = 1
  for (let i = row * ROW; i < (row + 1) * ROW; i++) scale = Math.max(scale, Math.abs(jacobian[i]))
  const off = Math.abs(jacobian[row * ROW + k] - slope) / scale
  return off <= worst ? worst : off
}

/** Measures the joint with its bodies where they are, but for a small move along velocity k. */
function measureShifted(state: WorldState, j: number, k: number, step: number, out: Measure): void {
  const { kind, bodyA, bodyB, data, turns } = state.joints.columns
  const pose = new Float64Array(POSE_SIZE)
  poseNow(state, bodyA[j], 0)
  poseNow(state, bodyB[j], 3)
  bodyPoses[k] += step
  loadFrames(state, j, pose)
  state.jointKinds[kind[j]].measure(pose, data, j * DATA_SIZE, out, turns, j * MAX_COORDINATES)
}
