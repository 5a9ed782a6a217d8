/**
 * Pose of a wheel for pictures: the hub, and a rotation whose x is the axle to the left, whose y and z turn with it; at rest and straight
 * ahead y is up and z forward.
 */

import { sinCosAt } from '../../common/math/deterministic-math.ts'
import type { WorldState } from '../store/world-state.ts'
import { chassisOf } from './vehicle-rows.ts'
import { ANCHOR, AXLE, placeWheel, WAY, wheelPlace } from './wheel-row.ts'

const turn = new Float64Array(2)
/** Columns: axle, up, forward. */
const m = new Float64Array(9)

/** out: position and quaternion. */
export function wheelPose(state: WorldState, row: number, slot: number, out: Float64Array): void {
  const { x, q } = state.bodies.columns
  const { length, angle } = state.vehicles.columns
  const body = chassisOf(state, row)
  placeWheel(state, row, slot, body, x, body * 3, q, body * 4)
  for (let k = 0; k < 3; k++) {
    out[k] = wheelPlace[ANCHOR + k] + length[slot] * wheelPlace[WAY + k]
    m[k] = wheelPlace[AXLE + k]
  }
  // Up is against the suspension, as far as it is across the axle; forward = axle × up.
  let along = 0
  for (let k = 0; k < 3; k++) along -= wheelPlace[WAY + k] * m[k]
  let square = 0
  for (let k = 0; k < 3; k++) {
    m[3 + k] = -wheelPlace[WAY + k] - along * m[k]
    square += m[3 + k] * m[3 + k]
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0
  for (let k = 0; k < 3; k++) m[3 + k] *= scale
  m[6] = m[1] * m[5] - m[2] * m[4]
  m[7] = m[2] * m[3] - m[0] * m[5]
  m[8] = m[0] * m[4] - m[1] * m[3]
  sinCosAt(angle, slot, turn, 0)
  // Rolling forwards turns up to forward.
  for (let k = 0; k < 3; k++) {
    const up = m[3 + k]
    const forward = m[6 + k]
    m[3 + k] = up * turn[1] + forward * turn[0]
    m[6 + k] = forward * turn[1] - up * turn[0]
  }
  toQuaternion(out)
}

/** The quaternion of the columns in m, to out[3]; by its largest part, so that no root is of a difference. */
function toQuaternion(out: Float64Array): void {
  const trace = m[0] + m[4] + m[8]
  let x = m[5] - m[7]
  let y = m[6] - m[2]
  let z = m[1] - m[3]
  let w = 1 + trace
  if (!(trace > 0)) {
    if (m[0] >= m[4] && m[0] >= m[8]) {
      w = x
      x = 1 + m[0] - m[4] - m[8]
      y = m[3] + m[1]
      z = m[6] + m[2]
    } else if (m[4] >= m[8]) {
      w = y
      x = m[3] + m[1]
      y = 1 + m[4] - m[0] - m[8]
      z = m[7] + m[5]
    } else {
      w = z
      x = m[6] + m[2]
      y = m[7] + m[5]
      z = 1 + m[8] - m[0] - m[4]
    }
  }
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  out[3] = x / length
  out[4] = y / length
  out[5] = z / length
  out[6] = w / length
}
