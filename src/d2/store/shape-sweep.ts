/**
 * The motion of a shape in this step, as a sweep: from where its body was at the start to where it is. Bodies that are not awake stand still.
 */

import type { Sweep } from '../geometry/sweep.ts'
import type { WorldState } from './world-state.ts'

/** `row` is the row of the shape's body. */
export function setSweep(state: WorldState, sweep: Sweep, shape: number, row: number): void {
  const { localPosition, localRotation } = state.shapes.columns
  const { x, angle, oldX, oldAngle, localCenter, awake } = state.bodies.columns
  const moves = awake[row] === 1
  for (let c = 0; c < 2; c++) {
    sweep.c1[c] = x[row * 2 + c]
    sweep.c0[c] = moves ? oldX[row * 2 + c] : x[row * 2 + c]
    sweep.localOffset[c] = localPosition[shape * 2 + c] - localCenter[row * 2 + c]
  }
  sweep.a1 = angle[row]
  sweep.a0 = moves ? oldAngle[row] : angle[row]
  sweep.localRotation = localRotation[shape]
}

/** How far rotation moved the body's farthest point, at most: no farther than the arc, nor than the diameter. */
export function turned(state: WorldState, row: number): number {
  const { angle, oldAngle, radius, awake } = state.bodies.columns
  return awake[row] === 0 ? 0 : Math.min(Math.abs(angle[row] - oldAngle[row]), 2) * radius[row]
}
