/**
 * Part `second-point`: a point at distance L from the anchor along x keeps beside the axis of the other body. 2 rows, lengths.
 *
 * The points are p_A + L a and p_B + L b with a = x_A, b = x_B; their gap is e = d + L (b − a). Across a it is y_A·d + L y_A·b, which also
 * vanishes for b = −a. So the second term is taken along the arc that the point has to travel, not along its chord: L times the swing σ of part
 * `hinge-rotation`, C = (y_A·d + L σ_z, z_A·d − L σ_y), equal up to the third order. J = rows of part `axis` plus L times those of the swing.
 * Degenerate like the swing: exactly opposite axes. Source: Tamis 3.2.2, where both points have three rows and the sixth, along the axis, is one
 * too many.
 */

import { AXES_A, type Measure, ROW } from '../joint-kind.ts'
import { axisRow } from './axis.ts'
import { swing, swingRow } from './hinge-rotation.ts'

const turned = new Float64Array(ROW)

/** Rows `row` and `row` + 1; `reach` is L. */
export function secondPointRows(pose: Float64Array, reach: number, out: Measure, row: number): void {
  acrossRow(pose, AXES_A + 3, 1, reach, out, row)
  acrossRow(pose, AXES_A + 6, -1, reach, out, row + 1)
}

/** Along u at pose[u …], y_A or z_A; `sign` is that of u in the swing. */
function acrossRow(pose: Float64Array, u: number, sign: number, reach: number, out: Measure, row: number): void {
  const o = row * ROW
  const shift = axisRow(pose, pose, u, out.jacobian, o)
  swingRow(pose, u, sign, turned, 0)
  const lever = sign * reach
  out.error[row] = shift + lever * swing[0]
  for (let k = 0; k < ROW; k++) out.jacobian[o + k] += lever * turned[k]
}
