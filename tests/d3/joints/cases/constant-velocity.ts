import { constantVelocityKind } from '../../../../src/d3/joints/kinds/constant-velocity-joint.ts'
import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { cosine, isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const anchor = { x: 1, y: 0.5, z: 0 }
const axis = { x: 0, y: 1, z: 0 }

/** Shafts folded back, where there is no twist. */
function isFolded(pose: Float64Array): boolean {
  return cosine(pose, AXES_A, AXES_B) < -0.98
}

/** … or straight, where a cone has its tip. */
function isStraight(pose: Float64Array): boolean {
  return cosine(pose, AXES_A, AXES_B) > 0.999
}

export const constantVelocity: JointCase = {
  name: 'constant velocity',
  kind: constantVelocityKind,
  create: (world, bodyA, bodyB) => world.createConstantVelocityJoint({ bodyA, bodyB, anchor, axis }),
  isDegenerate: pose => isFolded(pose) || isHalfTurn(pose) || isStraight(pose),
  refused: [
    {
      says: /constantVelocity\.formulation \("none"\) must be/,
      call: (world, bodyA, bodyB) => world.createConstantVelocityJoint({ bodyA, bodyB, formulation: 'none' as 'bisector' }),
    },
    {
      says: /constantVelocity\.axis .*has no length/,
      call: (world, bodyA, bodyB) => world.createConstantVelocityJoint({ bodyA, bodyB, axis: { x: 0, y: 0, z: 0 } }),
    },
  ],
}

export const constantVelocityQuaternion: JointCase = {
  ...constantVelocity,
  name: 'constant velocity, quaternion',
  create: (world, bodyA, bodyB) => world.createConstantVelocityJoint({ bodyA, bodyB, anchor, axis, formulation: 'quaternion' }),
}

export const constantVelocityEllipse: JointCase = {
  ...constantVelocity,
  name: 'constant velocity, ellipse',
  create: (world, bodyA, bodyB) => world.createConstantVelocityJoint({ bodyA, bodyB, anchor, axis, limit: { ellipse: { y: 0.9, z: 0.4 } } }),
}
