/** A square pyramid of unit cubes: the classic test of how well many contacts are solved at once. */

import { box, type World } from 'fulcrum/3d'
import { addFloor } from './ground.ts'
import { rmsSpeed, stackQuality, type Placed } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

/** Empty space under every layer at the start, m. */
const GAP = 0.01

/** Layer i of `layers` has (layers − i)² touching unit cubes; every layer starts a gap above the one below. */
export function buildPyramid(world: World, layers: number): SceneInstance {
  addFloor(world, 4 * layers, { friction: 0.6 })
  const placed: Placed[] = []
  const cube = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, density: 1, friction: 0.6 })
  for (let layer = 0; layer < layers; layer++) {
    const side = layers - layer
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const x = column - (side - 1) / 2
        const z = row - (side - 1) / 2
        const body = world.createBody({ position: { x, y: layer + 0.5 + (layer + 1) * GAP, z }, shapes: [cube] })
        placed.push({ body, rest: { x, y: layer + 0.5, z } })
      }
    }
  }
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
  build: world => buildPyramid(world, 15),
}
