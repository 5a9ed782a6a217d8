import { motorKind } from '../../../../src/d3/joints/kinds/motor-joint.ts'
import { isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

export const motor: JointCase = {
  name: 'motor',
  kind: motorKind,
  create: (world, bodyA, bodyB) => world.createMotorJoint({ bodyA, bodyB, anchor: { x: 0.5, y: 0, z: 0 } }),
  isDegenerate: isHalfTurn,
  exempt: { weight: 'nothing drives it' },
  refused: [
    { says: /motor\.target .*names no pose/, call: (world, bodyA, bodyB) => world.createMotorJoint({ bodyA, bodyB, target: { hertz: 1 } }) },
    {
      says: /motor\.linear .*both say where B goes/,
      call: (world, bodyA, bodyB) => {
        const zero = { x: 0, y: 0, z: 0 }
        return world.createMotorJoint({ bodyA, bodyB, target: { position: zero, hertz: 1 }, linear: { velocity: zero, maxForce: 1 } })
      },
    },
  ],
}

/** Held in place, but not in rotation, where value and rate are not each other's derivatives. */
export const motorHeld: JointCase = {
  ...motor,
  name: 'motor, held in place',
  create: (world, bodyA, bodyB) => {
    return world.createMotorJoint({ bodyA, bodyB, anchor: { x: 0.5, y: 0, z: 0 }, target: { position: { x: 0, y: 0, z: 0 }, hertz: 1 } })
  },
  refused: [],
  exempt: { exchange: "the damping is that of A's axes" },
}
