/**
 * Slip curves: friction of a tyre, as a factor, over its slip. Up to the greatest factor (the peak) the curve is how far the tyre yields:
 * slip per force, which no force can exceed; beyond it the factor is the greatest friction at that slip.
 *
 * Slip is relative to speed, u = slip × V: so the yielding is u = V × force / (slope × load), and none at all at rest. A parked car does not
 * creep, and there is no speed at which one law is exchanged for another.
 */

import type { WorldState } from '../store/world-state.ts'
import { MAX_CURVE } from './vehicle-table.ts'

/** Results: greatest factor at this slip; slope of the rise, Infinity = rigid. */
export const curveOut: Float64Array = new Float64Array(2)

/** `side`: 0 along, 1 across. `slip` ≥ 0. */
export function readCurve(state: WorldState, slot: number, side: number, slip: number): void {
  const { curves, curvePoints } = state.vehicles.columns
  const count = curvePoints[slot * 2 + side]
  const at = (slot * 2 + side) * 2 * MAX_CURVE
  let peak = 0
  for (let i = 1; i < count; i++) if (curves[at + 2 * i + 1] > curves[at + 2 * peak + 1]) peak = i
  const factor = valueAt(curves, at, count, slip)
  curveOut[0] = slip <= curves[at + 2 * peak] ? curves[at + 2 * peak + 1] : factor
  if (peak === 0) {
    curveOut[1] = Infinity
    return
  }
  // Secant of the rise at this slip: the line through the first point of the curve at rest, through the peak beyond it.
  const on = Math.min(Math.max(slip, curves[at + 2]), curves[at + 2 * peak])
  const value = valueAt(curves, at, count, on)
  curveOut[1] = on > 0 ? value / on : Infinity
}

function valueAt(curves: Float64Array, at: number, count: number, slip: number): number {
  let i = 0
  while (i < count - 1 && curves[at + 2 * i + 2] < slip) i++
  if (i === count - 1) return curves[at + 2 * i + 1]
  const x0 = curves[at + 2 * i]
  const x1 = curves[at + 2 * i + 2]
  const y0 = curves[at + 2 * i + 1]
  const share = slip <= x0 ? 0 : (slip - x0) / (x1 - x0)
  return y0 + share * (curves[at + 2 * i + 3] - y0)
}
