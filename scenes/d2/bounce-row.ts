/** Eleven balls from clay to perfect rubber, dropped together. */

import { circle, type Body } from 'fulcrum-physics/2d'
import { near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

const RADIUS = 0.3
const DROP = 3

export const bounceRow: SceneEntry = {
  name: 'bounce-row-2d',
  title: 'Bouncing row',
  description: 'Balls with bounciness from 0 to 1. Each comes back to its own share of the height, the last one for ever.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 1.8 }, height: 5 },
  steps: 600,
  expect: { elasticHeight: near(DROP, 5e-3, 'restitution 1 keeps the energy, so the height') },
  build(world) {
    addFloor(world, 20, { restitution: 0 })
    const balls: Body[] = []
    for (let i = 0; i <= 10; i++) {
      const shape = circle({ radius: RADIUS, restitution: i / 10 })
      balls.push(world.createBody({ position: { x: (i - 5) * 0.8, y: DROP + RADIUS }, shapes: [shape] }))
    }
    return {
      measure() {
        const elastic = balls[10]!
        const v = elastic.linearVelocity
        // Height the perfect ball would rise to from here: stays at the drop height if no energy is lost.
        return { elasticHeight: elastic.position.y - RADIUS + (v.y * v.y) / (2 * 9.81) }
      },
    }
  },
}
