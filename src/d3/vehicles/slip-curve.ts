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

/** Slip, ≥ 0, at which a curve is read. In scratch: numbers as arguments are boxed. */
export const curveSlip: Float64Array = new Float64Array(1)

/** At `curveSlip`. `side`: 0 along, 1 across. */
export function readCurve(state: WorldState, slot: number, side: number): void {
  const slip = curveSlip[0]
  const { curves, curvePoints } = state.vehicles.columns
  const count = curvePoints[slot * 2 + side]
  const at = (slot * 2 + side) * 2 * MAX_CURVE
  let peak = 0
  for (let i = 1; i < count; i++) if (curves[at + 2 * i + 1] > curves[at + 2 * peak + 1]) peak = i
  setValue(curves, at, count)
  curveOut[0] = slip <= curves[at + 2 * peak] ? curves[at + 2 * peak + 1] : curveValue[0]
  if (peak === 0) {
    curveOut[1] = Infinity
    return
  }
  // Secant of the rise at this slip: the line through the first point of the curve at rest, through the peak beyond it.
  const on = Math.min(Math.max(slip, curves[at + 2]), curves[at + 2 * peak])
  curveSlip[0] = on
  setValue(curves, at, count)
  curveOut[1] = on > 0 ? curveValue[0] / on : Infinity
}

const curveValue = new Float64Array(1)

/** `curveValue` = the curve at `curveSlip`. */
function setValue(curves: Float64Array, at: number, count: number): void {
  const slip = curveSlip[0]
  let i = 0
  while (i < count - 1 && curves[at + 2 * i + 2] < slip) i++
  if (i === count - 1) {
    curveValue[0] = curves[at + 2 * i + 1]
    return
  }
  const x0 = curves[at + 2 * i]
  const x1 = curves[at + 2 * i + 2]
  const y0 = curves[at + 2 * i + 1]
  const share = slip <= x0 ? 0 : (slip - x0) / (x1 - x0)
  curveValue[0] = y0 + share * (curves[at + 2 * i + 3] - y0)
}
