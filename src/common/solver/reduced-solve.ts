/**
 * A group's rigid rows and its reduced rows (limits, motors, springs, soft rows) in one solve: forward elimination of the rigid residuals, the
 * boxed LCP of the reduced rows, one backward elimination for both. With Y = L⁻¹ A_Jc of the Schur complement, reduced row i is given the
 * velocity Yᵢ D⁻¹ L⁻¹ x by the rigid rows, and takes Yᵢ d from L⁻¹ x for its impulse d: no second solve is needed to answer it. Numbers only: the
 * callers of both dimensions know the rows.
 */

import { roomFor } from '../memory/growing.ts'
import { eliminateForward, scaleBlocks } from './block-factor.ts'
import { type JointGroups, vectorEnd } from './joint-groups.ts'

let z = new Float64Array(64)

/** x ← L⁻¹ x of a group, and z = D⁻¹ L⁻¹ x. */
export function eliminateResiduals({ plan, blocks, x }: JointGroups, g: number): void {
  const first = plan.vector[plan.start[g]]
  z = roomFor(z, vectorEnd(plan, g) - first)
  eliminateForward(plan, g, blocks, x, 0, plan.start[g])
  scaleBlocks(plan, g, blocks, x, first, z)
}

/** xᵀ A⁻¹ x of the residuals that were eliminated last: twice the energy that their impulses give. */
export function energyAsked({ plan, x }: JointGroups, g: number): number {
  const first = plan.vector[plan.start[g]]
  const length = vectorEnd(plan, g) - first
  let sum = 0
  for (let m = 0; m < length; m++) sum += x[first + m] * z[m]
  return sum
}

/** Where Yᵢ of a group's reduced row i begins to differ from zero, in the order of the group's vectors; `length` if it is zero. */
export function firstCoupling({ plan, reducedStart, reducedMember }: JointGroups, g: number, i: number, length: number): number {
  const member = reducedMember[reducedStart[g] + i]
  const at = plan.nearStart[member]
  return at < plan.nearStart[member + 1] ? plan.vector[plan.near[at]] - plan.vector[plan.start[g]] : length
}

/** out[i] += the velocity that the rigid rows give to reduced row i of a group. */
export function addRigidResponse(groups: JointGroups, g: number, i: number, out: Float64Array): void {
  const { plan, y, startY } = groups
  if (plan.start[g] === plan.start[g + 1]) return
  const length = vectorEnd(plan, g) - plan.vector[plan.start[g]]
  const from = startY[g] + i * length
  let sum = 0
  for (let m = firstCoupling(groups, g, i, length); m < length; m++) sum += y[from + m] * z[m]
  out[i] += sum
}

/** Takes what the impulse d[i] of reduced row i does to the rigid rows of a group from the eliminated residuals. */
export function takeReducedImpulse(groups: JointGroups, g: number, i: number, d: Float64Array): void {
  const { plan, x, y, startY } = groups
  if (plan.start[g] === plan.start[g + 1]) return
  const first = plan.vector[plan.start[g]]
  const length = vectorEnd(plan, g) - first
  const from = startY[g] + i * length
  const value = d[i]
  for (let m = firstCoupling(groups, g, i, length); m < length; m++) x[first + m] -= y[from + m] * value
}
