/**
 * How large an error of an exactly solved joint may be to be taken back in the velocities: rounding and curvature of an ordinary substep. In a
 * substep of nanoseconds the same error would be hundreds of metres a second; there it is pushed out, as all larger ones, and no velocity.
 */

import { POSE_TOLERANCE, PUSH_OUT_SPEED_PER_SIZE } from '../tuning.ts'

/** Per size, or rad, for a substep of h seconds. */
export function smallErrorOf(h: number): number {
  return Math.min(POSE_TOLERANCE, PUSH_OUT_SPEED_PER_SIZE * h)
}
