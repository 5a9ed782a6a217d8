/**
 * Response of jointed bodies to an impact: Δv = M⁻¹ (Jᵀ − Gᵀ A⁻¹ G M⁻¹ Jᵀ) λ, G being the rigid rows of the groups that both bodies belong
 * to. Restitution is then that of the constrained system, and the joints' impulses act at once. Motors, springs and soft rows give finite
 * forces: they have no part in it.
 */

import { roomFor } from '../../../common/memory/growing.ts'
import { vectorEnd } from '../../../common/solver/joint-groups.ts'
import { applyWrench, WIDE } from '../../contacts/contact-row-products.ts'
import { VELOCITY_STRIDE } from '../../store/solver-bodies.ts'
import type { WorldState } from '../../store/world-state.ts'
import { recordImpactLoads } from './joint-loads.ts'
import { solveRigidRows } from './solve-groups.ts'

let zeros = new Float64Array(64)

/** Impulses of the first of two solves. */
let firstImpulses = new Float64Array(64)

/** Whether joints take part in an impact of contact row r. */
export function isJointed(state: WorldState, r: number): boolean {
  if (state.jointRows.count === 0) return false
  const { bodyA, bodyB } = state.contactRows.columns
  const { groupOfBody } = state.jointGroups
  return groupOfBody[bodyA[r]] >= 0 || groupOfBody[bodyB[r]] >= 0
}

/** The velocities that `wrenchIn` at contact row r gives to its bodies and their groups, into `pseudo`, which must be cleared after use. */
export function respond(state: WorldState, r: number): void {
  const { pseudo } = state.solverBodies.columns
  applyWrench(state, r, pseudo, WIDE)
  zeros = roomFor(zeros, state.jointRows.count * state.jointRows.schema.bias.width)
  for (let side = 0; side < 2; side++) {
    const g = groupOn(state, r, side)
    if (g >= 0) refineRigidRows(state, g)
  }
}

/**
 * Solves the rigid rows of a group for `pseudo`, twice: the second time takes back what the regularisation has left (iterative refinement). A
 * blow is not repeated in the next substep, so nothing else would.
 */
function refineRigidRows(state: WorldState, g: number): void {
  const { pseudo } = state.solverBodies.columns
  const { plan, x } = state.jointGroups
  solveRigidRows(state, g, zeros, pseudo, false)
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
  takeResponse(state, r, 1)
}

/** Clears the response in `pseudo`. */
export function clearResponse(state: WorldState, r: number): void {
  takeResponse(state, r, 0)
}

function takeResponse(state: WorldState, r: number, share: number): void {
  const { bodyA, bodyB } = state.contactRows.columns
  const { bodies, bodyStart } = state.jointGroups
  take(state, bodyA[r], share)
  take(state, bodyB[r], share)
  for (let side = 0; side < 2; side++) {
    const g = groupOn(state, r, side)
    if (g >= 0) for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) take(state, bodies[i], share)
  }
}

function take(state: WorldState, s: number, share: number): void {
  const { velocity, pseudo } = state.solverBodies.columns
  const o = s * VELOCITY_STRIDE
  for (let c = 0; c < 6; c++) {
    if (s >= state.batches.bodyStart[0]) velocity[o + c] += share * pseudo[o + c]
    pseudo[o + c] = 0
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
