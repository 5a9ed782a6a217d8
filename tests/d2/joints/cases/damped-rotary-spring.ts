import { dampedRotarySpringKind } from '../../../../src/d2/joints/kinds/damped-rotary-spring.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const dampedRotarySpring: JointCase = {
  name: 'damped rotary spring',
  kind: dampedRotarySpringKind,
  create: (world, bodyA, bodyB) => world.createDampedRotarySpring({ bodyA, bodyB, collideBodies, stiffness: 0, damping: 0 }),
  exempt: { weight: 'it holds no place' },
  refused: [refuse(/dampedRotarySpring\.restAngle \(NaN\)/, 'createDampedRotarySpring', { restAngle: NaN, stiffness: 1, damping: 1 })],
}
