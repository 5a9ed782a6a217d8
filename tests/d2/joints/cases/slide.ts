import { slideKind } from '../../../../src/d2/joints/kinds/slide-joint.ts'
import { isShort } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const slide: JointCase = {
  name: 'slide',
  kind: slideKind,
  place: { x: 0, y: -1 },
  isDegenerate: isShort,
  create: (world, bodyA, bodyB) => world.createSlideJoint({ bodyA, bodyB, collideBodies, min: 0.5, max: 1 }),
  refused: [
    refuse(/slide\.min \(2\) is above max \(1\)/, 'createSlideJoint', { min: 2, max: 1 }),
    refuse(/slide\.max \(0\) must be above 0/, 'createSlideJoint', { max: 0 }),
  ],
}
