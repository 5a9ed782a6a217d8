import type { Body, World } from 'fulcrum-physics/3d'
import { swingTwistKind } from '../../../../src/d3/joints/kinds/swing-twist-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { isPole } from './ball.ts'

const anchor = { x: 0.5, y: 0, z: 0 }
const axis = { x: 1, y: 2, z: -2 }
const planeAxis = { x: 0, y: 1, z: 1 }

function refusal(says: RegExp, more: object): { says: RegExp; call(world: World, bodyA: Body, bodyB: Body): unknown } {
  return { says, call: (world, bodyA, bodyB) => world.createSwingTwistJoint({ bodyA, bodyB, anchor, ...more }) }
}

export const swingTwist: JointCase = {
  name: 'swing-twist',
  kind: swingTwistKind,
  create: (world, bodyA, bodyB) =>
    world.createSwingTwistJoint({ bodyA, bodyB, anchor, axis, planeAxis, swingY: 0.4, swingZ: 1.1, twistLower: -1, twistUpper: 1.2 }),
  isDegenerate: isPole,
  refused: [
    refusal(/swingTwist\.swingY \(4\) must lie between 0 and 3\.14/, { swingY: 4 }),
    refusal(/swingTwist\.swingZ \(-1\)/, { swingZ: -1 }),
    refusal(/swingTwist\.twistLower \(1\) is above twistUpper \(-1\)\. Swap them\./, { twistLower: 1, twistUpper: -1 }),
    refusal(/swingTwist\.twistUpper \(NaN\)/, { twistUpper: NaN }),
    refusal(/swingTwist\.planeAxis .*lies along axis/, { planeAxis: { x: 2, y: 0, z: 0 } }),
    refusal(/swingTwist\.limitSoftness\.restitution \(3\)/, { limitSoftness: { restitution: 3 } }),
    refusal(/swingTwist\.drive .*has no strength/, { drive: {} }),
    refusal(/swingTwist\.friction \(-1\)/, { friction: -1 }),
  ],
}
