import { hingeKind } from '../../../../src/d3/joints/kinds/hinge-joint.ts'
import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import type { JointCase } from '../joint-case.ts'

/** x axes almost opposite. */
function isOpposite(pose: Float64Array): boolean {
  return pose[AXES_A] * pose[AXES_B] + pose[AXES_A + 1] * pose[AXES_B + 1] + pose[AXES_A + 2] * pose[AXES_B + 2] < -0.99
}

const anchor = { x: 0.5, y: 0, z: 0 }
const axis = { x: 0, y: 0, z: 1 }

export const hinge: JointCase = {
  name: 'hinge',
  kind: hingeKind,
  create: (world, bodyA, bodyB) => world.createHingeJoint({ bodyA, bodyB, anchor, axis }),
  isDegenerate: isOpposite,
  refused: [
    { says: /hinge\.axis .*has no length/, call: (world, bodyA, bodyB) => world.createHingeJoint({ bodyA, bodyB, axis: { x: 0, y: 0, z: 0 } }) },
    {
      says: /hinge\.limit\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createHingeJoint({ bodyA, bodyB, limit: { lower: 2, upper: 1 } }),
    },
  ],
}

export const quaternionHinge: JointCase = {
  ...hinge,
  name: 'hinge, quaternion',
  create: (world, bodyA, bodyB) => world.createHingeJoint({ bodyA, bodyB, anchor, axis, formulation: 'quaternion' }),
}
