import { pinKind } from '../../../../src/d2/joints/kinds/pin-joint.ts'
import { isShort } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const pin: JointCase = {
  name: 'pin',
  kind: pinKind,
  place: { x: 0, y: -1 },
  isDegenerate: isShort,
  create: (world, bodyA, bodyB) => world.createPinJoint({ bodyA, bodyB, collideBodies }),
  refused: [
    refuse(/pin\.dist \(0\) is no bar/, 'createPinJoint', { dist: 0 }),
    refuse(/pin\.errorBias \(2\) must lie between 0 and 1/, 'createPinJoint', { errorBias: 2 }),
    refuse(/pin\.maxForce \(-1\) must not be negative/, 'createPinJoint', { maxForce: -1 }),
  ],
}
