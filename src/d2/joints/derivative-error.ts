/**
 * A joint's Jacobian against central differences of what it measures (`common/joints/derivative-error.ts`).
 */

import { derivativeError as errorOf } from '../../common/joints/derivative-error.ts'
import type { WorldState } from '../store/world-state.ts'
import { bodyPoses, loadFrames, poseNow } from './frames.ts'
import { MAX_COORDINATES, Measure, POSE_SIZE } from './joint-kind.ts'
import { DATA_SIZE } from '../store/joint-table.ts'

export function derivativeError(state: WorldState, j: number): number {
  const { kind, bodyA, bodyB, data, turns } = state.joints.columns
  const pose = new Float64Array(POSE_SIZE)
  const jointKind = state.jointKinds[kind[j]]
  return errorOf(jointKind.coordinates, Measure, (k, step, out) => {
    poseNow(state, bodyA[j], 0)
    poseNow(state, bodyB[j], 3)
    bodyPoses[k] += step
    loadFrames(state, j, pose)
    jointKind.measure(pose, data, j * DATA_SIZE, out, turns, j * MAX_COORDINATES)
  })
}
