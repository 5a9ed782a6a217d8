import { QA } from '../../../../src/d3/joints/joint-kind.ts'
import { rackAndPinionKind } from '../../../../src/d3/joints/kinds/rack-and-pinion-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { keepAxis } from './gear.ts'

const axis = { x: 0, y: 0, z: 1 }
const direction = { x: 1, y: 0, z: 0 }

export const rackAndPinion: JointCase = {
  name: 'rack-and-pinion',
  kind: rackAndPinionKind,
  exempt: {
    weight: 'it holds no place',
    momentum: "the world holds the pinion's axis",
    exchange: 'A is the pinion, B the rack',
  },
  create: (world, bodyA, bodyB) => {
    const joint = world.createRackAndPinionJoint({ bodyA, bodyB, axis, direction, radius: 0.3 })
    keepAxis(world, bodyA)
    return joint
  },
  /** The pinion's axis, x of its frame, was along z of the world and is reversed. */
  isDegenerate: pose => 2 * (pose[QA]! * pose[QA + 2]! - pose[QA + 3]! * pose[QA + 1]!) < -0.99,
  refused: [
    {
      says: /rackAndPinion\.radius \(0\) moves nothing/,
      call: (world, bodyA, bodyB) => world.createRackAndPinionJoint({ bodyA, bodyB, radius: 0 }),
    },
    {
      says: /rackAndPinion\.direction \(\{ x: 0.* \}\) has no length/,
      call: (world, bodyA, bodyB) => world.createRackAndPinionJoint({ bodyA, bodyB, radius: 1, direction: { x: 0, y: 0, z: 0 } }),
    },
    {
      says: /rackAndPinion\.travelLimit\.lower \(1\) is above upper \(0\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createRackAndPinionJoint({ bodyA, bodyB, radius: 1, travelLimit: { lower: 1, upper: 0 } }),
    },
  ],
}
