/**
 * What a blow does to the bodies of a row and to what is joined to them: Δv of a wrench, and K of the row's points and tangents with the joints
 * of both bodies. Part of the stage `impact`.
 */

import { clear } from '../../common/memory/clear.ts'
import { BLOCK_COMPLIANCE } from '../../common/tuning.ts'
import { applyResponse, clearResponse, respond } from '../joints/solver/impact-response.ts'
import { HAS_MASS } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { ABOUT_T1, ABOUT_T2, ALONG_N, ALONG_T1, ALONG_T2, applyWrench, readTwist, twistOut, WIDE, wrenchIn } from './contact-row-products.ts'
import { HOT_STRIDE, POINT_X, POINT_Y } from './contact-row.ts'

/** K of a row whose bodies have joints; the inverse of K along the tangents, and a gradient step. */
export const block: Float64Array = new Float64Array(10)
export const tangents: Float64Array = new Float64Array(4)

/** Gives `wrenchIn` to the row's bodies, and to what is joined to them. */
export function strike(state: WorldState, r: number, jointed: boolean, h: number): void {
  if (!jointed) {
    const { bodyA, bodyB } = state.contactRows.columns
    const { velocity, hit, kind } = state.solverBodies.columns
    applyWrench(state, r, velocity, WIDE)
    if ((kind[bodyA[r]] & HAS_MASS) !== 0) hit[bodyA[r]] = 1
    if ((kind[bodyB[r]] & HAS_MASS) !== 0) hit[bodyB[r]] = 1
    return
  }
  respond(state, r)
  applyResponse(state, r, h)
}

/** K of the row's points with the joints of both bodies, into `block`. */
export function measureBlock(state: WorldState, r: number, n: number): void {
  const { hot } = state.contactRows.columns
  const o = r * HOT_STRIDE
  for (let i = 0; i < n; i++) {
    clear(wrenchIn, 0, 6)
    wrenchIn[ALONG_N] = 1
    wrenchIn[ABOUT_T1] = hot[o + POINT_Y + i]
    wrenchIn[ABOUT_T2] = -hot[o + POINT_X + i]
    readResponse(state, r)
    const at = (i * (i + 1)) >> 1
    for (let j = 0; j <= i; j++) {
      block[at + j] = twistOut[ALONG_N] + hot[o + POINT_Y + j] * twistOut[ABOUT_T1] - hot[o + POINT_X + j] * twistOut[ABOUT_T2]
    }
    block[at + i] *= 1 + BLOCK_COMPLIANCE
  }
}

/** Inverse of K along the tangents with the joints of both bodies, and the gradient step, into `tangents`. */
export function measureTangents(state: WorldState, r: number): void {
  clear(wrenchIn, 0, 6)
  wrenchIn[ALONG_T1] = 1
  readResponse(state, r)
  const k11 = twistOut[ALONG_T1]
  const k12 = twistOut[ALONG_T2]
  clear(wrenchIn, 0, 6)
  wrenchIn[ALONG_T2] = 1
  readResponse(state, r)
  const k22 = twistOut[ALONG_T2]
  const determinant = k11 * k22 - k12 * k12
  const inverse = determinant > 0 ? 1 / determinant : 0
  tangents[0] = k22 * inverse
  tangents[1] = -k12 * inverse
  tangents[2] = k11 * inverse
  tangents[3] = k11 + k22 > 0 ? 1 / (k11 + k22) : 0
}

/** The twist that `wrenchIn` gives to the row's bodies, into `twistOut`. */
function readResponse(state: WorldState, r: number): void {
  respond(state, r)
  readTwist(state, r, state.solverBodies.columns.pseudo, WIDE)
  clearResponse(state, r)
}
