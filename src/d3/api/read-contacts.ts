/**
 * Contact points of the last step, in bulk, for debug drawing.
 */

import { isMadeBy, PhysicsError } from '../../common/errors.ts'
import type { WorldState } from '../store/world-state.ts'

const STRIDE = 8

/** x y z, normal, depth, impulse of every point that touched or was about to. */
export function readContacts(state: WorldState, out: Float64Array): number {
  if (!isMadeBy(out, Float64Array)) {
    throw new PhysicsError('wrong-type', 'readContacts.out', out, 'must be a Float64Array with 8 numbers per point.')
  }
  const { activeContacts } = state
  const { points, normal, pair, alive, row, count, last } = state.contacts.columns
  const { shapeA } = state.pairs.columns
  const { center } = state.shapes.columns
  let at = 0
  for (let n = 0; n < state.activeCount; n++) {
    const c = activeContacts[n]
    const r = row[c]
    if (alive[c] === 0 || r < 0) continue
    const a = shapeA[pair[c]]
    for (let i = 0; i < count[c]; i++) {
      const o = at++ * STRIDE
      if (o + STRIDE > out.length) continue
      for (let k = 0; k < 3; k++) {
        out[o + k] = center[a * 3 + k] + points[c * 12 + i * 3 + k]
        out[o + 3 + k] = normal[c * 3 + k]
      }
      out[o + 6] = -last[r * 8 + i]
      out[o + 7] = last[r * 8 + 4 + i]
    }
  }
  return at
}
