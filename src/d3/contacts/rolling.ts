/**
 * Rolling resistance: a torque against the rolling part of the relative spin, at most coefficient × normal force. Only contacts whose
 * surfaces ask for it get such a row.
 *
 * Ċ = (ω_B − ω_A)·t1, ·t2 with the contact's tangents; K = t·(I_A⁻¹ + I_B⁻¹)t (2×2). The impulse is clamped as a vector to coefficient ×
 * Σλ_n, like friction. It starts from zero in every step: it is a loss, not a support.
 */

import { f64, i32, type Schema } from '../../common/memory/schema.ts'
import { spinJacobian } from '../math/weighted.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { surfaceOf, surfaceRow } from './contact-surfaces.ts'
import { DRIVEN, HOT_STRIDE, TANGENT1, TANGENT2 } from './contact-row.ts'
import { addDriven } from './moving-surfaces.ts'

export interface RollingColumns {
  /** Contact row this belongs to. */
  row: Int32Array
  /** Coefficient (a length), 1/λmax of K, inverse K 11 12 22, then Fᵀt for A and B of both tangents, fixed parts. */
  data: Float64Array
  impulse: Float64Array
  /** Impulses before the last sweep, and the search direction. */
  before: Float64Array
  direction: Float64Array
}

const COEFFICIENT = 0
const STEP = 1
const INVERSE = 2
const J = 5
const FIXED = 17
export const ROLLING_STRIDE = 20

export const ROLLING_SCHEMA: Schema<RollingColumns> = {
  row: i32('scratch'),
  data: f64('scratch', ROLLING_STRIDE),
  impulse: f64('scratch', 2),
  before: f64('scratch', 2),
  direction: f64('scratch', 2),
}

const coefficients = new Float64Array(2)

/** Do the surfaces of a contact resist rolling? Their coefficients go to `coefficients`. */
function resists(state: WorldState, c: number): boolean {
  const { shapeA, shapeB } = state.pairs.columns
  const p = state.contacts.columns.pair[c]
  const first = surfaceOf(state, c, 0, shapeA[p]).rolling
  const second = surfaceOf(state, c, 1, shapeB[p]).rolling
  coefficients[0] = first[surfaceRow[0]]
  coefficients[1] = second[surfaceRow[1]]
  return coefficients[0] > 0 || coefficients[1] > 0
}

/** Appends a rolling row for a contact row, if its surfaces resist rolling. */
export function addRolling(state: WorldState, contactRow: number): void {
  if (!resists(state, state.contactRows.columns.contact[contactRow])) return
  const coefficient = Math.max(coefficients[0], coefficients[1])
  const i = state.rolling.count++
  const { row, data, impulse } = state.rolling.columns
  row[i] = contactRow
  impulse[i * 2] = 0
  impulse[i * 2 + 1] = 0
  data[i * ROLLING_STRIDE + COEFFICIENT] = coefficient
  buildRolling(state, i)
}

/** Jacobians and K of a rolling row, from its contact row's tangents. */
export function buildRolling(state: WorldState, i: number): void {
  const { hot, bodyA, bodyB, flags } = state.contactRows.columns
  const { factor } = state.solverBodies.columns
  const { row, data } = state.rolling.columns
  const contactRow = row[i]
  const o = i * ROLLING_STRIDE
  let k11 = 0
  let k12 = 0
  let k22 = 0
  for (let t = 0; t < 2; t++) {
    const d = contactRow * HOT_STRIDE + (t === 0 ? TANGENT1 : TANGENT2)
    spinJacobian(factor, bodyA[contactRow] * 6, hot, d, data, o + J + t * 6)
    spinJacobian(factor, bodyB[contactRow] * 6, hot, d, data, o + J + t * 6 + 3)
    data[o + FIXED + t] = 0
    if ((flags[contactRow] & DRIVEN) !== 0) addDriven(state, contactRow, -1, hot, d, data, o + FIXED + t)
  }
  for (let c = 0; c < 6; c++) {
    k11 += data[o + J + c] * data[o + J + c]
    k12 += data[o + J + c] * data[o + J + 6 + c]
    k22 += data[o + J + 6 + c] * data[o + J + 6 + c]
  }
  const largest = 0.5 * (k11 + k22 + Math.sqrt((k11 - k22) * (k11 - k22) + 4 * k12 * k12))
  data[o + STEP] = largest > 0 ? 1 / largest : 0
  const det = k11 * k22 - k12 * k12
  const solvable = det > 1e-12 * k11 * k22
  data[o + INVERSE] = solvable ? k22 / det : data[o + STEP]
  data[o + INVERSE + 1] = solvable ? -k12 / det : 0
  data[o + INVERSE + 2] = solvable ? k11 / det : data[o + STEP]
}

