/**
 * Random shapes of all kinds in both dimensions, for queries: a world, shapes, vectors and rotations by the same calls. Types are those of space;
 * the plane has all that is used.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import type { Random } from '../family.ts'

export interface Lab {
  name: string
  world(): d3.World
  shape(random: Random): d3.ShapeDefinition
  vector(random: Random, most: number): d3.Vec3
  rotation(random: Random): d3.Quat
}

export const within = (random: Random, most: number): number => random.between(-most, most)

export const SPACE: Lab = {
  name: '3D',
  world: () => new d3.World(),
  shape(random) {
    const size = (): number => random.scale(0.05, 2)
    switch (random.integer(0, 6)) {
      case 0: return d3.sphere({ radius: size() })
      case 1: return d3.box({ halfExtents: { x: size(), y: size(), z: size() } })
      case 2: return d3.capsule({ radius: size(), halfLength: size() })
      case 3: return d3.cylinder({ radius: size(), halfHeight: size() })
      case 4: return d3.cone({ radius: size(), halfHeight: size() })
      case 5: return d3.ellipsoid({ radii: { x: size(), y: size(), z: size() } })
      default: {
        const [x, y, z] = [size(), size(), size()]
        const points = Array.from({ length: 12 }, () => ({ x: within(random, x), y: within(random, y), z: within(random, z) }))
        return d3.hull({ points })
      }
    }
  },
  vector: (random, most) => ({ x: within(random, most), y: within(random, most), z: within(random, most) }),
  rotation(random) {
    const q = [0, 1, 2, 3].map(() => within(random, 1) || 1)
    const length = Math.hypot(...q)
    return { x: q[0]! / length, y: q[1]! / length, z: q[2]! / length, w: q[3]! / length }
  },
}

export const PLANE: Lab = {
  name: '2D',
  world: () => new d2.World() as unknown as d3.World,
  shape(random) {
    const size = (): number => random.scale(0.05, 2)
    const make = (): d2.ShapeDefinition => {
      switch (random.integer(0, 5)) {
        case 0: return d2.circle({ radius: size() })
        case 1: return d2.box({ halfExtents: { x: size(), y: size() }, radius: random() < 0.3 ? size() : 0 })
        case 2: return d2.capsule({ radius: size(), halfLength: size() })
        case 3: return d2.segment({ a: { x: -size(), y: 0 }, b: { x: size(), y: 0.2 } })
        case 4: return d2.ellipse({ radii: { x: size(), y: size() } })
        default: {
          const [x, y] = [size(), size()]
          return d2.polygon({ points: Array.from({ length: 7 }, () => ({ x: within(random, x), y: within(random, y) })) })
        }
      }
    }
    return make() as unknown as d3.ShapeDefinition
  },
  vector: (random, most) => ({ x: within(random, most), y: within(random, most), z: 0 }),
  rotation: (random) => random.between(-4, 4) as unknown as d3.Quat,
}

export const LABS: readonly Lab[] = [PLANE, SPACE]
