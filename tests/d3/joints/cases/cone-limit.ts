import type { Body, World } from 'fulcrum-physics/3d'
import { coneLimitKind } from '../../../../src/d3/joints/kinds/cone-limit-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { isPole } from './ball.ts'

const axis = { x: 1, y: 2, z: -2 }

function refusal(says: RegExp, more: object): { says: RegExp; call(world: World, bodyA: Body, bodyB: Body): unknown } {
  return { says, call: (world, bodyA, bodyB) => world.createConeLimitJoint({ bodyA, bodyB, angle: 0.5, ...more }) }
}

export const coneLimit: JointCase = {
  name: 'cone limit',
  kind: coneLimitKind,
  create: (world, bodyA, bodyB) => world.createConeLimitJoint({ bodyA, bodyB, axis, angle: 0.5 }),
  isDegenerate: isPole,
  exempt: { weight: 'it holds no place' },
  refused: [
    refusal(/coneLimit\.axis .*has no length/, { axis: { x: 0, y: 0, z: 0 } }),
    refusal(/coneLimit\.angle \(-1\) must lie between 0 and 3\.14/, { angle: -1 }),
    refusal(/coneLimit\.angle is missing/, { angle: undefined }),
    refusal(/coneLimit\.axisB is missing/, { axisA: { x: 1, y: 0, z: 0 } }),
    refusal(/coneLimit\.axis .*two answers/, { axis, axisA: axis, axisB: axis }),
    refusal(/coneLimit\.axis .*two answers/, { axis, frameA: {}, frameB: {} }),
    refusal(/coneLimit\.restitution \(2\)/, { restitution: 2 }),
  ],
}
