import { gearKind } from '../../../../src/d2/joints/kinds/gear-joint.ts'
import { isShort } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const gear: JointCase = {
  name: 'gear',
  kind: gearKind,
  isDegenerate: isShort,
  create: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, collideBodies, ratio: 2.5 }),
  exempt: {
    weight: 'it holds no place',
    momentum: 'it ties angles against the world, which takes the torque that is left over',
    exchange: 'the ratio is that of B to A',
  },
  refused: [refuse(/gear\.ratio \(0\) ties nothing/, 'createGearJoint', { ratio: 0 })],
}

export const gearOnAxles: JointCase = {
  name: 'gear on axles',
  kind: gearKind,
  isDegenerate: isShort,
  create: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, collideBodies, ratio: 2.5, frame: 'axles', anchorB: { x: 0.3, y: 0.1 } }),
  exempt: { weight: 'it holds no place', exchange: 'the ratio is that of B to A' },
  refused: [
    refuse(/gear\.frame \("sun"\) must be 'world' or 'axles'/, 'createGearJoint', { ratio: 1, frame: 'sun' }),
    refuse(/gear\.frame \(null\) has no value/, 'createGearJoint', { ratio: 1, frame: null }),
  ],
}
