import { orientationLockKind } from '../../../../src/d3/joints/kinds/orientation-lock-joint.ts'
import { isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

export const orientationLock: JointCase = {
  name: 'orientation lock',
  kind: orientationLockKind,
  create: (world, bodyA, bodyB) => world.createOrientationLockJoint({ bodyA, bodyB }),
  isDegenerate: isHalfTurn,
  exempt: { weight: 'it holds no place' },
  refused: [
    {
      says: /orientationLock\.rotation .*/,
      call: (world, bodyA, bodyB) => world.createOrientationLockJoint({ bodyA, bodyB, rotation: { x: 0, y: 0, z: 0, w: 0 } }),
    },
    {
      says: /orientationLock\.breakForce \(5\) can never be reached/,
      call: (world, bodyA, bodyB) => world.createOrientationLockJoint({ bodyA, bodyB, breakForce: 5 }),
    },
  ],
}
