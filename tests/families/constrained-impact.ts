/** Impacts on constrained systems by dense algebra, for both dimensions: rows of numbers per freedom, nothing of the engine. */

import { solveDense } from './dense.ts'

/**
 * J W_c Jᵀ with W_c = W − W Gᵀ (G W Gᵀ)⁻¹ G W: the compliance along J of a system with the inverse mass matrix W (full, one row per freedom)
 * and the constraints G. Null if they are dependent.
 */
export function constrainedCompliance(W: readonly (readonly number[])[], G: readonly (readonly number[])[], J: readonly number[]): number | null {
  const times = (v: readonly number[]): number[] => W.map(row => row.reduce((sum, value, k) => sum + value * v[k]!, 0))
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, k) => sum + value * b[k]!, 0)
  const WJ = times(J)
  const WG = G.map(times)
  if (G.length === 0) return dot(J, WJ)
  const x = solveDense(G.map(row => WG.map(column => dot(row, column))), G.map(row => dot(row, WJ)), 1e-6)
  return x === null ? null : dot(J, WJ) - WG.reduce((sum, column, i) => sum + x[i]! * dot(J, column), 0)
}
