/** Hodges, chapters 16 and 24: a ton held level by a joint that allows no turning. */

import type { Joint, World } from 'fulcrum-physics/3d'
import { atMost } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, smallBox, surface } from './book-world.ts'

/** The book's joint holds a point and all turning; here that is a ball joint and an orientation lock. */
export function addBookOrientationLock(world: World): Joint[] {
  const bodyA = addBody(world, 0, smallBox(surface(0.9, 0.5)), { position: at(5, 0, 5) })
  const bodyB = addBody(world, 0.001, smallBox(surface(1, 0.5)), { position: at(6, 0, 5) })
  return [world.createBallJoint({ bodyA, bodyB, anchor: bodyA.position }), world.createOrientationLockJoint({ bodyA, bodyB })]
}

export const bookOrientation: SceneEntry = {
  name: 'book-orientation-lock',
  title: 'Book: orientation lock',
  description: 'A box of a ton juts out beside the one that holds it, and does not sink or turn.',
  source: 'Hodges 16',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 7, y: 6.5, z: 6 }, target: { x: 5.5, y: 5, z: 0 } },
  steps: 300,
  expect: {
    worstGapMm: atMost(1, 'the joint holds a ton'),
    sinkMm: atMost(1e-3, 'rigid rows do not sag'),
    turnedDegrees: atMost(1e-3, 'all turning is locked'),
  },
  build(world) {
    addSandbox(world)
    const [ball] = addBookOrientationLock(world)
    const gaps = new GapWatch([ball!])
    const { bodyB } = ball!
    return {
      update: () => gaps.look(),
      measure() {
        const { x, y, z } = bodyB.rotation
        return { ...gaps.figures(), sinkMm: 1000 * (5 - bodyB.position.y), turnedDegrees: (2 * Math.sqrt(x * x + y * y + z * z) * 180) / Math.PI }
      },
    }
  },
}
