/**
 * Response of jointed bodies to an impact: Δv = M⁻¹ (Jᵀ − Gᵀ A⁻¹ G M⁻¹ Jᵀ) λ, G being the rigid rows of the groups that both bodies belong
 * to. Restitution is then that of the constrained system, and the joints' impulses act at once. Motors, springs and soft rows give finite
 * forces: they have no part in it.
 */

import { clear } from '../../../common/memory/clear.ts'
import { roomFor } from '../../../common/memory/growing.ts'
import { vectorEnd } from '../../../common/solver/joint-groups.ts'
import { refined, solveRefined } from '../../../common/solver/refined-solve.ts'
import { applyWrench, readTwist, twistOut, WIDE, wrenchIn } from '../../contacts/contact-row-products.ts'
import { MAX_RIGID, ROW } from '../joint-kind.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { recordImpactLoads } from './joint-loads.ts'
import { applyImpulses, readResiduals, solveRigidRows } from './solve-groups.ts'

let zeros = new Float64Array(64)

/** See `measureResponse`. */
export const responseOut: Float64Array = new Float64Array(36)

/** By column of a response: residuals of the rigid rows, and their impulses. */
let residuals = new Float64Array(64)
let solved = new Float64Array(64)

/** What is left of the residuals, by column. */
let remains = new Float64Array(64)

/** Impulses of the first of two solves. */
let firstImpulses = new Float64Array(64)

/** Whether joints take part in an impact of contact row r. */
export function isJointed(state: WorldState, r: number): boolean {
  if (state.jointRows.count === 0) return false
  const { bodyA, bodyB } = state.contactRows.columns
  const { groupOfBody } = state.jointGroups
  return groupOfBody[bodyA[r]] >= 0 || groupOfBody[bodyB[r]] >= 0
}

/**
 * The velocities that `wrenchIn` at contact row r gives to its bodies and their groups, into `pseudo`, which must be cleared after use. `exactly`:
 * to rounding. A stop is not: the sweeps that follow take back what it leaves.
 */
export function respond(state: WorldState, r: number, exactly: boolean): void {
  const { pseudo } = state.solverBodies.columns
  applyWrench(state, r, pseudo, WIDE)
  zeros = roomFor(zeros, state.jointRows.count * state.jointRows.schema.bias.width)
  for (let side = 0; side < 2; side++) {
    const g = groupOn(state, r, side)
    if (g >= 0) refineRigidRows(state, g, exactly)
  }
}

/**
 * Solves the rigid rows of a group for `pseudo`, without the regularisation: a rebound is not repeated in the next substep, so nothing else would
 * take back what it leaves. Then, `exactly`, once more, because factors of bodies at rest may be those of a pose before.
 */
function refineRigidRows(state: WorldState, g: number, exactly: boolean): void {
  const { pseudo } = state.solverBodies.columns
  const { plan, x } = state.jointGroups
  if (plan.start[g] === plan.start[g + 1]) return
  readResiduals(state, g, zeros, pseudo, false)
  solveRefined(state.jointGroups, g, exactly)
  applyImpulses(state, g, pseudo, false)
  if (!exactly) return
  const from = plan.vector[plan.start[g]]
  const to = vectorEnd(plan, g)
  firstImpulses = roomFor(firstImpulses, to)
  for (let i = from; i < to; i++) firstImpulses[i] = x[i]
  solveRigidRows(state, g, zeros, pseudo, false)
  for (let i = from; i < to; i++) x[i] += firstImpulses[i]
}

/** Adds the response in `pseudo` to the velocities, and clears it. The impulses of the joints count as loads of a substep of length h. */
export function applyResponse(state: WorldState, r: number, h: number): void {
  for (let side = 0; side < 2; side++) {
    const g = groupOn(state, r, side)
    if (g >= 0) recordImpactLoads(state, g, h)
  }
  takeResponse(state, r)
}

function takeResponse(state: WorldState, r: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { bodies, bodyStart } = state.jointGroups
  take(state, bodyA[r])
  take(state, bodyB[r])
  for (let side = 0; side < 2; side++) {
    const g = groupOn(state, r, side)
    if (g >= 0) for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) take(state, bodies[i])
  }
}

function take(state: WorldState, s: number): void {
  const { velocity, pseudo } = state.solverBodies.columns
  const o = s * VELOCITY_STRIDE
  for (let c = 0; c < 6; c++) {
    if (s >= state.batches.bodyStart[0]) velocity[o + c] += pseudo[o + c]
    pseudo[o + c] = 0
  }
}

