import type { BallDefinition } from 'fulcrum-physics/3d'
import { ballKind } from '../../../../src/d3/joints/kinds/ball-joint.ts'
import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import type { JointCase } from '../joint-case.ts'

/** x axes almost opposite, or almost the same: the swing has no direction there. */
export function isPole(pose: Float64Array): boolean {
  const cosine = pose[AXES_A] * pose[AXES_B] + pose[AXES_A + 1] * pose[AXES_B + 1] + pose[AXES_A + 2] * pose[AXES_B + 2]
  return cosine < -0.99 || cosine > 0.999
}

const anchor = { x: 0.5, y: 0, z: 0 }
const axis = { x: 1, y: 2, z: -2 }

function variant(name: string, more: Partial<BallDefinition>): JointCase {
  return {
    name,
    kind: ballKind,
    create: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, anchor, axis, ...more }),
    isDegenerate: isPole,
  }
}

export const ball: JointCase = {
  ...variant('ball', {}),
  isDegenerate: () => false,
  refused: [
    { says: /ball\.axis .*has no length/, call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, axis: { x: 0, y: 0, z: 0 } }) },
    {
      says: /ball\.planeAxis .*lies along axis/,
      call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, axis: { x: 0, y: 1, z: 0 }, planeAxis: { x: 0, y: -3, z: 0 } }),
    },
    {
      says: /ball\.swingLimit\.cone \(4\) must lie between 0 and 3\.14/,
      call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, swingLimit: { cone: 4 } }),
    },
    {
      says: /ball\.swingLimit .*needs one of cone, ellipse and pyramid/,
      call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, swingLimit: {} as { cone: number } }),
    },
    {
      says: /ball\.swingLimit\.ellipse\.z \(-1\)/,
      call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, swingLimit: { ellipse: { y: 1, z: -1 } } }),
    },
    {
      says: /ball\.twistLimit\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, twistLimit: { lower: 2, upper: 1 } }),
    },
    {
      says: /ball\.motor\.maxTorque \(-1\) must not be negative/,
      call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, motor: { velocity: { x: 0, y: 0, z: 0 }, maxTorque: -1 } }),
    },
    {
      says: /ball\.spring .*has no strength/,
      call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, spring: {} }),
    },
    {
      says: /ball\.spring\.target .*is no rotation/,
      call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, spring: { hertz: 1, target: { x: 0, y: 0, z: 0, w: 0 } } }),
    },
    { says: /ball\.friction \(-2\)/, call: (world, bodyA, bodyB) => world.createBallJoint({ bodyA, bodyB, friction: -2 }) },
  ],
}

export const coneBall: JointCase = variant('ball, cone', { swingLimit: { cone: 0.35 }, twistLimit: { lower: -0.5, upper: 0.9 } })

export const ellipseBall: JointCase = {
  ...variant('ball, ellipse', { swingLimit: { ellipse: { y: 0.4, z: 1.1 } }, twistLimit: { lower: -1, upper: 1 } }),
}

export const pyramidBall: JointCase = {
  ...variant('ball, pyramid', { swingLimit: { pyramid: { y: 1.3, z: 0.5 } } }),
}
