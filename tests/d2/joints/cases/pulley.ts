import { pulleyKind } from '../../../../src/d2/joints/kinds/pulley-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

export const pulley: JointCase = {
  name: 'pulley',
  kind: pulleyKind,
  create: (world, bodyA, bodyB) =>
    world.createPulleyJoint({ bodyA, bodyB, groundA: { x: 0, y: 2 }, groundB: { x: 1, y: 2 }, ...(bodyA === null && { anchorA: { x: 0, y: 0 } }) }),
  exempt: { momentum: 'its wheels stand still', exchange: 'the places of A and B belong to different wheels' },
  refused: [
    refuse(/pulley\.groundA/, 'createPulleyJoint', {}),
    refuse(/pulley\.ratio \(0\) must be above 0/, 'createPulleyJoint', { groundA: { x: 0, y: 2 }, groundB: { x: 1, y: 2 }, ratio: 0 }),
  ],
}
