/** Hodges, chapter 8: one box swings below another. */

import { atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, smallBox, surface } from './book-world.ts'

export const bookPendulum: SceneEntry = {
  name: 'book-pendulum',
  title: 'Book: pendulum',
  description: 'A box, let go beside the one it hangs on, swings to the same height on the other side, and back.',
  source: 'Hodges 8',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 0, y: 6, z: 7 }, target: { x: 0, y: 4.5, z: 0 } },
  steps: 600,
  expect: {
    worstGapMm: atMost(0.01, 'the joint holds its point'),
    energy: near(0, 0.01, 'nothing drives or brakes the swing: 10 J at the bottom'),
    lowestY: near(4, 5e-3, 'the arm is 1 m'),
  },
  build(world) {
    addSandbox(world)
    const shape = smallBox(surface(1, 0.5))
    const bodyA = addBody(world, 0, shape, { position: at(0, 0, 5) })
    const bodyB = addBody(world, 1, shape, { position: at(1, 0, 5) })
    const gaps = new GapWatch([world.createBallJoint({ bodyA, bodyB, anchor: bodyA.position })])
    const inertia = bodyB.getInertia().zz
    const energy = (): number => bodyB.kineticEnergy + 10 * (bodyB.position.y - bodyA.position.y)
    let lowest = Infinity
    return {
      update() {
        gaps.look()
        lowest = Math.min(lowest, bodyB.position.y)
      },
      measure: () => ({
        ...gaps.figures(),
        /** J; 0 at the start. */
        energy: energy(),
        lowestY: lowest,
        /** Of small swings, s. */
        smallPeriod: 2 * Math.PI * Math.sqrt((1 + inertia) / 10),
      }),
    }
  },
}
