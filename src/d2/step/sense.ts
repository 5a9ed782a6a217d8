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
  const { kind, size, rotation, center, polygon } = state.shapes.columns
  for (let row = 0; row < state.globals.columns.awakePairs[0]; row++) {
    if ((pairs.state[row] & SENSES) === 0) continue
    const a = pairs.shapeA[row]
    const b = pairs.shapeB[row]
    const polygonA = polygon[a] >= 0 ? state.polygons[polygon[a]] : null
    const polygonB = polygon[b] >= 0 ? state.polygons[polygon[b]] : null
    const dx = center[b * 2] - center[a * 2]
    const dy = center[b * 2 + 1] - center[a * 2 + 1]
    reportSensing(state, row, shapesOverlap(kind[a], kind[b], rotation, a * 2, b * 2, size, a * 4, b * 4, polygonA, polygonB, dx, dy))
  }
}
