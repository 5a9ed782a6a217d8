/** Belts that do not move but drag along what lies on them. */

import { box, type Body } from 'fulcrum-physics/3d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

const BELT_HALF = { x: 5, y: 0.2, z: 1 }

export const conveyor: SceneEntry = {
  name: 'conveyor',
  title: 'Conveyor belts',
  description: 'Parcels ride along four belts laid in a ring and go round and round.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 9, y: 11, z: 13 }, target: { x: 0, y: 0, z: 0 } },
  steps: 900,
  expect: { fallenOff: exactly(0, 'belts in a ring hand parcels on') },
  build(world) {
    addFloor(world, 30)
    const speed = 2
    const place = (x: number, z: number, along: boolean, sign: number): void => {
      const halfExtents = along ? BELT_HALF : { x: BELT_HALF.z, y: BELT_HALF.y, z: BELT_HALF.x }
      const surfaceVelocity = along ? { x: sign * speed, y: 0, z: 0 } : { x: 0, y: 0, z: sign * speed }
      world.createBody({
        type: 'static',
        position: { x, y: 1, z },
        shapes: [box({ halfExtents, surfaceVelocity, friction: 0.8 })],
      })
    }
    place(-1, -5, true, 1)
    place(5, -1, false, 1)
    place(1, 5, true, -1)
    place(-5, 1, false, -1)
    const parcels: Body[] = []
    for (let i = 0; i < 6; i++) {
      const shape = box({ halfExtents: { x: 0.35, y: 0.25, z: 0.35 }, density: 200 })
      parcels.push(world.createBody({ position: { x: -4.5 + i * 1.4, y: 1.46, z: -5 }, shapes: [shape] }))
    }
    return {
      measure: () => ({ fallenOff: parcels.filter(body => body.position.y < 1).length }),
    }
  },
}
