/**
 * Stage `sense`: which sensors overlap what, at the final poses.
 *
 * Reads: awake pairs that involve a sensor. Writes: their state, sensorBegin and sensorEnd events.
 * Why here: poses and shapes' placements are final.
 */

import { handleOf } from '../../common/ids.ts'
import { shapesOverlap } from '../collide/overlap.ts'
import { SENSES, TOUCHING } from '../contacts/pairs.ts'
import type { WorldState } from '../world-state.ts'
import { reportEnd } from './find-pairs.ts'

export function sense(state: WorldState): void {
  const pairs = state.pairs.columns
  const { kind, size, rotation, center, hull, body } = state.shapes.columns
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
    const before = (pairs.state[row] & TOUCHING) !== 0
    if (overlaps === before) continue
    pairs.state[row] ^= TOUCHING
    if (!overlaps) {
      reportEnd(state, row)
      continue
    }
    const log = state.events.sensorBegin
    const o = log.push()
    log.data[o] = handleOf(state.shapes, a)
    log.data[o + 1] = handleOf(state.shapes, b)
    log.data[o + 2] = handleOf(state.bodies, body[a])
    log.data[o + 3] = handleOf(state.bodies, body[b])
  }
}
