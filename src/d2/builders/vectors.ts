/**
 * Vectors and rotations as objects and numbers, for builders: called once per part, never in a step.
 */

import { atan2, cos, sin } from '../../common/math/deterministic-math.ts'
import type { Vec2 } from '../math/types.ts'

export function add(a: Vec2, b: Vec2): Vec2 {
  return { x: a.x + b.x, y: a.y + b.y }
}

/** a + b × times. */
export function addScaled(a: Vec2, b: Vec2, times: number): Vec2 {
  return { x: a.x + b.x * times, y: a.y + b.y * times }
}

export function subtract(a: Vec2, b: Vec2): Vec2 {
  return { x: a.x - b.x, y: a.y - b.y }
}

export function dot(a: Vec2, b: Vec2): number {
  return a.x * b.x + a.y * b.y
}

export function cross(a: Vec2, b: Vec2): number {
  return a.x * b.y - a.y * b.x
}

export function lengthOf(a: Vec2): number {
  return Math.sqrt(dot(a, a))
}

export function unit(a: Vec2): Vec2 {
  const scale = 1 / lengthOf(a)
  return { x: a.x * scale, y: a.y * scale }
}

/** The vector turned a quarter to the left. */
export function perpendicular(a: Vec2): Vec2 {
  return { x: -a.y, y: a.x }
}

export function rotate(angle: number, v: Vec2): Vec2 {
  const c = cos(angle)
  const s = sin(angle)
  return { x: c * v.x - s * v.y, y: s * v.x + c * v.y }
}

/** The rotation that turns x into a direction. */
export function angleOf(a: Vec2): number {
  return atan2(a.y, a.x)
}
