import { mouseKind } from '../../../../src/d2/joints/kinds/mouse-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

export const mouse: JointCase = {
  name: 'mouse',
  kind: mouseKind,
  create: (world, bodyA, bodyB) => world.createMouseJoint({ bodyA, bodyB }),
  exempt: { exchange: "its springs stand along A's axes" },
  refused: [refuse(/mouse\.hertz \(0\) must be above 0/, 'createMouseJoint', { hertz: 0 })],
}
