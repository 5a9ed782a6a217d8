/** Hodges, chapter 9: a chain of boxes on point joints, let go from the horizontal. */

import type { Joint, World } from 'fulcrum-physics/3d'
import { atMost } from '../../expectation.ts'
import { GapWatch, topSpeed } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, smallBox, surface } from './book-world.ts'

const LINKS = 5

/** Each box is held at the middle of the one before. */
export function addBookChain(world: World): Joint[] {
  const shape = smallBox(surface(1, 0.5))
  let bodyA = addBody(world, 0, shape, { position: at(0, 5, LINKS + 3) })
  const joints: Joint[] = []
  for (let i = 1; i <= LINKS; i++) {
    const bodyB = addBody(world, 1, shape, { position: at(i, 5, LINKS + 3) })
    joints.push(world.createBallJoint({ bodyA, bodyB, anchor: bodyA.position }))
    bodyA = bodyB
  }
  return joints
}

export const bookChain: SceneEntry = {
  name: 'book-chain',
  title: 'Book: chain',
  description: 'Five boxes on point joints fall from a level row and whip to and fro without coming apart.',
  source: 'Hodges 9 and 10',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 0, y: 7, z: 10 }, target: { x: 0, y: 5.5, z: -5 } },
  steps: 600,
  expect: { worstGapMm: atMost(1, 'joints hold in the whip') },
  build(world) {
    addSandbox(world)
    const gaps = new GapWatch(addBookChain(world))
    return { update: () => gaps.look(), measure: current => ({ ...gaps.figures(), topSpeed: topSpeed(current) }) }
  },
}
