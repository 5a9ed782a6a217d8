import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { twoPointHingeKind } from '../../../../src/d3/joints/kinds/two-point-hinge-joint.ts'
import { cosine } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const first = { x: 0.5, y: 0, z: -0.4 }
const second = { x: 0.5, y: 0, z: 0.4 }

export const twoPointHinge: JointCase = {
  name: 'two-point hinge',
  kind: twoPointHingeKind,
  create: (world, bodyA, bodyB) => world.createTwoPointHingeJoint({ bodyA, bodyB, first, second }),
  isDegenerate: pose => cosine(pose, AXES_A, AXES_B) < -0.99,
  refused: [
    {
      says: /twoPointHinge\.second .*is where first is\. Give two different points of the axis\./,
      call: (world, bodyA, bodyB) => world.createTwoPointHingeJoint({ bodyA, bodyB, first, second: { ...first } }),
    },
    {
      says: /twoPointHinge\.limit\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createTwoPointHingeJoint({ bodyA, bodyB, first, second, limit: { lower: 2, upper: 1 } }),
    },
    {
      says: /twoPointHinge\.motor\.maxTorque \(-1\)/,
      call: (world, bodyA, bodyB) => world.createTwoPointHingeJoint({ bodyA, bodyB, first, second, motor: { speed: 1, maxTorque: -1 } }),
    },
  ],
}
