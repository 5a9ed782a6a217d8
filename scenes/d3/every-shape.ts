/** All convex kinds of shapes in one heap on a plane: they come to rest on each other and sleep. */

import { box, capsule, cone, cylinder, ellipsoid, hull, plane, sphere, type ShapeDefinition } from 'fulcrum-physics/3d'
import { atLeast, atMost } from '../expectation.ts'
import { createRandom } from '../random.ts'
import { deepestOverlap, sleepingCount } from './measure.ts'
import { aboutAxis } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const COUNT = 44
/** What rolls must come to rest by itself, m. */
const surface = { rollingResistance: 0.03, friction: 0.7 }

function shapeOf(kind: number, s: number): ShapeDefinition {
  const corners = [[1, 0, 0], [-1, 0, 0.2], [0, 0.8, 0], [0, -0.8, 0.1], [0.1, 0, 0.9], [0, 0.2, -0.9]]
  const points = corners.map(([x, y, z]) => ({ x: s * x!, y: s * y!, z: s * z! }))
  switch (kind) {
    case 0: return sphere({ radius: s, ...surface })
    case 1: return box({ halfExtents: { x: s, y: 0.7 * s, z: s }, ...surface })
    case 2: return capsule({ radius: 0.6 * s, halfLength: s, ...surface })
    case 3: return hull({ points, ...surface })
    case 4: return cylinder({ radius: s, halfHeight: 0.8 * s, ...surface })
    case 5: return cone({ radius: s, halfHeight: s, ...surface })
    case 6: return cylinder({ radiusTop: 0.5 * s, radiusBottom: s, halfHeight: s, rounding: 0.1 * s, ...surface })
    case 7: return capsule({ radiusTop: 0.4 * s, radiusBottom: 0.8 * s, halfLength: s, ...surface })
    case 8: return ellipsoid({ radii: { x: s, y: 0.6 * s, z: 0.8 * s }, ...surface })
    case 9: return box({ halfExtents: { x: s, y: 0.6 * s, z: 0.8 * s }, rounding: 0.2 * s, ...surface })
    default: return hull({ points, rounding: 0.1 * s, ...surface })
  }
}

export const everyShape: SceneEntry = {
  name: 'every-shape',
  title: 'Every shape',
  description: 'Balls, boxes, capsules, hulls, cylinders, cones, eggs, and the rounded and tapered ones, dropped in a heap on ground without end.',
  camera: { position: { x: 7, y: 5, z: 9 }, target: { x: 0, y: 1, z: 0 } },
  steps: 900,
  expect: {
    sleeping: atLeast(COUNT, 'everything has come to rest'),
    overlap: atMost(0.01, 'nothing sinks in, m'),
    lowest: atLeast(0.1, 'nothing went through the ground, m'),
  },
  build(world) {
    const random = createRandom(11)
    world.createBody({ type: 'static', shapes: [plane({ friction: 0.7 })] })
    const bodies = Array.from({ length: COUNT }, (_, i) => world.createBody({
      position: { x: (i % 3) * 1.2 - 1.2 + 0.1 * random.next(), y: 1 + 1.3 * Math.floor(i / 9), z: (Math.floor(i / 3) % 3) * 1.2 - 1.2 },
      rotation: aboutAxis(0.6, 0, 0.8, random.next()),
      shapes: [shapeOf(i % 11, 0.3 + 0.15 * random.next())],
      angularDamping: 1,
    }))
    return {
      measure: () => ({
        sleeping: sleepingCount(world), overlap: deepestOverlap(world), lowest: Math.min(...bodies.map(body => body.centerOfMass.y)),
      }),
    }
  },
}