/** Warm starting: warm += the velocity change by a rolling row's impulse. */
export function addRollingWarmStart(state: WorldState, i: number): void {
  const { row, data, impulse } = state.rolling.columns
  const { bodyA, bodyB } = state.contactRows.columns
  const { warm } = state.solverBodies.columns
  const o = i * ROLLING_STRIDE + J
  const a = bodyA[row[i]] * 6 + 3
  const b = bodyB[row[i]] * 6 + 3
  for (let c = 0; c < 3; c++) {
    warm[a + c] -= data[o + c] * impulse[i * 2] + data[o + 6 + c] * impulse[i * 2 + 1]
    warm[b + c] += data[o + 3 + c] * impulse[i * 2] + data[o + 9 + c] * impulse[i * 2 + 1]
  }
}

/** One sweep over the rolling rows of a batch. */
export function solveRolling(state: WorldState, batch: number): void {
  const from = state.batches.rollingStart[batch]
  const to = state.batches.rollingStart[batch + 1]
  if (from === to) return
  const { row, data, impulse } = state.rolling.columns
  const { bodyA, bodyB, impulse: contactImpulse } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  for (let i = from; i < to; i++) {
    const r = row[i]
    const o = i * ROLLING_STRIDE
    const a = bodyA[r] * VELOCITY_STRIDE + 3
    const b = bodyB[r] * VELOCITY_STRIDE + 3
    const normal = contactImpulse[r * 8] + contactImpulse[r * 8 + 1] + contactImpulse[r * 8 + 2] + contactImpulse[r * 8 + 3]
    const limit = data[o + COEFFICIENT] * normal
    let w1 = data[o + FIXED]
    let w2 = data[o + FIXED + 1]
    for (let c = 0; c < 3; c++) {
      w1 += data[o + J + 3 + c] * velocity[b + c] - data[o + J + c] * velocity[a + c]
      w2 += data[o + J + 9 + c] * velocity[b + c] - data[o + J + 6 + c] * velocity[a + c]
    }
    const old1 = impulse[i * 2]
    const old2 = impulse[i * 2 + 1]
    let new1 = old1 - data[o + INVERSE] * w1 - data[o + INVERSE + 1] * w2
    let new2 = old2 - data[o + INVERSE + 1] * w1 - data[o + INVERSE + 2] * w2
    if (new1 * new1 + new2 * new2 > limit * limit) {
      new1 = old1 - data[o + STEP] * w1
      new2 = old2 - data[o + STEP] * w2
      const length = Math.sqrt(new1 * new1 + new2 * new2)
      if (length > limit) {
        new1 *= limit / length
        new2 *= limit / length
      }
    }
    impulse[i * 2] = new1
    impulse[i * 2 + 1] = new2
    const d1 = new1 - old1
    const d2 = new2 - old2
    for (let c = 0; c < 3; c++) {
      velocity[a + c] -= data[o + J + c] * d1 + data[o + J + 6 + c] * d2
      velocity[b + c] += data[o + J + 3 + c] * d1 + data[o + J + 9 + c] * d2
    }
  }
}
