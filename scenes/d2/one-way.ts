/** Floors that hold from above and let through from below: a chain has one solid side. */

import { box, chain, circle, type Body } from 'fulcrum-physics/2d'
import { exactly, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

const SHELVES = [2, 4, 6]

export const oneWay: SceneEntry = {
  name: 'one-way-2d',
  title: 'One-sided floors',
  description: 'Balls are thrown up through three floors that are solid from above only, and come to rest on them.',
  camera: { center: { x: 0, y: 4 }, height: 11 },
  steps: 300,
  expect: {
    onShelves: exactly(9, 'solid from above, open from below'),
    crateY: near(6.3, 5e-3, 'half a crate above the top shelf'),
  },
  build(world) {
    addFloor(world, 20)
    for (const y of SHELVES) {
      // From left to right: the solid side is on the left of the way, above. Ends turned up keep the balls in.
      const points = [{ x: -5.2, y: 0.6 }, { x: -5, y: 0 }, { x: 0, y: 0 }, { x: 5, y: 0 }, { x: 5.2, y: 0.6 }]
      world.createBody({ type: 'static', position: { x: 0, y }, shapes: chain({ points }) })
    }
    const balls: Body[] = []
    const ball = circle({ radius: 0.25, rollingResistance: 0.02 })
    for (let i = 0; i < 9; i++) {
      // Fast enough for the first, second and third shelf.
      const speed = Math.sqrt(2 * 9.81 * (SHELVES[i % 3]! + 0.9))
      balls.push(world.createBody({ position: { x: i - 4, y: 0.3 }, linearVelocity: { x: 0, y: speed }, shapes: [ball] }))
    }
    const crate = world.createBody({ position: { x: 0.4, y: 8 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.3 } })] })
    return {
      measure: () => ({ onShelves: balls.filter(({ position }) => position.y > SHELVES[0]!).length, crateY: crate.position.y }),
    }
  },
}
