/** Zones that feel what passes through them without stopping it: a light barrier that counts, and a springboard. */

import { box, sphere } from 'fulcrum-physics/3d'
import { atLeast, between } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { createRandom } from '../random.ts'
import type { SceneEntry } from './scene.ts'

export const sensors: SceneEntry = {
  name: 'sensors',
  title: 'Sensors',
  description: 'Balls fall through a counting ring of air; what reaches the pad on the floor is thrown up again.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 4, y: 5, z: 12 }, target: { x: 0, y: 2.5, z: 0 } },
  steps: 600,
  expect: {
    thrown: between(25, 119, 'twelve balls come down about once in 1.8 s of 10 s'),
    passesBeyondThrows: atLeast(1, 'a throw of 9 m/s rises 4.1 m and passes the ring twice'),
  },
  build(world) {
    addFloor(world, 20)
    const counter = world.createBody({
      type: 'static',
      position: { x: 0, y: 3, z: 0 },
      shapes: [box({ halfExtents: { x: 3, y: 0.05, z: 3 }, sensor: true })],
    })
    const pad = world.createBody({
      type: 'static',
      position: { x: 0, y: 0.2, z: 0 },
      shapes: [box({ halfExtents: { x: 3, y: 0.2, z: 3 }, sensor: true })],
    })
    const random = createRandom(3)
    for (let i = 0; i < 12; i++) {
      world.createBody({
        position: { x: ((i % 4) - 1.5) * 1.4, y: 4 + 0.7 * i, z: (Math.floor(i / 4) - 1) * 1.4 },
        linearVelocity: { x: random.between(-0.1, 0.1), y: 0, z: random.between(-0.1, 0.1) },
        shapes: [sphere({ radius: 0.3 })],
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
          const { x, z } = visitorBody.linearVelocity
          visitorBody.linearVelocity = { x, y: 9, z }
        }
      },
      measure: () => ({ counted, thrown, passesBeyondThrows: counted - thrown }),
    }
  },
}
