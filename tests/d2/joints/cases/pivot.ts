import { pivotKind } from '../../../../src/d2/joints/kinds/pivot-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

const anchor = { x: 0.5, y: 0 }
/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const pivot: JointCase = {
  name: 'pivot',
  kind: pivotKind,
  create: (world, bodyA, bodyB) => world.createPivotJoint({ bodyA, bodyB, collideBodies, pivot: anchor }),
  refused: [refuse(/pivot\.pivot \(\{.*\}\) and anchors are two answers/, 'createPivotJoint', { pivot: anchor, anchorA: anchor })],
}
