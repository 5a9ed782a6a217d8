/**
 * Friction of one wheel, exactly: the impulse λ = (along, across) within an ellipse that leaves no slip, or else lies on its edge against the
 * slip that remains (greatest dissipation).
 *
 * Inside, (K + Y) λ = −u with u the slip without it and Y the yielding of the tyre. On the edge, with λ = b μ and |μ| = 1,
 * (b K b + σ) μ = −b u for the one σ > 0 that gives that length: Newton's method on 1 − 1/|μ|, which is nearly linear in σ (as in trust-region
 * methods), from below.
 */

import { ROUNDING } from '../../common/math/rounding.ts'

/** In: K tt ty yy, yielding t y, slip t y, half axes of the ellipse t y. Out: impulse t y. */
export const ellipseIn: Float64Array = new Float64Array(9)
export const ellipseOut: Float64Array = new Float64Array(2)

export function solveEllipse(): void {
  const ktt = ellipseIn[0]
  const kty = ellipseIn[1]
  const kyy = ellipseIn[2]
  const ut = ellipseIn[5]
  const uy = ellipseIn[6]
  const bt = ellipseIn[7]
  const by = ellipseIn[8]
  ellipseOut[0] = 0
  ellipseOut[1] = 0
  if (!(bt > 0) || !(by > 0)) return
  const at = ktt + ellipseIn[3]
  const ay = kyy + ellipseIn[4]
  const det = at * ay - kty * kty
  if (det > 0) {
    const t = (kty * uy - ay * ut) / det
    const y = (kty * ut - at * uy) / det
    if ((t / bt) * (t / bt) + (y / by) * (y / by) <= 1) {
      ellipseOut[0] = t
      ellipseOut[1] = y
      return
    }
  }
  const a = bt * ktt * bt
  const b = bt * kty * by
  const c = by * kyy * by
  const pt = -bt * ut
  const py = -by * uy
  // λ's length is at most |q| / σ, so that the σ sought is at most |q|; and at least |q| less the largest eigenvalue.
  const q = Math.sqrt(pt * pt + py * py)
  let sigma = Math.max(0, q - 0.5 * (a + c + Math.sqrt((a - c) * (a - c) + 4 * b * b)))
  let t = 0
  let y = 0
  // Newton's steps never go too far, so that σ only grows; five are common.
  for (;;) {
    const d = (a + sigma) * (c + sigma) - b * b
    if (!(d > 0)) break
    t = ((c + sigma) * pt - b * py) / d
    y = ((a + sigma) * py - b * pt) / d
    const square = t * t + y * y
    const excess = Math.sqrt(square) - 1
    const slope = (t * ((c + sigma) * t - b * y) + y * ((a + sigma) * y - b * t)) / d
    const next = sigma + (square / slope) * excess
    if (!(excess > ROUNDING) || !(next > sigma)) break
    sigma = next
  }
  const length = Math.sqrt(t * t + y * y)
  if (!(length > 0)) return
  ellipseOut[0] = (bt * t) / length
  ellipseOut[1] = (by * y) / length
}
