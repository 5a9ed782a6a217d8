/**
 * Part `angle`: how far frame B has turned about the x axis of frame A. 1 coordinate (a turn).
 *
 * The twist of q = (x, y, z, w): θ = 2 atan2(x, w), θ̇ = ω_x + (ω_y (wz + xy) + ω_z (xz − wy)) / (x² + w²). On a hinge y = z = 0 and only ω_x is
 * left. Degenerate where x = w = 0, B upside down about an axis across: the gradient is that of the hinge there.
 * Source: Chappuis (105) with the sign kept (ERRATA), Tamis 3.2.5 with turns counted.
 */

import { atan2 } from '../../../common/math/deterministic-math.ts'
import { relative, rotationRow, setRelative } from './relative-rotation.ts'

/** θ alone. */
export function angleValue(pose: Float64Array): number {
  setRelative(pose)
  return isLost() ? 0 : 2 * atan2(relative[0], relative[3])
}

function isLost(): boolean {
  return relative[0] * relative[0] + relative[3] * relative[3] < 1e-20
}

/** Writes J at jacobian[o …] and returns θ within ±π. */
export function angleRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  setRelative(pose)
  const x = relative[0]
  const y = relative[1]
  const z = relative[2]
  const w = relative[3]
  const n = x * x + w * w
  if (isLost()) {
    rotationRow(pose, 1, 0, 0, jacobian, o)
    return 0
  }
  rotationRow(pose, 1, (w * z + x * y) / n, (x * z - w * y) / n, jacobian, o)
  return 2 * atan2(x, w)
}
