import { hingeKind } from '../../../../src/d2/joints/kinds/hinge-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

const anchor = { x: 0.5, y: 0 }

export const hinge: JointCase = {
  name: 'hinge',
  kind: hingeKind,
  create: (world, bodyA, bodyB) => world.createHingeJoint({ bodyA, bodyB, anchor }),
  refused: [
    refuse(/hinge\.limit\.lower \(2\) is above upper \(1\)\. Swap them\./, 'createHingeJoint', { limit: { lower: 2, upper: 1 } }),
    refuse(/hinge\.frameB is missing/, 'createHingeJoint', { frameA: {} }),
    refuse(/hinge\.anchor \(\{.*\}\) and frames are two answers/, 'createHingeJoint', { frameA: {}, frameB: {}, anchor }),
    refuse(/hinge\.motor\.maxTorque is missing/, 'createHingeJoint', { motor: { speed: 1 } }),
    refuse(/hinge\.spring \(\{.*\}\) has no strength/, 'createHingeJoint', { spring: { target: 1 } }),
    refuse(/hinge\.softness \(\{.*\}\) is given in two ways/, 'createHingeJoint', { softness: { hertz: 1, stiffness: 2 } }),
    refuse(/hinge\.breakForce \(0\) would break at once/, 'createHingeJoint', { breakForce: 0 }),
  ],
}
