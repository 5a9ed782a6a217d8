import { mouseKind } from '../../../../src/d3/joints/kinds/mouse-joint.ts'
import type { JointCase } from '../joint-case.ts'

export const mouse: JointCase = {
  name: 'mouse',
  kind: mouseKind,
  create: (world, bodyA, bodyB) => world.createMouseJoint({ bodyA, bodyB, anchor: { x: 1.1, y: 0.1, z: 0.1 } }),
  exempt: { exchange: "its springs stand along A's axes" },
  refused: [
    { says: /mouse\.hertz \(0\) must be above 0/, call: (world, bodyA, bodyB) => world.createMouseJoint({ bodyA, bodyB, hertz: 0 }) },
    { says: /mouse\.maxForce \(-1\)/, call: (world, bodyA, bodyB) => world.createMouseJoint({ bodyA, bodyB, maxForce: -1 }) },
    { says: /mouse\.target\.x \(NaN\)/, call: (world, bodyA, bodyB) => world.createMouseJoint({ bodyA, bodyB, target: { x: NaN, y: 0, z: 0 } }) },
  ],
}
