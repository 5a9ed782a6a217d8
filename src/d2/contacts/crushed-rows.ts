/** Rows of islands that a kinematic body crushes against the static (`common/islands/crushed-islands.ts`): which of them show it. */

import type { WorldState } from '../store/world-state.ts'
import { GAP_STRIDE, HOT_STRIDE, IMPULSE_STRIDE, POINT, SLOP } from './contact-row.ts'
import { ALONG_N, readTwist, SPIN, twistOut, WIDE } from './contact-row-products.ts'

/** Does a point that presses and is deep close further? */
export function closesFurther(state: WorldState, r: number): boolean {
  const { gap, hot, count, impulse } = state.contactRows.columns
  const g = r * GAP_STRIDE
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  for (let i = 0; i < count[r]; i++) {
    const deep = gap[g + i] < -gap[g + SLOP]
    if (deep && impulse[r * IMPULSE_STRIDE + i] > 0 && twistOut[ALONG_N] + hot[r * HOT_STRIDE + POINT + i] * twistOut[SPIN] < 0) return true
  }
  return false
}
