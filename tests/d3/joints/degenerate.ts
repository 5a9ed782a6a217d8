/** Poses at which the mathematics of some kinds is not smooth, for the derivative check. */

import { QA, QB } from '../../../src/d3/joints/joint-kind.ts'

/** Frames turned by almost half a turn against each other, where a rotation vector jumps to its opposite. */
export function isHalfTurn(pose: Float64Array): boolean {
  let dot = 0
  for (let k = 0; k < 4; k++) dot += pose[QA + k]! * pose[QB + k]!
  return Math.abs(dot) < 0.02
}

/** The cosine between two of the pose's axes, at the given offsets. */
export function cosine(pose: Float64Array, u: number, v: number): number {
  return pose[u]! * pose[v]! + pose[u + 1]! * pose[v + 1]! + pose[u + 2]! * pose[v + 2]!
}
