import { gearKind } from '../../../src/d3/joints/gear-joint.ts'
import { QA, QB } from '../../../src/d3/joints/joint-kind.ts'
import type { JointCase } from '../joint-case.ts'

const axis = { x: 0, y: 0, z: 1 }

/** Has a body's z axis been reversed? Twist about z is then undefined. The frames were those that turn x into z when it was made. */
function isReversed(pose: Float64Array): boolean {
  return [QA, QB].some((q) => zOfAxis(pose, q) < -0.99)
}

/** World z of the frame's x axis. */
function zOfAxis(pose: Float64Array, q: number): number {
  return 2 * (pose[q]! * pose[q + 2]! - pose[q + 3]! * pose[q + 1]!)
}

export const gear: JointCase = {
  name: 'gear',
  kind: gearKind,
  removes: 1,
  carries: false,
  conserves: false,
  // Made for bodies that hinges hold; on bodies that tumble freely it has no home to return to.
  recovers: false,
  create: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, axisA: axis, ratio: 2 }),
  isDegenerate: isReversed,
  refused: [
    { says: /gear\.ratio \(0\) ties nothing/, call: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, ratio: 0 }) },
    {
      says: /gear\.axisB \(0\) has no length/,
      call: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, ratio: 1, axisB: { x: 0, y: 0, z: 0 } }),
    },
    {
      says: /gear\.motor\.maxTorque \(-1\) must not be negative/,
      call: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, ratio: 1, motor: { speed: 1, maxTorque: -1 } }),
    },
  ],
}
