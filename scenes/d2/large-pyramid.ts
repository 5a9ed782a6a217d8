/** A pyramid of unit boxes, a hundred along its base: the classic test of how well many contacts are solved at once. */

import type { World } from 'fulcrum-physics/2d'
import { atMost, exactly, type Expectations } from '../expectation.ts'
import { addList } from './add-list.ts'
import { LARGE_PYRAMID, listPyramid, unseatedBoxes } from './lists/pyramid-list.ts'
import { deepestOverlap, rmsSpeed, stackQuality, type Placed } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

/** Row i has `base` − i touching unit boxes, each over the joint of two below. */
export function buildPyramid(world: World, base: number): SceneInstance {
  const list = listPyramid(base)
  const placed: Placed[] = addList(world, list).map((body, i) => ({ body, rest: list.rests[i]! }))
  return {
    measure(current) {
      const { drift, sink } = stackQuality(placed, 1)
      const fallen = unseatedBoxes(base, i => placed[i]!.body.position)
      return { driftMm: drift * 1000, sinkMm: sink * 1000, fallen, maxOverlap: deepestOverlap(current), rmsSpeed: rmsSpeed(current) }
    },
  }
}

/** The boxes start where they belong: whatever moves is the solver's doing. */
const STANDS: Expectations = {
  fallen: exactly(0, 'every box keeps its seat on the two below'),
  driftMm: atMost(5, 'boxes that stand do not wander'),
  sinkMm: atMost(5, 'rows do not press into each other'),
  maxOverlap: atMost(1e-3, 'a thousandth of a box'),
}

export const largePyramid: SceneEntry = {
  name: 'large-pyramid',
  title: 'Pyramid of 5050 boxes',
  description: 'A hundred rows of boxes stand on each other from the start and must not move.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 46 }, height: 110 },
  steps: 300,
  expect: STANDS,
  build: world => buildPyramid(world, LARGE_PYRAMID),
}

export const smallPyramid: SceneEntry = {
  name: 'small-pyramid',
  title: 'Pyramid of 210 boxes',
  description: 'Twenty rows of boxes: the large pyramid for a quick look.',
  camera: { center: { x: 0, y: 9 }, height: 24 },
  steps: 300,
  expect: STANDS,
  build: world => buildPyramid(world, 20),
}
