/**
 * Rolling resistance: a torque against the relative spin, at most coefficient × normal force. Only contacts whose surfaces ask for it get
 * such a row.
 *
 * Ċ = ω_B − ω_A; K = I_A⁻¹ + I_B⁻¹. The impulse is clamped to coefficient × Σλ_n, like friction. It starts from zero in every step: it is a
 * loss, not a support.
 */

import { f64, i32, type Schema } from '../../common/memory/schema.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { IMPULSE_STRIDE } from './contact-row.ts'

export interface RollingColumns {
  /** Contact row this belongs to. */
  row: Int32Array
  /** A length. */
  coefficient: Float64Array
  impulse: Float64Array
  /** Impulse before the last sweep, and the search direction. */
  before: Float64Array
  direction: Float64Array
}

export const ROLLING_SCHEMA: Schema<RollingColumns> = {
  row: i32('scratch'),
  coefficient: f64('scratch'),
  impulse: f64('scratch'),
  before: f64('scratch'),
  direction: f64('scratch'),
}

/** Appends a rolling row for a contact row whose surfaces resist rolling. */
export function addRolling(state: WorldState, contactRow: number): void {
  const { shapeA, shapeB } = state.pairs.columns
  const { rolling: resistance } = state.shapes.columns
  const p = state.contacts.columns.pair[state.contactRows.columns.contact[contactRow]]
  const i = state.rolling.count++
  const { row, coefficient, impulse } = state.rolling.columns
  row[i] = contactRow
  impulse[i] = 0
  coefficient[i] = Math.max(resistance[shapeA[p]], resistance[shapeB[p]])
}

/** Warm starting: warm += the velocity change by a rolling row's impulse. */
export function addRollingWarmStart(state: WorldState, i: number): void {
  const { row, impulse } = state.rolling.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { warm, velocity } = state.solverBodies.columns
  const a = bodyA[row[i]]
  const b = bodyB[row[i]]
  warm[a * 3 + 2] -= impulse[i] * velocity[a * VELOCITY_STRIDE + 4]
  warm[b * 3 + 2] += impulse[i] * velocity[b * VELOCITY_STRIDE + 4]
}

/** One sweep over the rolling rows of a batch. */
export function solveRolling(state: WorldState, batch: number): void {
  const from = state.batches.rollingStart[batch]
  const to = state.batches.rollingStart[batch + 1]
  if (from === to) return
  const { row, coefficient, impulse } = state.rolling.columns
  const { bodyA, bodyB, impulse: contactImpulse } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  for (let i = from; i < to; i++) {
    const r = row[i]
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const limit = coefficient[i] * (contactImpulse[r * IMPULSE_STRIDE] + contactImpulse[r * IMPULSE_STRIDE + 1])
    const mobility = velocity[a + 4] + velocity[b + 4]
    const old = impulse[i]
    const free = mobility > 0 ? old - (velocity[b + 2] - velocity[a + 2]) / mobility : 0
    const now = free > limit ? limit : free < -limit ? -limit : free
    const d = now - old
    impulse[i] = now
    velocity[a + 2] -= d * velocity[a + 4]
    velocity[b + 2] += d * velocity[b + 4]
  }
}
