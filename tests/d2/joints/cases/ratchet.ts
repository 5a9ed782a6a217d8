import { ratchetKind } from '../../../../src/d2/joints/kinds/ratchet-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

export const ratchet: JointCase = {
  name: 'ratchet',
  kind: ratchetKind,
  create: (world, bodyA, bodyB) => world.createRatchetJoint({ bodyA, bodyB, collideBodies, ratchet: 0.5, phase: 0.1 }),
  exempt: { weight: 'it holds no place' },
  refused: [refuse(/ratchet\.ratchet \(0\) has no teeth/, 'createRatchetJoint', { ratchet: 0 })],
}
