/** A level of tiles beside hills given by their heights: balls, boxes and capsules run through both, and keep their speed where nothing brakes. */

import { box, capsule, circle, heightLine, tiles, type ShapeDefinition } from 'fulcrum-physics/2d'
import { atLeast, atMost } from '../expectation.ts'
import type { SceneEntry } from './scene.ts'

/** From the top row down; the last row is y = 0. */
const LEVEL = [
  '#....................................#',
  '#....................................#',
  '#........####.........###............#',
  '#.................####......####.....#',
  '#....................................#',
  '#....................................#',
  '######################################',
  '######################################',
]

const ICE = { friction: 0 }
const SPEED = 6

function runners(): ShapeDefinition[] {
  return [circle({ radius: 0.4, ...ICE }), box({ halfExtents: { x: 0.4, y: 0.4 }, ...ICE }), capsule({ radius: 0.3, halfLength: 0.3, ...ICE })]
}

export const tileMap: SceneEntry = {
  name: 'tile-map-2d',
  title: 'Tile map and hills',
  description: 'A level of tiles without lines between them, and hills with a pit by their heights. What slides over tiles keeps its speed.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 18, y: 3 }, height: 20 },
  steps: 240,
  expect: {
    speedKept: atLeast(0.9999, 'without friction nothing but a seam could brake'),
    lost: atMost(0, 'nothing falls through tiles or hills'),
  },
  build(world) {
    const cells = LEVEL.flatMap((row, i) => [...row].flatMap((tile, x) => (tile === '#' ? [x, LEVEL.length - 1 - i] : [])))
    world.createBody({ type: 'static', shapes: tiles({ cells, ...ICE }) })
    const sliders = runners().map((shape, i) =>
      world.createBody({ position: { x: 2 + 2 * i, y: 2.9 }, linearVelocity: { x: SPEED, y: -3 }, shapes: [shape] }),
    )
    const bowl = (i: number): number => (3 / 1600) * (i - 40) * (i - 40) + (i % 2 === 0 ? 0 : 0.05)
    const heights = Float32Array.from({ length: 81 }, (_, i) => (i > 60 && i < 64 ? NaN : bowl(i)))
    world.createBody({ type: 'static', position: { x: 18, y: -6 }, shapes: heightLine({ heights, width: 36 }) })
    const rollers = Array.from({ length: 6 }, (_, i) =>
      world.createBody({ position: { x: 3 + 4 * i, y: -1 }, shapes: [circle({ radius: 0.4, restitution: 0.3 })] }),
    )
    let speedKept = 1
    return {
      update(_current, step) {
        // Before the first of them meets the wall.
        if (step < 150) for (const { linearVelocity } of sliders) speedKept = Math.min(speedKept, linearVelocity.x / SPEED)
      },
      measure: () => ({
        speedKept,
        lost: sliders.filter(({ position }) => position.y < 2).length + rollers.filter(({ position }) => position.y < -6).length,
      }),
    }
  },
}
