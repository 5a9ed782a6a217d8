/**
 * Vectors and rotations as objects, for builders: called once per part, never in a step.
 */

import { sin, cos } from '../../common/math/deterministic-math.ts'
import type { Quat, Vec3 } from '../math/types.ts'

export function add(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }
}

/** a + b × times. */
export function addScaled(a: Vec3, b: Vec3, times: number): Vec3 {
  return { x: a.x + b.x * times, y: a.y + b.y * times, z: a.z + b.z * times }
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

export function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function lengthOf(a: Vec3): number {
  return Math.sqrt(dot(a, a))
}

export function unit(a: Vec3): Vec3 {
  const scale = 1 / lengthOf(a)
  return { x: a.x * scale, y: a.y * scale, z: a.z * scale }
}

/** A unit vector at right angles to a unit vector. */
export function perpendicular(a: Vec3): Vec3 {
  const x = Math.abs(a.x)
  const y = Math.abs(a.y)
  const z = Math.abs(a.z)
  const least = x <= y && x <= z ? { x: 1, y: 0, z: 0 } : y <= z ? { x: 0, y: 1, z: 0 } : { x: 0, y: 0, z: 1 }
  return unit(cross(a, least))
}

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

/** First `b`, then `a`. */
export function multiply(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  }
}

/** Rotation by `angle` about a unit axis. */
export function aboutAxis(axis: Vec3, angle: number): Quat {
  const s = sin(angle / 2)
  return { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: cos(angle / 2) }
}

/** The rotation that turns the world's axes into three unit vectors at right angles, right-handed. */
export function rotationFromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x.x + y.y + z.z
  // The largest of the four components is found first, so that nothing is divided by a small number.
  const parts = [trace, x.x, y.y, z.z]
  const largest = parts.indexOf(Math.max(...parts))
  if (largest === 0) {
    const s = 2 * Math.sqrt(1 + trace)
    return { x: (y.z - z.y) / s, y: (z.x - x.z) / s, z: (x.y - y.x) / s, w: s / 4 }
  }
  const s = 2 * Math.sqrt(1 + 2 * parts[largest] - trace)
  if (largest === 1) return { x: s / 4, y: (x.y + y.x) / s, z: (z.x + x.z) / s, w: (y.z - z.y) / s }
  if (largest === 2) return { x: (x.y + y.x) / s, y: s / 4, z: (y.z + z.y) / s, w: (z.x - x.z) / s }
  return { x: (z.x + x.z) / s, y: (y.z + z.y) / s, z: s / 4, w: (x.y - y.x) / s }
}
