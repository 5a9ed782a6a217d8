/**
 * Part `world-angle`: how far a body has turned about an axis that stands still in the world. 1 coordinate (a turn) of one body.
 *
 * F is a world rotation whose x lies along the axis, Q the body's frame, which was F when the joint was made. The twist of q = F̄ Q = (x, y, z, w)
 * about x: θ = 2 atan2(x, w), θ̇ = ω_x + (ω_y (wz + xy) + ω_z (xz − wy)) / (x² + w²) with ω in the axes of F. On a body that keeps the axis only
 * ω_x is left. Degenerate where x = w = 0, the body's own axis reversed: near that θ̇ grows without bound, and the gradient is
 * the axis alone. Source: part `angle`, the world for A.
 */

import { TURNED_OVER } from './tolerances.ts'
import { atan2 } from '../../../common/math/deterministic-math.ts'
import { quatRotate } from '../../math/quaternion.ts'

/** Frame at pose[q …], F at data[f …]. Writes θ's gradient by the body's spin at out[o …] and returns θ within ±π. */
export function worldAngle(pose: Float64Array, q: number, data: Float64Array, f: number, out: Float64Array, o: number): number {
  const ax = -data[f]
  const ay = -data[f + 1]
  const az = -data[f + 2]
  const aw = data[f + 3]
  const bx = pose[q]
  const by = pose[q + 1]
  const bz = pose[q + 2]
  const bw = pose[q + 3]
  const w = aw * bw - ax * bx - ay * by - az * bz
  const x = aw * bx + ax * bw + ay * bz - az * by
  const y = aw * by + ay * bw + az * bx - ax * bz
  const z = aw * bz + az * bw + ax * by - ay * bx
  const n = x * x + w * w
  if (n < TURNED_OVER) quatRotate(data, f, 1, 0, 0, out, o)
  else quatRotate(data, f, 1, (w * z + x * y) / n, (x * z - w * y) / n, out, o)
  return w < 0 ? 2 * atan2(-x, -w) : 2 * atan2(x, w)
}
