import type { Body, World } from 'fulcrum-physics/3d'
import { gearKind } from '../../../../src/d3/joints/kinds/gear-joint.ts'
import { AXES_A, AXES_B, D, QA, QB } from '../../../../src/d3/joints/joint-kind.ts'
import type { JointCase } from '../joint-case.ts'

const axis = { x: 0, y: 0, z: 1 }

/** Has a body's z axis been reversed? Twist about z is then undefined. The frames were those that turn x into z when it was made. */
function isReversed(pose: Float64Array): boolean {
  return [QA, QB].some((q) => zOfAxis(pose, q) < -0.99)
}

/** World z of the frame's x axis. */
function zOfAxis(pose: Float64Array, q: number): number {
  return 2 * (pose[q]! * pose[q + 2]! - pose[q + 3]! * pose[q + 1]!)
}

/** Gears are for bodies whose axes something holds. Moving stays free. */
export function keepAxis(world: World, body: Body | null): void {
  if (body?.type === 'dynamic') world.createGenericJoint({ bodyB: body, axis, limits: [{ angularAxes: [1, 2], min: 0, max: 0 }] })
}

export const gear: JointCase = {
  name: 'gear',
  kind: gearKind,
  exempt: {
    weight: 'it holds no place',
    momentum: 'the world holds its axes',
    exchange: 'the ratio is that of B to A',
  },
  create: (world, bodyA, bodyB) => {
    const joint = world.createGearJoint({ bodyA, bodyB, axisA: axis, ratio: 2 })
    keepAxis(world, bodyA)
    keepAxis(world, bodyB)
    return joint
  },
  isDegenerate: isReversed,
  refused: [
    { says: /gear\.ratio \(0\) ties nothing/, call: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, ratio: 0 }) },
    {
      says: /gear\.axisB \(\{ x: 0.* \}\) has no length/,
      call: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, ratio: 1, axisB: { x: 0, y: 0, z: 0 } }),
    },
    {
      says: /gear\.motor\.maxTorque \(-1\) must not be negative/,
      call: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, ratio: 1, motor: { speed: 1, maxTorque: -1 } }),
    },
  ],
}

export const gearOnAxles: JointCase = {
  name: 'gear, axles',
  kind: gearKind,
  exempt: {
    weight: 'it holds no place',
    momentum: 'the world holds its axes',
    exchange: 'the ratio is that of B to A',
  },
  create: (world, bodyA, bodyB) => {
    const joint = world.createGearJoint({ bodyA, bodyB, axisA: axis, ratio: 2, frame: 'axles' })
    keepAxis(world, bodyA)
    keepAxis(world, bodyB)
    return joint
  },
  isDegenerate: isInLine,
  refused: [
    {
      says: /gear\.frame .* needs axles that are apart/,
      call: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, ratio: 1, axisA: { x: 1, y: 0, z: 0 }, frame: 'axles' }),
    },
    {
      says: /gear\.frame .* must be 'world' or 'axles'/,
      call: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, ratio: 1, frame: 'carrier' as never }),
    },
  ],
}

/** Is the line between the axles nearly along one of them? */
function isInLine(pose: Float64Array): boolean {
  const [dx, dy, dz] = [pose[D]!, pose[D + 1]!, pose[D + 2]!]
  const length = Math.hypot(dx, dy, dz)
  return length < 0.1 || [AXES_A, AXES_B].some((o) => Math.abs(dx * pose[o]! + dy * pose[o + 1]! + dz * pose[o + 2]!) > 0.95 * length)
}
