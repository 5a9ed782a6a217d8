/**
 * Every kind of shape, at random: what the table-driven tests of shapes and of pairs of shapes go through. A new kind is one entry here, and is then
 * tested against every other.
 */

import { box, capsule, cylinder, ellipsoid, hull, plane, sphere, type ShapeDefinition } from '../../../../src/d3/index.ts'
import type { ShapeKindName } from '../../../../src/d3/geometry/shapes/shape-record.ts'
import { randomDirection } from '../distance/convex.ts'

export type Random = () => number
type Options = Record<string, unknown>

export interface ShapeKind {
  /** What a user writes, about `scale` m in size, sides up to six to one or as `aspect` says. */
  options(random: Random, scale: number, aspect?: number): Options
  /** The function that takes it. */
  define(options: Options): ShapeDefinition
  /** Is it without end? What tests of bounded solids ask has no answer then. */
  unbounded?: boolean
  /** Name of that function, if the kind has another. */
  name?: string
  /** Fields that may be left out or be 0. */
  optional?: readonly string[]
}

function side(random: Random, scale: number, aspect = 6): number {
  return scale * Math.pow(aspect, -random())
}

function sides(random: Random, scale: number, aspect?: number): { x: number; y: number; z: number } {
  return { x: side(random, scale, aspect), y: side(random, scale, aspect), z: side(random, scale, aspect) }
}

/** A cloud that is not about its origin. */
function cloud(random: Random, scale: number, aspect?: number): { x: number; y: number; z: number }[] {
  const [sx, sy, sz] = [side(random, scale, aspect), side(random, scale, aspect), side(random, scale, aspect)]
  const shift = 0.4 * scale * random()
  return Array.from({ length: 6 + Math.floor(20 * random()) }, () => {
    const [x, y, z] = randomDirection(random)
    return { x: x * sx + shift, y: y * sy, z: z * sz }
  })
}

/** Cylinders, truncated cones, cones, and some with rounded edges. */
function cylinderOptions(random: Random, scale: number, aspect?: number): Options {
  const choice = random()
  const halfHeight = side(random, scale, aspect)
  const radius = side(random, scale, aspect)
  if (choice < 0.4) return { radius, halfHeight }
  if (choice < 0.6) return { radius, radiusTop: 0, halfHeight }
  if (choice < 0.8) return { radiusTop: radius, radiusBottom: side(random, scale, aspect), halfHeight }
  return { radius, halfHeight, rounding: Math.min(radius, halfHeight) * (0.05 + 0.9 * random()) }
}

/** From next to equal ends to one ball that all but holds the other. */
function taperedOptions(random: Random, scale: number, aspect?: number): Options {
  const [radius, halfLength] = [side(random, scale, aspect), side(random, scale, aspect)]
  const other = Math.max(0.01 * scale, radius + 1.98 * halfLength * (2 * random() - 1))
  return random() < 0.5 ? { radius, radiusTop: other, halfLength } : { radiusTop: other, radiusBottom: radius, halfLength }
}

/** Level geometry is no solid: its tests are in tests/d3/meshes. */
export type ConvexName = Exclude<ShapeKindName, 'mesh' | 'height-field' | 'voxels'>

export const KINDS: Readonly<Record<ConvexName, ShapeKind>> = {
  sphere: { options: (random, scale, aspect) => ({ radius: side(random, scale, aspect) }), define: (o) => sphere(o as never) },
  capsule: {
    options: (random, scale, aspect) => ({ radius: side(random, scale, aspect), halfLength: side(random, scale, aspect) }),
    define: (o) => capsule(o as never),
  },
  box: {
    options: (random, scale, aspect) => ({ halfExtents: sides(random, scale, aspect) }),
    define: (o) => box(o as never),
  },
  hull: { options: (random, scale, aspect) => ({ points: cloud(random, scale, aspect) }), define: (o) => hull(o as never) },
  cylinder: {
    options: cylinderOptions, define: (o) => cylinder(o as never), optional: ['radius', 'radiusTop', 'radiusBottom', 'rounding'],
  },
  ellipsoid: {
    options: (random, scale, aspect) => ({ radii: sides(random, scale, aspect) }),
    define: (o) => ellipsoid(o as never),
  },
  'tapered-capsule': { options: taperedOptions, define: (o) => capsule(o as never), name: 'capsule', optional: ['radius', 'radiusTop', 'radiusBottom'] },
  'rounded-box': {
    options(random, scale, aspect) {
      const halfExtents = sides(random, scale, aspect)
      return { halfExtents, rounding: Math.min(halfExtents.x, halfExtents.y, halfExtents.z) * (0.05 + 0.9 * random()) }
    },
    define: (o) => box(o as never),
    name: 'box',
  },
  'rounded-hull': {
    options: (random, scale, aspect) => ({ points: cloud(random, scale, aspect), rounding: 0.1 * side(random, scale, aspect) }),
    define: (o) => hull(o as never),
    name: 'hull',
  },
  plane: { options: () => ({}), define: (o) => plane(o as never), unbounded: true },
}
