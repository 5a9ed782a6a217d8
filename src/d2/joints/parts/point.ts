/**
 * Part `point`: two anchors coincide. 2 rows.
 *
 * C = x_B + r_B − x_A − r_A, Ċ = v_B + ω_B r_B⊥ − v_A − ω_A r_A⊥ with r⊥ = (−r_y, r_x), along the world's axes. Never degenerate.
 * Source: Chipmunk IM4 (DD4, DD6).
 */

import { D, type Measure, RA, RB, ROW } from '../joint-kind.ts'

/** Rows 0 and 1. */
export function pointRows(pose: Float64Array, out: Measure): void {
  const { error, jacobian } = out
  error[0] = pose[D]
  error[1] = pose[D + 1]
  jacobian[0] = -1
  jacobian[1] = 0
  jacobian[2] = pose[RA + 1]
  jacobian[3] = 1
  jacobian[4] = 0
  jacobian[5] = -pose[RB + 1]
  jacobian[ROW] = 0
  jacobian[ROW + 1] = -1
  jacobian[ROW + 2] = -pose[RA]
  jacobian[ROW + 3] = 0
  jacobian[ROW + 4] = 1
  jacobian[ROW + 5] = pose[RB]
}
