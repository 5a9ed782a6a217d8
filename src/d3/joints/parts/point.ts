/**
 * Part `point`: two anchors coincide. 3 rows.
 *
 * C = x_B + r_B − x_A − r_A, Ċ = v_B + ω_B × r_B − v_A − ω_A × r_A. Along a direction e: J = (−e, −(r_A × e), e, r_B × e). Never degenerate.
 * Source: Chappuis 2.2, Tamis 3.1.3.
 */

import { D, type Measure, RA, RB, ROW } from '../joint-kind.ts'

/** Their errors alone. */
export function pointErrors(pose: Float64Array, out: Measure, row: number): void {
  out.error[row] = pose[D]
  out.error[row + 1] = pose[D + 1]
  out.error[row + 2] = pose[D + 2]
}

/** Rows `row` … `row` + 2 along the world's axes. */
export function pointRows(pose: Float64Array, out: Measure, row: number): void {
  const { error, jacobian } = out
  for (let k = 0; k < 3; k++) {
    const o = (row + k) * ROW
    error[row + k] = pose[D + k]
    jacobian.fill(0, o, o + ROW)
    jacobian[o + k] = -1
    jacobian[o + 6 + k] = 1
  }
  const a = row * ROW
  // r × e for e = x, y, z: (0, z, −y), (−z, 0, x), (y, −x, 0).
  jacobian[a + 4] = -pose[RA + 2]
  jacobian[a + 5] = pose[RA + 1]
  jacobian[a + ROW + 3] = pose[RA + 2]
  jacobian[a + ROW + 5] = -pose[RA]
  jacobian[a + 2 * ROW + 3] = -pose[RA + 1]
  jacobian[a + 2 * ROW + 4] = pose[RA]
  jacobian[a + 10] = pose[RB + 2]
  jacobian[a + 11] = -pose[RB + 1]
  jacobian[a + ROW + 9] = -pose[RB + 2]
  jacobian[a + ROW + 11] = pose[RB]
  jacobian[a + 2 * ROW + 9] = pose[RB + 1]
  jacobian[a + 2 * ROW + 10] = -pose[RB]
}
