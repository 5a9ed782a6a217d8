/** Worlds and bodies that joint tests start from. */

import { box, World, type Body, type BodyDefinition, type Quat, type Vec3 } from 'fulcrum-physics/3d'

export const DT: number = 1 / 60
export const G = 9.81

/** Nothing falls asleep; `gravity` along −y. */
export function jointWorld(gravity: number = 0): World {
  return new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false })
}

/** A box of 1 m × 0.2 m × 0.1 m, 6 kg. */
export function addBeam(world: World, position: Vec3, more: Partial<BodyDefinition> = {}): Body {
  return world.createBody({ position, mass: 6, shapes: [box({ halfExtents: { x: 0.5, y: 0.1, z: 0.05 } })], ...more })
}

export function run(world: World, seconds: number, each?: (time: number) => void): void {
  const steps = Math.round(seconds / DT)
  for (let i = 1; i <= steps; i++) {
    world.step(DT)
    each?.(i * DT)
  }
}

/** Mean frequency in Hz of what `read` swings about 0 during so many seconds, from its first to its last crossing upwards. */
export function frequencyOf(world: World, seconds: number, read: () => number): number {
  const crossings: number[] = []
  let before = read()
  run(world, seconds, time => {
    const now = read()
    if (before < 0 && now >= 0) crossings.push(time - (DT * now) / (now - before))
    before = now
  })
  return (crossings.length - 1) / (crossings.at(-1)! - crossings[0]!)
}

export function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
}

export function quat(axis: Vec3, angle: number): Quat {
  const s = Math.sin(angle / 2) / Math.hypot(axis.x, axis.y, axis.z)
  return { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: Math.cos(angle / 2) }
}

/** Angle of the turn between two rotations, 0 … π. */
export function turnBetween(p: Quat, q: Quat): number {
  const x = p.w * q.x - p.x * q.w - p.y * q.z + p.z * q.y
  const y = p.w * q.y - p.y * q.w - p.z * q.x + p.x * q.z
  const z = p.w * q.z - p.z * q.w - p.x * q.y + p.y * q.x
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w))
}

/** v turned by q. */
export function rotate(q: Quat, v: Vec3): Vec3 {
  const x = 2 * (q.y * v.z - q.z * v.y)
  const y = 2 * (q.z * v.x - q.x * v.z)
  const z = 2 * (q.x * v.y - q.y * v.x)
  return { x: v.x + q.w * x + q.y * z - q.z * y, y: v.y + q.w * y + q.z * x - q.x * z, z: v.z + q.w * z + q.x * y - q.y * x }
}
