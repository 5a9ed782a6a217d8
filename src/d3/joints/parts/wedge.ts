/**
 * Part `wedge`: the direction b = x_B against a wedge (lune) about the axis z of A. 4 coordinates, angles.
 *
 * In A's axes b = (b₁, b₂, b₃), ρ = √(b₁² + b₂²). Azimuth θ = atan2(b₂, b₁), the angle of b laid down on the plane across the axis; ḃ = ω × b
 * gives ∇θ = (−b₁ b₃, −b₂ b₃, ρ²) / ρ². It loses its meaning at the poles b = ±z_A, so limits do not act through it: ten degrees of azimuth are
 * nothing close to a pole. They act through how far b is from either side of the wedge on the sphere, E ≥ 0 inside, which has a slope of 1
 * everywhere.
 *
 * A side is a half circle from pole to pole at azimuth φ, α the azimuth from it, positive inside. Up to a quarter turn to either hand the distance
 * is that to the side's plane with normal n: E = asin(n·b), ∇E = (b × n) / cos E. Beyond, the pole is what is nearest: E = ±atan2(ρ, |b₃|), ∇E =
 * ±sgn(b₃) (−b₂, b₁, 0) / ρ; at α = ±π/2 the two agree with their slopes. So E falls all the way to the far side of the sphere and b finds out of
 * there, which planes alone do not allow (a narrow wedge's two planes push b in opposite ways there); and a wedge may be wider than half a turn,
 * as a plane behind b has no say. α is counted from the middle of the wedge, so the jump is opposite to it, where both ways back are equally long.
 *
 * In its corners, the poles, a wedge narrower than half a turn has the two sides nearly against each other and neither pushes b back from beyond.
 * There the plane across the wedge's middle c does, E = asin(c·b), which no point of the wedge violates. The sides are plain planes there, smooth
 * across the pole, where azimuths jump.
 *
 * Degenerate: b at a pole (θ has no slope, E beyond a quarter turn takes any), b along ±n (any way back). Source: Tamis 3.2.7, with its two planes
 * and the third for acute wedges; the rest is what the text there says is missing.
 */

import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { WEDGE_CORNER } from './tolerances.ts'
import { atan2 } from '../../../common/math/deterministic-math.ts'
import { AXES_A, AXES_B } from '../joint-kind.ts'
import { unwrap } from '../../../common/math/unwrap.ts'
import { rotationRow } from './relative-rotation.ts'

/** b in A's axes, ρ, θ within half a turn of the wedge's middle, and whether b is in a corner between two planes. */
let b1 = 1
let b2 = 0
let b3 = 0
let rho = 1
let azimuth = 0
let cornered = false

/** Reads b; `middle` is the azimuth of the wedge's middle, `narrow` says that it is less than half a turn wide. */
export function setWedge(pose: Float64Array, middle: number, narrow: boolean): void {
  b1 = component(pose, AXES_A)
  b2 = component(pose, AXES_A + 3)
  b3 = component(pose, AXES_A + 6)
  rho = Math.sqrt(b1 * b1 + b2 * b2)
  azimuth = unwrap(atan2(b2, b1), middle)
  cornered = narrow && rho < WEDGE_CORNER
}

function component(pose: Float64Array, u: number): number {
  return pose[u] * pose[AXES_B] + pose[u + 1] * pose[AXES_B + 1] + pose[u + 2] * pose[AXES_B + 2]
}

/** θ; J at jacobian[o …]. `setWedge` must have been called. */
export function azimuthRow(pose: Float64Array, jacobian: Float64Array, o: number): number {
  if (rho < LOST_DIGITS) rotationRow(pose, 0, 0, 1, jacobian, o)
  else rotationRow(pose, (-b1 * b3) / (rho * rho), (-b2 * b3) / (rho * rho), 1, jacobian, o)
  return azimuth
}

/** E of the plane whose normal lies at the azimuth with this cosine and sine; J at jacobian[o …]. `setWedge` must have been called. */
export function planeRow(pose: Float64Array, cosine: number, sine: number, jacobian: Float64Array, o: number): number {
  const gx = -b3 * sine
  const gy = b3 * cosine
  const gz = b1 * sine - b2 * cosine
  const across = Math.sqrt(gx * gx + gy * gy + gz * gz)
  if (across < LOST_DIGITS) rotationRow(pose, 0, 0, 1, jacobian, o)
  else rotationRow(pose, gx / across, gy / across, gz / across, jacobian, o)
  return atan2(b1 * cosine + b2 * sine, across)
}

/**
 * E of a side at azimuth φ, whose cosine and sine are given; `inward` is 1 if the wedge lies at larger azimuths, else −1. J at jacobian[o …].
 * `setWedge` must have been called.
 */
export function sideRow(
  pose: Float64Array, angle: number, cosine: number, sine: number, inward: number, jacobian: Float64Array, o: number,
): number {
  const alpha = inward * (azimuth - angle)
  if (cornered || (alpha < 0.5 * Math.PI && alpha > -0.5 * Math.PI)) return planeRow(pose, -inward * sine, inward * cosine, jacobian, o)
  const side = alpha > 0 ? 1 : -1
  if (rho < LOST_DIGITS) {
    rotationRow(pose, 0, 1, 0, jacobian, o)
    return 0
  }
  const scale = (b3 < 0 ? -side : side) / rho
  rotationRow(pose, -b2 * scale, b1 * scale, 0, jacobian, o)
  return side * atan2(rho, Math.abs(b3))
}
