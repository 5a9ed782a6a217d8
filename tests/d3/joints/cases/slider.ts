import { sliderKind } from '../../../../src/d3/joints/kinds/slider-joint.ts'
import { isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const anchor = { x: 0.5, y: 0, z: 0 }

export const slider: JointCase = {
  name: 'slider',
  kind: sliderKind,
  // Across gravity, so that it can carry a weight.
  create: (world, bodyA, bodyB) => world.createSliderJoint({ bodyA, bodyB, anchor, axis: { x: 1, y: 0, z: 2 } }),
  isDegenerate: isHalfTurn,
  refused: [
    { says: /slider\.axis .*has no length/, call: (world, bodyA, bodyB) => world.createSliderJoint({ bodyA, bodyB, axis: { x: 0, y: 0, z: 0 } }) },
    {
      says: /slider\.limit\.lower \(2\) is above upper \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createSliderJoint({ bodyA, bodyB, limit: { lower: 2, upper: 1 } }),
    },
    {
      says: /slider\.motor\.maxForce \(-1\) must not be negative/,
      call: (world, bodyA, bodyB) => world.createSliderJoint({ bodyA, bodyB, motor: { speed: 1, maxForce: -1 } }),
    },
    {
      says: /slider\.frameB .*is missing/,
      call: (world, bodyA, bodyB) => world.createSliderJoint({ bodyA, bodyB, frameA: {} }),
    },
  ],
}
