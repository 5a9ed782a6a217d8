import { motorKind } from '../../../../src/d2/joints/kinds/motor-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

const anchor = { x: 0.5, y: 0 }

export const motor: JointCase = {
  name: 'motor',
  kind: motorKind,
  create: (world, bodyA, bodyB) => world.createMotorJoint({ bodyA, bodyB, anchor }),
  exempt: { weight: 'nothing drives it' },
  refused: [
    refuse(/motor\.target \(\{.*\}\) names no pose/, 'createMotorJoint', { target: { hertz: 1 } }),
    refuse(/motor\.linear .*both say where B goes/, 'createMotorJoint', {
      target: { hertz: 1, position: anchor }, linear: { velocity: anchor, maxForce: 1 },
    }),
  ],
}
