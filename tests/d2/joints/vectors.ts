/** Vectors, random ones too, for tests of joints in two dimensions. */

import type { Vec2 } from 'fulcrum-physics/2d'
import type { Random } from '../../common/joint-suite/lab.ts'

export function direction(random: Random): Vec2 {
  const angle = 2 * Math.PI * random()
  return { x: Math.cos(angle), y: Math.sin(angle) }
}

export function scaled(v: Vec2, by: number): Vec2 {
  return { x: v.x * by, y: v.y * by }
}

export function rotated(angle: number, v: Vec2): Vec2 {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return { x: c * v.x - s * v.y, y: s * v.x + c * v.y }
}
