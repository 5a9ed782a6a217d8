/**
 * Solves with the A of a group as it is, not as it was factored: conjugate gradients on A x = b, preconditioned by the factor of Ã = A + E with the
 * regularisation E. Along most directions Ã⁻¹ A is 1 but for a trace; a direction near a singular pose has a value of its own, and takes one step
 * of its own, where taking back the residual again and again would need E / λ of them. Redundant rows, whose residual is rounding, are left alone.
 */

import { roomFor } from '../memory/growing.ts'
import { LONG_ROUNDING, TRACE } from '../math/rounding.ts'
import { GROUP_REGULARIZATION, MAX_PASSES } from '../tuning.ts'
import { solveBlocks } from './block-factor.ts'
import { type JointGroups, vectorEnd } from './joint-groups.ts'

/** What is left of b after `solveRefined`, in the order of the group's vectors, from 0. */
export const refined: { left: Float64Array } = { left: new Float64Array(64) }

let solution = new Float64Array(64)
let direction = new Float64Array(64)
let answer = new Float64Array(64)

/** x ← A⁻¹ x of group g: to rounding if `exactly`, else as far as the regularisation is small; then most take no step but the first. */
export function solveRefined({ plan, blocks, x, compliance }: JointGroups, g: number, exactly: boolean): void {
  const first = plan.vector[plan.start[g]]
  const n = vectorEnd(plan, g) - first
  refined.left = roomFor(refined.left, n)
  solution = roomFor(solution, n)
  direction = roomFor(direction, n)
  answer = roomFor(answer, n)
  const { left } = refined
  for (let m = 0; m < n; m++) {
    left[m] = x[first + m]
    solution[m] = 0
    direction[m] = 0
    answer[m] = 0
  }
  const small = exactly ? LONG_ROUNDING * LONG_ROUNDING : GROUP_REGULARIZATION
  let asked = 0
  let before = 0
  for (let step = 0; step < MAX_PASSES; step++) {
    // x holds the residual; then z = Ã⁻¹ r, so that A z = r − E z.
    solveBlocks(plan, g, blocks, x)
    let energy = 0
    for (let m = 0; m < n; m++) energy += left[m] * x[first + m]
    if (step === 0) asked = energy
    if (!(energy > small * asked)) break
    const beta = step === 0 ? 0 : energy / before
    before = energy
    let work = 0
    for (let m = 0; m < n; m++) {
      const z = x[first + m]
      direction[m] = z + beta * direction[m]
      answer[m] = left[m] - compliance[first + m] * z + beta * answer[m]
      work += direction[m] * answer[m]
    }
    if (!(work > TRACE * energy)) break
    const alpha = energy / work
    for (let m = 0; m < n; m++) {
      solution[m] += alpha * direction[m]
      left[m] -= alpha * answer[m]
      x[first + m] = left[m]
    }
  }
  for (let m = 0; m < n; m++) x[first + m] = solution[m]
}
