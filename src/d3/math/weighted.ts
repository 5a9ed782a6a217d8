/**
 * Between angular velocity w and the mass-weighted u of the solver: w = F u, F lower triangular (00 10 11 20 21 22), F Fᵀ = I⁻¹.
 */

/** u with F u = the angular velocity at w; a locked axis (zero pivot) has no part. */
export function toWeighted(F: Float64Array, f: number, w: Float64Array, wo: number, out: Float64Array, o: number): void {
  const u0 = F[f] > 0 ? w[wo] / F[f] : 0
  const u1 = F[f + 2] > 0 ? (w[wo + 1] - F[f + 1] * u0) / F[f + 2] : 0
  const u2 = F[f + 5] > 0 ? (w[wo + 2] - F[f + 3] * u0 - F[f + 4] * u1) / F[f + 5] : 0
  out[o] = u0
  out[o + 1] = u1
  out[o + 2] = u2
}

/** Fᵀd: a turn about the direction at d, weighted. */
export function spinJacobian(F: Float64Array, f: number, direction: Float64Array, d: number, out: Float64Array, o: number): void {
  const x = direction[d]
  const y = direction[d + 1]
  const z = direction[d + 2]
  out[o] = F[f] * x + F[f + 1] * y + F[f + 3] * z
  out[o + 1] = F[f + 2] * y + F[f + 4] * z
  out[o + 2] = F[f + 5] * z
}

/** w = F u. */
export function fromWeighted(F: Float64Array, f: number, u: Float64Array, o: number, out: Float64Array, oo: number): void {
  const x = F[f] * u[o]
  const y = F[f + 1] * u[o] + F[f + 2] * u[o + 1]
  out[oo + 2] = F[f + 3] * u[o] + F[f + 4] * u[o + 1] + F[f + 5] * u[o + 2]
  out[oo + 1] = y
  out[oo] = x
}
