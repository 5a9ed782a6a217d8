/** Five doors on five formulations of a hinge, with nothing to do but hang and swing. */

import { sphere, type Body } from 'fulcrum-physics/3d'
import { atLeast, atMost } from '../../expectation.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'
import { crossHinge, crossMatrixHinge, dotHinge, goodHinge, vectorHinge } from './formulations.ts'
import { addDoor, alignment, GIVE } from './rigs.ts'

const HINGES = { good: goodHinge, vector: vectorHinge, crossMatrix: crossMatrixHinge, dot: dotHinge, cross: crossHinge }

export const laboratoryDoors: SceneEntry = {
  name: 'laboratory-doors',
  title: 'Laboratory: five hinges under load',
  description: 'Five doors are hit by balls. Three hang straight; the last two have one row for two freedoms and sag and wobble.',
  source: 'Hodges 14, Tamis 3.3.1 and 3.3.2; errata: Tamis (3.52), (3.55), Hodges (26)',
  worldOptions: { sleeping: false },
  camera: { position: { x: 0, y: 3, z: 9 }, target: { x: 0, y: 2, z: 0 } },
  steps: 300,
  expect: {
    goodLeastCosine: atLeast(0.9999, 'two rows for two freedoms hold the axis'),
    vectorLeastCosine: atLeast(0.9999, 'two rows for two freedoms hold the axis'),
    crossMatrixLeastCosine: atLeast(0.9999, 'three rows, one of them idle, hold the axis'),
    dotLeastCosine: atMost(0.995, 'one row for two freedoms lets the door sag'),
    crossLeastCosine: atMost(0.995, 'one row for two freedoms lets the door sag'),
  },
  build(world) {
    addFloor(world, 20)
    const doors: [string, Body][] = Object.entries(HINGES).map(([name, hinge], i) => [name, addDoor(world, (i - 2.2) * 2, hinge, 0, GIVE)])
    doors.forEach((_door, i) => {
      world.createBody({
        position: { x: (i - 2.2) * 2 + 0.6, y: 2.2, z: 2 },
        linearVelocity: { x: 0, y: 1, z: -8 },
        shapes: [sphere({ radius: 0.12, density: 500 })],
      })
    })
    const least: Record<string, number> = {}
    return {
      update() {
        for (const [name, door] of doors) least[name] = Math.min(least[name] ?? 1, alignment(door))
      },
      measure: () => Object.fromEntries(doors.map(([name]) => [`${name}LeastCosine`, least[name] ?? 1])),
    }
  },
}
