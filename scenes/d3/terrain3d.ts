/** A thousand boxes and balls on a terrain of 8192 triangles. For the bench; `terrain-mesh.ts` is the one for the sandbox. */

import { exactly } from '../expectation.ts'
import { addList } from './add-list.ts'
import { countThrough, listTerrainScene, TERRAIN_3D } from './lists/terrain-list.ts'
import { rmsSpeed } from './measure.ts'
import type { SceneEntry } from './scene.ts'

export const terrain3d: SceneEntry = {
  name: 'terrain3d',
  title: 'A thousand on triangles',
  description: 'Boxes and balls rain on hills made of triangles.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 40, y: 30, z: 60 }, target: { x: 0, y: 0, z: 0 } },
  steps: 300,
  expect: { through: exactly(0, 'nothing falls through the ground') },
  build(world) {
    const bodies = addList(world, listTerrainScene(TERRAIN_3D))
    return {
      measure: current => ({
        through: countThrough(bodies.flatMap(({ position: p }) => [p.x, p.y, p.z]), 3),
        rmsSpeed: rmsSpeed(current),
      }),
    }
  },
}
