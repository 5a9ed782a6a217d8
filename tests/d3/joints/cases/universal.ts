import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { universalKind } from '../../../../src/d3/joints/kinds/universal-joint.ts'
import { cosine } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const anchor = { x: 0.5, y: 0, z: 0 }
const axisA = { x: 0, y: 1, z: 0 }
const axisB = { x: 0, y: 0, z: 1 }

export const universal: JointCase = {
  name: 'universal',
  kind: universalKind,
  create: (world, bodyA, bodyB) => world.createUniversalJoint({ bodyA, bodyB, anchor, axisA, axisB }),
  // Arms almost on one line.
  isDegenerate: pose => Math.abs(cosine(pose, AXES_A, AXES_B + 3)) > 0.99,
  exempt: { exchange: 'each body has an arm of its own', mirror: 'a cross is a cross again half a turn on' },
  refused: [
    {
      says: /universal\.axisB .*is parallel to axisA\. The arms of the cross stand at a right angle\./,
      call: (world, bodyA, bodyB) => world.createUniversalJoint({ bodyA, bodyB, axisA, axisB: { x: 0, y: -3, z: 0 } }),
    },
    {
      says: /universal\.axisB .*is not perpendicular to axisA/,
      call: (world, bodyA, bodyB) => world.createUniversalJoint({ bodyA, bodyB, axisA, axisB: { x: 1, y: 1, z: 0 } }),
    },
    {
      says: /universal\.axisB .*is missing\. Give both arms/,
      call: (world, bodyA, bodyB) => world.createUniversalJoint({ bodyA, bodyB, axisA }),
    },
    {
      says: /universal\.axisA .*has no length/,
      call: (world, bodyA, bodyB) => world.createUniversalJoint({ bodyA, bodyB, axisA: { x: 0, y: 0, z: 0 }, axisB }),
    },
    {
      says: /universal\.limitB\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createUniversalJoint({ bodyA, bodyB, limitB: { lower: 2, upper: 1 } }),
    },
  ],
}
