/** Bodies that may move in some directions only. */

import { box, capsule, sphere, type Body } from 'fulcrum-physics/3d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

export const lockedAxes: SceneEntry = {
  name: 'locked-axes',
  title: 'Locked axes',
  description: 'A figure that never falls over, boxes that live in a flat world, a turnstile that only turns. Balls roll into them.',
  camera: { position: { x: 0, y: 6, z: 15 }, target: { x: 0, y: 1, z: 0 } },
  steps: 480,
  expect: {
    figureTilt: exactly(0, 'all rotation is locked'),
    flatZ: exactly(0, 'z is locked'),
    turnstileMoved: exactly(0, 'all translation is locked'),
  },
  build(world) {
    addFloor(world, 30)
    const figure: Body = world.createBody({
      position: { x: -4, y: 0.9, z: 0 },
      shapes: [capsule({ radius: 0.4, halfLength: 0.5 })],
      lockedAxes: { angular: { x: true, y: true, z: true } },
    })
    const flat: Body[] = []
    for (let i = 0; i < 5; i++) {
      flat.push(
        world.createBody({
          position: { x: 0.1 * (i % 2), y: 0.5 + i * 1.05, z: 0 },
          shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })],
          lockedAxes: { linear: { z: true }, angular: { x: true, y: true } },
        }),
      )
    }
    const turnstile = world.createBody({
      position: { x: 4, y: 1, z: 0 },
      shapes: [box({ halfExtents: { x: 1.5, y: 0.4, z: 0.1 } })],
      lockedAxes: { linear: { x: true, y: true, z: true }, angular: { x: true, z: true } },
    })
    for (const x of [-4.2, 0.2, 5]) {
      world.createBody({
        position: { x, y: 0.5, z: 8 },
        linearVelocity: { x: 0, y: 0, z: -7 },
        shapes: [sphere({ radius: 0.5, density: 3000 })],
      })
    }
    return {
      measure: () => ({
        figureTilt: Math.max(Math.abs(figure.rotation.x), Math.abs(figure.rotation.z)),
        flatZ: Math.max(...flat.map(body => Math.abs(body.position.z))),
        turnstileMoved: Math.abs(turnstile.position.x - 4) + Math.abs(turnstile.position.y - 1) + Math.abs(turnstile.position.z),
      }),
    }
  },
}
