/**
 * What a blow does to the bodies of a row and to what is joined to them: Δv of a wrench, and K of the row's points and tangents with the joints
 * of both bodies. Part of the stage `impact`.
 *
 * A blow on joints is planned with the response of the row, T (`impact-response.ts`): its normal impulses and its friction are found from T
 * alone, and their sum is given to the groups once.
 */

import { clear } from '../../common/memory/clear.ts'
import { BLOCK_COMPLIANCE } from '../../common/tuning.ts'
import { applyResponse, measureResponse, respond, responseOut } from '../joints/solver/impact-response.ts'
import { HAS_MASS } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { ABOUT_T1, ABOUT_T2, ALONG_N, ALONG_T1, ALONG_T2, applyWrench, readTwist, twistOut, WIDE, wrenchIn } from './contact-row-products.ts'
import { BOUNCY, HOT_STRIDE, K_TANGENT, POINT_X, POINT_Y, TANGENT_STEP } from './contact-row.ts'

/** K of a row whose bodies have joints; the inverse of K along the tangents, and a gradient step. */
export const block: Float64Array = new Float64Array(10)
export const tangents: Float64Array = new Float64Array(4)
/** Components of a blow at a single point, and those of others. */
const columns = new Int32Array([ALONG_N, ALONG_T1, ALONG_T2, ABOUT_T1, ABOUT_T2])
const POINT_COLUMNS = 3
/** The wrench of a blow on joints that is being planned. */
const planned = new Float64Array(6)
/** How many components of T are in use; 0 if the row's bodies have no joints. */
let count = 0
/** Rebounds are; what a stop leaves is taken back by the sweeps. */
let exactly = false

/** Begins the blow of a row: its response, if it is `jointed`, and K of its n points, into `block`. */
export function beginBlow(state: WorldState, r: number, n: number, jointed: boolean): void {
  count = 0
  if (!jointed) return
  const { hot, flags } = state.contactRows.columns
  exactly = (flags[r] & BOUNCY) !== 0
  const x = r * HOT_STRIDE + POINT_X
  const y = r * HOT_STRIDE + POINT_Y
  clear(planned, 0, 6)
  count = n === 1 && hot[x] === 0 && hot[y] === 0 ? POINT_COLUMNS : columns.length
  measureResponse(state, r, columns, count, exactly)
  for (let i = 0; i < n; i++) {
    const at = (i * (i + 1)) >> 1
    for (let j = 0; j <= i; j++) block[at + j] = pointResponse(hot[y + i], -hot[x + i], hot[y + j], -hot[x + j])
    if (n > 1) block[at + i] *= 1 + BLOCK_COMPLIANCE
  }
}

/** The normal velocity of a point by a unit impulse at another, (1, c, d) T (1, a, b): their arms are those about both tangents. */
function pointResponse(a: number, b: number, c: number, d: number): number {
  const T = responseOut
  const direct = T[ALONG_N * 6 + ALONG_N]
  if (count === POINT_COLUMNS) return direct
  const along = T[ALONG_N * 6 + ABOUT_T1] * (a + c) + T[ALONG_N * 6 + ABOUT_T2] * (b + d)
  const about = T[ABOUT_T1 * 6 + ABOUT_T1] * a * c + T[ABOUT_T1 * 6 + ABOUT_T2] * (a * d + b * c) + T[ABOUT_T2 * 6 + ABOUT_T2] * b * d
  return direct + along + about
}

/** The twist of the row with the part of its blow that is struck or planned, into `twistOut`. */
export function readBlowTwist(state: WorldState, r: number): void {
  readTwist(state, r, state.solverBodies.columns.velocity, WIDE)
  for (let c = 0; c < count; c++) {
    let sum = 0
    for (let d = 0; d < count; d++) sum += responseOut[columns[c] * 6 + columns[d]] * planned[columns[d]]
    twistOut[columns[c]] += sum
  }
}

/** Gives `wrenchIn` to the row's bodies; plans it, if they have joints. */
export function strike(state: WorldState, r: number): void {
  if (count > 0) {
    for (let k = 0; k < 6; k++) planned[k] += wrenchIn[k]
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
  if (count === 0) return
  for (let k = 0; k < 6; k++) wrenchIn[k] = planned[k]
  respond(state, r, exactly)
  applyResponse(state, r, h)
}

/** Inverse of K along the tangents, and the gradient step, into `tangents`. */
export function measureTangents(state: WorldState, r: number): void {
  if (count === 0) {
    const { hot } = state.contactRows.columns
    const o = r * HOT_STRIDE
    for (let k = 0; k < 4; k++) tangents[k] = hot[o + (k < 3 ? K_TANGENT + k : TANGENT_STEP)]
    return
  }
  const k11 = responseOut[ALONG_T1 * 6 + ALONG_T1]
  const k12 = responseOut[ALONG_T1 * 6 + ALONG_T2]
  const k22 = responseOut[ALONG_T2 * 6 + ALONG_T2]
  const determinant = k11 * k22 - k12 * k12
  const inverse = determinant > 0 ? 1 / determinant : 0
  tangents[0] = k22 * inverse
  tangents[1] = -k12 * inverse
  tangents[2] = k11 * inverse
  tangents[3] = k11 + k22 > 0 ? 1 / (k11 + k22) : 0
}
