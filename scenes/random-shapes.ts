/** The four convex shapes of the piles, and hulls from seeded random points. */

import { box, capsule, hull, sphere, type ShapeDefinition, type Vec3 } from 'fulcrum/3d'
import type { Random } from './random.ts'

/** 12 to 20 points on a sphere of the given radius: their hull is a random faceted stone. */
export function randomPoints(random: Random, radius: number): Vec3[] {
  const points: Vec3[] = []
  const count = random.integer(12, 20)
  for (let i = 0; i < count; i++) {
    const d = random.direction()
    points.push({ x: d.x * radius, y: d.y * radius, z: d.z * radius })
  }
  return points
}

export interface PileMaterial {
  density?: number
  friction?: number
  restitution?: number
}

/** Sphere r 0.5, unit box, capsule r 0.3 of straight length 1, or stone of radius 0.6, for kind 0 to 3, all times `scale`. */
export function pileShape(kind: number, random: Random, scale: number, material: PileMaterial = {}): ShapeDefinition {
  const half = 0.5 * scale
  if (kind === 0) return sphere({ radius: half, ...material })
  if (kind === 1) return box({ halfExtents: { x: half, y: half, z: half }, ...material })
  if (kind === 2) return capsule({ radius: 0.3 * scale, halfLength: half, ...material })
  return hull({ points: randomPoints(random, 0.6 * scale), ...material })
}

/** The numbers 0 to count − 1, each modulo `kinds`, in seeded random order: equal shares, well mixed. */
export function shuffledKinds(count: number, kinds: number, random: Random): number[] {
  const list = Array.from({ length: count }, (_, i) => i % kinds)
  for (let i = count - 1; i > 0; i--) {
    const j = random.integer(0, i)
    const swap = list[i]!
    list[i] = list[j]!
    list[j] = swap
  }
  return list
}
