/** Rows of islands that a kinematic body crushes against the static (`common/islands/crushed-islands.ts`): which of them show it. */

import type { WorldState } from '../store/world-state.ts'
import { COLD_STRIDE, FIXED_NORMAL, GAP, HOT_STRIDE, POINT_X, POINT_Y, SLOP } from './contact-row.ts'
import { ABOUT_T1, ABOUT_T2, ALONG_N, readTwist, twistOut, WIDE } from './contact-row-products.ts'

/** Does a point that presses and is deep close further? */
export function closesFurther(state: WorldState, r: number): boolean {
  const { hot, cold, count, impulse } = state.contactRows.columns
  const o = r * HOT_STRIDE
  const c = r * COLD_STRIDE
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  for (let i = 0; i < count[r]; i++) {
    const deep = cold[c + GAP + i] < -cold[c + SLOP]
    const speed = twistOut[ALONG_N] + hot[o + POINT_Y + i] * twistOut[ABOUT_T1] - hot[o + POINT_X + i] * twistOut[ABOUT_T2]
    if (deep && impulse[r * 8 + i] > 0 && speed + cold[c + FIXED_NORMAL + i] < 0) return true
  }
  return false
}
