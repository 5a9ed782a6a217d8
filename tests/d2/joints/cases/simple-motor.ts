import { simpleMotorKind } from '../../../../src/d2/joints/kinds/simple-motor.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const simpleMotor: JointCase = {
  name: 'simple motor',
  kind: simpleMotorKind,
  create: (world, bodyA, bodyB) => world.createSimpleMotor({ bodyA, bodyB, collideBodies, rate: 0 }),
  exempt: { weight: 'it holds no place' },
  refused: [refuse(/simpleMotor\.rate is missing/, 'createSimpleMotor', {})],
}
