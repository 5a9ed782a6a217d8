import { fixedKind } from '../../../../src/d2/joints/kinds/fixed-joint.ts'
import { isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

const anchor = { x: 0.5, y: 0 }

export const fixed: JointCase = {
  name: 'fixed',
  kind: fixedKind,
  isDegenerate: isHalfTurn,
  create: (world, bodyA, bodyB) => world.createFixedJoint({ bodyA, bodyB, anchor }),
  refused: [refuse(/fixed\.anchor\.x \(NaN\) is not finite/, 'createFixedJoint', { anchor: { x: NaN, y: 0 } })],
}
