/** One of every shape there is, and bodies of several, dropped onto a chain of segments. */

import { box, capsule, chain, circle, polygon, segment, type Body, type ShapeDefinition } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../expectation.ts'
import { rmsSpeed } from './measure.ts'
import { regularPolygon } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

/** A shallow bowl, walked from left to right: a chain is solid on its left. */
const BOWL = [
  { x: -14, y: 8 }, { x: -13, y: 2 }, { x: -10, y: 0.8 }, { x: -5, y: 0 }, { x: 5, y: 0 }, { x: 10, y: 0.8 }, { x: 13, y: 2 }, { x: 14, y: 8 },
]

/** Each entry is the shapes of one body. */
function exhibits(): ShapeDefinition[][] {
  const [left, right] = [{ x: -0.8, y: 0 }, { x: 0.8, y: 0 }]
  return [
    [circle({ radius: 0.6 })],
    [box({ halfExtents: { x: 0.7, y: 0.45 } })],
    [box({ halfExtents: { x: 0.5, y: 0.3 }, radius: 0.2 })],
    [capsule({ radius: 0.35, halfLength: 0.6 })],
    [polygon({ points: regularPolygon(3, 0.8) })],
    [polygon({ points: regularPolygon(5, 0.7) })],
    [polygon({ points: regularPolygon(8, 0.7), radius: 0.05 })],
    [segment({ a: left, b: right }), circle({ radius: 0.25, position: left }), circle({ radius: 0.25, position: right })],
    [box({ halfExtents: { x: 0.8, y: 0.2 } }), box({ halfExtents: { x: 0.2, y: 0.8 } })],
    [box({ halfExtents: { x: 0.1, y: 0.7 }, position: left }), box({ halfExtents: { x: 0.8, y: 0.1 }, position: { x: 0, y: -0.6 } })],
  ]
}

export const everyShape: SceneEntry = {
  name: 'every-shape-2d',
  title: 'Every shape',
  description: 'Discs, boxes sharp and rounded, capsules, polygons, a barbell on a line, a cross and an angle fall into a bowl made of a chain.',
  camera: { center: { x: 0, y: 5 }, height: 16 },
  steps: 600,
  expect: {
    lost: exactly(0, 'a chain has no holes'),
    rmsSpeed: atMost(0.1, 'friction brings a bowl of bodies to rest'),
  },
  build(world) {
    world.createBody({ type: 'static', shapes: chain({ points: BOWL }) })
    const bodies: Body[] = []
    for (let round = 0; round < 3; round++) {
      exhibits().forEach((shapes, i) => {
        const position = { x: (i - 4.5) * 2.2, y: 4 + 3 * round }
        bodies.push(world.createBody({ position, rotation: 0.3 * (i + round), shapes }))
      })
    }
    return {
      measure: current => ({ lost: bodies.filter(({ position }) => position.y < -1).length, rmsSpeed: rmsSpeed(current) }),
    }
  },
}
