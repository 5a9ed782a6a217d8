/**
 * Contact points of the last step, in bulk, for debug drawing.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { WorldState } from '../world-state.ts'
import { GAP_STRIDE } from './contact-rows.ts'

const STRIDE = 6

/** x y, normal, depth, impulse of every point that touched or was about to. */
export function readContacts(state: WorldState, out: Float64Array): number {
  if (!(out instanceof Float64Array)) {
    throw new PhysicsError('wrong-type', 'readContacts.out', out, 'must be a Float64Array with 6 numbers per point.')
  }
  const rows = state.contactRows.columns
  const { points, normal, pair, alive } = state.contacts.columns
  const { shapeA } = state.pairs.columns
  const { center } = state.shapes.columns
  let at = 0
  for (let r = 0; r < state.contactRows.count; r++) {
    const c = rows.contact[r]
    if (alive[c] === 0) continue
    const a = shapeA[pair[c]]
    for (let i = 0; i < rows.count[r]; i++) {
      const o = at++ * STRIDE
      if (o + STRIDE > out.length) continue
      for (let k = 0; k < 2; k++) {
        out[o + k] = center[a * 2 + k] + points[c * 4 + i * 2 + k]
        out[o + 2 + k] = normal[c * 2 + k]
      }
      out[o + 4] = -rows.gap[r * GAP_STRIDE + i]
      out[o + 5] = rows.total[r * 2 + i]
    }
  }
  return at
}