/**
 * The twists that unit wrenches at contact row r give to it, T = J M⁻¹ (Jᵀ − Gᵀ A⁻¹ G M⁻¹ Jᵀ), into `responseOut`: 6 × 6 in the order of
 * `wrenchIn`, of the first `count` components in `columns`. One solve each, and no other body is looked at: G M⁻¹ Jᵀ is zero but for the joints of
 * the row's bodies. What each solve leaves of its residual counts, too. `exactly`: as in `respond`.
 */
export function measureResponse(state: WorldState, r: number, columns: Int32Array, count: number, exactly: boolean): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { pseudo } = state.solverBodies.columns
  const { plan, x } = state.jointGroups
  const a = bodyA[r] * VELOCITY_STRIDE
  const b = bodyB[r] * VELOCITY_STRIDE
  for (let side = 0; side < 2; side++) {
    const g = groupOn(state, r, side)
    const grouped = g >= 0 && plan.start[g] < plan.start[g + 1]
    if (side === 1 && !grouped) continue
    const first = grouped ? plan.vector[plan.start[g]] : 0
    const length = grouped ? vectorEnd(plan, g) - first : 0
    residuals = roomFor(residuals, count * length)
    solved = roomFor(solved, count * length)
    remains = roomFor(remains, count * length)
    for (let c = 0; c < count; c++) {
      const row = columns[c] * 6
      clear(wrenchIn, 0, 6)
      wrenchIn[columns[c]] = 1
      applyWrench(state, r, pseudo, WIDE)
      if (side === 0) {
        readTwist(state, r, pseudo, WIDE)
        for (let d = 0; d < count; d++) responseOut[row + columns[d]] = twistOut[columns[d]]
      }
      if (grouped) {
        readResidualsOf(state, g, bodyA[r], bodyB[r])
        for (let m = 0; m < length; m++) residuals[c * length + m] = x[first + m]
        solveRefined(state.jointGroups, g, exactly)
        for (let m = 0; m < length; m++) {
          solved[c * length + m] = x[first + m]
          remains[c * length + m] = refined.left[m]
        }
      }
      clear(pseudo, a, a + 6)
      clear(pseudo, b, b + 6)
    }
    for (let c = 0; c < count; c++) {
      for (let d = 0; d <= c; d++) {
        let sum = 0
        for (let m = 0; m < length; m++) sum += residuals[c * length + m] * solved[d * length + m] + solved[c * length + m] * remains[d * length + m]
        responseOut[columns[c] * 6 + columns[d]] -= sum
        responseOut[columns[d] * 6 + columns[c]] = responseOut[columns[c] * 6 + columns[d]]
      }
    }
  }
}

/** −G v of a group's rigid rows for `pseudo`, into its x, where solver bodies a and b alone have a velocity. */
function readResidualsOf(state: WorldState, g: number, a: number, b: number): void {
  const { plan, x, rowOf } = state.jointGroups
  const { start, size, vector } = plan
  const { bodyA, bodyB, jacobian } = state.jointRows.columns
  const { pseudo } = state.solverBodies.columns
  for (let p = start[g]; p < start[g + 1]; p++) {
    const r = rowOf[p]
    const to = vector[p]
    const onA = bodyA[r] === a || bodyA[r] === b
    const onB = bodyB[r] === a || bodyB[r] === b
    for (let i = 0; i < size[p]; i++) {
      const o = (r * MAX_RIGID + i) * ROW
      let speed = 0
      if (onA) for (let k = 0; k < 6; k++) speed += jacobian[o + k] * pseudo[bodyA[r] * VELOCITY_STRIDE + k]
      if (onB) for (let k = 0; k < 6; k++) speed += jacobian[o + 6 + k] * pseudo[bodyB[r] * VELOCITY_STRIDE + k]
      x[to + i] = -speed
    }
  }
}

/** The group of one of the row's bodies; −1 if it has none, or if the other side has named it already. */
function groupOn(state: WorldState, r: number, side: number): number {
  const { bodyA, bodyB } = state.contactRows.columns
  const { groupOfBody } = state.jointGroups
  const first = groupOfBody[bodyA[r]]
  if (side === 0) return first
  return groupOfBody[bodyB[r]] === first ? -1 : groupOfBody[bodyB[r]]
}
