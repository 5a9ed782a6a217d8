/**
 * Stage `update-bounds`: world poses and boxes of the shapes of all awake bodies, as predicted for the next step.
 *
 * Reads: x, angle, v, w. Writes: bodies' rotation, shapes' center and rotation, proxies.
 * Why here: poses are final, so queries between steps see the truth; the next step starts with boxes that cover its motion.
 */

import { syncBody } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'

export function updateBounds(state: WorldState): void {
  const { awakeRows, awakeCount } = state
  for (let k = 0; k < awakeCount; k++) syncBody(state, awakeRows[k])
}
