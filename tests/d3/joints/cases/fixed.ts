import { fixedKind } from '../../../../src/d3/joints/kinds/fixed-joint.ts'
import { isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

export const fixed: JointCase = {
  name: 'fixed',
  kind: fixedKind,
  create: (world, bodyA, bodyB) => world.createFixedJoint({ bodyA, bodyB, anchor: { x: 0.5, y: 0, z: 0 } }),
  isDegenerate: isHalfTurn,
  refused: [
    {
      says: /fixed\.frameB .*is missing/,
      call: (world, bodyA, bodyB) => world.createFixedJoint({ bodyA, bodyB, frameA: {} }),
    },
    {
      says: /fixed\.breakForce \(0\) would break at once/,
      call: (world, bodyA, bodyB) => world.createFixedJoint({ bodyA, bodyB, breakForce: 0 }),
    },
  ],
}
