/**
 * Torque-free motion of an asymmetric body by symmetric splitting.
 *
 * With the angular momentum L in principal axes the energy is Σ Lᵢ²/2Iᵢ. Write it as |L|²/2Iₜ + Lₐ²/2·(1/Iₐ − 1/Iₜ) + L_b²/2·(1/I_b −
 * 1/Iₜ) for one reference axis t. The first term turns the body about the fixed world vector L at the rate |L|/Iₜ and commutes with the
 * others; each of the others turns it about one principal axis at a constant rate. Half, whole, half of those two is a second-order step
 * that keeps L to rounding and the energy within a narrow band for ever. With t chosen so that the two differences have the smallest
 * product, a symmetric top is exact and a thin rod as good as any.
 *
 * Bodies without joints get the rest of the energy back as well: a blow that falls into the band would make its error last, and a gas of
 * elastic bodies would heat up or cool down by chance.
 */

import { SPIN_ENERGY_ROUNDING } from '../../common/math/rounding.ts'
import { quatConjugate, quatMultiply, quatRotateAt, quatRotateInverseAt } from './quaternion.ts'
import { half, halveAngle, renormalize, turnAt } from './rotation.ts'

/** Frame quaternion, angular momentum in it and in the world. */
const Q = new Float64Array(4)
const L = new Float64Array(3)
const world = new Float64Array(3)
const inverse = new Float64Array(4)
/** Twice the energy before and after: numbers handed on would be allocated. */
const energies = new Float64Array(2)

/** The axis whose moment is the reference: the one that leaves the smallest product of differences. */
export function referenceAxis(principal: Float64Array, po: number): number {
  const a = 1 / principal[po]
  const b = 1 / principal[po + 1]
  const c = 1 / principal[po + 2]
  const x = Math.abs((b - a) * (c - a))
  const y = Math.abs((a - b) * (c - b))
  const z = Math.abs((a - c) * (b - c))
  if (x <= y && x <= z) return 0
  return y <= z ? 1 : 2
}

/**
 * Advances orientation `q` and world angular velocity `w` (in place) by the time in `time[0]`; `exact`: with its energy to
 * rounding. `principal` holds the moments, `axes` the rotation from principal to body axes, `reference` the axis of `referenceAxis`.
 */
export function rotateFreely(
  q: Float64Array, qo: number, w: Float64Array, wo: number, principal: Float64Array, po: number, axes: Float64Array, ao: number,
  reference: number, time: Float64Array, exact: boolean,
): void {
  const t = time[0]
  const moment = principal[po + reference]
  const a = reference === 2 ? 0 : reference + 1
  const b = reference === 0 ? 2 : reference - 1
  const rateA = (1 / principal[po + a] - 1 / moment) * t
  const rateB = (1 / principal[po + b] - 1 / moment) * t
  quatMultiply(q, qo, axes, ao, Q, 0)
  quatRotateInverseAt(Q, 0, w, wo, L, 0)
  L[0] *= principal[po]
  L[1] *= principal[po + 1]
  L[2] *= principal[po + 2]
  quatRotateAt(Q, 0, L, 0, world, 0)
  if (exact) measureEnergy(principal, po, 0)
  half[0] = 0.5 * L[a] * rateA
  turnAbout(a)
  half[0] = L[b] * rateB
  turnAbout(b)
  half[0] = 0.5 * L[a] * rateA
  turnAbout(a)
  for (let k = 0; k < 3; k++) world[k] /= moment
  turnAt(Q, 0, world, 0, time)
  if (exact) restoreEnergy(principal, po)
  renormalize(Q, 0)
  for (let k = 0; k < 3; k++) L[k] /= principal[po + k]
  quatRotateAt(Q, 0, L, 0, w, wo)
  quatConjugate(axes, ao, inverse, 0)
  quatMultiply(Q, 0, inverse, 0, q, qo)
}

/** Turns the frame by the angle in half[0] about its own axis k; L, which stands still in the world, turns the other way in the frame. */
function turnAbout(k: number): void {
  const i = k === 2 ? 0 : k + 1
  const j = k === 0 ? 2 : k - 1
  halveAngle()
  const c = half[0]
  const s = half[1]
  const along = Q[k]
  const first = Q[i]
  Q[k] = along * c + Q[3] * s
  Q[3] = Q[3] * c - along * s
  Q[i] = first * c + Q[j] * s
  Q[j] = Q[j] * c - first * s
  const cc = 1 - 2 * s * s
  const ss = 2 * s * c
  const l = L[i]
  L[i] = cc * l + ss * L[j]
  L[j] = cc * L[j] - ss * l
}

/** Σ Lᵢ²/Iᵢ, into energies[at]. */
function measureEnergy(principal: Float64Array, po: number, at: number): void {
  energies[at] = (L[0] * L[0]) / principal[po] + (L[1] * L[1]) / principal[po + 1] + (L[2] * L[2]) / principal[po + 2]
}

/**
 * Turns the frame to where L has the energy it had: along the great circle of the steepest energy, by the angle φ of E(φ) = E₀. With x = tan φ
 * that is (C − E₀) x² + 2 B x + E − E₀ = 0, C the energy of an L along the tangent there, B the slope.
 */
function restoreEnergy(principal: Float64Array, po: number): void {
  measureEnergy(principal, po, 1)
  const energy = energies[0]
  const now = energies[1]
  const square = L[0] * L[0] + L[1] * L[1] + L[2] * L[2]
  if (Math.abs(now - energy) <= SPIN_ENERGY_ROUNDING * energy) return
  const share = now / square
  const tx = L[0] / principal[po] - share * L[0]
  const ty = L[1] / principal[po + 1] - share * L[1]
  const tz = L[2] / principal[po + 2] - share * L[2]
  const slope = tx * tx + ty * ty + tz * tz
  const scale = square / slope
  const along = scale * ((tx * tx) / principal[po] + (ty * ty) / principal[po + 1] + (tz * tz) / principal[po + 2])
  const B = Math.sqrt(square * slope)
  const root = B * B - (along - energy) * (now - energy)
  if (!(root > 0)) return
  const x = (energy - now) / (B + Math.sqrt(root))
  const cosine = 1 / Math.sqrt(1 + x * x)
  const way = x * cosine * Math.sqrt(scale)
  const nx = cosine * L[0] + way * tx
  const ny = cosine * L[1] + way * ty
  const nz = cosine * L[2] + way * tz
  // The turn of the frame that takes the new L to the old one.
  const w = square + L[0] * nx + L[1] * ny + L[2] * nz
  const rx = ny * L[2] - nz * L[1]
  const ry = nz * L[0] - nx * L[2]
  const rz = nx * L[1] - ny * L[0]
  const qx = Q[0]
  const qy = Q[1]
  const qz = Q[2]
  const qw = Q[3]
  Q[0] = qw * rx + qx * w + qy * rz - qz * ry
  Q[1] = qw * ry + qy * w + qz * rx - qx * rz
  Q[2] = qw * rz + qz * w + qx * ry - qy * rx
  Q[3] = qw * w - qx * rx - qy * ry - qz * rz
  L[0] = nx
  L[1] = ny
  L[2] = nz
}
