/**
 * Poses in bulk, for renderers: one typed array, no objects.
 */

import { isMadeBy, PhysicsError } from '../../common/errors.ts'
import { quatRotate } from '../math/quaternion.ts'
import type { WorldState } from '../store/world-state.ts'

const STRIDE = 7
const arm = new Float64Array(3)
const blend = new Float64Array(4)

/** Origins and orientations of all bodies, rows ascending. */
export function readPoses(state: WorldState, out: Float64Array): number {
  requireArray(out, 'readPoses.out')
  const { alive, x, q, localCenter } = state.bodies.columns
  let at = 0
  for (let row = 0; row < state.bodies.count; row++) {
    if (alive[row] === 0) continue
    const o = at++ * STRIDE
    if (o + STRIDE > out.length) continue
    quatRotate(q, row * 4, localCenter[row * 3], localCenter[row * 3 + 1], localCenter[row * 3 + 2], arm, 0)
    for (let k = 0; k < 3; k++) out[o + k] = x[row * 3 + k] - arm[k]
    for (let k = 0; k < 4; k++) out[o + 3 + k] = q[row * 4 + k]
  }
  return at
}

/** The same between the last step's start (t = 0) and its end (t = 1). */
export function readInterpolated(state: WorldState, out: Float64Array, t: number): number {
  requireArray(out, 'readInterpolatedPoses.out')
  const { alive } = state.bodies.columns
  let at = 0
  for (let row = 0; row < state.bodies.count; row++) {
    if (alive[row] === 0) continue
    const o = at++ * STRIDE
    if (o + STRIDE <= out.length) interpolatePose(state, row, t, out, o)
  }
  return at
}

/** Pose of one body between the last step's start (t = 0) and its end (t = 1) to out[o …]: x y z, then the quaternion. Sleepers are at the end. */
export function interpolatePose(state: WorldState, row: number, t: number, out: Float64Array, o: number): void {
  const { awake, x, q, oldX, oldQ, localCenter } = state.bodies.columns
  const s = awake[row] === 1 ? t : 1
  const c = row * 4
  const toward = q[c] * oldQ[c] + q[c + 1] * oldQ[c + 1] + q[c + 2] * oldQ[c + 2] + q[c + 3] * oldQ[c + 3] < 0 ? -s : s
  let square = 0
  for (let k = 0; k < 4; k++) {
    blend[k] = s === 1 ? q[c + k] : oldQ[c + k] * (1 - s) + q[c + k] * toward
    square += blend[k] * blend[k]
  }
  const scale = 1 / Math.sqrt(square)
  for (let k = 0; k < 4; k++) blend[k] *= scale
  quatRotate(blend, 0, localCenter[row * 3], localCenter[row * 3 + 1], localCenter[row * 3 + 2], arm, 0)
  for (let k = 0; k < 3; k++) {
    const here = s === 1 ? x[row * 3 + k] : oldX[row * 3 + k] * (1 - s) + x[row * 3 + k] * s
    out[o + k] = here - arm[k]
  }
  for (let k = 0; k < 4; k++) out[o + 3 + k] = blend[k]
}

function requireArray(out: Float64Array, field: string): void {
  if (!isMadeBy(out, Float64Array)) throw new PhysicsError('wrong-type', field, out, 'must be a Float64Array with 7 numbers per body.')
}
