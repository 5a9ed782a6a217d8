import { pulleyKind } from '../../../../src/d3/joints/kinds/pulley-joint.ts'
import { RA, RB, XA, XB } from '../../../../src/d3/joints/joint-kind.ts'
import type { JointCase } from '../joint-case.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const groundA = { x: 0, y: 1, z: 0 }
const groundB = { x: 1, y: 1, z: 0 }
/** Stops before the wheels, as a pulley for moving things should have. */
const limitA = { lower: 0.2, upper: Infinity }
const limitB = { lower: 0.2, upper: Infinity }

/** Is an anchor almost at its wheel? */
function isAtWheel(pose: Float64Array): boolean {
  const near = (x: number, r: number, ground: { x: number; y: number; z: number }): boolean =>
    Math.hypot(pose[x]! + pose[r]! - ground.x, pose[x + 1]! + pose[r + 1]! - ground.y, pose[x + 2]! + pose[r + 2]! - ground.z) < 0.02
  return near(XA, RA, groundA) || near(XB, RB, groundB)
}

export const pulley: JointCase = {
  name: 'pulley',
  kind: pulleyKind,
  create: (world, bodyA, bodyB) => world.createPulleyJoint({ bodyA, bodyB, anchorA: bodyA?.position ?? ORIGIN, groundA, groundB, limitA, limitB }),
  isDegenerate: isAtWheel,
  exempt: { momentum: 'its wheels stand still', exchange: 'the places of A and B belong to different wheels' },
  refused: [
    {
      says: /pulley\.ratio \(0\) must be above 0/,
      call: (world, bodyA, bodyB) => world.createPulleyJoint({ bodyA, bodyB, groundA, groundB, ratio: 0 }),
    },
    {
      says: /pulley\.totalLength \(-1\) must be above 0/,
      call: (world, bodyA, bodyB) => world.createPulleyJoint({ bodyA, bodyB, groundA, groundB, totalLength: -1 }),
    },
    {
      says: /pulley\.stretch \(\{.*\}\) says nothing/,
      call: (world, bodyA, bodyB) => world.createPulleyJoint({ bodyA, bodyB, groundA, groundB, stretch: {} as never }),
    },
    {
      says: /pulley\.groundB is missing: it must be an object/,
      call: (world, bodyA, bodyB) => world.createPulleyJoint({ bodyA, bodyB, groundA } as never),
    },
  ],
}

export const rigidPulley: JointCase = {
  ...pulley,
  name: 'pulley, rigid',
  create: (world, bodyA, bodyB) =>
    world.createPulleyJoint({ bodyA, bodyB, anchorA: bodyA?.position ?? ORIGIN, groundA, groundB, limitA, limitB, rigid: true, ratio: 1.5 }),
  refused: [],
}
