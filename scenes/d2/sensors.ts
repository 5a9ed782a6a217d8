/** Zones that feel what passes through them without stopping it: a light barrier that counts, and a springboard. */

import { box, circle } from 'fulcrum-physics/2d'
import { atLeast, between } from '../expectation.ts'
import { createRandom } from '../random.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

export const sensors: SceneEntry = {
  name: 'sensors-2d',
  title: 'Sensors',
  description: 'Balls fall through a counting barrier of air; what reaches the pad on the floor is thrown up again.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 4 }, height: 11 },
  steps: 600,
  expect: {
    thrown: between(25, 119, 'twelve balls come down about once in 1.8 s of 10 s'),
    passesBeyondThrows: atLeast(1, 'a throw of 9 m/s rises 4.1 m and passes the barrier twice'),
  },
  build(world) {
    addFloor(world, 20)
    const zone = (y: number, halfHeight: number): ReturnType<typeof world.createBody> =>
      world.createBody({ type: 'static', position: { x: 0, y }, shapes: [box({ halfExtents: { x: 5, y: halfHeight }, sensor: true })] })
    const counter = zone(3, 0.05)
    const pad = zone(0.2, 0.2)
    const random = createRandom(3)
    for (let i = 0; i < 12; i++) {
      world.createBody({
        position: { x: ((i % 6) - 2.5) * 1.4, y: 4 + 0.7 * i },
        linearVelocity: { x: random.between(-0.1, 0.1), y: 0 },
        shapes: [circle({ radius: 0.3 })],
      })
    }
    let counted = 0
    let thrown = 0
    return {
      update(current) {
        for (const { sensorBody, visitorBody } of current.events.sensorBegin) {
          // The pad stands on the floor, which it senses too.
          if (visitorBody.type === 'static') continue
          if (sensorBody === counter) counted++
          if (sensorBody !== pad) continue
          thrown++
          visitorBody.linearVelocity = { x: visitorBody.linearVelocity.x, y: 9 }
        }
      },
      measure: () => ({ counted, thrown, passesBeyondThrows: counted - thrown }),
    }
  },
}
