/** A field of boxes, each on its own, that fall asleep: what a large world costs when nothing happens. For the bench. */

import { box, type World } from 'fulcrum-physics/3d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { sleepingCount } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

/** Far enough apart that no two boxes ever become a pair, m. */
const SPACING = 2
const COUNT = 5000

export function buildSleepingBoxes(world: World, count: number): SceneInstance {
  const side = Math.ceil(Math.sqrt(count))
  addFloor(world, side * SPACING)
  const cube = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })
  for (let i = 0; i < count; i++) {
    const x = ((i % side) - (side - 1) / 2) * SPACING
    const z = (Math.floor(i / side) - (side - 1) / 2) * SPACING
    world.createBody({ position: { x, y: 0.5, z }, shapes: [cube] })
  }
  return { measure: current => ({ asleep: sleepingCount(current) }) }
}

export const sleepingBoxes: SceneEntry = {
  name: 'idle-5000',
  title: 'Five thousand sleeping boxes',
  description: 'Boxes that stand on the floor and sleep.',
  camera: { position: { x: 10, y: 12, z: 24 }, target: { x: 0, y: 0, z: 0 } },
  steps: 120,
  expect: { asleep: exactly(COUNT, 'a box at rest sleeps within two seconds') },
  build: world => buildSleepingBoxes(world, COUNT),
}
