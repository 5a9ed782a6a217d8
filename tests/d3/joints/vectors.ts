/** Vectors and rotations, random ones too, for tests of joints in three dimensions. */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'
import type { Random } from '../../common/joint-suite/lab.ts'

/** Evenly spread over all directions. */
export function direction(random: Random): Vec3 {
  for (;;) {
    const v = { x: 2 * random() - 1, y: 2 * random() - 1, z: 2 * random() - 1 }
    const length = Math.hypot(v.x, v.y, v.z)
    if (length > 0.1 && length < 1) return { x: v.x / length, y: v.y / length, z: v.z / length }
  }
}

export function scaled(v: Vec3, by: number): Vec3 {
  return { x: v.x * by, y: v.y * by, z: v.z * by }
}

export function around(axis: Vec3, angle: number): Quat {
  const s = Math.sin(angle / 2)
  return { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: Math.cos(angle / 2) }
}

/** p then q: q p. */
export function after(p: Quat, q: Quat): Quat {
  return {
    x: q.w * p.x + q.x * p.w + q.y * p.z - q.z * p.y,
    y: q.w * p.y - q.x * p.z + q.y * p.w + q.z * p.x,
    z: q.w * p.z + q.x * p.y - q.y * p.x + q.z * p.w,
    w: q.w * p.w - q.x * p.x - q.y * p.y - q.z * p.z,
  }
}

export function rotated(q: Quat, v: Vec3): Vec3 {
  const { x, y, z } = after(after({ x: -q.x, y: -q.y, z: -q.z, w: q.w }, { ...v, w: 0 }), q)
  return { x, y, z }
}

/** Evenly spread over all rotations. */
export function rotation(random: Random): Quat {
  for (;;) {
    const q = { x: 2 * random() - 1, y: 2 * random() - 1, z: 2 * random() - 1, w: 2 * random() - 1 }
    const n = Math.hypot(q.x, q.y, q.z, q.w)
    if (n > 0.1 && n < 1) return { x: q.x / n, y: q.y / n, z: q.z / n, w: q.w / n }
  }
}
