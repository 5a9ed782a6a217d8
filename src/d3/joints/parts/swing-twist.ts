/**
 * Part `swing-twist`: how far the x axis of frame B leans away from that of frame A, as one or two coordinates for cones, ellipses and pyramids.
 * The twist about x that is left is part `angle`.
 *
 * q = q̄_A q_B = swing · twist, the twist about x, the swing about an axis across it. The swing depends on b = x_B in A's axes alone:
 * b = (c, p, r) with c = 1 − 2(y² + z²), p = 2(xy + wz), r = 2(xz − wy). Its angle is θ = 2 atan2(√(y² + z²), √(x² + w²)), exact from 0 to π, and
 * with s = √(p² + r²) = sin θ and f = θ / s its rotation vector is σ = f (0, −r, p).
 *
 * From ḃ = ω × b: ċ = ω_y r − ω_z p, ṗ = ω_z c − ω_x r, ṙ = ω_x p − ω_y c, and with f′ = df/dc = (c f − 1) / s²
 *   ∇σ_y = (−f p, f c − f′ r², f′ p r), ∇σ_z = (−f r, f′ p r, f c − f′ p²), ∇θ = (0, −r, p) / s.
 *
 * Cone: θ. Pyramid: σ_y and σ_z, a rectangle in the plane of σ.
 *
 * Ellipse with half angles Y and Z: two coordinates, each straight along its own axis and pushed out by the other,
 *   u = σ_y ± Y (1 − √max(a², 1 − (σ_z/Z)²)) within ±Y, v = σ_z ± Z (1 − √max(1 − a², 1 − (σ_y/Y)²)) within ±Z, a = Y / √(Y² + Z²),
 * the sign that of σ_y and σ_z. Both hold exactly where (σ_y/Y)² + (σ_z/Z)² ≤ 1: |u| ≤ Y is the ellipse itself for |σ_z| ≤ √(1 − a²) Z and no more
 * than it demands beyond, |v| ≤ Z likewise for |σ_y| ≤ a Y, and where both roots are cut off |σ_y| > a Y, so that u says it. At a the ellipse's
 * normal leans by 45°: each root bends its coordinate by a slope of 1 at most. ∇u = ∇σ_y ± (Y σ_z / (Z² √(1 − (σ_z/Z)²))) ∇σ_z, the second part 0
 * where cut off. Where σ_y changes sign u leaps, but only within the limits: |u| < Y on both sides. The plain measure √((σ_y/Y)² + (σ_z/Z)²) ≤ 1 has
 * a kink all along the longer axis instead: a step from one side of it to beyond the other is read with the wrong slope and driven on instead of
 * stopped, which makes thin ellipses explode.
 *
 * θ has such a kink at 0 only. Its slope there keeps its size and only the direction is open, so any serves; limits lie far away from it (those near
 * it are told by u and v, a half angle of 0 by σ_y and σ_z). θ² would be smooth, but its slope vanishes at 0, and a limit that has to act through a
 * slope near 0 acts with forces beyond all bounds. At θ = π any way back is as good: that about y is taken; near it ∇σ across the swing grows like
 * 1/s, as it must, since b then runs round σ's rim.
 * Source: Tamis 3.2.6 and A.3.7, Hodges 20 (there with asin of the quaternion's parts, a measure that falls again beyond half a turn).
 */

import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { atan2, atan2At } from '../../../common/math/deterministic-math.ts'
import { relative, rotationRow } from './relative-rotation.ts'

/** θ, σ_y, σ_z, and the gradients of the three in A's axes. */
export const swing: Float64Array = new Float64Array(3)
const slope = new Float64Array(9)
const point = new Float64Array(2)

/** From `relative`. */
export function setSwing(): void {
  const x = relative[0]
  const y = relative[1]
  const z = relative[2]
  const w = relative[3]
  const across = y * y + z * z
  const along = x * x + w * w
  const c = along - across
  const p = 2 * (x * y + w * z)
  const r = 2 * (x * z - w * y)
  const s = Math.sqrt(p * p + r * r)
  point[0] = Math.sqrt(across)
  point[1] = Math.sqrt(along)
  atan2At(point, 0, point, 0)
  const angle = 2 * point[0]
  swing[0] = angle
  slope[0] = 0
  if (s < LOST_DIGITS) {
    swing[1] = c < 0 ? angle : -r
    swing[2] = c < 0 ? 0 : p
    slope[1] = 1
    slope[2] = 0
    slope[3] = 0
    slope[4] = 1
    slope[5] = 0
    slope[6] = 0
    slope[7] = 0
    slope[8] = 1
    return
  }
  slope[1] = -r / s
  slope[2] = p / s
  // Near 0, (c f − 1) loses its digits: the series is exact to rounding below a thousandth.
  const near = s < 1e-3 && c > 0
  const f = angle / s
  const bend = near ? -1 / 3 - (2 / 15) * s * s : (c * f - 1) / (s * s)
  swing[1] = -f * r
  swing[2] = f * p
  slope[3] = -f * p
  slope[4] = f * c - bend * r * r
  slope[5] = bend * p * r
  slope[6] = -f * r
  slope[7] = bend * p * r
  slope[8] = f * c - bend * p * p
}

/** Turn of B about x within ±π, from `relative`; 0 where the swing is half a turn and it has no meaning. */
export function twistAngle(): number {
  return 2 * atan2(relative[0], relative[3])
}

/** Writes J of θ (0), σ_y (1) or σ_z (2) at jacobian[o …] and returns the value; `setSwing` must have been called. */
export function swingPart(pose: Float64Array, part: number, jacobian: Float64Array, o: number): number {
  rotationRow(pose, slope[3 * part], slope[3 * part + 1], slope[3 * part + 2], jacobian, o)
  return swing[part]
}

/** The ellipse's u (part 1) or v (part 2) for half angles about y and z, both above 0; J at jacobian[o …]. `setSwing` must have been called. */
export function swingEllipse(pose: Float64Array, halfY: number, halfZ: number, part: number, jacobian: Float64Array, o: number): number {
  const own = part === 1 ? halfY : halfZ
  const half = part === 1 ? halfZ : halfY
  const least = (own * own) / (halfY * halfY + halfZ * halfZ)
  const t = swing[3 - part] / half
  const bent = 1 - t * t
  const root = Math.sqrt(Math.max(least, bent))
  const side = swing[part] < 0 ? -own : own
  const value = swing[part] + side * (1 - root)
  const lean = bent > least ? (side * t) / (root * half) : 0
  const i = 3 * part
  const k = 9 - i
  rotationRow(pose, slope[i] + lean * slope[k], slope[i + 1] + lean * slope[k + 1], slope[i + 2] + lean * slope[k + 2], jacobian, o)
  return value
}
