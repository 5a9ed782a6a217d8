/**
 * Poses in bulk, for renderers: one typed array, no objects.
 */

import { isMadeBy, PhysicsError } from '../../common/errors.ts'
import { setRotation } from '../math/rotation.ts'
import type { WorldState } from '../store/world-state.ts'

const STRIDE = 3
const turn = new Float64Array(2)

/** Origins and angles of all bodies, rows ascending. */
export function readPoses(state: WorldState, out: Float64Array): number {
  return read(state, out, 1, 'readPoses.out')
}

/** The same between the last step's start (t = 0) and its end (t = 1). */
export function readInterpolated(state: WorldState, out: Float64Array, t: number): number {
  return read(state, out, t, 'readInterpolatedPoses.out')
}

function read(state: WorldState, out: Float64Array, t: number, field: string): number {
  if (!isMadeBy(out, Float64Array)) throw new PhysicsError('wrong-type', field, out, 'must be a Float64Array with 3 numbers per body.')
  const { alive, awake, x, angle, rotation, oldX, oldAngle, localCenter } = state.bodies.columns
  let at = 0
  for (let row = 0; row < state.bodies.count; row++) {
    if (alive[row] === 0) continue
    const o = at++ * STRIDE
    if (o + STRIDE > out.length) continue
    const b = row * 2
    const whole = t === 1 || awake[row] === 0
    const here = whole ? angle[row] : oldAngle[row] * (1 - t) + angle[row] * t
    if (!whole) setRotation(here, turn, 0)
    const c = whole ? rotation[b] : turn[0]
    const s = whole ? rotation[b + 1] : turn[1]
    const cx = localCenter[b]
    const cy = localCenter[b + 1]
    out[o] = (whole ? x[b] : oldX[b] * (1 - t) + x[b] * t) - (c * cx - s * cy)
    out[o + 1] = (whole ? x[b + 1] : oldX[b + 1] * (1 - t) + x[b + 1] * t) - (s * cx + c * cy)
    out[o + 2] = here
  }
  return at
}
