/** Things that land on the seams of a floor and slide over them: neither a chain nor boxes laid side by side make them trip. */

import { box, capsule, chain, circle, polygon, type Body, type ShapeDefinition } from 'fulcrum-physics/2d'
import { atLeast, forAll } from '../expectation.ts'
import { regularPolygon } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const HALF_LENGTH = 20
const PIECES = 40
const SPEED = 8

/** A box without its lower corners. */
const CHAMFERED = [{ x: -0.25, y: -0.4 }, { x: 0.25, y: -0.4 }, { x: 0.4, y: -0.25 }, { x: 0.4, y: 0.4 }, { x: -0.4, y: 0.4 }, { x: -0.4, y: -0.25 }]

function sliders(): ShapeDefinition[] {
  const ice = { friction: 0 }
  return [
    box({ halfExtents: { x: 0.4, y: 0.4 }, ...ice }),
    circle({ radius: 0.4, ...ice }),
    capsule({ radius: 0.4, halfLength: 0.3, ...ice }),
    polygon({ points: regularPolygon(8, 0.4), ...ice }),
    polygon({ points: CHAMFERED, ...ice }),
  ]
}

export const ghostVertices: SceneEntry = {
  name: 'ghost-vertices-2d',
  title: 'Sliding over seams',
  description: 'Box, ball, capsule, octagon and chamfered box come down on a floor in 40 pieces and slide on: chain above, boxes below.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 5, y: 2 }, height: 23 },
  steps: 240,
  expect: forAll(['speedKeptOnChain', 'speedKeptOnBoxes'], atLeast(0.9999, 'without friction nothing but a seam could brake')),
  build(world) {
    const pitch = (2 * HALF_LENGTH) / PIECES
    // From left to right: a chain is solid on its left.
    const points = Array.from({ length: PIECES + 1 }, (_, i) => ({ x: i * pitch - HALF_LENGTH, y: 0 }))
    world.createBody({ type: 'static', position: { x: 0, y: 5 }, shapes: chain({ points, friction: 0 }) })
    const bricks = Array.from({ length: PIECES }, (_, i) =>
      box({ halfExtents: { x: pitch / 2, y: 0.25 }, position: { x: -HALF_LENGTH + (i + 0.5) * pitch, y: -0.25 }, friction: 0 }),
    )
    world.createBody({ type: 'static', shapes: bricks })
    const linearVelocity = { x: SPEED, y: -4 }
    const rows = [5, 0].map(y =>
      sliders().map((shape, i) => world.createBody({ position: { x: -18 + 2.5 * i, y: y + 0.8 }, linearVelocity, shapes: [shape] })),
    )
    const slowest = (row: readonly Body[]): number => Math.min(...row.map(({ linearVelocity }) => linearVelocity.x)) / SPEED
    let onChain = 1
    let onBoxes = 1
    return {
      update(_current, step) {
        // Later they leave the floor.
        if (step > 150) return
        onChain = Math.min(onChain, slowest(rows[0]!))
        onBoxes = Math.min(onBoxes, slowest(rows[1]!))
      },
      measure: () => ({ speedKeptOnChain: onChain, speedKeptOnBoxes: onBoxes }),
    }
  },
}
