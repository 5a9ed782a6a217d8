/**
 * Geometric stiffness: a pull P at arm r resists turning like a spring of stiffness r·P / h, and where that is more than a substep can follow
 * the body would swing further out each time: light links under a heavy load fly apart.
 *
 * There the body is given more inertia in the solve: G = θh [½ (r·P + |r||P|) 1 − sym(r Pᵀ)] per joint end, positive semidefinite, P the impulse
 * of the substep before (+λ on B, −λ on A), θ = ½. It is added only as far as it exceeds what the substep follows by itself, so that ordinary
 * machines and ragdolls are not touched at all.
 */

import type { WorldState } from '../world-state.ts'
import { MAX_RIGID, ROW } from './joint-kind.ts'

const THETA = 0.5
/** trace(G I⁻¹) up to which nothing is added. */
const FOLLOWED = 1e9

const P = new Float64Array(3)

/** Sums G of the batch's bodies into `stiff`, as xx xy yy xz yz zz. */
export function sumStiffness(state: WorldState, batch: number, h: number): void {
  const { jointStart, bodyStart } = state.batches
  state.solverBodies.columns.stiff.fill(0, bodyStart[batch] * 6, bodyStart[batch + 1] * 6)
  for (let r = jointStart[batch]; r < jointStart[batch + 1]; r++) addJoint(state, r, h)
}

/** The share of G to add, judged by the trace of G F Fᵀ with the body's own factor at factor[f …]. */
export function stiffShare(G: Float64Array, g: number, factor: Float64Array, f: number): number {
  if (G[g] === 0 && G[g + 2] === 0 && G[g + 5] === 0) return 0
  // Columns of F: (f0 f1 f3), (0 f2 f4), (0 0 f5).
  const trace =
    quadratic(G, g, factor[f], factor[f + 1], factor[f + 3]) + quadratic(G, g, 0, factor[f + 2], factor[f + 4]) + quadratic(G, g, 0, 0, factor[f + 5])
  return trace > FOLLOWED ? 1 - FOLLOWED / trace : 0
}

function quadratic(G: Float64Array, g: number, x: number, y: number, z: number): number {
  return G[g] * x * x + G[g + 2] * y * y + G[g + 5] * z * z + 2 * (G[g + 1] * x * y + G[g + 3] * x * z + G[g + 4] * y * z)
}

function addJoint(state: WorldState, r: number, h: number): void {
  const rows = state.jointRows.columns
  const scalars = state.scalarRows.columns
  const movable = state.batches.bodyStart[0]
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? rows.bodyA[r] : rows.bodyB[r]
    if (s < movable) continue
    P.fill(0)
    const part = side * 6
    for (let i = 0; i < rows.rigid[r]; i++) {
      const impulse = rows.impulse[r * MAX_RIGID + i]
      const o = (r * MAX_RIGID + i) * ROW + part
      for (let k = 0; k < 3; k++) P[k] += rows.jacobian[o + k] * impulse
    }
    for (let c = rows.scalarStart[r]; c < rows.scalarEnd[r]; c++) {
      for (let k = 0; k < 3; k++) P[k] += scalars.jacobian[c * ROW + part + k] * scalars.impulse[c]
    }
    addEnd(state, s, rows.arm, r * 6 + side * 3, h)
  }
}

function addEnd(state: WorldState, s: number, arm: Float64Array, a: number, h: number): void {
  const { stiff } = state.solverBodies.columns
  const x = arm[a]
  const y = arm[a + 1]
  const z = arm[a + 2]
  const along = x * P[0] + y * P[1] + z * P[2]
  const most = Math.sqrt((x * x + y * y + z * z) * (P[0] * P[0] + P[1] * P[1] + P[2] * P[2]))
  if (!(most > 0)) return
  const d = 0.5 * (along + most)
  const t = THETA * h
  const g = s * 6
  stiff[g] += t * (d - x * P[0])
  stiff[g + 1] -= 0.5 * t * (x * P[1] + y * P[0])
  stiff[g + 2] += t * (d - y * P[1])
  stiff[g + 3] -= 0.5 * t * (x * P[2] + z * P[0])
  stiff[g + 4] -= 0.5 * t * (y * P[2] + z * P[1])
  stiff[g + 5] += t * (d - z * P[2])
}
