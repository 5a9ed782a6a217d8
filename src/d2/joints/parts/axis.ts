/**
 * Part `axis`: how far anchor B lies from anchor A along a direction that is fixed in A. 1 row or coordinate.
 *
 * With d = p_B − p_A and u fixed in A: C = u·d, Ċ = u·(v_B + ω_B r_B⊥ − v_A − ω_A r_A⊥) + ω_A u⊥·d, so
 * J = (−u, −((r_A + d) × u), u, r_B × u). Never degenerate. Source: Chipmunk IM5, Chappuis 2.3.
 */

import { AXIS_A, D, RA, RB } from '../joint-kind.ts'

/** Along x of frame A, or across it along y. */
export const ALONG = 0
export const ACROSS = 1

/** Writes J at jacobian[o …] and returns C. */
export function axisRow(pose: Float64Array, which: number, jacobian: Float64Array, o: number): number {
  const c = pose[AXIS_A]
  const s = pose[AXIS_A + 1]
  const x = which === ALONG ? c : -s
  const y = which === ALONG ? s : c
  const dx = pose[D]
  const dy = pose[D + 1]
  jacobian[o] = -x
  jacobian[o + 1] = -y
  jacobian[o + 2] = (pose[RA + 1] + dy) * x - (pose[RA] + dx) * y
  jacobian[o + 3] = x
  jacobian[o + 4] = y
  jacobian[o + 5] = pose[RB] * y - pose[RB + 1] * x
  return x * dx + y * dy
}
