/**
 * Rotations for scenes, with sine and cosine built from specified operations only, so that scenes start from the same bits
 * in every browser. Accurate to about 1e-15; not meant for speed.
 */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'

const HALF_PI = Math.PI / 2

export interface SineCosine {
  sine: number
  cosine: number
}

/** Sine and cosine of an angle of at most some thousand turns. */
export function sineCosine(angle: number): SineCosine {
  const quarter = Math.round(angle / HALF_PI)
  const x = angle - quarter * HALF_PI
  const square = x * x
  let sine = 0
  let cosine = 0
  // Horner form of the series; |x| is below 0.8, so 20 powers are far beyond the last bit.
  for (let k = 20; k >= 2; k -= 2) {
    sine = (1 - sine) * (square / (k * (k + 1)))
    cosine = (1 - cosine) * (square / (k * (k - 1)))
  }
  sine = x * (1 - sine)
  cosine = 1 - cosine
  switch (((quarter % 4) + 4) % 4) {
    case 0:
      return { sine, cosine }
    case 1:
      return { sine: cosine, cosine: -sine }
    case 2:
      return { sine: -sine, cosine: -cosine }
    default:
      return { sine: -cosine, cosine: sine }
  }
}

export function degrees(angle: number): number {
  return (angle * Math.PI) / 180
}

/** Rotation by `angle` radians about an axis of any length. */
export function aboutAxis(x: number, y: number, z: number, angle: number): Quat {
  const { sine, cosine } = sineCosine(angle / 2)
  const scale = sine / Math.sqrt(x * x + y * y + z * z)
  return { x: x * scale, y: y * scale, z: z * scale, w: cosine }
}

/** First `b`, then `a`. */
export function multiply(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  }
}

/** The vector turned by the rotation. */
export function rotate(q: Quat, v: Vec3): Vec3 {
  const tx = 2 * (q.y * v.z - q.z * v.y)
  const ty = 2 * (q.z * v.x - q.x * v.z)
  const tz = 2 * (q.x * v.y - q.y * v.x)
  return {
    x: v.x + q.w * tx + q.y * tz - q.z * ty,
    y: v.y + q.w * ty + q.z * tx - q.x * tz,
    z: v.z + q.w * tz + q.x * ty - q.y * tx,
  }
}
