/**
 * What a blow does to the bodies of a row and to what is joined to them: Δv of a wrench, and K of the row's points and its tangent with the joints
 * of both bodies. Part of the stage `impact`.
 *
 * A blow on joints is planned with the response of the row, T (`impact-response.ts`): its normal impulses and its friction are found from T
 * alone, and their sum is given to the groups once.
 */

import { BLOCK_COMPLIANCE } from '../../common/tuning.ts'
import { applyResponse, measureResponse, respond, responseOut } from '../joints/solver/impact-response.ts'
import { HAS_MASS } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { ALONG_N, ALONG_T, applyWrench, readTwist, SPIN, twistOut, WIDE, wrenchIn } from './contact-row-products.ts'
import { BOUNCY, HOT_STRIDE, POINT, TANGENT_INVERSE } from './contact-row.ts'

/** K of a row whose bodies have joints. */
export const block: Float64Array = new Float64Array(3)
/** The wrench of a blow on joints that is being planned. */
const planned = new Float64Array(3)
let planning = false
/** Rebounds are; what a stop leaves is taken back by the sweeps. */
let exactly = false

/** Begins the blow of a row: its response, if it is `jointed`, and K of its points, into `block`. */
export function beginBlow(state: WorldState, r: number, jointed: boolean): void {
  planning = jointed
  if (!jointed) return
  const { hot, flags } = state.contactRows.columns
  exactly = (flags[r] & BOUNCY) !== 0
  const o = r * HOT_STRIDE + POINT
  planned.fill(0)
  measureResponse(state, r, exactly)
  for (let i = 0; i < 2; i++) {
    for (let j = 0; j <= i; j++) {
      const along = responseOut[ALONG_N * 3 + SPIN] * (hot[o + i] + hot[o + j])
      block[i + j] = responseOut[ALONG_N * 3 + ALONG_N] + along + responseOut[SPIN * 3 + SPIN] * hot[o + i] * hot[o + j]
    }
    block[2 * i] *= 1 + BLOCK_COMPLIANCE
  }
}

/** The twist of the row with the part of its blow that is struck or planned, into `twistOut`. */
export function readBlowTwist(state: WorldState, r: number): void {
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  if (!planning) return
  for (let c = 0; c < 3; c++) {
    const o = c * 3
    twistOut[c] += responseOut[o] * planned[0] + responseOut[o + 1] * planned[1] + responseOut[o + 2] * planned[2]
  }
}

/** Gives `wrenchIn` to the row's bodies; plans it, if they have joints. */
export function strike(state: WorldState, r: number): void {
  if (planning) {
    for (let k = 0; k < 3; k++) planned[k] += wrenchIn[k]
    return
  }
  const { bodyA, bodyB } = state.contactRows.columns
  const { velocity, hit, kind } = state.solverBodies.columns
  applyWrench(state, r, velocity, WIDE)
  if ((kind[bodyA[r]] & HAS_MASS) !== 0) hit[bodyA[r]] = 1
  if ((kind[bodyB[r]] & HAS_MASS) !== 0) hit[bodyB[r]] = 1
}

/** Ends the blow of a row: gives what was planned to its bodies and to what is joined to them. */
export function endBlow(state: WorldState, r: number, h: number): void {
  if (!planning) return
  for (let k = 0; k < 3; k++) wrenchIn[k] = planned[k]
  respond(state, r, exactly)
  applyResponse(state, r, h)
}

/** Inverse of K along the tangent. */
export function tangentInverse(state: WorldState, r: number): number {
  return planning ? 1 / responseOut[ALONG_T * 3 + ALONG_T] : state.contactRows.columns.hot[r * HOT_STRIDE + TANGENT_INVERSE]
}
