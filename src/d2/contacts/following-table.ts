/**
 * Table of following rows (`following-rows.ts`), and what they keep of the start of the step: core points.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import { radiusAlong } from '../geometry/shapes/shape-table.ts'
import type { WorldState } from '../store/world-state.ts'
import { GAP_STRIDE, HOT_STRIDE, NORMAL, SLIDE_A, SLIDE_B, TURN_A, TURN_B } from './contact-row.ts'

export interface FollowingColumns {
  /** Contact row. */
  row: Int32Array
  /** 1: `impact` found that it does not touch in this substep. */
  far: Uint8Array
  /** What meets (`geometry/manifold.ts`). */
  cores: Uint8Array
  /** 1: one of the surfaces is an ellipse's. */
  curved: Uint8Array
  /** At the start of the step, world axes: core points of A and B from the centres of mass; distance of both. */
  start: Float64Array
  /** 1: its plane is not that of the reference: of another moment, or left behind, because it does not press. */
  behind: Uint8Array
  /** When its plane was made: how the core points had moved apart since the start of the step; gap; sines of both bodies' turns. */
  reference: Float64Array
}

export const REFERENCE_GAP = 2
export const REFERENCE_TURNS = 3
export const REFERENCE_STRIDE = 5

export const CORE_A = 0
export const CORE_B = 2
export const DISTANCE = 4
export const START_STRIDE = 5

export const FOLLOWING_SCHEMA: Schema<FollowingColumns> = {
  row: i32('scratch'),
  far: u8('scratch'),
  cores: u8('scratch'),
  curved: u8('scratch'),
  start: f64('scratch', START_STRIDE),
  behind: u8('scratch'),
  reference: f64('scratch', REFERENCE_STRIDE),
}

/** Appends a following row. Normal, arms and separation of the contact row are those of the step's start. */
export function addFollowing(state: WorldState, contactRow: number, a: number, b: number, cores: number): void {
  const { hot, gap } = state.contactRows.columns
  const { kind, rotation, size } = state.shapes.columns
  const i = state.following.count++
  const columns = state.following.columns
  const { start, behind, reference } = columns
  columns.row[i] = contactRow
  columns.cores[i] = cores
  columns.curved[i] = kind[b] === ELLIPSE ? 1 : 0
  const s = i * START_STRIDE
  const o = contactRow * HOT_STRIDE
  const nx = hot[o + NORMAL]
  const ny = hot[o + NORMAL + 1]
  const separation = gap[contactRow * GAP_STRIDE]
  const radiusA = radiusAlong(kind[a], rotation, a * 2, size, a * 4, hot, o + NORMAL)
  const radiusB = radiusAlong(kind[b], rotation, b * 2, size, b * 4, hot, o + NORMAL)
  // An arm r has the parts r·n = −r × t along the normal and r × n along the tangent (n.y, −n.x).
  const alongA = -hot[o + SLIDE_A] - radiusA - 0.5 * separation
  const alongB = -hot[o + SLIDE_B] + radiusB + 0.5 * separation
  start[s + CORE_A] = alongA * nx + hot[o + TURN_A] * ny
  start[s + CORE_A + 1] = alongA * ny - hot[o + TURN_A] * nx
  start[s + CORE_B] = alongB * nx + hot[o + TURN_B] * ny
  start[s + CORE_B + 1] = alongB * ny - hot[o + TURN_B] * nx
  start[s + DISTANCE] = separation + radiusA + radiusB
  // Loops: a call of fill takes longer than so few numbers.
  for (let k = i * REFERENCE_STRIDE; k < (i + 1) * REFERENCE_STRIDE; k++) reference[k] = 0
  reference[i * REFERENCE_STRIDE + REFERENCE_GAP] = separation
  behind[i] = 0
}
