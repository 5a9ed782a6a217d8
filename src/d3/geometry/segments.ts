

/** Result: distance along the first segment from its middle, and along the second. */

import { SAME_DIRECTION } from './tolerances.ts'
export const nearest: Float64Array = new Float64Array(2)

/** The segments at hand: unit directions, half lengths, second middle minus first. In scratch: numbers as arguments are boxed. */
export const segmentsIn: Float64Array = new Float64Array(11)
export const DIRECTION_A = 0
export const LENGTH_A = 3
export const DIRECTION_B = 4
export const LENGTH_B = 7
export const OFFSET = 8

/** Of the segments in `segmentsIn`. */
export function nearestOnSegments(): void {
  const ax = segmentsIn[DIRECTION_A]
  const ay = segmentsIn[DIRECTION_A + 1]
  const az = segmentsIn[DIRECTION_A + 2]
  const la = segmentsIn[LENGTH_A]
  const bx = segmentsIn[DIRECTION_B]
  const by = segmentsIn[DIRECTION_B + 1]
  const bz = segmentsIn[DIRECTION_B + 2]
  const lb = segmentsIn[LENGTH_B]
  const dx = segmentsIn[OFFSET]
  const dy = segmentsIn[OFFSET + 1]
  const dz = segmentsIn[OFFSET + 2]
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
