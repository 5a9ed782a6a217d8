/**
 * Rotations as pairs (cosine, sine) in typed arrays, addressed by element offset: world = (c x − s y, s x + c y).
 * Every function reads all its inputs before it writes, so `out` may be one of the inputs.
 */

import { sinCosAt } from '../../common/math/deterministic-math.ts'

/** Above this angle the polynomial's error would show (it is below 1e-17 under it). */
const SMALL_ANGLE = 0.125

const pair = new Float64Array(2)

const angleIn = new Float64Array(1)

/** out = cosine and sine of an angle. Loops of the step use `setRotationAt`: numbers as arguments are boxed. */
export function setRotation(angle: number, out: Float64Array, o: number): void {
  angleIn[0] = angle
  setRotationAt(angleIn, 0, out, o)
}

/** out = cosine and sine of the angle at angles[at]. */
export function setRotationAt(angles: Float64Array, at: number, out: Float64Array, o: number): void {
  sinCosAt(angles, at, pair, 0)
  out[o] = pair[1]
  out[o + 1] = pair[0]
}

/**
 * out = cosine − 1 and sine of an angle, both exact to the last bits however small it is. Small angles go through t = tan(angle / 2) as a
 * polynomial and the rational forms of sine and cosine: always a rotation, whatever the polynomial's error.
 */
export function setTurn(angle: number, out: Float64Array, o: number): void {
  angleIn[0] = angle
  setTurnAt(angleIn, 0, out, o)
}

/** The same for the angle at angles[at]. */
export function setTurnAt(angles: Float64Array, at: number, out: Float64Array, o: number): void {
  const angle = angles[at]
  if (angle < SMALL_ANGLE && angle > -SMALL_ANGLE) {
    const x = angle * 0.5
    const s = x * x
    const t = x * (1 + s * (1 / 3 + s * (2 / 15 + s * (17 / 315 + s * (62 / 2835 + s * (1382 / 155925))))))
    const sine = 2 * t / (1 + t * t)
    out[o] = -t * sine
    out[o + 1] = sine
    return
  }
  sinCosAt(angles, at, pair, 0)
  out[o] = pair[1] - 1
  out[o + 1] = pair[0]
}

/** out = a b: the rotation by both. */
export function multiplyRotation(a: Float64Array, ao: number, b: Float64Array, bo: number, out: Float64Array, oo: number): void {
  const c = a[ao] * b[bo] - a[ao + 1] * b[bo + 1]
  const s = a[ao + 1] * b[bo] + a[ao] * b[bo + 1]
  out[oo] = c
  out[oo + 1] = s
}

/** out = the vector (x, y) rotated. */
export function rotate(r: Float64Array, ro: number, x: number, y: number, out: Float64Array, oo: number): void {
  const c = r[ro]
  const s = r[ro + 1]
  out[oo] = c * x - s * y
  out[oo + 1] = s * x + c * y
}

/** out = the vector (x, y) rotated back. */
export function rotateInverse(r: Float64Array, ro: number, x: number, y: number, out: Float64Array, oo: number): void {
  const c = r[ro]
  const s = r[ro + 1]
  out[oo] = c * x + s * y
  out[oo + 1] = c * y - s * x
}
