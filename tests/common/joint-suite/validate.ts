/** Do the tables of a world agree with each other about its joints? Throws if not. */

import { COLLIDE_CONNECTED } from '../../../src/common/joints/joint-codes.ts'
import { JOINT_ENABLED } from '../../../src/common/store/column-codes.ts'
import type { JointWorld } from '../../../src/common/joints/joint-world.ts'

export function validate(state: JointWorld, jointCount: number): void {
  const { alive, bodyA, bodyB, kind, flags } = state.joints.columns
  const bodies = state.bodies.columns
  let count = 0
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0) continue
    count++
    for (const body of [bodyA[j], bodyB[j]]) if (body >= 0 && bodies.alive[body] !== 1) throw new Error(`joint ${j} holds body ${body}, which is gone`)
    if (bodyB[j] < 0) throw new Error(`joint ${j} has no body B`)
    if (state.jointKinds[kind[j]] === undefined) throw new Error(`joint ${j} is of kind ${kind[j]}, which is not known`)
    const parts = (flags[j] & JOINT_ENABLED) !== 0 && (flags[j] & COLLIDE_CONNECTED) === 0 && bodyA[j] >= 0
    const joined = state.joinedBodies.find(Math.min(bodyA[j], bodyB[j]), Math.max(bodyA[j], bodyB[j])) >= 0
    if (parts && !joined) throw new Error(`joint ${j} does not keep its bodies from colliding`)
  }
  if (count !== jointCount) throw new Error(`${count} joints are alive, ${jointCount} are counted`)
}
