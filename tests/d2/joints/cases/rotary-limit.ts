import { rotaryLimitKind } from '../../../../src/d2/joints/kinds/rotary-limit-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const rotaryLimit: JointCase = {
  name: 'rotary limit',
  kind: rotaryLimitKind,
  create: (world, bodyA, bodyB) => world.createRotaryLimitJoint({ bodyA, bodyB, collideBodies, min: -1, max: 1 }),
  exempt: { weight: 'it holds no place' },
  refused: [refuse(/rotaryLimit\.min \(2\) is above max \(1\)/, 'createRotaryLimitJoint', { min: 2, max: 1 })],
}
