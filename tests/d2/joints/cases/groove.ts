import { grooveKind } from '../../../../src/d2/joints/kinds/groove-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

const anchor = { x: 0.5, y: 0 }
/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const groove: JointCase = {
  name: 'groove',
  kind: grooveKind,
  create: (world, bodyA, bodyB) => world.createGrooveJoint({ bodyA, bodyB, collideBodies, grooveA: { x: 1, y: -1 }, grooveB: { x: 1, y: 1 } }),
  exempt: { strength: 'along the groove it falls to the end, and breaks by the jerk', exchange: 'the groove is in A' },
  refused: [
    refuse(/groove\.grooveB \(\{ x: 0\.5, y: 0 \}\) leaves the groove no length/, 'createGrooveJoint', { grooveA: anchor, grooveB: anchor }),
    refuse(/groove\.grooveA is missing/, 'createGrooveJoint', { grooveB: anchor }),
  ],
}
