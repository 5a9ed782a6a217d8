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
  /** Bits: A, B is a sphere about its body's centre of mass, whose rotation does not matter. */
  balls: Uint8Array
  /** 1: its plane is not that of the reference: of another moment, or left behind, because it does not press. */
  behind: Uint8Array
  /** Core points of A and B from the centres of mass at the start of the step, world axes; distance of both. */
  cores: Float64Array
  /** When its plane was made: how the core points had moved apart since the start of the step; gap; R R₀ᵀ − 1 of both bodies. */
  reference: Float64Array
}

export const CORES_STRIDE = 7
export const DISTANCE = 6
export const REFERENCE_GAP = 3
export const REFERENCE_TURNS = 4
export const REFERENCE_STRIDE = 22

/** Bits of `balls`. */
export const BALL_A = 1
export const BALL_B = 2

export const FOLLOWING_SCHEMA: Schema<FollowingColumns> = {
  row: i32('scratch'),
  far: u8('scratch'),
  balls: u8('scratch'),
  behind: u8('scratch'),
  cores: f64('scratch', CORES_STRIDE),
  reference: f64('scratch', REFERENCE_STRIDE),
}

/** Appends a following row. */
export function addFollowing(state: WorldState, contactRow: number, a: number, b: number): void {
  const { row, balls, behind, cores, reference } = state.following.columns
  const { hot, cold } = state.contactRows.columns
  const i = state.following.count++
  const o = contactRow * HOT_STRIDE + NORMAL
  const d = contactRow * COLD_STRIDE
  const c = i * CORES_STRIDE
  const half = 0.5 * cold[d + SEPARATION]
  const backA = cold[d + STAND_OFF_A] + half
  const backB = cold[d + STAND_OFF_B] + half
  for (let k = 0; k < 3; k++) {
    cores[c + k] = cold[d + ARM_A + k] - backA * hot[o + k]
    cores[c + 3 + k] = cold[d + ARM_B + k] + backB * hot[o + k]
  }
  cores[c + DISTANCE] = backA + backB
  // A loop: a call of fill takes longer than so few numbers.
  for (let k = i * REFERENCE_STRIDE; k < (i + 1) * REFERENCE_STRIDE; k++) reference[k] = 0
  reference[i * REFERENCE_STRIDE + REFERENCE_GAP] = cold[d + SEPARATION]
  behind[i] = 0
  row[i] = contactRow
  balls[i] = (isBall(state, a) ? BALL_A : 0) | (isBall(state, b) ? BALL_B : 0)
}

/** A sphere about its body's centre of mass: its rotation does not matter. */
export function isBall(state: WorldState, shape: number): boolean {
  const { kind, center, body } = state.shapes.columns
  if (kind[shape] !== SPHERE) return false
  const { x } = state.bodies.columns
  const o = body[shape] * 3
  return center[shape * 3] === x[o] && center[shape * 3 + 1] === x[o + 1] && center[shape * 3 + 2] === x[o + 2]
}
