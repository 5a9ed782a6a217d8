/**
 * Finite rotations as exact rotations: the angle may be rounded in its last bits, the result is always a unit quaternion.
 *
 * Small angles go through t = tan(angle / 4) as a polynomial and the rational forms of sine and cosine, which cost one division and need
 * no square root; large ones through the deterministic sine and cosine.
 */

import { sinCosAt } from '../../common/math/deterministic-math.ts'

/** Above this angle the polynomial's error would show (it is below 1e-17 under it). */
const SMALL_ANGLE = 0.25

const pair = new Float64Array(2)
const angularVelocity = new Float64Array(3)
const time = new Float64Array(1)

/** The angle for `halveAngle`, which leaves cos(angle / 2) and sin(angle / 2) in its place. */
export const half: Float64Array = new Float64Array(2)

/** Cosine and sine of half the angle in half[0], into `half`. */
export function halveAngle(): void {
  const angle = half[0]
  if (angle < SMALL_ANGLE && angle > -SMALL_ANGLE) {
    const x = angle * 0.25
    const s = x * x
    const t = x * (1 + s * (1 / 3 + s * (2 / 15 + s * (17 / 315 + s * (62 / 2835 + s * (1382 / 155925))))))
    const tt = t * t
    const inverse = 1 / (1 + tt)
    half[0] = (1 - tt) * inverse
    half[1] = 2 * t * inverse
  } else {
    half[0] = angle * 0.5
    sinCosAt(half, 0, pair, 0)
    half[0] = pair[1]
    half[1] = pair[0]
  }
}

/** q ← exp(w t) q: turns by the world-space angular velocity (x, y, z) for a time t. */
export function turn(q: Float64Array, o: number, x: number, y: number, z: number, t: number): void {
  angularVelocity[0] = x
  angularVelocity[1] = y
  angularVelocity[2] = z
  time[0] = t
  turnAt(q, o, angularVelocity, 0, time)
}

/** The same by the angular velocity at w[wo] for the time in t[0]. */
export function turnAt(q: Float64Array, o: number, w: Float64Array, wo: number, t: Float64Array): void {
  const x = w[wo]
  const y = w[wo + 1]
  const z = w[wo + 2]
  const speed = Math.sqrt(x * x + y * y + z * z)
  if (speed === 0) return
  half[0] = speed * t[0]
  halveAngle()
  const c = half[0]
  const s = half[1] / speed
  const ax = x * s
  const ay = y * s
  const az = z * s
  const qx = q[o]
  const qy = q[o + 1]
  const qz = q[o + 2]
  const qw = q[o + 3]
  q[o] = c * qx + ax * qw + ay * qz - az * qy
  q[o + 1] = c * qy + ay * qw + az * qx - ax * qz
  q[o + 2] = c * qz + az * qw + ax * qy - ay * qx
  q[o + 3] = c * qw - ax * qx - ay * qy - az * qz
}

/** Brings a quaternion back to unit length. */
export function renormalize(q: Float64Array, o: number): void {
  const x = q[o]
  const y = q[o + 1]
  const z = q[o + 2]
  const w = q[o + 3]
  const s = 1 / Math.sqrt(x * x + y * y + z * z + w * w)
  q[o] = x * s
  q[o + 1] = y * s
  q[o + 2] = z * s
  q[o + 3] = w * s
}
