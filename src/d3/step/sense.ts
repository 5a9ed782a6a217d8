/**
 * Stage `sense`: sensor overlaps at the final poses.
 *
 * Reads: awake pairs that involve a sensor. Writes: their state, sensorBegin and sensorEnd events.
 * Why here: poses and shapes' placements are final.
 */

import { SENSES } from '../../common/store/column-codes.ts'
import { reportSensing } from '../../common/store/pair-rows.ts'
import { shapesOverlap } from '../geometry/overlap.ts'
import type { WorldState } from '../store/world-state.ts'

export function sense(state: WorldState): void {
  const pairs = state.pairs.columns
  const { kind, size, rotation, center, hull } = state.shapes.columns
  for (let row = 0; row < state.globals.columns.awakePairs[0]; row++) {
    if ((pairs.state[row] & SENSES) === 0) continue
    const a = pairs.shapeA[row]
    const b = pairs.shapeB[row]
    const overlaps = shapesOverlap(
      kind[a],
      kind[b],
      rotation,
      a * 9,
      b * 9,
      size,
      a * 4,
      b * 4,
      hull[a] >= 0 ? state.hulls[hull[a]] : null,
      hull[b] >= 0 ? state.hulls[hull[b]] : null,
      center[b * 3] - center[a * 3],
      center[b * 3 + 1] - center[a * 3 + 1],
      center[b * 3 + 2] - center[a * 3 + 2],
    )
    reportSensing(state, row, overlaps)
  }
}
