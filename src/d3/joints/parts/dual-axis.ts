/**
 * Part `dual-axis`: anchor B stays on the line through anchor A along x of frame A. 2 rows: `axis` along y_A and along z_A.
 *
 * C = (y_A·d, z_A·d) with d = p_B − p_A, J of each = (−u, −((r_A + d) × u), u, r_B × u). Never degenerate.
 *
 * Why not r_A alone, or the midpoint between the anchors? u turns with A, which moves the line at B by ω_A × d: with r_A alone the row is not the
 * derivative of C, and with both anchors at centres of mass it would know no torque at all. With s = r_A + d both bodies are pushed at one and the
 * same place, p_B, so angular momentum is kept exactly. Pushing at the midpoint changes J by −½ (d × u)·(ω_B − ω_A). Along the axis that is a
 * combination of the joint's own rotation rows, which ask for ω_B = ω_A across the axis: the same velocities are allowed, and since the rows of a
 * joint are solved as one block, the same ones result. What is left of the difference is across the axis, of the size of the error, and there this
 * form is the exact derivative and the midpoint one is not.
 * Source: Chappuis 2.3 (51), Tamis 3.1.4 (3.9 to 3.12).
 */

import { AXES_A, type Measure, ROW } from '../joint-kind.ts'
import { axisRow } from './axis.ts'

/** Rows `row` and `row` + 1. */
export function dualAxisRows(pose: Float64Array, out: Measure, row: number): void {
  out.error[row] = axisRow(pose, pose, AXES_A + 3, out.jacobian, row * ROW)
  out.error[row + 1] = axisRow(pose, pose, AXES_A + 6, out.jacobian, (row + 1) * ROW)
}
