/**
 * The motion of a shape in this step, as a sweep: from where its body was at the start to where it is, turning by the shorter way. Bodies that
 * are not awake stand still.
 */

import type { Sweep } from '../geometry/sweep.ts'
import type { WorldState } from './world-state.ts'

/** `row` is the row of the shape's body. */
export function setSweep(state: WorldState, sweep: Sweep, shape: number, row: number): void {
  const { localPosition, localRotation } = state.shapes.columns
  const { x, q, oldX, oldQ, localCenter, awake } = state.bodies.columns
  const moves = awake[row] === 1
  for (let c = 0; c < 3; c++) {
    sweep.c1[c] = x[row * 3 + c]
    sweep.c0[c] = moves ? oldX[row * 3 + c] : x[row * 3 + c]
    sweep.localOffset[c] = localPosition[shape * 3 + c] - localCenter[row * 3 + c]
  }
  for (let c = 0; c < 4; c++) {
    sweep.q1[c] = q[row * 4 + c]
    sweep.q0[c] = moves ? oldQ[row * 4 + c] : q[row * 4 + c]
    sweep.localRotation[c] = localRotation[shape * 4 + c]
  }
}

/** How far rotation moved the body's farthest point: the chord 2 sin(angle / 2) × radius. */
export function turned(state: WorldState, row: number): number {
  const { q, oldQ, radius, awake } = state.bodies.columns
  if (awake[row] === 0) return 0
  const c = row * 4
  const toward = q[c] * oldQ[c] + q[c + 1] * oldQ[c + 1] + q[c + 2] * oldQ[c + 2] + q[c + 3] * oldQ[c + 3]
  return 2 * Math.sqrt(Math.max(0, 1 - toward * toward)) * radius[row]
}
