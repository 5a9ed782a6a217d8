/**
 * Part `angle`: how far frame B has turned about the x axis of frame A. 1 coordinate (a turn).
 *
 * The twist of q = (x, y, z, w): θ = 2 atan2(x, w), θ̇ = ω_x + (ω_y (wz + xy) + ω_z (xz − wy)) / (x² + w²). On a hinge y = z = 0 and only ω_x is
 * left. Degenerate where x = w = 0, B upside down about an axis across: the gradient is that of the hinge there.
 * Source: Chappuis (105) with the sign kept (docs/errata.md), Tamis 3.2.5 with turns counted.
 */

import { atan2At } from '../../../common/math/deterministic-math.ts'
import { relative, rotationRow, setRelative } from './relative-rotation.ts'

const point = new Float64Array(2)

/** θ alone, into out[o]. */
export function setAngle(pose: Float64Array, out: Float64Array, o: number): void {
  setRelative(pose)
  if (isLost()) out[o] = 0
  else setTwist(out, o)
}

/** θ of `relative`, into out[o]. */
function setTwist(out: Float64Array, o: number): void {
  point[0] = relative[0]
  point[1] = relative[3]
  atan2At(point, 0, out, o)
  out[o] *= 2
}

function isLost(): boolean {
  return relative[0] * relative[0] + relative[3] * relative[3] < 1e-20
}

/** Writes J at jacobian[o …] and returns θ within ±π. */
export function angleRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  setAngleRow(pose, jacobian, o, point, 0)
  return point[0]
}

/** Writes J at jacobian[o …] and θ within ±π at out[at]. */
export function setAngleRow(pose: Float64Array, jacobian: Float64Array, o: number, out: Float64Array, at: number): void {
  setRelative(pose)
  const x = relative[0]
  const y = relative[1]
  const z = relative[2]
  const w = relative[3]
  const n = x * x + w * w
  if (isLost()) {
    rotationRow(pose, 1, 0, 0, jacobian, o)
    out[at] = 0
    return
  }
  rotationRow(pose, 1, (w * z + x * y) / n, (x * z - w * y) / n, jacobian, o)
  setTwist(out, at)
}
