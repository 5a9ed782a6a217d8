import { sliderKind } from '../../../../src/d2/joints/kinds/slider-joint.ts'
import { isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

const anchor = { x: 0.5, y: 0 }

export const slider: JointCase = {
  name: 'slider',
  kind: sliderKind,
  isDegenerate: isHalfTurn,
  create: (world, bodyA, bodyB) => world.createSliderJoint({ bodyA, bodyB, anchor }),
  refused: [refuse(/slider\.axis \(\{ x: 0.* \}\) has no length/, 'createSliderJoint', { axis: { x: 0, y: 0 } })],
}
