/** A rotation from two directions, for joints that are given by more than one axis. */

import { quatRotate } from '../../math/quaternion.ts'
import { rotationToAxis } from '../joint-definition.ts'

const first = new Float64Array(4)
const turned = new Float64Array(3)

/** out = the rotation that turns x into the unit vector at axes[0 …] and y as near to axes[3 …] as it can; the two must not be parallel. */
export function rotationToPair(axes: Float64Array, out: Float64Array): void {
  // First x to its axis; then about it, until y is as near to its own as it can be.
  rotationToAxis(axes, 0, first, 0)
  const y = along(axes, 0, 1, 0)
  const z = along(axes, 0, 0, 1)
  // Half the angle whose cosine and sine stand as y to z: of two forms the one that keeps its digits.
  const whole = Math.sqrt(y * y + z * z)
  let c = y > 0 ? whole + y : z
  let s = y > 0 ? z : whole - y
  const scale = 1 / Math.sqrt(c * c + s * s)
  c *= scale
  s *= scale
  const [qx, qy, qz, qw] = first
  out[0] = qx * c + qw * s
  out[1] = qy * c + qz * s
  out[2] = qz * c - qy * s
  out[3] = qw * c - qx * s
}

/** Component of axes[3 …] along the vector (x, y, z) turned by `first`. */
function along(axes: Float64Array, x: number, y: number, z: number): number {
  quatRotate(first, 0, x, y, z, turned, 0)
  return turned[0] * axes[3] + turned[1] * axes[4] + turned[2] * axes[5]
}
