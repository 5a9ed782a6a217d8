/** Hodges, chapter 10.1: the chain with its first box let go, too. It falls as a whole and lies on the ground, where a bad solver throws it about. */

import { atMost, near } from '../../expectation.ts'
import { GapWatch, topSpeed } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { addSandbox, BOOK_OPTIONS } from './book-world.ts'
import { addBookChain } from './chain.ts'

export const bookFreeChain: SceneEntry = {
  name: 'book-free-chain',
  title: 'Book: free chain',
  description: 'The chain of five with nothing to hold on to: it falls, lands and comes to rest in one piece.',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 4, y: 7, z: 14 }, target: { x: 2, y: 4, z: -5 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(5, 'joints hold at the landing'),
    lowest: near(0.25, 0.01, 'half a box above the ground'),
    topSpeed: atMost(0.05, 'friction brings it to rest'),
  },
  build(world) {
    const joints = addBookChain(world, 1)
    addSandbox(world)
    const gaps = new GapWatch(joints)
    return {
      update: () => gaps.look(),
      measure: current => ({
        ...gaps.figures(),
        lowest: Math.min(...joints.map(({ bodyB }) => bodyB.position.y)),
        topSpeed: topSpeed(current),
      }),
    }
  },
}
