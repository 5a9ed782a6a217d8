/** Bodies that may move in some directions only. */

import { box, capsule, circle, type Body } from 'fulcrum-physics/2d'
import { atLeast, atMost, exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

export const lockedAxes: SceneEntry = {
  name: 'locked-axes-2d',
  title: 'Locked axes',
  description: 'A figure that never falls over, a piston that only goes up and down, a paddle that only turns. Balls run into them.',
  camera: { center: { x: 1.5, y: 2.5 }, height: 11 },
  steps: 480,
  expect: {
    figureTilt: exactly(0, 'rotation is locked'),
    pistonMoved: exactly(0, 'x and rotation are locked'),
    paddleMoved: atMost(1e-12, 'x and y are locked'),
    paddleTurned: atLeast(1, 'rotation is free, and a ball hits off the middle'),
  },
  build(world) {
    addFloor(world, 30)
    const figure: Body = world.createBody({
      position: { x: -4, y: 0.9 },
      shapes: [capsule({ radius: 0.4, halfLength: 0.5 })],
      lockedAxes: { rotation: true },
    })
    const piston = world.createBody({
      position: { x: 0, y: 3 },
      shapes: [box({ halfExtents: { x: 0.5, y: 0.5 } })],
      lockedAxes: { x: true, rotation: true },
    })
    const paddle = world.createBody({
      position: { x: 4, y: 1 },
      shapes: [box({ halfExtents: { x: 0.1, y: 0.9 } })],
      lockedAxes: { x: true, y: true },
    })
    const ball = circle({ radius: 0.4, density: 3000 })
    for (const [x, y] of [[-10, 0.4], [-12, 0.4], [0.4, 6], [4.3, 5]] as const) {
      world.createBody({ position: { x, y }, linearVelocity: { x: y < 1 ? 7 : 0, y: 0 }, shapes: [ball] })
    }
    return {
      measure: () => ({
        figureTilt: Math.abs(figure.rotation),
        pistonMoved: Math.abs(piston.position.x) + Math.abs(piston.rotation),
        paddleMoved: Math.abs(paddle.position.x - 4) + Math.abs(paddle.position.y - 1),
        paddleTurned: Math.abs(paddle.rotation),
      }),
    }
  },
}
