import { sliderKind } from '../../../src/d3/joints/slider-joint.ts'
import { QA, QB } from '../../../src/d3/joints/joint-kind.ts'
import type { JointCase } from '../joint-case.ts'

/** Frames almost half a turn apart: w of the relative quaternion near 0. */
function isHalfTurn(pose: Float64Array): boolean {
  let w = 0
  for (let k = 0; k < 4; k++) w += pose[QA + k]! * pose[QB + k]!
  return Math.abs(w) < 0.02
}

const anchor = { x: 0.5, y: 0, z: 0 }

export const slider: JointCase = {
  name: 'slider',
  kind: sliderKind,
  removes: 5,
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
