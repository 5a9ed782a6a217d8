

/** Result: distance along the first segment from its middle, and along the second. */

import { SAME_DIRECTION } from './tolerances.ts'
export const nearest: Float64Array = new Float64Array(2)

/** (dx, dy, dz) is the second middle; a and b the unit directions; la and lb the half lengths. */
export function nearestOnSegments(
  ax: number, ay: number, az: number, la: number, bx: number, by: number, bz: number, lb: number, dx: number, dy: number, dz: number,
): void {
  const c = ax * bx + ay * by + az * bz
  const e = ax * dx + ay * dy + az * dz
  const f = bx * dx + by * dy + bz * dz
  const mx = ay * bz - az * by
  const my = az * bx - ax * bz
  const mz = ax * by - ay * bx
  const sine = mx * mx + my * my + mz * mz
  let s = 0
  if (sine > SAME_DIRECTION) {
    s = (e - c * f) / sine
  } else {
    // Side by side: the middle of what they share, along the first.
    const reach = Math.abs(c) * lb
    s = 0.5 * (Math.max(-la, e - reach) + Math.min(la, e + reach))
  }
  s = s > la ? la : s < -la ? -la : s
  let t = c * s - f
  if (t > lb || t < -lb) {
    t = t > lb ? lb : -lb
    s = e + c * t
    s = s > la ? la : s < -la ? -la : s
  }
  nearest[0] = s
  nearest[1] = t
}
