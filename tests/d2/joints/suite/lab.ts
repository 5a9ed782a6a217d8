/** What the joint suite's tests without coordinates (`tests/common/helpers/joint-suite`) ask of this dimension. */

import type { Body, Joint, Vec2, World } from 'fulcrum-physics/2d'
import { GRAVITY, type Lab } from '../../../common/helpers/joint-suite/lab.ts'
import { createRandom } from '../../../common/random.ts'
import type { JointCase } from '../joint-case.ts'
import { bodyA, bodyB, direction, emptyWorld, makePair, scaled, stateOf } from './setup.ts'

export const LAB: Lab<World, Body, JointCase> = {
  emptyWorld,
  bodyA,
  bodyB,
  makePair,
  hangingPair(joint, damping) {
    return makePair(joint, { gravity: { x: 0, y: -GRAVITY } }, { type: 'static' }, { linearDamping: damping, angularDamping: damping })
  },
  spinningPair(joint) {
    const pair = makePair(joint)
    const random = createRandom(4)
    for (const body of [pair.a, pair.b]) {
      body.linearVelocity = scaled(direction(random), 1)
      body.angularVelocity = 4 * random() - 2
    }
    return pair
  },
  carryAnchors({ a, b, joint }) {
    const { anchorA, anchorB } = joint as Joint
    const local = [a.localPoint(anchorA), b.localPoint(anchorB)] as const
    a.teleport({ x: 1, y: 2 }, 2)
    b.teleport({ x: -1, y: 1 }, -1)
    const away = (p: Vec2, q: Vec2): number => Math.hypot(p.x - q.x, p.y - q.y)
    const now = joint as Joint
    return [away(now.anchorA, a.worldPoint(local[0])), away(now.anchorB, b.worldPoint(local[1]))]
  },
  overlap({ a, b }) {
    const { x, y } = a.position
    b.teleport({ x: x + 0.1, y })
  },
  destroyBody(world, body) {
    world.destroyBody(body)
  },
  destroyJoint(world, joint) {
    world.destroyJoint(joint as Joint)
  },
  carries(joint) {
    return joint.carries === true
  },
  stateOf,
}
