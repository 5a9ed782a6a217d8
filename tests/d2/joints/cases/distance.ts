import { distanceKind } from '../../../../src/d2/joints/kinds/distance-joint.ts'
import { isShort } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

export const distance: JointCase = {
  name: 'distance',
  kind: distanceKind,
  place: { x: 0, y: -1 },
  isDegenerate: isShort,
  create: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB }),
  refused: [
    refuse(/distance\.length \(0\) is no rod/, 'createDistanceJoint', { length: 0 }),
    refuse(/distance\.minLength \(3\) is above maxLength \(1\)/, 'createDistanceJoint', { minLength: 3, maxLength: 1 }),
    refuse(/distance\.length \(1\) is for rods and springs/, 'createDistanceJoint', { length: 1, maxLength: 2 }),
    refuse(/distance\.spring\.target \(1\) is the joint's length/, 'createDistanceJoint', { spring: { target: 1, hertz: 1 } }),
  ],
}

export const distanceRope: JointCase = {
  name: 'distance, rope',
  kind: distanceKind,
  place: { x: 0, y: -1 },
  isDegenerate: isShort,
  create: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB, maxLength: 1 }),
}
