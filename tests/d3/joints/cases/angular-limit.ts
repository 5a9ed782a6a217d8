import { angularLimitKind } from '../../../../src/d3/joints/kinds/angular-limit-joint.ts'
import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { cosine } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const axis = { x: 0, y: 1, z: 0 }

export const angularLimit: JointCase = {
  name: 'angular limit',
  kind: angularLimitKind,
  create: (world, bodyA, bodyB) => world.createAngularLimitJoint({ bodyA, bodyB, axis, limit: { lower: -0.4, upper: 0.6 } }),
  // Blind below −0.99.
  isDegenerate: pose => cosine(pose, AXES_A, AXES_B) < -0.98,
  exempt: { weight: 'it holds no place' },
  refused: [
    {
      says: /angularLimit\.limit\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createAngularLimitJoint({ bodyA, bodyB, axis, limit: { lower: 2, upper: 1 } }),
    },
    {
      says: /angularLimit\.axis .*has no length/,
      call: (world, bodyA, bodyB) => world.createAngularLimitJoint({ bodyA, bodyB, axis: { x: 0, y: 0, z: 0 }, limit: { lower: 0, upper: 1 } }),
    },
  ],
}
