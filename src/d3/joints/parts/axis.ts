/**
 * Part `axis`: how far anchor B lies from anchor A along a direction that is fixed in A. 1 row or coordinate.
 *
 * With d = p_B − p_A and u fixed in A: C = u·d, Ċ = u·(v_B + ω_B × r_B − v_A − ω_A × r_A) + (ω_A × u)·d, so
 * J = (−u, −((r_A + d) × u), u, r_B × u). Never degenerate. Source: Chappuis 2.3, Tamis 3.1.4.
 */

import { D, RA, RB } from '../joint-kind.ts'

/** Writes J at jacobian[o …] for the world direction at axes[u …], which turns with A. Returns C. */
export function axisRow(pose: Float64Array, axes: Float64Array, u: number, jacobian: Float64Array, o: number): number {
  const x = axes[u]
  const y = axes[u + 1]
  const z = axes[u + 2]
  const sx = pose[RA] + pose[D]
  const sy = pose[RA + 1] + pose[D + 1]
  const sz = pose[RA + 2] + pose[D + 2]
  jacobian[o] = -x
  jacobian[o + 1] = -y
  jacobian[o + 2] = -z
  jacobian[o + 3] = -(sy * z - sz * y)
  jacobian[o + 4] = -(sz * x - sx * z)
  jacobian[o + 5] = -(sx * y - sy * x)
  jacobian[o + 6] = x
  jacobian[o + 7] = y
  jacobian[o + 8] = z
  jacobian[o + 9] = pose[RB + 1] * z - pose[RB + 2] * y
  jacobian[o + 10] = pose[RB + 2] * x - pose[RB] * z
  jacobian[o + 11] = pose[RB] * y - pose[RB + 1] * x
  return x * pose[D] + y * pose[D + 1] + z * pose[D + 2]
}
