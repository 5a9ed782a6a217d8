/**
 * Contact points of the last step, in bulk, for debug drawing.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { WorldState } from '../world-state.ts'
import { COLD_STRIDE, GAP } from './contact-rows.ts'

const STRIDE = 8

/** x y z, normal, depth, impulse of every point that touched or was about to. */
export function readContacts(state: WorldState, out: Float64Array): number {
  if (!(out instanceof Float64Array)) {
    throw new PhysicsError('wrong-type', 'readContacts.out', out, 'must be a Float64Array with 8 numbers per point.')
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
      for (let k = 0; k < 3; k++) {
        out[o + k] = center[a * 3 + k] + points[c * 12 + i * 3 + k]
        out[o + 3 + k] = normal[c * 3 + k]
      }
      out[o + 6] = -rows.cold[r * COLD_STRIDE + GAP + i]
      out[o + 7] = rows.total[r * 4 + i]
    }
  }
  return at
}
