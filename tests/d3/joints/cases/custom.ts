import type { JointType } from 'fulcrum-physics/3d'
import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { WorldKind } from '../../../../src/d3/joints/world-kind.ts'
import { WorldState } from '../../../../src/d3/store/world-state.ts'
import { ballByError, hingeByError, hingeByHand } from '../custom-types.ts'
import type { JointCase } from '../joint-case.ts'

const anchor = { x: 0.5, y: 0, z: 0 }
const axis = { x: 0, y: 0, z: 1 }

/** x axes almost opposite. */
function isOpposite(pose: Float64Array): boolean {
  return pose[AXES_A]! * pose[AXES_B]! + pose[AXES_A + 1]! * pose[AXES_B + 1]! + pose[AXES_A + 2]! * pose[AXES_B + 2]! < -0.99
}

function kindOf(type: JointType): WorldKind {
  return new WorldKind(new WorldState(null), type)
}

export const customBall: JointCase = {
  name: 'ball by error',
  kind: kindOf(ballByError),
  create: (world, bodyA, bodyB) => world.createJoint(ballByError, { bodyA, bodyB, anchor }),
  refused: [
    {
      says: /ball by error\.limits \(1\) entries, but the type has 0 coordinate\(s\)\./,
      call: (world, bodyA, bodyB) => world.createJoint(ballByError, { bodyA, bodyB, limits: [{ lower: 0, upper: 1 }] }),
    },
    {
      says: /ball by error\.data\[1\] \(NaN\) is not finite/,
      call: (world, bodyA, bodyB) => world.createJoint(ballByError, { bodyA, bodyB, data: [0, NaN] }),
    },
  ],
}

export const customHingeByError: JointCase = {
  name: 'hinge by error',
  kind: kindOf(hingeByError),
  create: (world, bodyA, bodyB) => world.createJoint(hingeByError, { bodyA, bodyB, anchor, axis }),
  isDegenerate: isOpposite,
  refused: [
    {
      says: /hinge by error\.limits\[0\]\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createJoint(hingeByError, { bodyA, bodyB, limits: [{ lower: 2, upper: 1 }] }),
    },
  ],
}

export const customHingeByHand: JointCase = {
  ...customHingeByError,
  name: 'hinge by hand',
  kind: kindOf(hingeByHand),
  create: (world, bodyA, bodyB) => world.createJoint(hingeByHand, { bodyA, bodyB, anchor, axis }),
  refused: [],
}
