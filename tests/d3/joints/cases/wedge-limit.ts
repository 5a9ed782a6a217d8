import type { Body, World } from 'fulcrum-physics/3d'
import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { wedgeLimitKind } from '../../../../src/d3/joints/kinds/wedge-limit-joint.ts'
import { cosine } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const axis = { x: 0, y: 0, z: 1 }
const direction = { x: 1, y: 0, z: 0 }

/** Near a pole; opposite to the middle of the wedge; or on the equator so far from a side that the poles are nearest, both alike. */
function isRough(lower: number, upper: number): (pose: Float64Array) => boolean {
  return pose => {
    const [x, y, z] = [0, 3, 6].map(k => cosine(pose, AXES_A + k, AXES_B))
    const middle = (lower + upper) / 2
    let azimuth = Math.atan2(y!, x!)
    azimuth += 2 * Math.PI * Math.round((middle - azimuth) / (2 * Math.PI))
    const far = Math.max(Math.abs(azimuth - lower), Math.abs(azimuth - upper)) > 1.5
    return Math.abs(z!) > 0.99 || Math.abs(azimuth - middle) > 3.1 || (far && Math.abs(z!) < 0.01)
  }
}

function refusal(says: RegExp, more: object): { says: RegExp; call(world: World, bodyA: Body, bodyB: Body): unknown } {
  return { says, call: (world, bodyA, bodyB) => world.createWedgeLimitJoint({ bodyA, bodyB, axis, direction, limit: { lower: -1, upper: 1 }, ...more }) }
}

export const wedgeLimit: JointCase = {
  name: 'wedge limit',
  kind: wedgeLimitKind,
  create: (world, bodyA, bodyB) => world.createWedgeLimitJoint({ bodyA, bodyB, axis, direction, limit: { lower: -0.5, upper: 0.8 } }),
  isDegenerate: isRough(-0.5, 0.8),
  exempt: { weight: 'it holds no place' },
  refused: [
    refusal(/wedgeLimit\.direction .*lies along axis/, { direction: { x: 0, y: 0, z: -2 } }),
    refusal(/wedgeLimit\.limit\.lower \(2\) is above upper \(1\)\. Swap them\./, { limit: { lower: 2, upper: 1 } }),
    refusal(/wedgeLimit\.limit\.upper \(9\) is more than one turn above lower/, { limit: { lower: 0, upper: 9 } }),
    refusal(/wedgeLimit\.limit\.lower \(-Infinity\)/, { limit: { lower: -Infinity, upper: 1 } }),
    refusal(/wedgeLimit\.axis .*two answers/, { frameA: {}, frameB: {} }),
  ],
}

/** Wider than half a turn. */
export const wideWedge: JointCase = {
  ...wedgeLimit,
  name: 'wedge limit, wide',
  create: (world, bodyA, bodyB) => world.createWedgeLimitJoint({ bodyA, bodyB, axis, direction, limit: { lower: -2.4, upper: 2.2 } }),
  isDegenerate: isRough(-2.4, 2.2),
  refused: [],
}
