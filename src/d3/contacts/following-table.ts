/**
 * Table of following rows (`following-rows.ts`), and what they keep of the start of the step: core points, and which of the shapes are balls.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'
import { SPHERE } from '../geometry/shapes/sphere.ts'
import type { WorldState } from '../store/world-state.ts'
import { ARM_A, ARM_B, COLD_STRIDE, HOT_STRIDE, NORMAL, SEPARATION, STAND_OFF_A, STAND_OFF_B } from './contact-row.ts'

export interface FollowingColumns {
  /** Contact row. */
  row: Int32Array
  /** 1: `impact` found that it does not touch in this substep. */
  far: Uint8Array
  /** List of the batch at hand (`batches.loose`): rows that do not press, or may be struck all the same. */
  loose: Int32Array
  /** Bits: A, B is a sphere about its body's centre of mass, whose rotation does not matter. */
  balls: Uint8Array
  /** 1: its plane is not that of the reference: of another moment, or left behind, because it does not press. */
  behind: Uint8Array
  /**
   * Core points of A and B from the centres of mass at the start of the step, world axes; distance of both; the larger of their distances from
   * the centres. Of two balls: from A's centre to B's, radii, distance, 0.
   */
  cores: Float64Array
  /**
   * When its plane was made: how the core points had moved apart since the start of the step; gap; R R₀ᵀ − 1 of both bodies. Only of rows that have
   * followed: until then the plane is that of the step's start, and the numbers are not set.
   */
  reference: Float64Array
  /** 1: `stop` is that of this substep. */
  placed: Uint8Array
  /** Of stops (`stopping-rows.ts`): the place at the substep's start, as the first numbers of `placeOut`, then the weighted Jacobian of its speed. */
  stop: Float64Array
}

export const CORES_STRIDE = 8
export const DISTANCE = 6
export const CORE_REACH = 7
export const BALL_RADII = 3
export const REFERENCE_GAP = 3
export const REFERENCE_TURNS = 4
export const REFERENCE_STRIDE = 22
export const STOP_JACOBIAN = 10
export const STOP_STRIDE = 22

/** Bits of `balls`. */
export const BALL_A = 1
export const BALL_B = 2

export const FOLLOWING_SCHEMA: Schema<FollowingColumns> = {
  row: i32('scratch'),
  far: u8('scratch'),
  loose: i32('scratch'),
  balls: u8('scratch'),
  behind: u8('scratch'),
  cores: f64('scratch', CORES_STRIDE),
  reference: f64('scratch', REFERENCE_STRIDE),
  placed: u8('scratch'),
  stop: f64('scratch', STOP_STRIDE),
}

/** Appends a following row. */
export function addFollowing(state: WorldState, contactRow: number, a: number, b: number): void {
  const { row, balls, behind, cores } = state.following.columns
  const { hot, cold } = state.contactRows.columns
  const i = state.following.count++
  const o = contactRow * HOT_STRIDE + NORMAL
  const d = contactRow * COLD_STRIDE
  const c = i * CORES_STRIDE
  const half = 0.5 * cold[d + SEPARATION]
  const backA = cold[d + STAND_OFF_A] + half
  const backB = cold[d + STAND_OFF_B] + half
  let reachA = 0
  let reachB = 0
  for (let k = 0; k < 3; k++) {
    const coreA = cold[d + ARM_A + k] - backA * hot[o + k]
    const coreB = cold[d + ARM_B + k] + backB * hot[o + k]
    cores[c + k] = coreA
    cores[c + 3 + k] = coreB
    reachA += coreA * coreA
    reachB += coreB * coreB
  }
  cores[c + DISTANCE] = backA + backB
  cores[c + CORE_REACH] = Math.sqrt(Math.max(reachA, reachB))
  const bits = (isBall(state, a) ? BALL_A : 0) | (isBall(state, b) ? BALL_B : 0)
  balls[i] = bits
  if (bits === (BALL_A | BALL_B)) setBalls(state, a, b, c)
  behind[i] = 0
  row[i] = contactRow
}

/** What rows of two balls keep, so that they need not look up shapes and bodies again. */
function setBalls(state: WorldState, a: number, b: number, c: number): void {
  const { cores } = state.following.columns
  const { body, size } = state.shapes.columns
  const { x } = state.bodies.columns
  const ao = body[a] * 3
  const bo = body[b] * 3
  cores[c] = x[bo] - x[ao]
  cores[c + 1] = x[bo + 1] - x[ao + 1]
  cores[c + 2] = x[bo + 2] - x[ao + 2]
  cores[c + BALL_RADII] = size[a * 4]
  cores[c + BALL_RADII + 1] = size[b * 4]
  cores[c + CORE_REACH] = 0
}

/** A sphere about its body's centre of mass: its rotation does not matter. */
export function isBall(state: WorldState, shape: number): boolean {
  const { kind, center, body } = state.shapes.columns
  if (kind[shape] !== SPHERE) return false
  const { x } = state.bodies.columns
  const o = body[shape] * 3
  return center[shape * 3] === x[o] && center[shape * 3 + 1] === x[o + 1] && center[shape * 3 + 2] === x[o + 2]
}
