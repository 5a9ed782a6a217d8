/**
 * Part `line-angle`: how far a wheel has turned against the line from its own axle to another one. 1 coordinate (a turn) of two bodies.
 *
 * d runs from anchor A to anchor B; y and z are the axes of the wheel's frame across its axle x. p = d·y, q = d·z, θ = −atan2(q, p): the line
 * seen from the wheel turns the other way. With e = (q y − p z) / (p² + q²) and ḋ the velocity of B's anchor less that of A's:
 * θ̇ = e·ḋ + ω·(e × d), ω the wheel's spin. A motion of both bodies as one changes nothing, so the row keeps linear and angular momentum.
 * Degenerate: d along the axle, p = q = 0; the gradient is the axle there.
 */

import { atan2 } from '../../../common/math/deterministic-math.ts'
import { AXES_A, AXES_B, D, RA, RB } from '../joint-kind.ts'
import { ALONG_AXLE } from './tolerances.ts'

/** Writes θ's gradient, of the wheel A or B, at out[o …] and returns θ within ±π. */
export function lineAngle(pose: Float64Array, ofB: boolean, out: Float64Array, o: number): number {
  const axes = ofB ? AXES_B : AXES_A
  const dx = pose[D]
  const dy = pose[D + 1]
  const dz = pose[D + 2]
  const p = dx * pose[axes + 3] + dy * pose[axes + 4] + dz * pose[axes + 5]
  const q = dx * pose[axes + 6] + dy * pose[axes + 7] + dz * pose[axes + 8]
  const n = p * p + q * q
  if (!(n > ALONG_AXLE * (dx * dx + dy * dy + dz * dz))) {
    out.fill(0, o, o + 12)
    for (let k = 0; k < 3; k++) out[o + (ofB ? 9 : 3) + k] = pose[axes + k]
    return 0
  }
  const ex = (q * pose[axes + 3] - p * pose[axes + 6]) / n
  const ey = (q * pose[axes + 4] - p * pose[axes + 7]) / n
  const ez = (q * pose[axes + 5] - p * pose[axes + 8]) / n
  out[o] = -ex
  out[o + 1] = -ey
  out[o + 2] = -ez
  out[o + 3] = pose[RA + 2] * ey - pose[RA + 1] * ez
  out[o + 4] = pose[RA] * ez - pose[RA + 2] * ex
  out[o + 5] = pose[RA + 1] * ex - pose[RA] * ey
  out[o + 6] = ex
  out[o + 7] = ey
  out[o + 8] = ez
  out[o + 9] = pose[RB + 1] * ez - pose[RB + 2] * ey
  out[o + 10] = pose[RB + 2] * ex - pose[RB] * ez
  out[o + 11] = pose[RB] * ey - pose[RB + 1] * ex
  const w = o + (ofB ? 9 : 3)
  out[w] += ey * dz - ez * dy
  out[w + 1] += ez * dx - ex * dz
  out[w + 2] += ex * dy - ey * dx
  return -atan2(q, p)
}
