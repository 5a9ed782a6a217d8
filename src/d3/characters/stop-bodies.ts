/**
 * Bodies that are fast and in the way of a character: put where they first touch it, so that they do not pass through or end inside. The
 * impact itself follows from the touch (`push-bodies.ts`).
 */

import { meets } from '../../common/characters/obstacles.ts'
import { STOPPED_MOTION_PER_SIZE } from '../../common/tuning.ts'
import { Sweep } from '../geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_HIT } from '../geometry/time-of-impact.ts'
import { ENABLED } from '../store/bodies.ts'
import { syncBody } from '../store/shape-bounds.ts'
import { setSweep } from '../store/shape-sweep.ts'
import type { WorldState } from '../store/world-state.ts'

const sweepA = new Sweep()
const sweepB = new Sweep()
const impact = new TimeOfImpact()

/** Looks at all bodies that moved far in this step. */
export function stopBodies(state: WorldState): void {
  const { body } = state.solverBodies.columns
  const { x, oldX, size, flags } = state.bodies.columns
  for (let s = state.batches.bodyStart[0]; s < state.solverBodies.count; s++) {
    const row = body[s]
    if ((flags[row] & ENABLED) === 0) continue
    const limit = STOPPED_MOTION_PER_SIZE * size[row]
    let square = 0
    for (let k = 0; k < 3; k++) {
      const moved = x[row * 3 + k] - oldX[row * 3 + k]
      square += moved * moved
    }
    if (square > limit * limit) stopBody(state, row, Math.sqrt(square))
  }
}

/** Stops a body at the first character on its way. */
function stopBody(state: WorldState, row: number, way: number): void {
  const { alive, body, skin } = state.characters.columns
  const bodies = state.bodies.columns
  const { x, oldX, radius } = bodies
  let first = 1
  for (let c = 0; c < state.characters.count; c++) {
    if (alive[c] === 0 || bodies.firstShape[body[c]] === 0 || (bodies.flags[body[c]] & ENABLED) === 0) continue
    const far = way + radius[row] + radius[body[c]]
    let square = 0
    for (let k = 0; k < 3; k++) {
      const apart = x[body[c] * 3 + k] - oldX[row * 3 + k]
      square += apart * apart
    }
    if (square <= far * far) first = firstTouch(state, row, body[c], skin[c], first)
  }
  if (first >= 1) return
  for (let k = 0; k < 3; k++) x[row * 3 + k] = oldX[row * 3 + k] + first * (x[row * 3 + k] - oldX[row * 3 + k])
  syncBody(state, row)
}

function firstTouch(state: WorldState, row: number, character: number, skin: number, limit: number): number {
  const { kind, size, hull, nextOfBody } = state.shapes.columns
  const { firstShape } = state.bodies.columns
  const own = firstShape[character] - 1
  if (state.joinedBodies.find(row, character) >= 0) return limit
  let first = limit
  for (let s = firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) {
    if (!meets(state, own, s)) continue
    setSweep(state, sweepA, s, row)
    setSweep(state, sweepB, own, character)
    // It has not moved yet.
    for (let k = 0; k < 3; k++) sweepB.c0[k] = sweepB.c1[k]
    const hullA = hull[s] >= 0 ? state.hulls[hull[s]] : null
    const hullB = hull[own] >= 0 ? state.hulls[hull[own]] : null
    timeOfImpact(impact, kind[s], kind[own], size, s * 4, own * 4, hullA, hullB, sweepA, sweepB, skin)
    if (impact.state === TOI_HIT && impact.t > 0 && impact.t < first) first = impact.t
  }
  return first
}
