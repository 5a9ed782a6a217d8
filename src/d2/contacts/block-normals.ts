/**
 * The normal impulses of one manifold, solved exactly as a block: find x ≥ 0 with K̃ x + q ≥ 0 and x·(K̃ x + q) = 0, for two points.
 *
 * Both points are active (λ > 0), or one of them, or none. With x0 = max(0, −q0 / K00) the case "0 at most" leaves point 1 with w1 = q1 +
 * K01 x0, and the same the other way round. If not both are active, the right one of these two is the one whose w is not negative; the
 * larger w is taken, so that rounding at a border of two cases cannot refuse both. `solve-contacts.ts` and `push-out.ts` have the same
 * arithmetic written out.
 */

/** Right-hand side in, solution out. */
export const blockQ: Float64Array = new Float64Array(2)
export const blockX: Float64Array = new Float64Array(2)

/** K̃ is packed at `at`: 00 10 11. A point that may not act has q = NEVER (`contact-row.ts`). */
export function solveBlock(K: Float64Array, at: number): void {
  const k00 = K[at]
  const k10 = K[at + 1]
  const k11 = K[at + 2]
  const q0 = blockQ[0]
  const q1 = blockQ[1]
  const determinant = k00 * k11 - k10 * k10
  let x0 = 0
  let x1 = 0
  if (determinant > 0) {
    x0 = (k10 * q1 - k11 * q0) / determinant
    x1 = (k10 * q0 - k00 * q1) / determinant
    if (x0 < 0 || x1 < 0) {
      x0 = q0 < 0 ? -q0 / k00 : 0
      x1 = q1 < 0 ? -q1 / k11 : 0
      if (q1 + k10 * x0 >= q0 + k10 * x1) x1 = 0
      else x0 = 0
    }
  }
  blockX[0] = x0
  blockX[1] = x1
}
