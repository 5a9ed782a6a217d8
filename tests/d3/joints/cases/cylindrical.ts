import { cylindricalKind } from '../../../../src/d3/joints/kinds/cylindrical-joint.ts'
import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { cosine } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const anchor = { x: 0.5, y: 0, z: 0 }

export const cylindrical: JointCase = {
  name: 'cylindrical',
  kind: cylindricalKind,
  // Turning about it would be free under an eccentric weight, so the weight hangs on a line through its centre.
  create: (world, bodyA, bodyB) => world.createCylindricalJoint({ bodyA, bodyB, anchor, axis: { x: 1, y: 0, z: 0 } }),
  // x axes almost opposite.
  isDegenerate: (pose) => cosine(pose, AXES_A, AXES_B) < -0.99,
  refused: [
    {
      says: /cylindrical\.axis .*has no length/,
      call: (world, bodyA, bodyB) => world.createCylindricalJoint({ bodyA, bodyB, axis: { x: 0, y: 0, z: 0 } }),
    },
    {
      says: /cylindrical\.linearLimit\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createCylindricalJoint({ bodyA, bodyB, linearLimit: { lower: 2, upper: 1 } }),
    },
    {
      says: /cylindrical\.angularMotor\.maxTorque \(-1\) must not be negative/,
      call: (world, bodyA, bodyB) => world.createCylindricalJoint({ bodyA, bodyB, angularMotor: { speed: 1, maxTorque: -1 } }),
    },
  ],
}
