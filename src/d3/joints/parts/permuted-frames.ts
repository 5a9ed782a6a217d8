/**
 * Part `permuted-frames`: the same joint with its axes renamed, so that parts that are written for x serve y and z too.
 *
 * Both frames are turned by P, which takes x to y to z to x (a third of a turn about (1, 1, 1), P = ½ (1, 1, 1, 1)), `by` times: the new x is the
 * old axis `by`, the new y the one after it. q̄_A q_B becomes P̄ q̄_A q_B P: its vector part in the new order. Exact but for the rounding of halves.
 */

import { AXES_A, AXES_B, POSE_SIZE, QA, QB } from '../joint-kind.ts'

const renamed = new Float64Array(POSE_SIZE)

/** The pose with axis `by` (0 … 2) as x. Valid until the next call. */
export function permutedFrames(pose: Float64Array, by: number): Float64Array {
  if (by === 0) return pose
  for (let k = 0; k < POSE_SIZE; k++) renamed[k] = pose[k]
  for (let i = 0; i < 3; i++) {
    const from = ((i + by) % 3) * 3
    for (let k = 0; k < 3; k++) {
      renamed[AXES_A + i * 3 + k] = pose[AXES_A + from + k]
      renamed[AXES_B + i * 3 + k] = pose[AXES_B + from + k]
    }
  }
  for (let n = 0; n < by; n++) {
    turnOn(QA)
    turnOn(QB)
  }
  return renamed
}

/** q ← q P. */
function turnOn(q: number): void {
  const x = renamed[q]
  const y = renamed[q + 1]
  const z = renamed[q + 2]
  const w = renamed[q + 3]
  renamed[q] = 0.5 * (w + x + y - z)
  renamed[q + 1] = 0.5 * (w + y + z - x)
  renamed[q + 2] = 0.5 * (w + z + x - y)
  renamed[q + 3] = 0.5 * (w - x - y - z)
}
