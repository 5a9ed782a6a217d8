/** A hundred ragdolls with limited joints fall in ten stacks. */

import { atMost, exactly } from '../expectation.ts'
import { addBodiesAndJoints } from './add-list.ts'
import { listRagdolls, RAGDOLLS_3D } from './lists/ragdoll-list.ts'
import { deepestOverlap, GapWatch, rmsSpeed } from './measure.ts'
import type { SceneEntry } from './scene.ts'

export const ragdolls3d: SceneEntry = {
  name: 'ragdolls3d',
  title: 'A hundred ragdolls',
  description: 'Ten stacks of ten figures, each of eleven parts with limited joints, drop to the floor and come to lie in heaps.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 9, y: 7, z: 13 }, target: { x: 0, y: 1, z: 0 } },
  // At 300 some heaps still slide: runs that begin 0.1 mm/s apart have 0.01 to 0.14 m/s there, and 0.01 to 0.05 a second later.
  steps: 360,
  expect: {
    through: exactly(0, 'the floor is closed'),
    gapMm: atMost(0.1, 'joints at rest are closed'),
    worstGapMm: atMost(20, 'joints hold in the fall'),
    maxOverlap: atMost(0.01, 'contacts hold the figures apart'),
    rmsSpeed: atMost(0.1, 'limp figures come to lie'),
  },
  build(world) {
    const { bodies, joints } = addBodiesAndJoints(world, listRagdolls(RAGDOLLS_3D))
    const gaps = new GapWatch(joints)
    return {
      update: () => gaps.look(),
      measure: current => ({
        ...gaps.figures(),
        through: bodies.filter(({ position, type }) => type === 'dynamic' && position.y < 0).length,
        maxOverlap: deepestOverlap(current),
        rmsSpeed: rmsSpeed(current),
      }),
    }
  },
}
