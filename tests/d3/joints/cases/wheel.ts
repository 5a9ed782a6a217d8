import { AXES_A, AXES_B } from '../../../../src/d3/joints/joint-kind.ts'
import { wheelKind } from '../../../../src/d3/joints/kinds/wheel-joint.ts'
import type { JointCase } from '../joint-case.ts'

const suspensionAxis = { x: 1, y: 0, z: 0 }
const axleAxis = { x: 0, y: 0, z: 1 }

/** Axle almost along the suspension. */
function isAlong(pose: Float64Array): boolean {
  let dot = 0
  for (let k = 0; k < 3; k++) dot += pose[AXES_A + k]! * pose[AXES_B + 3 + k]!
  return Math.abs(dot) > 0.97
}

export const wheel: JointCase = {
  name: 'wheel',
  kind: wheelKind,
  create: (world, bodyA, bodyB) => world.createWheelJoint({ bodyA, bodyB, suspensionAxis, axleAxis, suspension: null }),
  isDegenerate: isAlong,
  exempt: { exchange: 'the suspension is fast to A, the axle to B' },
  refused: [
    {
      says: /wheel\.axleAxis \(\{ x: 1.* \}\) does not stand at a right angle to suspensionAxis/,
      call: (world, bodyA, bodyB) => world.createWheelJoint({ bodyA, bodyB, suspensionAxis, axleAxis: suspensionAxis }),
    },
    {
      says: /wheel\.suspension\.lower \(1\) is above upper \(0\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createWheelJoint({ bodyA, bodyB, suspension: { hertz: 2, lower: 1, upper: 0 } }),
    },
    {
      says: /wheel\.steering\.limit \(4\) is above half a turn/,
      call: (world, bodyA, bodyB) => world.createWheelJoint({ bodyA, bodyB, steering: { limit: 4 } }),
    },
    { says: /wheel\.brake \(-1\) must not be negative/, call: (world, bodyA, bodyB) => world.createWheelJoint({ bodyA, bodyB, brake: -1 }) },
  ],
}
