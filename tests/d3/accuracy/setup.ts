/** Common ground of the accuracy cases: the step, gravity, worlds without sleep, and vector helpers for formulas. */

import { World, type Body, type Quat, type Vec3, type WorldOptions } from 'fulcrum-physics/3d'
import { rotate } from '../../../scenes/d3/rotation.ts'

export const DT: number = 1 / 60
export const GRAVITY = 9.81
export const WEIGHTLESS: Vec3 = { x: 0, y: 0, z: 0 }

/** A world as the suite measures it: default settings, sleeping off. */
export function createWorld(options: WorldOptions = {}): World {
  return new World({ sleeping: false, ...options })
}

/** Steps of 1/60 s. */
export function steps(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step(DT)
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

export function add(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }
}

export function scale(a: Vec3, factor: number): Vec3 {
  return { x: a.x * factor, y: a.y * factor, z: a.z * factor }
}

export function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function length(a: Vec3): number {
  return Math.hypot(a.x, a.y, a.z)
}

export function distance(a: Vec3, b: Vec3): number {
  return length(subtract(a, b))
}

export function conjugate(q: Quat): Quat {
  return { x: -q.x, y: -q.y, z: -q.z, w: q.w }
}

/** Principal moments of a solid box of the given mass. */
export function boxMoments(mass: number, half: Vec3): Vec3 {
  return {
    x: (mass / 3) * (half.y * half.y + half.z * half.z),
    y: (mass / 3) * (half.x * half.x + half.z * half.z),
    z: (mass / 3) * (half.x * half.x + half.y * half.y),
  }
}

/** Spin angular momentum of a body whose principal axes are its own axes. */
export function spinMomentum(body: Body, moments: Vec3): Vec3 {
  const q = body.rotation
  const local = rotate(conjugate(q), body.angularVelocity)
  return rotate(q, { x: local.x * moments.x, y: local.y * moments.y, z: local.z * moments.z })
}

/** Energy of the spin. */
export function spinEnergy(body: Body, moments: Vec3): number {
  return dot(body.angularVelocity, spinMomentum(body, moments)) / 2
}

/** Angle between two orientations, radians; accurate for small ones. */
export function angleBetween(a: Quat, b: Quat): number {
  const x = a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y
  const y = a.w * b.y - a.y * b.w - a.z * b.x + a.x * b.z
  const z = a.w * b.z - a.z * b.w - a.x * b.y + a.y * b.x
  const w = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w))
}

export function isFinitePose(body: Body): boolean {
  const p = body.position
  const q = body.rotation
  const v = body.linearVelocity
  const w = body.angularVelocity
  const sum = p.x + p.y + p.z + q.x + q.y + q.z + q.w + v.x + v.y + v.z + w.x + w.y + w.z
  return Number.isFinite(sum)
}
