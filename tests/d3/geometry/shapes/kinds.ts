/**
 * Every kind of shape, at random: what the table-driven tests of shapes and of pairs of shapes go through. A new kind is one entry here, and is then
 * tested against every other.
 */

import { box, capsule, cylinder, hull, sphere, type ShapeDefinition } from '../../../../src/d3/index.ts'
import type { ShapeKindName } from '../../../../src/d3/geometry/shapes/shape-record.ts'
import { randomDirection } from '../distance/convex.ts'

export type Random = () => number
type Options = Record<string, unknown>

export interface ShapeKind {
  /** What a user writes, about `scale` m in size, sides up to six to one. */
  options(random: Random, scale: number): Options
  /** The function that takes it. */
  define(options: Options): ShapeDefinition
  /** Fields that may be left out or be 0. */
  optional?: readonly string[]
}

function side(random: Random, scale: number): number {
  return scale * Math.pow(6, -random())
}

/** A cloud that is not about its origin. */
function cloud(random: Random, scale: number): { x: number; y: number; z: number }[] {
  const [sx, sy, sz] = [side(random, scale), side(random, scale), side(random, scale)]
  const shift = 0.4 * scale * random()
  return Array.from({ length: 6 + Math.floor(20 * random()) }, () => {
    const [x, y, z] = randomDirection(random)
    return { x: x * sx + shift, y: y * sy, z: z * sz }
  })
}

/** Cylinders, truncated cones, cones, and some with rounded edges. */
function cylinderOptions(random: Random, scale: number): Options {
  const choice = random()
  const halfHeight = side(random, scale)
  const radius = side(random, scale)
  if (choice < 0.4) return { radius, halfHeight }
  if (choice < 0.6) return { radius, radiusTop: 0, halfHeight }
  if (choice < 0.8) return { radiusTop: radius, radiusBottom: side(random, scale), halfHeight }
  return { radius, halfHeight, rounding: Math.min(radius, halfHeight) * (0.05 + 0.9 * random()) }
}

export const KINDS: Readonly<Record<ShapeKindName, ShapeKind>> = {
  sphere: { options: (random, scale) => ({ radius: side(random, scale) }), define: (o) => sphere(o as never) },
  capsule: { options: (random, scale) => ({ radius: side(random, scale), halfLength: side(random, scale) }), define: (o) => capsule(o as never) },
  box: {
    options: (random, scale) => ({ halfExtents: { x: side(random, scale), y: side(random, scale), z: side(random, scale) } }),
    define: (o) => box(o as never),
  },
  hull: { options: (random, scale) => ({ points: cloud(random, scale) }), define: (o) => hull(o as never) },
  cylinder: {
    options: cylinderOptions, define: (o) => cylinder(o as never), optional: ['radius', 'radiusTop', 'radiusBottom', 'rounding'],
  },
}
