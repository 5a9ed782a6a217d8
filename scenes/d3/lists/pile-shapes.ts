/** The four convex shapes of the piles as numbers, and seeded random points for hulls. */

import type { Vec3 } from 'fulcrum-physics/3d'
import type { Random } from '../../random.ts'
import type { ListedShape } from './body-list.ts'

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

/** Sphere r 0.5, unit box, capsule r 0.3 of straight length 1, or stone of radius 0.6, for kind 0 to 3, all times `scale`. */
export function listedPileShape(kind: number, random: Random, scale: number): ListedShape {
  const half = 0.5 * scale
  if (kind === 0) return { kind: 'sphere', radius: half }
  if (kind === 1) return { kind: 'box', halfExtents: { x: half, y: half, z: half } }
  if (kind === 2) return { kind: 'capsule', radius: 0.3 * scale, halfLength: half }
  return { kind: 'hull', points: randomPoints(random, 0.6 * scale) }
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
