import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { screwKind } from '../../../../src/d3/joints/kinds/screw-joint.ts'
import type { JointCase } from '../joint-case.ts'

const anchor = { x: 0.5, y: 0, z: 0 }
const axis = { x: 1, y: 0, z: 0 }

export const screw: JointCase = {
  name: 'screw',
  kind: screwKind,
  create: (world, bodyA, bodyB) => world.createScrewJoint({ bodyA, bodyB, anchor, axis, pitch: 0.2 }),
  /** x axes almost opposite. */
  isDegenerate: pose =>
    pose[AXES_A] * pose[AXES_B] + pose[AXES_A + 1] * pose[AXES_B + 1] + pose[AXES_A + 2] * pose[AXES_B + 2] < -0.99,
  refused: [
    { says: /screw\.pitch \(0\) moves nothing/, call: (world, bodyA, bodyB) => world.createScrewJoint({ bodyA, bodyB, pitch: 0 }) },
    { says: /screw\.pitch \(NaN\) is not finite/, call: (world, bodyA, bodyB) => world.createScrewJoint({ bodyA, bodyB, pitch: Number.NaN }) },
    {
      says: /screw\.travelLimit\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createScrewJoint({ bodyA, bodyB, pitch: 0.1, travelLimit: { lower: 2, upper: 1 } }),
    },
  ],
}
