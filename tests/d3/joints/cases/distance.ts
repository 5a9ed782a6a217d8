import type { Body, DistanceDefinition } from 'fulcrum-physics/3d'
import { distanceKind } from '../../../../src/d3/joints/kinds/distance-joint.ts'
import { D } from '../../../../src/d3/joints/joint-kind.ts'
import type { JointCase } from '../joint-case.ts'

/** Anchors on almost one spot. */
function isShort(pose: Float64Array): boolean {
  return Math.hypot(pose[D]!, pose[D + 1]!, pose[D + 2]!) < 0.05
}

const anchorA = { x: 0.2, y: 0.1, z: 0 }
const anchorB = { x: 0.9, y: -0.1, z: 0.1 }

/** Each body by the end that is next to it, so that the joint is the same with its bodies exchanged. */
function between(bodyA: Body | null, bodyB: Body): DistanceDefinition {
  const exchanged = bodyB.position.x < 0.5
  return { bodyA, bodyB, anchorA: exchanged ? anchorB : anchorA, anchorB: exchanged ? anchorA : anchorB }
}

export const rod: JointCase = {
  name: 'distance',
  kind: distanceKind,
  create: (world, bodyA, bodyB) => world.createDistanceJoint(between(bodyA, bodyB)),
  isDegenerate: isShort,
  refused: [
    {
      says: /distance\.length \(0\) is no rod.*createBallJoint/,
      call: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB, length: 0 }),
    },
    {
      says: /distance\.minLength \(3\) is above maxLength \(2\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB, minLength: 3, maxLength: 2 }),
    },
    {
      says: /distance\.length \(1\) is for rods and springs/,
      call: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB, length: 1, maxLength: 2 }),
    },
    {
      says: /distance\.spring\.target \(1\) is the joint's length/,
      call: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB, spring: { hertz: 1, target: 1 } as { hertz: number } }),
    },
    {
      says: /distance\.anchorA .*two answers to one question/,
      call: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB, anchorA, frameA: {}, frameB: {} }),
    },
  ],
}

export const rope: JointCase = {
  name: 'distance, rope',
  kind: distanceKind,
  create: (world, bodyA, bodyB) => world.createDistanceJoint({ ...between(bodyA, bodyB), maxLength: 2 }),
  isDegenerate: isShort,
  exempt: { strength: 'it is slack as made, and breaks by the jerk' },
}
