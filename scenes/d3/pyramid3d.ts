/** A square pyramid of unit cubes: the classic test of how well many contacts are solved at once. */

import type { World } from 'fulcrum-physics/3d'
import { atMost, exactly } from '../expectation.ts'
import { addList } from './add-list.ts'
import { listPyramid } from './lists/pyramid-list.ts'
import { rmsSpeed, stackQuality, type Placed } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

/** Layer i of `layers` has (layers − i)² touching unit cubes; every layer starts a gap above the one below. */
export function buildPyramid(world: World, layers: number): SceneInstance {
  const list = listPyramid(layers)
  const placed: Placed[] = addList(world, list).map((body, i) => ({ body, rest: list.rests[i]! }))
  return {
    measure(current) {
      const { drift, sink, fallen } = stackQuality(placed, 1)
      return { driftMm: drift * 1000, sinkMm: sink * 1000, fallen, rmsSpeed: rmsSpeed(current) }
    },
  }
}

export const pyramid3d: SceneEntry = {
  name: 'pyramid3d',
  title: 'Pyramid of 1240 cubes',
  description: 'Fifteen layers of cubes are set down a hair apart and must settle into a pyramid that does not move again.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 18, y: 14, z: 24 }, target: { x: 0, y: 5, z: 0 } },
  steps: 300,
  expect: {
    fallen: exactly(0, 'every cube keeps its seat on those below'),
    driftMm: atMost(5, 'cubes that stand do not wander'),
    sinkMm: atMost(5, 'layers do not press into each other'),
    rmsSpeed: atMost(1e-3, 'a pyramid that has settled does not move'),
  },
  build: world => buildPyramid(world, 15),
}
