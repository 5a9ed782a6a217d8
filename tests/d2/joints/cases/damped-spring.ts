import { dampedSpringKind } from '../../../../src/d2/joints/kinds/damped-spring.ts'
import { isShort } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const dampedSpring: JointCase = {
  name: 'damped spring',
  kind: dampedSpringKind,
  isDegenerate: isShort,
  create: (world, bodyA, bodyB) => world.createDampedSpring({ bodyA, bodyB, collideBodies, stiffness: 0, damping: 0 }),
  exempt: { weight: 'its spring has no strength' },
  refused: [refuse(/dampedSpring\.stiffness \(-1\)/, 'createDampedSpring', { stiffness: -1, damping: 0 })],
}
