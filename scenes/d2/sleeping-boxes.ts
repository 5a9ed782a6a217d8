/** A row of boxes, each on its own, that fall asleep: what a large world costs when nothing happens. For the bench. */

import { box, type World } from 'fulcrum-physics/2d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { sleepingCount } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

/** Far enough apart that no two boxes ever become a pair, m. */
const SPACING = 2
const COUNT = 5000

export function buildSleepingBoxes(world: World, count: number): SceneInstance {
  addFloor(world, count * SPACING)
  const square = box({ halfExtents: { x: 0.5, y: 0.5 } })
  for (let i = 0; i < count; i++) world.createBody({ position: { x: (i - (count - 1) / 2) * SPACING, y: 0.5 }, shapes: [square] })
  return { measure: current => ({ asleep: sleepingCount(current) }) }
}

export const sleepingBoxes: SceneEntry = {
  name: 'idle-5000-2d',
  title: 'Five thousand sleeping boxes',
  description: 'Boxes that stand on the floor and sleep.',
  camera: { center: { x: 0, y: 4 }, height: 20 },
  steps: 120,
  expect: { asleep: exactly(COUNT, 'a box at rest sleeps within two seconds') },
  build: world => buildSleepingBoxes(world, COUNT),
}
